/**
 * The numbers of a map as a table. For wide maps it lists the five largest shares of each row.
 * @module
 */

import { translate } from '../language/translate.js';
import { createDisclosureTable, exactNumber, markTruth } from './disclosure-table.js';
import { formatShare } from './format.js';

/** Shares and true shares, row by row. @typedef {{ weights: Float32Array, truth: Float32Array }} Shares */

const kMaximumColumns = 32;
const kTopCount = 5;

/**
 * @param {object} options
 * @param {readonly string[]} options.rowLabels
 * @param {readonly string[]} options.columnLabels
 * @param {string} options.corner
 * @param {string} options.note
 */
export function createNumberTable({ rowLabels, columnLabels, corner, note }) {
  const table = createDisclosureTable(translate('Attention as a table'));
  const columns = columnLabels.length;
  return {
    element: table.element,
    /**
     * @param {string} caption
     * @param {Shares} numbers
     */
    write(caption, numbers) {
      table.write((whole) => {
        const few = columns > kMaximumColumns && !whole;
        return {
          caption: `${caption}, ${note}`,
          head: few ? [corner, translate('largest shares')] : [corner, ...columnLabels],
          rows: rowLabels.map((label, row) => [
            label,
            ...(few ? [createTopCell(numbers, row)] : createCells(numbers, row)),
          ]),
        };
      });
    },
  };

  /** @param {Shares} numbers @param {number} row */
  function createCells(numbers, row) {
    return columnLabels.map((_, column) => {
      const text = exactNumber(numbers.weights[row * columns + column] ?? Number.NaN, formatShare);
      return markTruth(text, isTrue(numbers, row, column));
    });
  }

  /** @param {Shares} numbers @param {number} row */
  function createTopCell(numbers, row) {
    const shares = [...numbers.weights.subarray(row * columns, (row + 1) * columns)];
    const top = shares.map((share, column) => ({ share, column })).sort((a, b) => b.share - a.share);
    return top.slice(0, kTopCount).flatMap(({ share, column }, i) => {
      const text = `${columnLabels[column]}: ${formatShare(share)}`;
      return [i > 0 && ', ', markTruth(text, isTrue(numbers, row, column))];
    });
  }

  /** @param {Shares} numbers @param {number} row @param {number} column */
  function isTrue({ truth }, row, column) {
    return (truth[row * columns + column] ?? 0) > 0;
  }
}
