/**
 * Texts about where the words of a sentence look back.
 * @module
 */

import { translate } from '../../language/translate.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { countFound, findKnownWord, rankLooks } from './looks-back-data.js';
import { formatLabel, formatMark, isUndecided } from './sentences-text.js';

/** @import { Looks } from './looks-back-data.js' */

/** How many of the words that a word looks at are named. */
const kMostNamed = 3;

/**
 * @param {Looks} looks
 * @param {number} row the word that is read
 * @returns {string}
 */
export function describeLook(looks, row) {
  const word = quoteToken(looks.words[row]);
  if (row === 0) return translate('{word} is the first word: there is nothing to look back at.', { word });
  const others = rankLooks(looks, row)
    .slice(0, kMostNamed)
    .map(({ word: other, weight, truth }) =>
      truth
        ? translate('{word} {share} (the truth)', {
            word: quoteToken(looks.words[other]),
            share: formatShare(weight),
          })
        : `${quoteToken(looks.words[other])} ${formatShare(weight)}`,
    );
  return translate('{word} looks back at {others}.', { word, others: others.join(', ') });
}

/** @param {Looks} looks @returns {string} what the network says about the sentence */
export function verdictText({ verdict, label, unknown }) {
  const share = formatShare(verdict);
  const isOpen = isUndecided(verdict);
  const said = isOpen
    ? translate('It is undecided: P(positive) = {share}', { share })
    : translate('It says {side}: P(positive) = {share}', { side: formatLabel(verdict), share });
  const mark = Number.isFinite(label) && !isOpen ? `, ${formatMark(verdict, label)}` : '';
  const unknownText =
    unknown.size > 0
      ? ` ${translate('Never met in training: {words}.', { words: [...unknown].map(quoteToken).join(', ') })}`
      : '';
  return `${said}${mark}.${unknownText}`;
}

/** @param {Looks} looks @returns {string} */
export function summarizeLooks(looks) {
  const { found, known } = countFound(looks);
  const truth =
    known > 0 && found === known
      ? translate('The word that decides looks mostly at its modifier.')
      : known > 0
        ? translate('The word that decides does not look mostly at its modifier.')
        : '';
  return [`${looks.words.join(' ')}.`, verdictText(looks), truth, describeLook(looks, findKnownWord(looks))]
    .filter(Boolean)
    .join(' ');
}
