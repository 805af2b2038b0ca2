/** Tells whether the alternative weights that a search has found differ much from the learned ones. */

/** Maps at a larger distance differ by more than they have in common. */
const kOtherDistance = 0.5;

/** @param {readonly number[]} of @returns {number} index of the largest number */
export const findLargestIndex = (of) => of.indexOf(Math.max(...of));

/**
 * Whether the found weights are far from the learned ones, or have the largest weight at another position.
 * @param {Pick<import('../engine/shapes.js').Explanation, 'weights' | 'alternativeWeights' | 'distance'>} of
 * @returns {boolean}
 */
export const attendsElsewhere = ({ weights, alternativeWeights, distance = 0 }) =>
  distance > kOtherDistance ||
  (alternativeWeights !== undefined && findLargestIndex(alternativeWeights) !== findLargestIndex(weights));
