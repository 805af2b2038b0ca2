/**
 * A small calculator beside a formula: a map of four queries and four keys, which reads the reader's own numbers. The core that
 * computes it is fetched when the first map comes into view.
 */
import { html, render } from 'lit';
import { attend, readFormula, writeLink } from '../index.js';
import { translate } from '../language/translate.js';
import { formatFixed } from '../parts/format.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { getCellStyle } from '../plots/palette.js';
import { draggable } from './drag.js';
import { createMapState, layOutInputs, readMap } from './small-map-state.js';
import { createConfiguration, resolveOptions } from './state.js';

/** @import { AttendResult } from '../engine/attend.js' */
/** @import { MechanismSchema } from '../engine/schema.js' */
/** @import { State } from './state.js' */
/** @import { PlacedInput } from './small-map-state.js' */

/** Options that are shown; the others keep their defaults. */
const kShownOptions = ['formula', 'window', 'causal', 'sample'];

/**
 * @param {HTMLElement} host
 * @param {object} options
 * @param {MechanismSchema} options.mechanism
 * @param {string} options.use link to a model that learns with this mechanism; '' for none
 * @param {(link: string) => string} options.writeAddress converts a link to an address in the lab
 */
export function createSmallMap(host, { mechanism, use, writeAddress }) {
  let state = createMapState(mechanism);
  /** @type {AttendResult | null} */
  let result = null;
  let error = '';
  const startRequest = createRequestStarter();

  async function computeMap() {
    const isLatest = startRequest();
    try {
      const next = await attend(state.mechanism.name, {
        ...Object.fromEntries(state.edited),
        ...resolveOptions(state),
      });
      if (!isLatest()) return;
      [result, error] = [next, ''];
    } catch (refusal) {
      if (!isLatest()) return;
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
    computeMap();
  }

  /** @param {string} name @param {import('../engine/schema.js').Value} value */
  async function setOption(name, value) {
    const options = { ...state.options, [name]: value };
    try {
      state =
        name === 'formula'
          ? { ...createMapState(await readFormula(String(value))), options }
          : { ...state, options };
      computeMap();
    } catch (refusal) {
      [result, error] = [null, /** @type {Error} */ (refusal).message];
      draw();
    }
  }

  const getLinks = () => ({
    calculator: writeAddress(writeLink(createConfiguration(state))),
    use: use && writeAddress(use),
  });
  const draw = () =>
    render(mapTemplate({ state, result, error, links: getLinks(), setNumber, setOption }), host);

  draw();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      computeMap();
    },
    { rootMargin: '100px' },
  );
  observer.observe(host);
}

/**
 * @typedef {object} MapOptions
 * @property {State} state
 * @property {AttendResult | null} result
 * @property {string} error message about the current numbers; '' for none
 * @property {{ calculator: string, use: string }} links addresses of the calculator with these numbers, and of a model that learns; '' for none
 * @property {(name: string, index: number, value: number) => void} setNumber
 * @property {(name: string, value: import('../engine/schema.js').Value) => void} setOption
 */

/** @param {MapOptions} options */
function mapTemplate(options) {
  const { state, result, error, links } = options;
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
      <a href=${links.calculator}>${translate('Open in the calculator')}</a>
      ${links.use ? html`<a href=${links.use}>${translate('See it learn')}</a>` : null}
    </p>
  `;
}

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
