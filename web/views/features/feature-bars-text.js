/** Texts about the feature bars. */

import { translate } from '../../language/translate.js';
import { formatPercent, formatShare } from '../../parts/format.js';
import { findLargestIndices } from '../../plots/largest-column.js';

/** @param {ArrayLike<number>} truth @returns {number[]} indices of the informative features */
export function findInformative(truth) {
  return Array.from(truth, (share, index) => (share > 0 ? index : -1)).filter((index) => index >= 0);
}

/**
 * @param {ArrayLike<number>} shares
 * @param {ArrayLike<number>} truth
 * @returns {{ mass: number, found: boolean }} total share of the informative features, and whether they have the largest shares
 */
export function evaluateShares(shares, truth) {
  const features = findInformative(truth);
  const mass = features.reduce((sum, index) => sum + (shares[index] ?? 0), 0);
  return { mass, found: String(findLargestIndices(shares, features.length)) === String(features) };
}

/** @param {readonly string[]} names @returns {string} such as 'x2 and x7' */
export function formatList(names) {
  if (names.length < 2) return names.join('');
  return translate('{some} and {last}', {
    some: names.slice(0, -1).join(', '),
    last: names[names.length - 1],
  });
}

/**
 * @param {object} numbers
 * @param {readonly string[]} numbers.names of the models
 * @param {readonly (ArrayLike<number> | undefined)[]} numbers.rows shares, model by model
 * @param {ArrayLike<number>} numbers.truth
 * @param {readonly string[]} labels of the features
 * @returns {string}
 */
export function summarizeFeatures({ names, rows, truth }, labels) {
  const features = findInformative(truth);
  const sentences = rows.map((shares, row) => {
    if (!shares) return '';
    const top = findLargestIndices(shares, features.length).map((index) => labels[index] ?? '');
    const { mass, found } = evaluateShares(shares, truth);
    const values = { name: names[row], features: formatList(top), share: formatPercent(mass) };
    return found
      ? translate(
          '{name} looks most at {features}, the truth, with {share} on the features that matter.',
          values,
        )
      : translate(
          '{name} looks most at {features}, not the truth, with {share} on the features that matter.',
          values,
        );
  });
  const matter = formatList(features.map((index) => labels[index] ?? ''));
  return `${translate('{features} matter.', { features: matter })} ${sentences.join(' ')}`;
}

/**
 * @param {object} numbers
 * @param {readonly string[]} numbers.names of the models
 * @param {readonly (ArrayLike<number> | undefined)[]} numbers.rows shares, model by model
 * @param {ArrayLike<number>} numbers.low
 * @param {ArrayLike<number>} numbers.high
 * @param {ArrayLike<number> | null} numbers.example
 * @param {number} feature
 * @returns {string[]} lines about one feature
 */
export function describeFeature({ names, rows, low, high, example }, feature) {
  const [own, baseline] = rows.map((shares) => formatShare(shares?.[feature] ?? Number.NaN));
  return [
    translate('{name}: mean weight {share}, in eight of ten examples from {low} to {high}.', {
      name: names[0],
      share: own,
      low: formatShare(low[feature] ?? Number.NaN),
      high: formatShare(high[feature] ?? Number.NaN),
    }),
    example
      ? translate('This example: {share}.', { share: formatShare(example[feature] ?? Number.NaN) })
      : '',
    rows[1]
      ? translate('{name}: {share} of all the weight of its first layer.', {
          name: names[1],
          share: baseline,
        })
      : '',
  ].filter(Boolean);
}
