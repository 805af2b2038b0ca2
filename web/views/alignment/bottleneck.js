/**
 * The model without attention: for a short, a chosen and a long source it shows the encoder state, which has the same size for
 * each, and the tokens decoded from it; and for each length the share of sources whose output is right.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { formatCount } from '../../parts/format.js';
import { isCorrect } from '../../parts/known-truth.js';
import { createMapView } from '../../parts/map-view.js';
import { paintCanvas } from '../../parts/paint-canvas.js';

/** @import { TokenDetails } from '../../engine/shapes.js' */
/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/**
 * The evaluated sources of one length, and one example of them.
 * @typedef {object} Group
 * @property {number} length
 * @property {number} count
 * @property {number} right how many outputs are right from beginning to end
 * @property {readonly number[]} state of the encoder: everything that the decoder gets
 * @property {readonly string[]} source
 * @property {readonly string[]} target
 * @property {readonly string[]} output
 */

/** Text that names a length, by task. @type {Readonly<Record<string, string>>} */
const kLengths = {
  reversal: markText('{n} digits'),
  copy: markText('{n} digits'),
  dates: markText('{n} characters'),
};
/** What the decoder has to write, by task. @type {Readonly<Record<string, string>>} */
const kWrites = { reversal: markText('It writes, backwards'), copy: markText('It writes the same') };

export const bottleneckStyles = /* css */ `
.main .bottleneck { flex: 3 1 auto; display: grid; grid: auto / auto auto minmax(6em, 1fr) auto; grid-auto-rows: minmax(2.75em, 1fr); gap: var(--attento-gap) 0; }
.bottleneck[data-words] { grid-auto-rows: minmax(2.75em, auto); }
.bottleneck > p { margin: 0; align-self: center; }
.bottleneck-head { color: var(--attento-muted); font-size: var(--attento-size-small); text-align: center; }
.bottleneck-length { font-weight: 650; padding-inline-end: var(--attento-gap); }
.bottleneck-tokens { display: flex; flex-wrap: wrap; align-content: center; gap: 0 var(--attento-gap-small); min-inline-size: 5em; padding: var(--attento-gap-small) var(--attento-gap); box-sizing: border-box; block-size: 100%; background: var(--attento-slot); font-size: clamp(0.85em, 2.6cqi, 1.3em); font-variant-numeric: tabular-nums; line-height: 1.2; --funnel: 1.2em; }
.bottleneck-source { justify-self: end; padding-inline-end: calc(var(--funnel) + 0.3em); clip-path: polygon(0 0, calc(100% - var(--funnel)) 0, 100% 20%, 100% 80%, calc(100% - var(--funnel)) 100%, 0 100%); }
.bottleneck-output { justify-self: start; padding-inline-start: calc(var(--funnel) + 0.3em); clip-path: polygon(0 20%, var(--funnel) 0, 100% 0, 100% 100%, var(--funnel) 100%, 0 80%); }
.bottleneck-output small { display: block; font-size: max(12px, 0.75em); text-align: center; line-height: 1; }
.bottleneck-true { color: var(--attento-muted); }
.bottleneck-rest { min-inline-size: 1.9em; }
[data-words] > .bottleneck-tokens { font-size: var(--attento-size); column-gap: var(--attento-gap-small); }
[data-words] > .bottleneck-tokens small { display: inline; }
.bottleneck canvas { block-size: 60%; min-block-size: 0; inline-size: 100%; align-self: center; background: var(--attento-slot); }
.main .lengths { flex: 2 1 auto; display: grid; grid: auto minmax(4.2em, 1fr) auto / minmax(0, 1fr); gap: var(--attento-gap-small); line-height: 1.2; }
.lengths-bars { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0 var(--attento-gap-small); margin: 0; padding: 0; list-style: none; }
.lengths-bars li { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; text-align: center; font-size: var(--attento-size-small); color: var(--attento-muted); font-variant-numeric: tabular-nums; }
.lengths-bars i { background: linear-gradient(to top, var(--attento-accent) var(--share), var(--attento-slot) 0); print-color-adjust: exact; }
.lengths-bars [data-shown] b { color: var(--attento-ink); text-decoration: underline; text-underline-offset: 0.2em; }
.lengths input { margin: 0 calc(150% / var(--length-count) - 0.5em); accent-color: var(--attento-accent); min-block-size: 1.5em; }
@container bars (max-width: 34em) {
  .main .bottleneck { grid-template: auto auto auto auto / auto minmax(3em, 1fr) auto; grid-auto-rows: minmax(2.2em, 1fr); gap: var(--attento-gap-small) 0; }
  .bottleneck > :nth-child(-n + 3), .bottleneck .bottleneck-true { display: none; }
  .bottleneck > :nth-child(4) { grid-column: 1 / -1; text-align: end; }
  .bottleneck-length { position: absolute; clip-path: inset(50%); }
  .bottleneck > .bottleneck-tokens { font-size: 12px; padding: 0.1em var(--attento-gap-small); min-inline-size: 3em; --funnel: 0.6em; }
  .bottleneck:not([data-words]) > .bottleneck-tokens { flex-wrap: nowrap; column-gap: 0.1em; }
  .bottleneck-rest { min-inline-size: 0; }
}
`;

