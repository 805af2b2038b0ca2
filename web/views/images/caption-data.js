/**
 * One picture with its caption and the decoder's attention at each word, extracted from a frame or from an answer.
 */

import { extractAlignment } from '../alignment/alignment-data.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { Frame, NamedMap } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */

/**
 * An alignment of words and regions, with the picture. `words` are the labels of the rows, `answers` what the decoder would
 * write in their place, `learnedAnswers` the same with the learned weights; `truth` is empty where the words do not describe the
 * picture.
 * @typedef {Alignment & { picture: Float32Array, words: readonly string[], answers: readonly string[], learnedAnswers?: readonly string[] | undefined, kind: AttentionKind }} CaptionData
 */

/** @typedef {'soft' | 'hard' | 'none'} AttentionKind */

/** @param {ArrayLike<unknown>} regions of a picture @returns {number} regions along its side */
export const computeSide = (regions) => Math.round(Math.sqrt(regions.length));

/** @param {ArrayLike<number>} picture red, green and blue of each pixel @returns {number} pixels along its side */
export const computePixelSide = (picture) => Math.round(Math.sqrt(picture.length / 3));

/**
 * Extracts the watched picture with its true caption from a frame.
 * @param {Frame} frame
 * @param {NamedMap} map
 * @param {readonly string[]} vocabulary
 * @param {AttentionKind} how
 * @returns {CaptionData | null} with copied numbers, which stay valid after the frame
 */
export function extractCaptionData(frame, map, vocabulary, how) {
  const alignment = extractAlignment(frame, map);
  const { picture, target, tokens } = frame.tensors;
  if (!alignment || !picture || !target || !tokens) return null;
  /** @param {Float32Array} indices */
  const words = (indices) =>
    Array.from(indices.subarray(0, alignment.rows), (index) => vocabulary[index] ?? '');
  return { ...alignment, picture: picture.slice(), words: words(target), answers: words(tokens), kind: how };
}

/**
 * Reads the reader's own picture with its predicted caption from a prediction.
 * @param {Prediction} answer
 * @param {number} step
 * @param {AttentionKind} how
 * @returns {CaptionData}
 */
export function createCaptionData({ attention }, step, how) {
  const { weights, scores, truth, rowLabels, columnLabels } = attention;
  const { picture } = /** @type {{ picture: ArrayLike<number> }} */ (/** @type {unknown} */ (attention));
  return {
    step,
    rows: rowLabels.length,
    columns: columnLabels.length,
    weights,
    scores,
    truth: truth ?? new Float32Array(0),
    metrics: {},
    picture: Float32Array.from(picture),
    words: rowLabels,
    answers: [],
    kind: how,
  };
}

/** @param {Pick<Alignment, 'weights' | 'truth' | 'columns'>} snapshot @param {number} row of a word @param {'weights' | 'truth'} what */
export const getRow = (snapshot, row, what) =>
  snapshot[what].subarray(row * snapshot.columns, (row + 1) * snapshot.columns);

/**
 * @param {Pick<Alignment, 'weights' | 'truth' | 'columns'>} snapshot
 * @param {number} row
 * @returns {number} weight on the object that the word names; NaN where it names none
 */
export function computeMassOnObject(snapshot, row) {
  const [weights, truth] = [getRow(snapshot, row, 'weights'), getRow(snapshot, row, 'truth')];
  if (!truth.some((share) => share > 0)) return Number.NaN;
  return weights.reduce((sum, weight, i) => sum + ((truth[i] ?? 0) > 0 ? weight : 0), 0);
}
