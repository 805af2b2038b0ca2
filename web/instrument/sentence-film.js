/**
 * Attention weights and output words of a translation network for one sentence pair, at successive training steps.
 */

import { decodeShares } from '../parts/poster-code.js';

/** @import { Progress } from '../engine/scope.js' */
/** @import { Manifest } from '../engine/shapes.js' */

/** @typedef {{ step: number, weights: Float32Array, answers: readonly string[] }} SentenceFrame weights of T target words [T, S] */
/** @typedef {{ source: readonly string[], target: readonly string[], truth: Float32Array }} Sentence with the true alignment [T, S] */

/**
 * Reads the shown sentence pair from a frame of training, without the last row, that of the end token.
 * @param {Pick<Progress, 'step' | 'attention'>} progress
 * @param {Pick<Manifest, 'details'>} manifest of a translation
 * @returns {{ sentence: Sentence, frame: SentenceFrame }}
 */
export function readSentenceFrame({ step, attention }, { details }) {
  const { weights, truth, lengths, tokens, source, target } = attention;
  const { sourceWords, targetWords } = /** @type {Record<string, readonly string[]>} */ (details);
  const [S = 0, rows = 0] = lengths;
  const T = rows - 1;
  const stride = source.length;
  /** @param {Float32Array} map */
  const crop = (map) =>
    Float32Array.from({ length: T * S }, (_, i) => map[Math.floor(i / S) * stride + (i % S)] ?? 0);
  /** @param {Float32Array} ids @param {number} count @param {readonly string[]} [words] */
  const readWords = (ids, count, words = []) => Array.from(ids.subarray(0, count), (id) => words[id] ?? '');
  return {
    sentence: {
      source: readWords(source, S, sourceWords),
      target: readWords(target, T, targetWords),
      truth: crop(truth),
    },
    frame: { step, weights: crop(weights), answers: readWords(tokens, T, targetWords) },
  };
}

/** The run on the start page; without other parameters, translation is from French. */
export const filmedRun = { experiment: 'translation', seed: 7 };
export const filmedSteps = 240;
/** Numbers of the held-out pairs that are shown. */
export const filmedPairs = [0, 5, 3];

/** A sentence with its frames, compactly: weights as letters, words joined by spaces. @typedef {{ source: string, target: string, truth: string, weights: string, answers: readonly string[] }} RecordedSentence */

/** @param {RecordedSentence} recorded @param {number} stepsPerFrame steps between two frames @returns {{ sentence: Sentence, frames: SentenceFrame[] }} */
export function decodeSentence({ source, target, truth, weights, answers }, stepsPerFrame) {
  const all = decodeShares(weights);
  const size = all.length / answers.length;
  return {
    sentence: { source: source.split(' '), target: target.split(' '), truth: decodeShares(truth) },
    frames: answers.map((words, i) => ({
      step: i * stepsPerFrame,
      weights: all.subarray(i * size, (i + 1) * size),
      answers: words.split(' '),
    })),
  };
}

/**
 * Interpolates the weights between two frames.
 * @param {readonly SentenceFrame[]} frames in the order of their steps; at least one
 * @param {number} step
 * @returns {SentenceFrame} the newest frame up to `step`, with weights interpolated towards the next frame
 */
export function interpolateFrame(frames, step) {
  const next = frames.findIndex((frame) => frame.step > step);
  const before = frames.at(next < 0 ? -1 : Math.max(0, next - 1));
  const after = frames[next];
  if (!before) throw new Error('A film has at least one frame.');
  if (!after || before === after) return before;
  const share = (step - before.step) / (after.step - before.step);
  const weights = before.weights.map((weight, i) => weight + share * ((after.weights[i] ?? 0) - weight));
  return { ...before, weights };
}
