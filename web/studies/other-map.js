/**
 * Evaluates the alternative map that a search has found.
 * @module
 */

/** Maps at a larger distance differ by more than they have in common. */
const kOtherDistance = 0.5;

/** @param {readonly number[]} of @returns {number} index of the largest */
export const findLargestIndex = (of) => of.indexOf(Math.max(...of));

/**
 * Whether the found weights look elsewhere than the learned ones: far from them, or with the largest at another place.
 * @param {Pick<import('../engine/shapes.js').Explanation, 'weights' | 'alternativeWeights' | 'distance'>} of
 * @returns {boolean}
 */
export const attendsElsewhere = ({ weights, alternativeWeights, distance = 0 }) =>
  distance > kOtherDistance ||
  (alternativeWeights !== undefined && findLargestIndex(alternativeWeights) !== findLargestIndex(weights));
