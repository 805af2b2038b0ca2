/** Texts and formulas of the context bars. */

import { translate } from '../../language/translate.js';
import { capitalize, formatPercent, formatShare } from '../../parts/format.js';
import { formatCell } from '../../parts/readout.js';
import { findLargestColumn } from '../../plots/largest-column.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { Term } from '../../parts/formula.js' */

/**
 * @typedef {object} MapNumbers
 * @property {Float32Array} weights [rows, columns] shares
 * @property {Float32Array} scores [rows, columns] signed numbers from which the shares are computed
 * @property {Float32Array} truth [rows, columns] true shares
 */

/**
 * @param {MapNumbers} numbers
 * @param {readonly string[]} rowLabels
 * @param {readonly string[]} columnLabels
 * @param {string} columnAxis what a column is, such as 'position'
 * @returns {string} a sentence for each of the first eight rows, then how many of the rest are right
 */
export function summarizeMap(numbers, rowLabels, columnLabels, columnAxis) {
  const columns = columnLabels.length;
  const right = rowLabels.map((_, row) => isTruthFound(numbers, row, columns));
  const sentences = rowLabels.slice(0, 8).map((label, row) => {
    const at = findLargestColumn(numbers.weights, row, columns);
    const share = formatPercent(numbers.weights[row * columns + at] ?? Number.NaN);
    const truth = columnLabels[findLargestColumn(numbers.truth, row, columns)];
    const verdict = right[row] ? translate('the truth') : translate('the truth is {place}', { place: truth });
    return translate('{row} looks at {place} with {share}, {verdict}.', {
      row: capitalize(label),
      place: `${columnAxis} ${columnLabels[at]}`,
      share,
      verdict,
    });
  });
  const count = right.filter(Boolean).length;
  return `${translate('{count} of {all} look mostly at the truth.', { count, all: rowLabels.length })} ${sentences.join(' ')}`;
}

/**
 * @param {MapNumbers} numbers
 * @param {number} row
 * @param {number} columns
 * @returns {boolean} whether the largest share of the row is at its truth
 */
export function isTruthFound(numbers, row, columns) {
  return findLargestColumn(numbers.weights, row, columns) === findLargestColumn(numbers.truth, row, columns);
}

/** One cell for a screen reader. @param {MapNumbers} numbers @param {number} row @param {number} column @param {Pick<ViewOptions, 'rowLabels' | 'columnLabels' | 'axes'>} options */
export function describeCell(numbers, row, column, { rowLabels, columnLabels, axes }) {
  const columns = columnLabels.length;
  return formatCell({
    where: `${rowLabels[row]}, ${axes[1]} ${columnLabels[column]}`,
    share: formatShare(numbers.weights[row * columns + column] ?? Number.NaN),
    isTrue: findLargestColumn(numbers.truth, row, columns) === column,
  });
}

/**
 * The share of one cell as a chain of equal terms: the definition, the same with its numbers, the result.
 * @param {MapNumbers} numbers
 * @param {number} row
 * @param {number} column
 * @param {number} columns
 * @param {Float32Array | undefined} factor [rows, columns] first factor of every score, where a score is a product a·w
 * @returns {Term[]}
 */
export function buildShareFormula(numbers, row, column, columns, factor) {
  const score = numbers.scores[row * columns + column] ?? Number.NaN;
  let sum = 0;
  for (let j = 0; j < columns; ++j) sum += Math.abs(numbers.scores[row * columns + j] ?? 0);
  const product = factor !== undefined && factor !== numbers.scores;
  const a = factor?.[row * columns + column] ?? score;
  const symbol = product ? ['a', '·', 'w'] : ['a'];
  const valueTerms = product ? [a, '·', a === 0 ? Number.NaN : score / a] : [score];
  return [
    translate('share'),
    '=',
    { over: ['|', ...symbol, '|'], under: ['∑', '|', ...symbol, '|'] },
    '=',
    { over: ['|', ...valueTerms, '|'], under: [sum] },
    '=',
    formatShare(numbers.weights[row * columns + column] ?? Number.NaN),
  ];
}
