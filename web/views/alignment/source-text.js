/** The source of an answer: its text, and what the model misread of it. */

import { translate, translateCount } from '../../language/translate.js';
import { formatCount, quoteToken } from '../../parts/format.js';

/** @import { Prediction } from '../../engine/shapes.js' */

/**
 * Reports words that the model does not know, and words that were cut off.
 * @param {Prediction} answer
 * @param {number} maximum tokens of a source
 */
export const describeMisreading = ({ unknownWords = [], truncatedWords = 0 }, maximum) => [
  unknownWords.length > 0 &&
    translate('Never met in training: {words}. All unknown words are read as one and the same.', {
      words: unknownWords.map(quoteToken).join(', '),
    }),
  truncatedWords > 0 &&
    translateCount(
      truncatedWords,
      {
        one: '{count} token at the end was cut off: no source in training is longer than {most}.',
        other: '{count} tokens at the end were cut off: no source in training is longer than {most}.',
      },
      { count: formatCount(truncatedWords), most: maximum },
    ),
];

/**
 * The text that source tokens were read from.
 * @param {readonly string[]} labels of the columns: the source tokens and an end mark; in a decoder without encoder the end mark is
 *   `<start>`, and the generated tokens follow
 */
export function formatSource(labels) {
  const words = labels.slice(0, labels.includes('<start>') ? labels.indexOf('<start>') : -1);
  return words.every((word) => [...word].length === 1)
    ? words.join('').replaceAll('␣', ' ')
    : words.join(' ').replaceAll("' ", "'");
}
