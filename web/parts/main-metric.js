/** The main metric of a model. */

/**
 * Finds the first metric that is a share: the exact match for sentences, the token accuracy for running text.
 * @param {import('../engine/view-types.js').ViewOptions['schema']['metrics']} metrics
 */
export const findMainMetric = (metrics) => metrics.find(({ isShare }) => isShare);
