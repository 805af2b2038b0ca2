/** What an alignment shows, in words: where each row looks, and whether the map is right. */

import { translate } from '../../language/translate.js';
import { formatPercent, quoteToken } from '../../parts/format.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { countFoundRows } from './alignment-data.js';

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from './alignment-text.js' */

/** Missing weight below this counts as rounding error. */
const kNegligibleWeight = 0.005;

/**
 * @param {Alignment} alignment
 * @param {Tokens} tokens
 * @returns {string} how many rows are right, then a sentence for each of the first eight
 */
export function summarizeAlignment(alignment, { rows, columns }) {
  const { weights, columns: width } = alignment;
  const sentences = rows.slice(0, 8).map((token, row) => {
    const at = findLargestColumn(weights, row, width);
    const truth = findTrueColumns(alignment, row);
    const verdict =
      truth.length === 0
        ? ''
        : truth.includes(at)
          ? translate(', the truth')
          : translate(', the truth is {token}', {
              token: truth.map((one) => quoteToken(columns[one])).join(' '),
            });
    return translate('{token} looks at {other} with {share}{verdict}.', {
      token: quoteToken(token),
      other: quoteToken(columns[at]),
      share: formatPercent(weights[row * width + at] ?? Number.NaN),
      verdict,
    });
  });
  const { found, total } = countFoundRows(alignment);
  const share =
    total > 0
      ? `${translate('{found} of {known} output tokens look mostly at their true source token.', { found, known: total })} `
      : '';
  return share + sentences.join(' ');
}

/**
 * Interprets the metrics together, where one of them alone would mislead.
 * @param {Alignment['metrics']} metrics
 * @param {number} [lostWeight] share of the weight that no source token has
 * @param {boolean} [isGaussian] whether the Gaussian of a window has removed this weight
 * @returns {string}
 */
export function describeVerdict(metrics, lostWeight = 0, isGaussian = false) {
  const [exact, found, near] = ['exactMatch', 'alignmentAccuracy', 'alignmentAccuracyWithinOne'].map((name) =>
    Number(metrics[name] ?? Number.NaN),
  );
  if (lostWeight > kNegligibleWeight) {
    const share = formatPercent(lostWeight);
    return isGaussian
      ? translate('The Gaussian takes {share} of the weight away, so the rows do not add up to 1.', { share })
      : translate('{share} of the weight lies outside this map, so its rows do not add up to 1.', { share });
  }
  if (!(Number(exact) >= 0.9) || !(Number(found) < 0.6)) return '';
  return Number(near) >= 0.9
    ? translate(
        'The answers are right, yet the map is often one token off: a state also remembers its neighbors. Low loss is not a right map.',
      )
    : translate('The answers are right, yet the map is not the true alignment. Low loss is not a right map.');
}