const getTitle = () => translate('Right from beginning to end, by length');

/** @param {ViewOptions} options @returns {View} */
export function createBottleneckView(options) {
  const task = String(options.parameters()['task']);
  const isWords = !kLengths[task];
  const isLstm = () => options.parameters()['cell'] === 'lstm';
  /** The length that the reader has chosen; 0 for the middle one. */
  let chosen = 0;

  const view = createMapView({
    attributes: { class: 'bars', 'aria-label': translate('Bottleneck') },
    extract: ({ tensors }) => tensors['byLength']?.slice() ?? null,
    template(tensor, throttled) {
      if (!tensor) return null;
      const groups = readGroups(tensor, options);
      const found = groups.findIndex(({ length }) => length === chosen);
      const middle = found < 0 ? (groups.length - 1) >> 1 : found;
      const shown = groups.filter((_, i) => i === 0 || i === middle || i === groups.length - 1);
      const onChoice = (/** @type {number} */ length) => {
        chosen = length;
        view.draw();
      };
      return html`
        <div class="bottleneck" ?data-words=${isWords}>
          <p></p>
          <p class="bottleneck-head">${translate('It reads')}</p>
          <p class="bottleneck-head">${translate(isLstm() ? markText('state h: {n} entries') : markText('{n} entries'), { n: groups[0]?.state.length })}</p>
          <p class="bottleneck-head">${translate(kWrites[task] ?? markText('It writes'))}</p>
          ${shown.map((group) => rowTemplate(group, task))}
        </div>
        ${chartTemplate({ groups, shown, middle, task, onChoice })}
        ${throttled(() =>
          disclosureTable(getTitle(), () => ({
            head: [translate('Length'), getTitle()],
            rows: groups.map((group) => [String(group.length), formatRight(group)]),
          })),
        )}
      `;
    },
    readout: () =>
      html`<p class="bars-help">${
        isLstm()
          ? translate(
              'However long the source is, the decoder gets the state h of the LSTM, drawn in the middle, and its cell state c, which has as many entries and is not drawn.',
            )
          : translate(
              'However long the source is, the decoder gets the entries in the middle and nothing else.',
            )
      } ${translate('✗: a wrong token, the right one in gray. +2: two tokens too many.')} ${
        isWords ? null : translate('?: the unknown token.')
      }</p>`,
    summary: (tensor) =>
      readGroups(tensor, options)
        .map((group) => `${formatLength(group.length, task)}: ${formatRight(group)} ✓.`)
        .join(' '),
  });
  return view;
}

