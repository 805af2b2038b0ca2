/**
 * The numbers of a map as a table. For wide maps it lists the five largest shares of each row.
 * @module
 */

import { translate } from '../language/translate.js';
import { disclosureTable, exactNumber, markTruth } from './disclosure-table.js';
import { formatShare } from './format.js';

/** Shares and true shares, row by row. @typedef {{ weights: Float32Array, truth: Float32Array }} Shares */

const kMaximumColumns = 32;
const kTopCount = 5;

/**
 * @param {Shares | null} numbers null: before the first frame
 * @param {object} options
 * @param {string} options.caption
 * @param {readonly string[]} options.rowLabels
 * @param {readonly string[]} options.columnLabels
 * @param {string} options.corner
 */
export function numberTableTemplate(numbers, { caption, rowLabels, columnLabels, corner }) {
  const columns = columnLabels.length;

  /** @param {Shares} shares @param {number} row */
  const createCells = ({ weights, truth }, row) =>
    columnLabels.map((label, column) => {
      const share = weights[row * columns + column] ?? Number.NaN;
      const isTrue = (truth[row * columns + column] ?? 0) > 0;
      return { label, share, isTrue };
    });

  /** @param {ReturnType<typeof createCells>} cells */
  const createTopCell = (cells) =>
    cells
      .sort((a, b) => b.share - a.share)
      .slice(0, kTopCount)
      .flatMap(({ label, share, isTrue }, i) => [
        i > 0 && ', ',
        markTruth(`${label}: ${formatShare(share)}`, isTrue),
      ]);

  return disclosureTable(
    translate('Attention as a table'),
    numbers &&
      ((whole) => {
        const few = columns > kMaximumColumns && !whole;
        return {
          caption,
          head: [corner, ...(few ? [translate('largest shares')] : columnLabels)],
          rows: rowLabels.map((label, row) => {
            const cells = createCells(numbers, row);
            return [
              label,
              ...(few
                ? [createTopCell(cells)]
                : cells.map(({ share, isTrue }) => markTruth(exactNumber(share, formatShare), isTrue))),
            ];
          }),
        };
      }),
  );
}
