/** The main metric of a model. */

/**
 * Finds the first metric of which higher is better: the exact match for sentences, the token accuracy for running text.
 * @param {import('../engine/view-types.js').ViewOptions['schema']['metrics']} metrics
 */
export const findMainMetric = (metrics) => metrics.find(({ better }) => better === 'higher');
