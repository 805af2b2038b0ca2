/**
 * The reference page: beside the formula of each mechanism a map of four queries and four keys, which reads the reader's own
 * numbers. The core that computes it is fetched when the first map comes into view.
 * @module
 */
import { html, render } from 'lit';
import { draggable } from '../calculator/drag.js';
import { createConfiguration, resolveOptions } from '../calculator/state.js';
import { attend, mechanisms, readFormula, writeLink } from '../index.js';
import { findLanguage, getLanguage, setLanguage, translate } from '../language/translate.js';
import { formatFixed } from '../parts/format.js';
import { getCellStyle } from '../plots/palette.js';
import { createMapState, layOutInputs, readMap } from './reference-map.js';

/** @import { AttendResult } from '../engine/attend.js' */
/** @import { State } from '../calculator/state.js' */
/** @import { PlacedInput } from './reference-map.js' */

/** Options that are shown; the others keep their defaults. */
const kShownOptions = ['formula', 'window', 'causal', 'sample'];

/** @param {HTMLElement} host with the name of a mechanism */
function createMap(host) {
  const mechanism = mechanisms().find(({ name }) => name === host.dataset['mechanism']);
  if (!mechanism) return;
  const { use = '' } = host.dataset;
  let state = createMapState(mechanism);
  /** @type {AttendResult | null} */
  let result = null;
  let error = '';
  /** Counts computations, to ignore stale results. */
  let requestId = 0;

  async function compute() {
    const id = ++requestId;
    try {
      const next = await attend(state.mechanism.name, {
        ...Object.fromEntries(state.edited),
        ...resolveOptions(state),
      });
      if (id !== requestId) return;
      [result, error] = [next, ''];
    } catch (refusal) {
      if (id !== requestId) return;
      [result, error] = [null, /** @type {Error} */ (refusal).message];
    }
    draw();
  }

  /** @param {string} name @param {number} index @param {number} value */
  function setNumber(name, index, value) {
    const numbers = state.edited.get(name);
    if (!numbers) return;
    const data = numbers.data.map((old, i) => (i === index ? value : old));
    state = { ...state, edited: new Map(state.edited).set(name, { ...numbers, data }) };
    draw();
    compute();
  }

  /** @param {string} name @param {import('../engine/schema.js').Value} value */
  async function setOption(name, value) {
    const options = { ...state.options, [name]: value };
    try {
      state =
        name === 'formula'
          ? { ...createMapState(await readFormula(String(value))), options }
          : { ...state, options };
      compute();
    } catch (refusal) {
      [result, error] = [null, /** @type {Error} */ (refusal).message];
      draw();
    }
  }

  const draw = () => render(mapTemplate({ state, result, error, use, setNumber, setOption }), host);

  draw();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      compute();
    },
    { rootMargin: '100px' },
  );
  observer.observe(host);
}

/**
 * @typedef {object} MapOptions
 * @property {State} state
 * @property {AttendResult | null} result
 * @property {string} error message about the present numbers; '' for none
 * @property {string} use link of a model that learns with this mechanism; '' for none
 * @property {(name: string, index: number, value: number) => void} setNumber
 * @property {(name: string, value: import('../engine/schema.js').Value) => void} setOption
 */

/** @param {MapOptions} options */
function mapTemplate(options) {
  const { state, result, error, use } = options;
  const { rows, columns, matrices, lists } = layOutInputs(state);
  const { title, weights, beside, below } = readMap(state, result);
  const count = weights[0]?.length ?? 0;
  /** @param {PlacedInput} input @param {number} index */
  const field = (input, index) => fieldTemplate(input, index, options);
  return html`
    <div class="map-inputs">
      ${matrices.map((input) => matrixTemplate(input, field))}
      ${lists.map((input) => html`<span class="map-list">${labelTemplate(input.label)}${input.data.map((_, i) => field(input, i))}</span>`)}
      ${optionsTemplate(options)}
    </div>
    <table>
      <thead>
        ${columns.map(
          (input) => html`
            <tr>
              <th scope="row" colspan=${rows.length || 1}>${labelTemplate(input.label)}</th>
              ${input.data.map((_, i) => html`<td>${field(input, i)}</td>`)}
            </tr>`,
        )}
        <tr>
          ${rows.length > 0 ? rows.map(({ label }) => html`<th scope="col">${labelTemplate(label)}</th>`) : html`<td></td>`}
          <th scope="colgroup" colspan=${count}>${translate(title)}</th>
          ${beside ? html`<th scope="col">${translate('context')}</th>` : null}
        </tr>
      </thead>
      <tbody>
        ${weights.map(
          (row, t) => html`
            <tr>
              ${rows.length > 0 ? rows.map((input) => html`<td>${field(input, t)}</td>`) : html`<td></td>`}
              ${row.map((cell) => weightTemplate(cell))}
              ${beside ? html`<td class="result">${formatResult(beside[t])}</td>` : null}
            </tr>`,
        )}
        ${below ? html`<tr><th scope="row">${translate('context')}</th>${below.map((value) => html`<td class="result">${formatResult(value)}</td>`)}</tr>` : null}
      </tbody>
    </table>
    <p class="map-error" role="status">${error}</p>
    <p class="try">
      <a href=${writeLabAddress(writeLink(createConfiguration(state)))}>${translate('Open in the calculator')}</a>
      ${use ? html`<a href=${writeLabAddress(use)}>${translate('See it learn')}</a>` : null}
    </p>
  `;
}

