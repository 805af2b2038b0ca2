/**
 * Names of the models of a run: each is the label of the model's map, or of the setting in which the models differ.
 */

/** Pairs of parameters of the model and its baseline; the first pair with different values gives the names. */
const kModelParameters = /** @type {const} */ ([
  ['pooling', 'baseline'],
  ['cell', 'baselineCell'],
]);

/**
 * @param {Pick<import('../engine/view-types.js').ViewOptions, 'maps' | 'getChoice'>} options
 * @returns {string[]} one or two names, each cut at its first comma
 */
export function getModelNames({ maps, getChoice }) {
  const pairs = kModelParameters.map((pair) => pair.map(getChoice));
  const [first] = pairs;
  const differing =
    pairs.find(([own, baseline]) => baseline && baseline.value !== 'same' && own?.value !== baseline.value) ??
    first;
  // Maps with the same truth are of different models; other maps are of the same model.
  return maps
    .filter(({ truth }) => truth === maps[0]?.truth)
    .slice(0, 2)
    .map(({ label }, model) => (differing?.[model]?.label ?? label).split(',')[0] ?? '');
}
