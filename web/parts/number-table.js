/** The numbers of a map as a table. For a wide map, the table lists the five largest shares of each row. */

import { translate } from '../language/translate.js';
import { disclosureTable, markTruth, shareCellTemplate } from './disclosure-table.js';
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
  function createTopCell({ weights, truth }, row) {
    const cells = columnLabels.map((label, column) => ({ label, at: row * columns + column }));
    return cells
      .sort((a, b) => Number(weights[b.at]) - Number(weights[a.at]))
      .slice(0, kTopCount)
      .flatMap(({ label, at }, i) => [
        i > 0 && ', ',
        markTruth(`${label}: ${formatShare(Number(weights[at]))}`, Number(truth[at]) > 0),
      ]);
  }

  return disclosureTable(
    translate('Attention as a table'),
    numbers &&
      ((whole) => {
        const few = columns > kMaximumColumns && !whole;
        return {
          caption,
          head: [corner, ...(few ? [translate('largest shares')] : columnLabels)],
          rows: rowLabels.map((label, row) => [
            label,
            ...(few
              ? [createTopCell(numbers, row)]
              : columnLabels.map((_, column) => shareCellTemplate({ ...numbers, columns }, row, column))),
          ]),
        };
      }),
  );
}
