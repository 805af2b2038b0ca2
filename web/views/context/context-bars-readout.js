/**
 * The numbers of one bar, in the formula that computes it.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFormulaChain } from '../../parts/formula.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { buildShareFormula } from './context-bars-text.js';

/**
 * @param {object} options
 * @param {readonly string[]} options.rowLabels
 * @param {readonly string[]} options.columnLabels
 * @param {string} options.columnAxis
 * @param {((row: number, column: number) => void) | undefined} options.onMove
 */
export function createReadout({ rowLabels, columnLabels, columnAxis, onMove }) {
  const columns = columnLabels.length;
  const hint = onMove
    ? translate(
        'Point at a bar, tap it or walk with the arrow keys to read its numbers. Click it, or press Enter, and the truth of its context moves there.',
      )
    : translate('Point at a bar, tap it or walk with the arrow keys to read its numbers.');
  const where = h('p', { class: 'readout-where' });
  const formula = h('p', { class: 'readout-formula' });
  /** @type {{ row: number, column: number } | null} */
  let current = null;
  const move = h(
    'button',
    {
      type: 'button',
      class: 'readout-move',
      onclick: () => current && onMove?.(current.row, current.column),
    },
    translate('Move the truth here'),
  );
  const content = h('div', { class: 'readout-filled' }, where, move, formula);
  const empty = h('p', { class: 'readout-hint' }, hint);
  const element = h('div', { class: 'readout' }, empty, content);
  content.hidden = true;
  let visibleKey = '';

  return {
    element,
    /**
     * @param {{ row: number, column: number } | null} cell
     * @param {import('./context-bars-text.js').MapNumbers | null} numbers
     * @param {Float32Array | undefined} factor
     */
    show(cell, numbers, factor) {
      current = numbers && cell;
      content.hidden = !current;
      empty.hidden = current !== null;
      if (!current || !numbers) return;
      const { row, column } = current;
      const isTruth = findLargestColumn(numbers.truth, row, columns) === column;
      const terms = buildShareFormula(numbers, row, column, columns, factor);
      const key = JSON.stringify([row, column, isTruth, terms]);
      if (key === visibleKey) return;
      visibleKey = key;
      where.replaceChildren(
        `${rowLabels[row]}, ${columnAxis} ${columnLabels[column]}`,
        ...(isTruth ? [h('span', { class: 'readout-truth' }, translate('the truth'))] : []),
      );
      move.hidden = isTruth || !onMove;
      formula.replaceChildren(...createFormulaChain(terms));
    },
  };
}
