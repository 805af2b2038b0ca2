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
import { formatRightCount, readGroups } from './bottleneck-data.js';

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { Group } from './bottleneck-data.js' */

/** Text that names a length, by task. @type {Readonly<Record<string, string>>} */
const kLengths = {
  reversal: markText('{n} digits'),
  copy: markText('{n} digits'),
  dates: markText('{n} characters'),
};
/** What the decoder has to write, by task. @type {Readonly<Record<string, string>>} */
const kWrites = { reversal: markText('It writes, backwards'), copy: markText('It writes the same') };

const kHelp = markText(
  'However long the source is, the decoder gets the entries in the middle and nothing else.',
);
const kLstmHelp = markText(
  'However long the source is, the decoder gets the state h of the LSTM, drawn in the middle, and its cell state c, which has as many entries and is not drawn.',
);
const kTitle = markText('Right from beginning to end, by length');

/** @param {ViewOptions} options @returns {View} */
export function createBottleneckView(options) {
  const task = String(options.parameters()['task']);
  const isWords = !kLengths[task];
  const isLstm = () => options.parameters()['cell'] === 'lstm';
  /** The length that the reader has chosen; 0 for the middle one. */
  let chosen = 0;
  const onChoice = (/** @type {number} */ length) => {
    chosen = length;
    view.draw();
  };

  const view = createMapView({
    attributes: { class: 'bars', 'aria-label': translate('Bottleneck') },
    extract: ({ tensors }) => tensors['byLength']?.slice() ?? null,
    template(tensor, throttled) {
      if (!tensor) return null;
      const groups = readGroups(tensor, options);
      const found = groups.findIndex(({ length }) => length === chosen);
      const middle = found < 0 ? (groups.length - 1) >> 1 : found;
      const shown = groups.filter((_, i) => i === 0 || i === middle || i === groups.length - 1);
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
          disclosureTable(translate(kTitle), () => ({
            head: [translate('Length'), translate(kTitle)],
            rows: groups.map((group) => [String(group.length), formatRightCount(group)]),
          })),
        )}
      `;
    },
    readout: () => html`
      <p class="bars-help">${translate(isLstm() ? kLstmHelp : kHelp)} ${translate('✗: a wrong token, the right one in gray. +2: two tokens too many.')} ${isWords ? null : translate('?: the unknown token.')}</p>
    `,
    summary: (tensor) =>
      readGroups(tensor, options)
        .map((group) => `${formatLength(group.length, task)}: ${formatRightCount(group)} ✓.`)
        .join(' '),
  });
  return view;
}

/** @param {number} n @param {string} task @returns {string} */
const formatLength = (n, task) => translate(kLengths[task] ?? markText('{n} words'), { n: formatCount(n) });

/** @param {Group} group @param {string} task */
const rowTemplate = ({ length, state, source, target, output }, task) => html`
  <p class="bottleneck-length">${formatLength(length, task)}</p>
  <p class="bottleneck-tokens bottleneck-source">${source.map((word) => html`<span>${word}</span>`)}</p>
  <canvas aria-hidden="true" ${paintCanvas(createPaint(state))}></canvas>
  <p class="bottleneck-tokens bottleneck-output">
    ${target.map((word, t) =>
      isCorrect(output[t], word)
        ? html`<span class="align-good">${word}<small>✓</small></span>`
        : html`<span class="align-bad">${kLengths[task] && output[t] === '<unknown>' ? '?' : (output[t] ?? '–')}<small>✗</small><small class="bottleneck-true">${word}</small></span>`,
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
      <span class="bottleneck-head">${translate(kTitle)}</span>
      <ol class="lengths-bars">
        ${groups.map(
          (group) => html`
            <li ?data-shown=${shown.includes(group)}>
              <span>${formatRightCount(group)}</span>
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

/** Paints the numbers of a state, from −1 to 1, as bars above and below a line. @param {readonly number[]} state @returns {PaintPart} */
const createPaint =
  (state) =>
  ({ context, width, height, theme }) => {
    const slot = width / state.length;
    context.fillStyle = theme.accent;
    state.forEach((number, i) => {
      const length = (Math.max(-1, Math.min(1, number)) * height) / 2;
      context.fillRect((i + 0.15) * slot, height / 2, 0.7 * slot, -length);
    });
  };
