/** Texts and formulas of an alignment. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatShare, quoteToken, showInvisibleCharacters } from '../../parts/format.js';
import { bracketNegative } from '../../parts/formula.js';
import { computeWindowWeight, findTrueColumns } from '../../plots/alignment.js';

/** @import { Alignment, AttentionWindow } from '../../plots/alignment.js' */
/** @import { Term } from '../../parts/formula.js' */
/**
 * Tokens of rows and columns; their `names` are by default target and source. In a game (`isGame`) only outputs that are reached
 * are judged.
 * @typedef {{ rows: readonly string[], columns: readonly string[], names?: readonly [string, string], isGame?: boolean }} Tokens
 */

/** If the result of the formula differs from the weight by more than this, the formula is not shown. */
const kMaximumError = 2e-3;

/** Names of rows and columns. @param {Pick<Tokens, 'names'>} of @returns {readonly [string, string]} */
export const getAxisNames = ({ names = [translate('target'), translate('source')] }) => names;

/**
 * @param {Pick<Alignment, 'weights' | 'truth' | 'columns'>} alignment
 * @param {number} row
 * @param {number} column
 * @param {Tokens} tokens
 * @returns {{ where: string, isTrue: boolean, share: string }}
 */
export function describeAlignmentCell(alignment, row, column, tokens) {
  const [ofRow, ofColumn] = getAxisNames(tokens);
  return {
    where: `${ofRow} ${row + 1} ${quoteToken(tokens.rows[row])}, ${ofColumn} ${column + 1} ${quoteToken(tokens.columns[column])}`,
    isTrue: findTrueColumns(alignment, row).includes(column),
    share: formatShare(alignment.weights[row * alignment.columns + column] ?? Number.NaN),
  };
}

/**
 * The softmax of a row with the numbers of one cell, the maximum subtracted as in the core.
 * @param {Pick<Alignment, 'weights' | 'scores' | 'columns'>} alignment
 * @param {number} row
 * @param {number} column
 * @param {AttentionWindow | null} window
 * @returns {{ score: number, maximum: number, sum: number, bell: number, weight: number, isExplained: boolean }} `sum` of
 *   exp(e − maximum) over the columns that the row may attend to; `isExplained`: whether the weight follows from the scores
 */
export function computeSoftmax({ weights, scores, columns }, row, column, window) {
  const bells = Array.from({ length: columns }, (_, j) => (window ? computeWindowWeight(window, j) : 1));
  const visibleScores = bells.flatMap((bell, j) =>
    bell > 0 ? [scores[row * columns + j] ?? Number.NaN] : [],
  );
  const maximum = Math.max(...visibleScores);
  const sum = visibleScores.reduce((total, score) => total + Math.exp(score - maximum), 0);
  const score = scores[row * columns + column] ?? Number.NaN;
  const weight = weights[row * columns + column] ?? Number.NaN;
  const bell = bells[column] ?? 0;
  const computed = bell > 0 ? (bell * Math.exp(score - maximum)) / sum : 0;
  return { score, maximum, sum, bell, weight, isExplained: Math.abs(computed - weight) < kMaximumError };
}

/**
 * @param {ReturnType<typeof computeSoftmax>} parts
 * @param {AttentionWindow | null} window
 * @returns {Term[]} the weight as a chain of equal terms; empty if it does not follow from the scores
 */
export function buildWeightFormula({ score, maximum, sum, bell, weight, isExplained }, window) {
  const result = formatShare(weight);
  if (window && bell === 0) return ['a', '=', result];
  if (!isExplained) return [];
  const isNarrowed = window?.bell;
  const power = ['exp', '(', 'e', '−', 'm', ')'];
  return [
    'a',
    '=',
    { over: power, under: ['∑', ...power] },
    ...(isNarrowed ? ['·', 'g'] : []),
    '=',
    { over: ['exp', '(', score, '−', bracketNegative(maximum), ')'], under: [sum] },
    ...(isNarrowed ? ['·', bell] : []),
    '=',
    result,
  ];
}

/**
 * @param {readonly string[]} rows
 * @param {readonly number[]} requested indices of the requested rows
 * @returns {unknown[]} all rows in their order, with the requested ones in bold
 */
export const highlightRows = (rows, requested) => [
  translate('The rows that you are asked for are in bold:'),
  ...rows
    .map(showInvisibleCharacters)
    .flatMap((row, i) => [' ', requested.includes(i) ? html`<b>${row}</b>` : row]),
];

/**
 * @param {readonly string[]} rows
 * @param {readonly number[]} requested indices of the requested rows
 * @returns {string[]} labels of the requested rows, with a number if another row has the same label
 */
export function labelRequestedRows(rows, requested) {
  return requested.map((row) => {
    const label = rows[row] ?? '';
    return rows.indexOf(label) === rows.lastIndexOf(label)
      ? label
      : `${showInvisibleCharacters(label)} (${row + 1})`;
  });
}
