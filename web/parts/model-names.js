/**
 * What the models of a run are called: by the map that shows each, or, where a setting decides what a model is, by its
 * value.
 * @module
 */

/** Parameters that decide what the first model and its rival are. */
const kDeciding = ['pooling', 'rival'];

/**
 * @param {Pick<import('../engine/shapes.js').ViewOptions, 'maps' | 'chosen'>} options
 * @returns {string[]} one name or two; of a long one what stands before its first comma
 */
export function modelNames({ maps, chosen }) {
  return maps
    .slice(0, 2)
    .map(({ label }, model) => (chosen(kDeciding[model] ?? '')?.label ?? label).split(',')[0] ?? '');
}
