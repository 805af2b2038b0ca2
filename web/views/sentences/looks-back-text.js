/**
 * Texts about where the words of a sentence look back.
 * @module
 */

import { translate } from '../../language/translate.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { foundIn, lookedAt, tellingWord } from './looks-back-picture.js';
import { isUndecided, markOf, sideOf } from './sentences-text.js';

/** @import { Looks } from './looks-back-picture.js' */

/** How many of the words that a word looks at are named. */
const kNamed = 3;

/**
 * @param {Looks} looks
 * @param {number} row the word that is read
 * @returns {string}
 */
export function lookText(looks, row) {
  const word = quoteToken(looks.words[row]);
  if (row === 0) return translate('{word} is the first word: there is nothing to look back at.', { word });
  const others = lookedAt(looks, row)
    .slice(0, kNamed)
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
  const open = isUndecided(verdict);
  const said = open
    ? translate('It is undecided: P(positive) = {share}', { share })
    : translate('It says {side}: P(positive) = {share}', { side: sideOf(verdict), share });
  const mark = Number.isFinite(label) && !open ? `, ${markOf(verdict, label)}` : '';
  const strange =
    unknown.size > 0
      ? ` ${translate('Never met in training: {words}.', { words: [...unknown].map(quoteToken).join(', ') })}`
      : '';
  return `${said}${mark}.${strange}`;
}

/** @param {Looks} looks @returns {string} */
export function summariseLooks(looks) {
  const { found, known } = foundIn(looks);
  const truth =
    known > 0 && found === known
      ? translate('The word that decides looks mostly at its modifier.')
      : known > 0
        ? translate('The word that decides does not look mostly at its modifier.')
        : '';
  return [`${looks.words.join(' ')}.`, verdictText(looks), truth, lookText(looks, tellingWord(looks))]
    .filter(Boolean)
    .join(' ');
}