/** @param {Float32Array} tensor `byLength` of a frame @param {ViewOptions} options @returns {Group[]} shortest first */
function readGroups(tensor, { manifest, parameters }) {
  const { sourceWords = [], targetWords = [] } = /** @type {TokenDetails} */ (manifest.details);
  const sources = manifest.tensors.find(({ name }) => name === 'source')?.shape[0] ?? 1;
  const width = tensor.length / sources;
  return Array.from({ length: sources }, (_, length) => {
    const [count = 0, right = 0, ...rest] = tensor.subarray(length * width, (length + 1) * width);
    const wordsAt = Number(parameters()['hidden']);
    /** Source, target and output, each up to its end token. @type {string[][]} */
    const lists = [[]];
    for (const id of rest.slice(wordsAt)) {
      const word = (lists.length > 1 ? targetWords : sourceWords)[id] ?? '';
      if (word === '<end>') lists.push([]);
      else if (id > 0) lists.at(-1)?.push(word);
    }
    const [source = [], target = [], output = []] = lists;
    return { length, count, right, source, target, output, state: rest.slice(0, wordsAt) };
  }).filter(({ count }) => count > 0);
}

/** @param {number} n @param {string} task @returns {string} */
const formatLength = (n, task) => translate(kLengths[task] ?? markText('{n} words'), { n: formatCount(n) });

/**
 * @param {string | undefined} token that was written
 * @param {string} task
 * @returns {string} one character where all tokens are digits
 */
const formatWrittenToken = (token = '–', task) => (kLengths[task] && token === '<unknown>' ? '?' : token);

/** @param {Group} group @param {string} task */
const rowTemplate = ({ length, state, source, target, output }, task) => html`
  <p class="bottleneck-length">${formatLength(length, task)}</p>
  <p class="bottleneck-tokens bottleneck-source">${source.map((word) => html`<span>${word}</span>`)}</p>
  <canvas aria-hidden="true" ${paintCanvas(({ context, width, height, theme }) => paintState(context, state, { width, height }, theme))}></canvas>
  <p class="bottleneck-tokens bottleneck-output">
    ${target.map((word, t) =>
      isCorrect(output[t], word)
        ? html`<span class="align-good">${word}<small>✓</small></span>`
        : html`<span class="align-bad">${formatWrittenToken(output[t], task)}<small>✗</small><small class="bottleneck-true">${word}</small></span>`,
    )}
    <span class="bottleneck-rest align-bad">${output.length > target.length ? `+${output.length - target.length}` : null}</span>
  </p>
`;

/**
 * The share of right sources of each length, and the slider.
 * @param {object} options
 * @param {readonly Group[]} options.groups
 * @param {readonly Group[]} options.shown
 * @param {number} options.middle index of the group that the slider shows
 * @param {string} options.task
 * @param {(length: number) => void} options.onChoice
 */
function chartTemplate({ groups, shown, middle, task, onChoice }) {
  /** @param {Event} event */
  const choose = ({ target }) =>
    onChoice(groups[/** @type {HTMLInputElement} */ (target).valueAsNumber]?.length ?? 0);
  return html`
    <div class="lengths" .style=${`--length-count: ${groups.length}`}>
      <span class="bottleneck-head">${getTitle()}</span>
      <ol class="lengths-bars">
        ${groups.map(
          (group) => html`
            <li ?data-shown=${shown.includes(group)}>
              <span>${formatRight(group)}</span>
              <i .style=${`--share: ${(100 * group.right) / group.count}%`}></i>
              <b>${group.length}</b>
            </li>
          `,
        )}
      </ol>
      ${
        groups.length > 3
          ? html`<input type="range" min="1" max=${groups.length - 2} .value=${String(middle)} aria-label=${translate('Length')}
              aria-valuetext=${formatLength(groups[middle]?.length ?? 0, task)} @input=${choose} />`
          : null
      }
    </div>
  `;
}

/** @param {Group} group @returns {string} */
const formatRight = ({ right, count }) => `${right}/${count}`;

/**
 * Paints numbers from −1 to 1 as bars above and below a line.
 * @param {CanvasRenderingContext2D} context
 * @param {readonly number[]} numbers
 * @param {{ width: number, height: number }} box
 * @param {import('../../plots/theme.js').Theme} theme
 */
function paintState(context, numbers, { width, height }, theme) {
  const slot = width / numbers.length;
  context.fillStyle = theme.accent;
  numbers.forEach((number, i) => {
    const length = (Math.max(-1, Math.min(1, number)) * height) / 2;
    context.fillRect((i + 0.15) * slot, height / 2, 0.7 * slot, -length);
  });
}
