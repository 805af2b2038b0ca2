/**
 * Reads the path of one token through a layer from a prediction: the activations in their order, with their numbers.
 */

/** @import { Prediction, ComputationStep } from '../../engine/shapes.js' */

/**
 * @typedef {object} Activation
 * @property {string} name such as 'scores'
 * @property {string} part 'embedding', 'self', 'cross', 'feed-forward' or 'answer'
 * @property {string} formula in letters
 * @property {'vector' | 'tokens' | 'words' | 'heads'} kind what each of its numbers belongs to
 * @property {readonly Float32Array[]} values one array per head, where heads differ; else a single array
 */

/**
 * @typedef {object} Path
 * @property {readonly Activation[]} activations
 * @property {readonly string[]} tokens of this side
 * @property {readonly string[]} sourceTokens tokens that cross-attention attends to
 * @property {readonly ComputationStep[]} steps all steps of the prediction
 * @property {number} position of the token
 */

/** @type {Readonly<Record<string, Activation['kind']>>} */
const kKinds = {
  scores: 'tokens',
  mask: 'tokens',
  weights: 'tokens',
  'heads on': 'heads',
  logits: 'words',
  probabilities: 'words',
};

/**
 * @param {Prediction} answer
 * @param {object} options
 * @param {string} options.kind of the model
 * @param {boolean} options.source whether it is the side of the source
 * @param {number} options.position
 * @returns {Path}
 */
export function readTokenPath({ attention, steps }, { kind, source, position }) {
  /** @type {(Activation & { values: Float32Array[] })[]} */
  const stations = [];
  for (const { name, part = '', head = 0, formula, values } of steps) {
    // An input repeats the output before it; keys and values of other tokens appear in the formulas.
    if (name === 'keys' || name === 'values' || (name === 'input' && stations.length > 0)) continue;
    const earlier = head > 0 && stations.find((one) => one.part === part && one.name === name);
    if (earlier) earlier.values.push(values);
    else stations.push({ name, part, formula, kind: kKinds[name] ?? 'vector', values: [values] });
  }
  const { rowLabels, columnLabels } = attention;
  const hasEncoder = kind === 'encoder-decoder';
  const targetTokens = hasEncoder ? ['<start>', ...rowLabels.slice(0, -1)] : rowLabels;
  return {
    // Each head has scores, mask, weights and weighted sum: they are grouped at the place of the first head.
    activations: stations,
    tokens: hasEncoder && source ? columnLabels : targetTokens,
    sourceTokens: columnLabels,
    steps,
    position,
  };
}
