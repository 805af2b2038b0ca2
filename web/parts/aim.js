/**
 * What a model is asked to get right.
 * @module
 */

/**
 * The first number of which more is better: of sentences the exact match, of running text the token accuracy.
 * @param {import('../engine/shapes.js').ViewOptions['metrics']} metrics
 */
export const aimOf = (metrics) => metrics.find(({ better }) => better === 'higher');
