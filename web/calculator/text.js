/**
 * Numbers and places in words.
 * @module
 */
import { phrase, say } from '../language/say.js';
import { formatNumber, formatPower, formatShare, written } from '../parts/format.js';
import { countsTokens } from './state.js';

/** What lines of a formula are called on the page; the library knows them by their names. @type {Readonly<Record<string, string>>} */
const kTitles = {
  queryTerm: phrase('part of the query node'),
  keyTerm: phrase('part of the key node'),
  gaussian: phrase('Gaussian window'),
  choice: phrase('choice'),
  context: phrase('context'),
  exponentials: phrase('exponentials'),
  filtersX: phrase('filters along x'),
  filtersY: phrase('filters along y'),
  hidden: phrase('hidden'),
  keys: phrase('keys'),
  masked: phrase('masked'),
  patch: phrase('patch'),
  position: phrase('position'),
  products: phrase('products'),
  projected: phrase('projected'),
  queries: phrase('queries'),
  scores: phrase('scores'),
  shifted: phrase('minus the largest'),
  sum: phrase('normaliser Z'),
  values: phrase('values'),
  weights: phrase('weights'),
  window: phrase('window'),
};

/** @param {string} name of a line @returns {string} a step of a reader's own formula is called as it is written */
export function titleOf(name) {
  return kTitles[name] ? say(kTitles[name]) : name;
}

/** @param {string} name of a line @returns {boolean} whether it is called otherwise than it is written */
export const hasTitle = (name) => name in kTitles;

/** @import { AttendedMore as Attended } from '../engine/attend.js' */
/** @import { FormulaLine } from '../engine/schema.js' */
/** @import { Tensor } from '../engine/tensors.js' */
/** @import { State } from './state.js' */

/** @param {number} value @returns {string} */
export function numberText(value) {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return formatNumber(value);
}

/** @param {string} name of a line @param {number} value @returns {string} weights alike, others as they come */
export function valueText(name, value) {
  return name === 'weights' && Number.isFinite(value) && Math.abs(value) <= 1
    ? formatShare(value)
    : numberText(value);
}

/** @param {number} value @returns {string} with its sign, whatever that is */
export function slopeText(value) {
  return value > 0 ? `+${numberText(value)}` : numberText(value);
}

/**
 * The same for a narrow cell: two digits, or as many as stand before the point; one below 0.01.
 * @param {number} value
 * @returns {string}
 */
export function shortSlope(value) {
  const size = Math.abs(value);
  if (value === 0 || !(size < 1000)) return slopeText(value);
  const [digit = '', exponent] = value.toExponential(0).split('e');
  const text =
    size < 1e-3
      ? `${written(digit)}×${formatPower(Number(exponent))}`
      : written(
          size < 0.01 ? value.toFixed(3) : size < 10 ? value.toPrecision(2) : String(Math.round(value)),
        );
  return value > 0 ? `+${text}` : text;
}

/**
 * What of a tensor is seen for one query and one head: its last axes, row by row.
 * @typedef {object} Shown
 * @property {string[]} letters of the axes that are left, none, one or two
 * @property {number[][]} rows
 * @property {(row: number, column: number) => number[]} placeOf in the whole tensor
 */

/**
 * @param {FormulaLine} line
 * @param {Tensor} tensor
 * @param {number} query
 * @param {number} head
 * @returns {Shown}
 */
export function shownOf({ shape: letters }, { shape, data }, query, head) {
  const words = letters.split(' ');
  // A letter that is told apart by nothing, or by what the reader has chosen, is fixed; the filters of DRAW are not heads.
  const heads = words.includes('T');
  const fixed = words.map((letter) =>
    letter === 'B' || letter === '1' ? 0 : letter === 'T' ? query : letter === 'N' && heads ? head : null,
  );
  const free = words.flatMap((_, axis) => (fixed[axis] === null ? [axis] : []));
  const [first, second] = free.length > 1 ? free : [-1, free[0] ?? -1];
  /** @param {number} row @param {number} column */
  const placeOf = (row, column) =>
    words.map((_, axis) => (axis === first ? row : axis === second ? column : (fixed[axis] ?? 0)));
  /** @param {number} axis */
  const extent = (axis) => (axis < 0 ? 1 : (shape[axis] ?? 1));
  const rows = Array.from({ length: extent(first ?? -1) }, (_, row) =>
    Array.from({ length: extent(second ?? -1) }, (_, column) => {
      const flat = placeOf(row, column).reduce((sum, index, axis) => sum * (shape[axis] ?? 1) + index, 0);
      return data[flat] ?? Number.NaN;
    }),
  );
  return { letters: free.map((axis) => words[axis] ?? ''), rows, placeOf };
}

/**
 * The names of what an axis counts.
 * @param {State} state
 * @param {string} letter
 * @param {number} count
 * @returns {string[]}
 */
export function labelsOf({ mechanism, tokens }, letter, count) {
  if (countsTokens(mechanism, letter)) return tokens.slice(0, count);
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

/**
 * @param {State} state
 * @param {Attended} result
 * @param {number} query
 * @param {number} head
 * @returns {string} what the weights of this query say, in one sentence
 */
export function summaryOf(state, result, query, head) {
  const line = state.mechanism.lines.find(({ name }) => name === 'weights');
  const weights = result['weights'];
  if (!line || !weights) return '';
  const { letters, rows } = shownOf(line, weights, query, head);
  const row = rows[0] ?? [];
  const largest = Math.max(...row);
  const labels = labelsOf(state, letters[letters.length - 1] ?? '', row.length);
  const most = { label: labels[row.indexOf(largest)], share: formatShare(largest) };
  return line.shape.includes('T')
    ? say('{token}: most weight on {label}, {share}.', { token: state.tokens[query], ...most })
    : say('Most weight on {label}, {share}.', most);
}
