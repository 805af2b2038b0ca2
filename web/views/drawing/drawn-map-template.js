/** The panel of a drawn map on the page: its figures with their legend, its texts, and the table of scores. */

import { html } from 'lit';
import { markText, translate, translateCount } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { formatCount, formatNumber, formatShare } from '../../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';

/** @import { AttentionMap, Comparison, MapScore } from '../../engine/shapes.js' */
/** @import { Board } from '../../engine/view-types.js' */
/** Whether there is a map to predict, or why not. @typedef {'available' | 'no-attention' | 'no-truth'} MapAvailability */

/** Texts that tell why there is no map to predict. @type {Readonly<Record<MapAvailability, string>>} */
export const kMapUnavailableReasons = {
  available: '',
  'no-attention': markText('This model has no attention, so there is no map to predict.'),
  'no-truth': markText('The truth of this map is not known, so there is nothing to compare with.'),
};

/** @param {AttentionMap} map @returns {MapAvailability} */
export function checkAvailability({ truth, sampleRows }) {
  if (truth && !sampleRows) return 'no-attention';
  return sampleRows && sampleRows.length > 0 ? 'available' : 'no-truth';
}

/** @param {string} text */
const noteTemplate = (text) => html`<p class="panel-note">${text}</p>`;

/**
 * @param {Board} board
 * @param {object} panel
 * @param {MapAvailability} panel.availability
 * @param {boolean} panel.isCommitted
 * @param {boolean | undefined} panel.isFinal whether a committed prediction cannot be changed
 * @param {unknown} panel.results the table of scores
 * @param {string} panel.status
 * @param {(isCommitted: boolean) => void} panel.onCommit called with false to draw anew
 */
export function panelTemplate(board, { availability, isCommitted, isFinal, results, status, onCommit }) {
  if (availability !== 'available') return noteTemplate(translate(kMapUnavailableReasons[availability]));
  const drawAnew = () => buttonTemplate(translate('Draw anew'), () => onCommit(false));
  const commitOrClear = () => html`
    ${buttonTemplate(translate('That is my prediction'), () => onCommit(true), board.describeMissing() !== '')}
    ${buttonTemplate(translate('Clear'), () => board.clear())}
  `;
  return html`
    ${board.template()} ${board.legend} ${isCommitted ? null : noteTemplate(board.hint)}
    <div class="table-scroll" tabindex="0" role="region" aria-label=${translate('Scores')} ?hidden=${!isCommitted}>${results}</div>
    <div class="panel-row">
      ${isCommitted ? (isFinal ? null : drawAnew()) : commitOrClear()}
      <p class="panel-status" role="status" tabindex="-1">${status}</p>
    </div>
  `;
}

/** A map or a picture with its caption. @param {string} caption @param {unknown} content */
export const mapFigureTemplate = (caption, content) =>
  html`<figure class="drawing-map"><figcaption>${caption}</figcaption>${content}</figure>`;

/** @param {boolean} ofPicture */
export function mapLegend(ofPicture) {
  const weight = ofPicture
    ? [legendMarkTemplate('light'), translate('bright: much weight')]
    : [translate('weight'), ...createLegendRamp()];
  return legendTemplate(weight, [legendMarkTemplate('truth'), translate('truth')]);
}

/** What is still to be drawn. @param {number} count of rows without a weight */
export const describeEmptyRows = (count) =>
  count > 0
    ? translateCount(
        count,
        { one: '{count} row has no weight yet.', other: '{count} rows have no weight yet.' },
        { count: formatCount(count) },
      )
    : '';

/** The scores of a map that is drawn cell by cell. @param {MapScore} score @returns {[string, string][]} */
export const listScores = ({ alignmentAccuracy, massOnTruth, divergence }) => [
  [translate('rows whose largest weight is at the truth'), formatShare(alignmentAccuracy)],
  [translate('weight on the truth'), formatShare(massOnTruth)],
  [translate('divergence from the truth, in nats'), formatNumber(divergence)],
];

/** @param {Comparison} compared @param {number} step @param {Board} board */
export function scoreTable(compared, step, board) {
  const { attention, drawn, learned } = compared;
  const heads = attention.shape.length > 2 ? (attention.shape[1] ?? 1) : 0;
  const which = { layer: Math.floor(learned.map / heads) + 1, head: (learned.map % heads) + 1 };
  const name =
    heads > 0
      ? translate('the model’s best head (layer {layer}, head {head})', which)
      : translate('the model');
  const columns = [drawn, learned].map((score) => board.scores(score, compared));
  return html`
    <table class="panel-table">
      <caption>${translate('after step {step}', { step: formatCount(step) })}</caption>
      <thead><tr><td></td>${[translate('you'), name].map((who) => html`<th scope="col">${who}</th>`)}</tr></thead>
      <tbody>
        ${columns[0]?.map(
          ([label], i) =>
            html`<tr><th scope="row">${label}</th>${columns.map((scores) => html`<td>${scores[i]?.[1]}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
  `;
}
