/**
 * What the models of a run are called: by the map that shows each, or, where a setting decides what a model is, by its
 * value.
 * @module
 */

/** Parameters that decide what the first model and its baseline are: by the first pair in which they differ. */
const kDeciding = /** @type {const} */ ([
  ['pooling', 'baseline'],
  ['cell', 'baselineCell'],
]);

/**
 * @param {Pick<import('../engine/shapes.js').ViewOptions, 'maps' | 'chosen'>} options
 * @returns {string[]} one name or two; of a long one what stands before its first comma
 */
export function modelNames({ maps, chosen }) {
  const pairs = kDeciding.map((pair) => pair.map(chosen));
  const [first] = pairs;
  const decided =
    pairs.find(([own, baseline]) => baseline && baseline.value !== 'same' && own?.value !== baseline.value) ??
    first;
  // Models side by side are held against one truth; other maps are of the same model.
  return maps
    .filter(({ truth }) => truth === maps[0]?.truth)
    .slice(0, 2)
    .map(({ label }, model) => (decided?.[model]?.label ?? label).split(',')[0] ?? '');
}
