/**
 * What a layer of a transformer computes for the watched example, for all of its tokens at once.
 * @module
 */
import { findStepValues } from '../../parts/find-step.js';
import { pathOf } from '../../views/path/path-reading.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { Station } from '../../views/path/path-reading.js' */

/**
 * @typedef {object} Layer
 * @property {'source' | 'answer'} side
 * @property {boolean} both whether there is an encoder beside the decoder
 * @property {number} layer from 0
 * @property {number} layers of each side
 * @property {number} heads of each layer
 * @property {number} step of the run
 * @property {readonly string[]} tokens of this side
 * @property {readonly string[]} asked tokens that cross-attention looks at
 * @property {readonly Station[]} stations activations in their order, with the numbers of one token after the other
 * @property {(part: string, name: string, head?: number) => Float32Array} line values of an activation, token
 *   after token; empty if there is none
 * @property {readonly string[]} said the most probable answer at each token; empty where nothing is answered
 */

/**
 * @param {Scope} scope of a transformer
 * @param {{ side: Layer['side'], layer: number }} wanted clamped to the sides and layers of the model
 * @returns {Promise<Layer>}
 */
export async function layerOf(scope, wanted) {
  const { kind, probeExample: watched = 0 } = scope.configuration.parameters;
  const { layers = 1, heads = 1, targetWords = [] } = scope.manifest;
  const both = kind === 'encoder-decoder';
  const side = both ? wanted.side : 'answer';
  const layer = Math.min(wanted.layer, layers - 1);
  const answer = await scope.predict({ example: Number(watched), layer, side, allTokens: true });
  const path = pathOf(answer, { kind: String(kind), source: side === 'source', position: 0 });
  const probabilities = findStepValues(answer.steps, { part: 'answer', name: 'probabilities' });
  const words = probabilities.length / path.tokens.length;
  return {
    ...{ side, both, layer, layers, heads },
    step: answer.step,
    tokens: path.tokens,
    asked: path.asked,
    stations: path.stations,
    line: (part, name, head) => findStepValues(answer.steps, { part, name, head }),
    said: path.tokens.flatMap((_, t) => {
      const own = probabilities.subarray(t * words, (t + 1) * words);
      return own.length > 0 ? [targetWords[own.indexOf(Math.max(...own))] ?? ''] : [];
    }),
  };
}
