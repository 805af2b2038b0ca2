/**
 * The numbers of one bar, in the formula that computes it.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createFormulaChain } from '../../parts/formula.js';
import { readoutHeadingTemplate } from '../../parts/readout.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { buildShareFormula } from './context-bars-text.js';

/** @import { ViewOptions } from '../../engine/shapes.js' */
/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/**
 * @param {ViewOptions} options
 * @param {Cell | null} cell
 * @param {MapNumbers | null} numbers
 * @param {Float32Array | undefined} factor
 * @param {(row: number, column: number) => void} moveTruth
 * @param {(row: number, column: number, gesture: 'all') => void} hold
 */
export function barReadoutTemplate(
  { rowLabels, columnLabels, axes, events },
  cell,
  numbers,
  factor,
  moveTruth,
  hold,
) {
  if (!cell || !numbers) {
    const hint = events.onMove
      ? translate(
          'Point at a bar, tap it or walk with the arrow keys to read its numbers. Click it, or press Enter, and the truth of its context moves there.',
        )
      : translate('Point at a bar, tap it or walk with the arrow keys to read its numbers.');
    return html`<div class="readout"><p class="readout-hint">${hint}</p></div>`;
  }
  const { row, column } = cell;
  const columns = columnLabels.length;
  const isTruth = findLargestColumn(numbers.truth, row, columns) === column;
  const move = () => moveTruth(row, column);
  return html`
    <div class="readout"><div class="readout-filled">${readoutHeadingTemplate(`${rowLabels[row]}, ${axes[1]} ${columnLabels[column]}`, isTruth && translate('the truth'))}
      <button type="button" class="button readout-move" ?hidden=${isTruth || !events.onMove} @click=${move}>${translate('Move the truth here')}</button>
      <button type="button" class="button readout-move" @click=${() => hold(row, column, 'all')}>${translate('Hold all weight here')}</button>
      <p class="readout-formula">${createFormulaChain(buildShareFormula(numbers, row, column, columns, factor))}</p>
    </div></div>
  `;
}
