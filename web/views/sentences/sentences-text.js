/** Texts of the sentences view. */

import { translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { capitalize, formatPercent, formatShare } from '../../parts/format.js';

/** @import { SentenceData } from './sentence-data.js' */

/** Probabilities within this distance of one half are undecided. */
const kUndecided = 0.05;
/** How many words of a sentence a table lists, unless it is saved as a whole. */
const kHeaviest = 5;

/** @param {number} p @returns {boolean} */
export const isUndecided = (p) => Math.abs(p - 0.5) < kUndecided;

/** @param {number} p probability of a good review @returns {string} */
export const formatLabel = (p) => (p > 0.5 ? translate('positive') : translate('negative'));

/**
 * @param {number} p
 * @param {number} label 1 for a good review
 * @returns {string} '✓ right' or '✗ wrong'; nothing without an answer
 */
export function formatMark(p, label) {
  if (!Number.isFinite(p)) return '';
  return formatLabel(p) === formatLabel(label) ? `✓ ${translate('right')}` : `✗ ${translate('wrong')}`;
}

/**
 * @param {readonly SentenceData[]} all if some of them are held-out sentences, the training sentences are ignored
 * @param {readonly string[]} names of the models
 * @returns {string}
 */
export function summarizeSentences(all, names) {
  const heldOut = all.filter(({ trained }) => !trained);
  const sentences = heldOut.length > 0 ? heldOut : all;
  const summaries = names.map((name, model) => {
    const right = sentences.filter(({ verdicts, label }) =>
      formatMark(verdicts[model] ?? Number.NaN, label).startsWith('✓'),
    );
    const mean = (/** @type {(sentence: SentenceData) => number} */ of) =>
      formatPercent(sentences.reduce((sum, one) => sum + of(one), 0) / sentences.length);
    const cues = sentences.some((one) => one.cues.includes(true))
      ? mean(({ shares, cues: marked }) =>
          (shares[model] ?? []).reduce((sum, share, i) => sum + (marked[i] ? share : 0), 0),
        )
      : '';
    const padding = mean(({ shares, words }) => shares[model]?.[words.length] ?? 0);
    const verdictText = translate('{name} judges {right} of {all} right.', {
      name: capitalize(name),
      right: right.length,
      all: sentences.length,
    });
    const weight = cues
      ? translate('{cues} of its weight is on cue words, {padding} on padding.', { cues, padding })
      : translate('{padding} of its weight is on padding.', { padding });
    return `${verdictText} ${weight}`;
  });
  return summaries.join(' ');
}

/**
 * @param {SentenceData} sentence
 * @param {number} place of a word, or of the padding behind the last
 * @param {readonly string[]} names of the models
 * @returns {{ what: string, cue: boolean, shares: string }}
 */
export function describeWord({ words, padding, shares, cues }, place, names) {
  const what =
    place < words.length
      ? translate('“{text}”', { text: words[place] })
      : translate('+ {count} padding', { count: padding });
  const labels = names.map((name, model) => `${name} ${formatShare(shares[model]?.[place] ?? Number.NaN)}`);
  return { what, cue: cues[place] ?? false, shares: labels.join(', ') };
}

/**
 * @param {SentenceData} sentence
 * @param {number} model
 * @param {number} count
 * @returns {string} the words with the largest weights, and their shares
 */
function formatHeaviest({ words, shares }, model, count) {
  return words
    .map((word, i) => ({ word, share: shares[model]?.[i] ?? 0 }))
    .sort((a, b) => b.share - a.share)
    .slice(0, count)
    .map(({ word, share }) => `${word} ${formatShare(share)}`)
    .join(', ');
}

/** @param {readonly SentenceData[]} sentences @param {{ names: readonly string[], rowLabels: readonly string[], whole: boolean }} of */
export function createTableText(sentences, { names, rowLabels, whole }) {
  return {
    caption: translate('weights of the heaviest words, and of all padding'),
    head: [
      translate('sentence'),
      translate('truth'),
      ...names.flatMap((name) => [
        `${name}: ${translate('P(positive)')}`,
        translate('heaviest'),
        translate('padding'),
      ]),
    ],
    rows: sentences.map((sentence, row) => [
      rowLabels[row] ?? '',
      formatLabel(sentence.label),
      ...names.flatMap((_, model) => [
        exactNumberTemplate(sentence.verdicts[model] ?? Number.NaN, formatShare),
        formatHeaviest(sentence, model, whole ? sentence.words.length : kHeaviest),
        exactNumberTemplate(
          sentence.padding > 0 ? (sentence.shares[model]?.[sentence.words.length] ?? 0) : 0,
          formatShare,
        ),
      ]),
    ]),
  };
}
