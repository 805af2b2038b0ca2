/** The attention of each word of one sentence to earlier words, extracted from a frame or from an answer. */

import { cropMatrices, findTrueColumns } from '../../plots/alignment.js';
import { findLargestColumn } from '../../plots/largest-column.js';

/** @import { Alignment, AttentionWindow } from '../../plots/alignment.js' */
/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { Frame, NamedMap } from '../../engine/view-types.js' */
/**
 * @typedef {object} SentenceAttention
 * @property {readonly string[]} words
 * @property {ReadonlySet<string>} unknown words that the network does not know
 * @property {Alignment} alignment a row for each word that is read, a column for each word that it may attend to
 * @property {number} verdict probability of a good review
 * @property {number} label 1 for a good review, 0 for a bad one; NaN where it is not known
 */

/**
 * @param {Frame} frame
 * @param {NamedMap} map
 * @param {number} sentence
 * @param {readonly string[]} words of the sentence, and perhaps more
 * @returns {SentenceAttention | null}
 */
export function extractSentence({ step, loss, metrics, tensors }, map, sentence, words) {
  const { lengths, labels, verdicts } = tensors;
  const weights = tensors[map.weights];
  if (!weights || !lengths || !labels || !verdicts) return null;
  const width = Math.round(Math.sqrt(weights.length / lengths.length));
  const length = lengths[sentence] ?? 0;
  /** @param {string} name */
  const square = (name) =>
    cropMatrices(tensors[name]?.subarray(sentence * width ** 2, (sentence + 1) * width ** 2), {
      rows: length,
      columns: length,
      paddedRows: width,
      paddedColumns: width,
    });
  return {
    words: words.slice(0, length),
    unknown: new Set(),
    alignment: {
      ...{ step, rows: length, columns: length, metrics: { ...metrics, loss } },
      weights: square(map.weights),
      scores: square(map.scores),
      truth: square(map.truth),
    },
    verdict: verdicts[(sentence * verdicts.length) / lengths.length] ?? Number.NaN,
    label: labels[sentence] ?? Number.NaN,
  };
}

/** @param {Frame} frame @param {NamedMap} map @returns {number} index of the first sentence whose truth is known, or 0 */
export function findFirstSentenceWithTruth({ tensors }, map) {
  const truth = tensors[map.truth];
  const size = (truth?.length ?? 0) / (tensors['lengths']?.length ?? 1);
  const first = truth?.findIndex((share) => share > 0) ?? -1;
  return first < 0 ? 0 : Math.floor(first / size);
}

/**
 * @param {Prediction} answer to a sentence that was typed
 * @param {NamedMap} map
 * @param {number} step
 * @returns {SentenceAttention}
 */
export function toSentenceAttention({ output, attention, unknownWords = [], steps }, map, step) {
  const words = attention.columnLabels;
  const weights = steps.find(({ name }) => name === map.name)?.values ?? new Float32Array(0);
  return {
    words,
    unknown: new Set(unknownWords),
    alignment: {
      ...{ step, rows: words.length, columns: words.length, metrics: {} },
      weights,
      scores: new Float32Array(weights.length).fill(Number.NaN),
      truth: new Float32Array(0),
    },
    verdict: Number(output),
    label: Number.NaN,
  };
}

/** The window of the words before a word, to which it may attend. @param {number} row @returns {AttentionWindow} */
export const createWindow = (row) => ({
  center: (row - 1) / 2,
  halfWidth: (row - 1) / 2,
  bell: false,
  quiet: true,
});

/** @param {SentenceAttention} sentence @param {number} row @returns {{ word: number, weight: number, truth: boolean }[]} earlier words, largest weight first */
export function rankEarlierWords({ alignment }, row) {
  const truth = findTrueColumns(alignment, row);
  return Array.from({ length: row }, (_, word) => ({
    word,
    weight: alignment.weights[row * alignment.columns + word] ?? Number.NaN,
    truth: truth.includes(word),
  })).sort((a, b) => b.weight - a.weight);
}

/** @param {SentenceAttention} sentence @returns {number} the first word whose truth is known, or the last word */
export function findWordWithTruth({ alignment, words }) {
  const firstRow = words.findIndex((_, row) => findTrueColumns(alignment, row).length > 0);
  return firstRow < 0 ? words.length - 1 : firstRow;
}

/** @param {SentenceAttention} sentence @returns {{ found: number, total: number }} words with the largest weight at the truth, of those whose truth is known */
export function countFound({ alignment, words }) {
  const rowsWithTruth = words.flatMap((_, row) => (findTrueColumns(alignment, row).length > 0 ? [row] : []));
  const found = rowsWithTruth.filter((row) =>
    findTrueColumns(alignment, row).includes(findLargestColumn(alignment.weights, row, alignment.columns)),
  );
  return { found: found.length, total: rowsWithTruth.length };
}
