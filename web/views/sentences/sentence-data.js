/** Sentences with the weights of each model, read from a frame or from an answer to a typed sentence. */

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/**
 * @typedef {object} SentenceData
 * @property {readonly string[]} words
 * @property {number} padding positions after the words
 * @property {number} label 1 for a good review, 0 for a bad one; NaN where it is not known
 * @property {readonly number[]} verdicts probability of a good review, model by model
 * @property {readonly (readonly number[])[]} shares of the words and of all padding, model by model
 * @property {readonly boolean[]} cues
 * @property {readonly number[]} [heldModels] indices of the models whose weights the reader holds
 * @property {readonly number[]} [learnedVerdicts] the verdicts with the learned weights
 * @property {boolean} [trained] whether the models are trained on this sentence
 */

/**
 * @param {Readonly<Record<string, Float32Array>>} tensors of a frame
 * @param {ViewOptions} options
 * @param {number} models
 * @returns {SentenceData[]}
 */
export function readSentences(tensors, { maps, rowLabels, columnLabels, manifest }, models) {
  const { heldOutInFrame = rowLabels.length } = manifest?.data ?? {};
  const { lengths, labels, verdicts } = tensors;
  const truth = tensors[maps[0]?.truth ?? ''] ?? new Float32Array(0);
  const positions = columnLabels.length;
  return rowLabels.map((_, row) => {
    const length = lengths?.[row] ?? 0;
    return {
      words: (manifest.cellLabels?.[row] ?? []).slice(0, length),
      padding: positions - length,
      label: labels?.[row] ?? Number.NaN,
      trained: row >= heldOutInFrame,
      verdicts: Array.from(
        { length: models },
        (_none, model) => verdicts?.[models * row + model] ?? Number.NaN,
      ),
      shares: maps
        .slice(0, models)
        .map(({ weights }) => computeShares(tensors[weights] ?? [], row * positions, length, positions)),
      cues: Array.from({ length }, (_none, i) => (truth[row * positions + i] ?? 0) > 0),
    };
  });
}

/**
 * @param {Prediction} answer
 * @param {number} models
 * @param {number} maximum length to which a shorter sentence is padded
 * @returns {SentenceData}
 */
export function createTypedSentenceData({ output, baseline, attention, baselineAttention }, models, maximum) {
  const words = attention.columnLabels;
  const padding = Math.max(0, maximum - words.length);
  const shares = [attention, baselineAttention].slice(0, models).map((map) => {
    const read = computeShares(map?.weights ?? [], 0, words.length, words.length);
    // The rest of the weight is on the padding.
    const rest = 1 - read.reduce((sum, share) => sum + share, 0);
    return padding > 0 ? [...read, map ? Math.max(0, rest) : 0] : read;
  });
  const verdicts = [output, baseline].map((p) => (p === undefined ? Number.NaN : Number(p)));
  return { words, padding, label: Number.NaN, verdicts, shares, cues: [] };
}

/**
 * @param {ArrayLike<number>} weights of all positions of a sentence
 * @param {number} from
 * @param {number} words
 * @param {number} total positions
 * @returns {number[]} the weight of each word, and of all padding together if there is any
 */
export function computeShares(weights, from, words, total) {
  const all = Array.from({ length: total }, (_, i) => weights[from + i] ?? 0);
  const padding = all.slice(words).reduce((sum, weight) => sum + weight, 0);
  return total > words ? [...all.slice(0, words), padding] : all.slice(0, words);
}