/** @param {string} link of an instrument @returns {string} its address in the lab, in the language of this page */
const writeLabAddress = (link) => `./#${link}${getLanguage() === 'en' ? '' : `;locale=${getLanguage()}`}`;

/** @param {string} label which may have an index: W_q */
function labelTemplate(label) {
  const [letter, index] = label.split('_');
  return html`<span class="formula">${letter}${index && html`<sub>${index}</sub>`}</span>`;
}

/** @param {number | undefined} value */
const formatResult = (value) => (value === undefined || Number.isNaN(value) ? '·' : formatFixed(value, 2));

/** @param {{ weight: number, isChosen: boolean }} cell */
function weightTemplate({ weight, isChosen }) {
  if (Number.isNaN(weight)) return html`<td class="weight">·</td>`;
  return html`<td class="weight ${isChosen ? 'chosen' : ''}" .style=${getCellStyle(weight)}>${formatFixed(weight, 2)}</td>`;
}

/** @param {PlacedInput} input @param {number} index @param {MapOptions} options */
const fieldTemplate = ({ name, label, isInteger, data }, index, { setNumber }) => html`
  <input class="cell" type="text" inputmode="decimal" autocomplete="off"
    aria-label=${data.length > 1 ? `${label}, ${index + 1}` : label}
    ${draggable({ value: data[index] ?? 0, step: isInteger ? 1 : 0.1, onValue: (value) => setNumber(name, index, value) })} />
`;

/** @param {PlacedInput} input @param {(input: PlacedInput, index: number) => unknown} field */
const matrixTemplate = (input, field) => html`
  <table class="map-matrix">
    <caption>${labelTemplate(input.label)}</caption>
    ${Array.from(
      { length: input.data.length / input.width },
      (_, row) =>
        html`<tr>${Array.from({ length: input.width }, (_, column) => html`<td>${field(input, row * input.width + column)}</td>`)}</tr>`,
    )}
  </table>
`;

/** @param {MapOptions} options */
function optionsTemplate({ state, setOption }) {
  const shown = state.mechanism.options.filter(({ name }) => kShownOptions.includes(name));
  return shown.map(({ name, type, default: standard }) => {
    const value = state.options[name] ?? standard;
    /** @param {Event} event */
    const onChange = ({ target }) => {
      const field = /** @type {HTMLInputElement} */ (target);
      setOption(name, type === 'boolean' ? field.checked : field.value);
    };
    if (type === 'boolean')
      return html`<label><input type="checkbox" .checked=${value === true} @change=${onChange} /> ${name}</label>`;
    if (type === 'text')
      return html`<label class="map-formula">${name} <input type="text" autocomplete="off" spellcheck="false" .value=${String(value)} @change=${onChange} /></label>`;
    return html`<label>${name} <input class="cell" type="text" inputmode="decimal" autocomplete="off"
      ${draggable({ value: Number(value), step: 0.5, onValue: (next) => setOption(name, next) })} /></label>`;
  });
}

/** Shows the page in the language that the link of the lab names. */
async function showPage() {
  /** @type {NodeListOf<HTMLElement>} */
  const texts = document.querySelectorAll('[data-say]');
  const locale = findLanguage(new URLSearchParams(location.search).get('locale') ?? 'en');
  if (locale !== getLanguage()) await setLanguage(locale).catch(() => undefined);
  const language = getLanguage();
  document.documentElement.lang = language;
  for (const text of texts) text.textContent = translate(text.textContent ?? '');
  if (language !== 'en')
    document.querySelector('.brand a')?.setAttribute('href', `./#start&v1;locale=${language}`);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('.use');
  for (const link of links) link.setAttribute('href', writeLabAddress(link.hash.slice(1)));
  const terms = document.querySelector('.glossary dl');
  const byText = (/** @type {Element} */ a, /** @type {Element} */ b) =>
    (a.textContent ?? '').localeCompare(b.textContent ?? '', language);
  terms?.append(...[...terms.children].sort(byText));
  for (const host of document.querySelectorAll('[data-mechanism]'))
    createMap(/** @type {HTMLElement} */ (host));
  // On phones the mechanisms are a list.
  if (matchMedia('(max-width: 54em)').matches)
    for (const mechanism of document.querySelectorAll('.mechanism')) mechanism.removeAttribute('open');
  showTarget();
  window.addEventListener('hashchange', showTarget);
}

/** Unfolds what the address names; the maps have changed its place. */
function showTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}

showPage();
