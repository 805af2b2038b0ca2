/** Numbers and names of the calculator as text. */
import { markText, translate } from '../language/translate.js';
import { formatNumber, formatPower, formatShare, localizeNumber } from '../parts/format.js';
import { isTokenAxis } from './state.js';

/** Titles of the lines of a formula, by their names in the library. @type {Readonly<Record<string, string>>} */
const kTitles = {
  queryTerm: markText('part of the query node'),
  keyTerm: markText('part of the key node'),
  gaussian: markText('Gaussian window'),
  choice: markText('choice'),
  context: markText('context'),
  exponentials: markText('exponentials'),
  filtersX: markText('filters along x'),
  filtersY: markText('filters along y'),
  hidden: markText('hidden'),
  keys: markText('keys'),
  masked: markText('masked'),
  patch: markText('patch'),
  position: markText('position'),
  products: markText('products'),
  projected: markText('projected'),
  queries: markText('queries'),
  scores: markText('scores'),
  shifted: markText('minus the largest'),
  sum: markText('normalizer Z'),
  values: markText('values'),
  weights: markText('weights'),
  window: markText('window'),
};

/** @param {string} name of a line @returns {string} its title; the name itself for steps of a reader's own formula */
export const getLineTitle = (name) => (kTitles[name] ? translate(kTitles[name]) : name);

/** @param {string} name of a line @returns {boolean} whether it has a title that differs from its name */
export const hasLineTitle = (name) => name in kTitles;

/** @import { AttendExtendedResult as Attended } from '../engine/attend.js' */
/** @import { FormulaLine } from '../engine/schema.js' */
/** @import { Tensor } from '../engine/tensors.js' */
/** @import { State } from './state.js' */

/** @param {number} value @returns {string} */
export function formatCell(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return formatNumber(value);
}

/** @param {string} name of a line @param {number} value @returns {string} a weight as by formatShare(), another number as by formatCell() */
export function formatLineValue(name, value) {
  return name === 'weights' && Number.isFinite(value) && Math.abs(value) <= 1
    ? formatShare(value)
    : formatCell(value);
}

/** @param {number} value @returns {string} with its sign, also if positive */
export const formatGradient = (value) => (value > 0 ? `+${formatCell(value)}` : formatCell(value));

/**
 * Formats a gradient for a narrow cell: two significant digits, or all digits before the decimal point; one digit below 0.01.
 * @param {number} value
 * @returns {string}
 */
export function formatShortGradient(value) {
  const size = Math.abs(value);
  if (value === 0 || !(size < 1000)) return formatGradient(value);
  const [digit = '', exponent] = value.toExponential(0).split('e');
  const text =
    size < 1e-3
      ? `${localizeNumber(digit)}×${formatPower(Number(exponent))}`
      : localizeNumber(
          size < 0.01 ? value.toFixed(3) : size < 10 ? value.toPrecision(2) : String(Math.round(value)),
        );
  return value > 0 ? `+${text}` : text;
}

/**
 * The slice of a tensor for one query and one head: its remaining axes, row by row.
 * @typedef {object} TensorSlice
 * @property {string[]} letters of the remaining axes: none, one or two
 * @property {number[][]} rows
 * @property {(row: number, column: number) => number[]} getIndex index in the whole tensor
 */

/**
 * @param {FormulaLine} line
 * @param {Tensor} tensor
 * @param {number} query
 * @param {number} head
 * @returns {TensorSlice}
 */
export function sliceTensor({ shape: letters }, { shape, data }, query, head) {
  const words = letters.split(' ');
  // Batch, query and head axes are fixed to one index. Without queries, N counts the filters of DRAW rather than heads.
  const hasHeads = words.includes('T');
  const fixedIndices = words.map((letter) =>
    letter === 'B' || letter === '1' ? 0 : letter === 'T' ? query : letter === 'N' && hasHeads ? head : null,
  );
  const freeAxes = words.flatMap((_, axis) => (fixedIndices[axis] === null ? [axis] : []));
  const [first, second] = freeAxes.length > 1 ? freeAxes : [-1, freeAxes[0] ?? -1];
  /** @param {number} row @param {number} column */
  const getIndex = (row, column) =>
    words.map((_, axis) => (axis === first ? row : axis === second ? column : (fixedIndices[axis] ?? 0)));
  /** @param {number} axis */
  const extent = (axis) => (axis < 0 ? 1 : (shape[axis] ?? 1));
  const rows = Array.from({ length: extent(first ?? -1) }, (_, row) =>
    Array.from({ length: extent(second ?? -1) }, (_, column) => {
      const flat = getIndex(row, column).reduce((sum, index, axis) => sum * (shape[axis] ?? 1) + index, 0);
      return data[flat] ?? Number.NaN;
    }),
  );
  return { letters: freeAxes.map((axis) => words[axis] ?? ''), rows, getIndex };
}

/**
 * Labels of the entries of an axis.
 * @param {State} state
 * @param {string} letter
 * @param {number} count
 * @returns {string[]}
 */
export function getAxisLabels({ mechanism, tokens }, letter, count) {
  if (isTokenAxis(mechanism, letter)) return tokens.slice(0, count);
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

/**
 * @param {State} state
 * @param {Attended} result
 * @param {number} query
 * @param {number} head
 * @returns {string} a sentence about the largest weight of this query
 */
export function summarizeWeights(state, result, query, head) {
  const line = state.mechanism.lines.find(({ name }) => name === 'weights');
  const weights = result['weights'];
  if (!line || !weights) return '';
  const { letters, rows } = sliceTensor(line, weights, query, head);
  const row = rows[0] ?? [];
  const largest = Math.max(...row);
  const labels = getAxisLabels(state, letters[letters.length - 1] ?? '', row.length);
  const strongest = { label: labels[row.indexOf(largest)], share: formatShare(largest) };
  return line.shape.includes('T')
    ? translate('{token}: most weight on {label}, {share}.', { token: state.tokens[query], ...strongest })
    : translate('Most weight on {label}, {share}.', strongest);
}
