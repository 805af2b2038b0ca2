/** What a layer of a transformer computes for the watched example, for all of its tokens at once. */
import { findStepValues } from '../../parts/find-step.js';
import { readTokenPath } from '../../views/path/path-data.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { TransformerDetails } from '../../views/heads/head-data.js' */
/** @import { Activation } from '../../views/path/path-data.js' */

/**
 * @typedef {object} Layer
 * @property {'source' | 'answer'} side
 * @property {boolean} hasEncoder whether there is an encoder beside the decoder
 * @property {number} layer from 0
 * @property {number} layers of each side
 * @property {number} heads of each layer
 * @property {number} step of the run
 * @property {readonly string[]} tokens of this side
 * @property {readonly string[]} sourceTokens tokens that cross-attention attends to
 * @property {readonly Activation[]} activations activations in their order, with the numbers of one token after the other
 * @property {(part: string, name: string, head?: number) => Float32Array} getValues values of an activation, token
 *   after token; empty if there is none
 * @property {readonly string[]} answers the most probable answer at each token; empty where nothing is answered
 */

/**
 * @param {Scope} scope of a transformer
 * @param {{ side: Layer['side'], layer: number }} request clamped to the sides and layers of the model
 * @returns {Promise<Layer>}
 */
export async function readLayer(scope, request) {
  const { kind, probeExample = 0 } = scope.configuration.parameters;
  const {
    layers = 1,
    heads = 1,
    targetWords = [],
  } = /** @type {TransformerDetails} */ (scope.manifest.details);
  const both = kind === 'encoder-decoder';
  const side = both ? request.side : 'answer';
  const layer = Math.min(request.layer, layers - 1);
  const answer = await scope.predict({ example: Number(probeExample), layer, side, allTokens: true });
  const path = readTokenPath(answer, { kind: String(kind), source: side === 'source', position: 0 });
  const probabilities = findStepValues(answer.steps, { part: 'answer', name: 'probabilities' });
  const words = probabilities.length / path.tokens.length;
  return {
    ...{ side, hasEncoder: both, layer, layers, heads },
    step: answer.step,
    tokens: path.tokens,
    sourceTokens: path.sourceTokens,
    activations: path.activations,
    getValues: (part, name, head) => findStepValues(answer.steps, { part, name, head }),
    answers: path.tokens.flatMap((_, t) => {
      const wordProbabilities = probabilities.subarray(t * words, (t + 1) * words);
      return wordProbabilities.length > 0
        ? [targetWords[wordProbabilities.indexOf(Math.max(...wordProbabilities))] ?? '']
        : [];
    }),
  };
}
