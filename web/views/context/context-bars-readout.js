/** The numbers of one bar, in the formula that computes it. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createFormulaChain } from '../../parts/formula.js';
import { readoutHeadingTemplate } from '../../parts/readout.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { buildShareFormula } from './context-bars-text.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/**
 * @param {Pick<ViewOptions, 'rowLabels' | 'columnLabels' | 'axes'>} options
 * @param {Cell | null} cell
 * @param {MapNumbers | null} numbers
 * @param {Float32Array | undefined} factor
 */
export function barReadoutTemplate({ rowLabels, columnLabels, axes }, cell, numbers, factor) {
  if (!cell || !numbers)
    return html`<div class="readout"><p class="readout-hint">${translate('Point at a bar, tap it or walk with the arrow keys to read its numbers.')} ${translate('Press it, or the key H on it: its context must look there, and you see what the model says then.')}</p></div>`;
  const { row, column } = cell;
  const columns = columnLabels.length;
  const isTruth = findLargestColumn(numbers.truth, row, columns) === column;
  return html`
    <div class="readout"><div class="readout-filled">${readoutHeadingTemplate(`${rowLabels[row]}, ${axes[1]} ${columnLabels[column]}`, isTruth && translate('the truth'))}
      <p class="readout-formula">${createFormulaChain(buildShareFormula(numbers, row, column, columns, factor))}</p>
    </div></div>
  `;
}

/**
 * A button that moves the truth of a row to a cell, and releases what the reader holds.
 * @param {ViewOptions} options
 * @param {Cell} cell
 * @param {MapNumbers} numbers
 * @param {import('../../parts/holding.js').Holding} holding
 */
export function moveTruthButtonTemplate({ columnLabels, events }, { row, column }, { truth }, holding) {
  const { onMove } = events;
  const isTruth = findLargestColumn(truth, row, columnLabels.length) === column;
  const move = () => {
    holding.releaseAll();
    if (!isTruth) onMove?.(row, column);
  };
  return (
    onMove &&
    html`<div><button type="button" class="button readout-move" aria-disabled=${isTruth} @click=${move}>${translate('Move the truth here')}</button></div>`
  );
}
