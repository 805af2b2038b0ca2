/** The question to which position a row of the map must attend so that the model outputs a certain word. */
import { translate } from '../language/translate.js';
import { quoteToken } from '../parts/format.js';

/** @import { Counterfactual } from '../engine/shapes.js' */

/**
 * @typedef {object} HoldQuestion
 * @property {number} row
 * @property {string} label of the row
 * @property {string} word that the model shall output in this row
 * @property {string[]} columns right answers: columns that give this word if the row attends to them
 */

/** Step between questions, so that neighboring seeds and examples ask about different rows. */
const kStride = 7919;

/**
 * Chooses a row and a word that the model outputs if the row attends to the word's position; if possible, a word that the model
 * does not output anyway.
 * @param {Counterfactual} found
 * @param {number} number selects one of the possible questions; the same run and example always give the same number
 * @returns {HoldQuestion | null} null if the answers do not follow the attention
 */
export function chooseHoldQuestion({ rowLabels, columnLabels, labels, expected, learned }, number) {
  const all = labels.flatMap((words, row) =>
    words.flatMap((word, column) =>
      word !== null && word === expected[row]?.[column] ? [{ row, word }] : [],
    ),
  );
  const others = all.filter(({ row, word }) => word !== learned[row]?.label);
  const choices = others.length > 0 ? others : all;
  const chosen = choices[(number * kStride) % choices.length];
  if (!chosen) return null;
  const { row, word } = chosen;
  const columns = columnLabels.filter((_, column) => labels[row]?.[column] === word);
  return { row, label: rowLabels[row] ?? '', word, columns };
}

/** @param {HoldQuestion} question */
export const formatHoldQuestion = ({ row, label, word }) =>
  translate('Where must row {row}, {label}, look so that the model says {word}?', {
    row: row + 1,
    label: quoteToken(label),
    word: quoteToken(word),
  });
