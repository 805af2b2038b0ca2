/** Texts about the earlier words that the words of a sentence attend to. */

import { translate } from '../../language/translate.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { countFound, findWordWithTruth, rankEarlierWords } from './sentence-attention-data.js';
import { formatLabel, formatMark, isUndecided } from './sentences-text.js';

/** @import { SentenceAttention } from './sentence-attention-data.js' */

/** How many of the words that a word attends to are named. */
const kMaximumNamed = 3;

/**
 * @param {SentenceAttention} sentence
 * @param {number} row the word that is read
 * @returns {string}
 */
export function describeAttention(sentence, row) {
  const word = quoteToken(sentence.words[row]);
  if (row === 0) return translate('{word} is the first word: there is nothing to look back at.', { word });
  const others = rankEarlierWords(sentence, row)
    .slice(0, kMaximumNamed)
    .map(({ word: other, weight, truth }) =>
      truth
        ? translate('{word} {share} (the truth)', {
            word: quoteToken(sentence.words[other]),
            share: formatShare(weight),
          })
        : `${quoteToken(sentence.words[other])} ${formatShare(weight)}`,
    );
  return translate('{word} looks back at {others}.', { word, others: others.join(', ') });
}

/** @param {SentenceAttention} sentence @returns {string} what the network says about the sentence */
export function describeVerdict({ verdict, label, unknown }) {
  const share = formatShare(verdict);
  const isOpen = isUndecided(verdict);
  const verdictSentence = isOpen
    ? translate('It is undecided: P(positive) = {share}', { share })
    : translate('It says {side}: P(positive) = {share}', { side: formatLabel(verdict), share });
  const mark = Number.isFinite(label) && !isOpen ? `, ${formatMark(verdict, label)}` : '';
  const unknownText =
    unknown.size > 0
      ? ` ${translate('Never met in training: {words}.', { words: [...unknown].map(quoteToken).join(', ') })}`
      : '';
  return `${verdictSentence}${mark}.${unknownText}`;
}

/** @param {SentenceAttention} sentence @returns {string} */
export function summarizeSentence(sentence) {
  const { found, total } = countFound(sentence);
  const truth =
    total > 0 && found === total
      ? translate('The word that decides looks mostly at its modifier.')
      : total > 0
        ? translate('The word that decides does not look mostly at its modifier.')
        : '';
  return [
    `${sentence.words.join(' ')}.`,
    describeVerdict(sentence),
    truth,
    describeAttention(sentence, findWordWithTruth(sentence)),
  ]
    .filter(Boolean)
    .join(' ');
}
