/** Each activation on a token's path as a formula with the numbers of one cell. */

import { translate } from '../../language/translate.js';
import { findStepValues } from '../../parts/find-step.js';
import { bracketNegative, splitAtEquals } from '../../parts/formula.js';
import { buildWeightFormula, computeSoftmax } from '../alignment/alignment-text.js';
import { selectLargestTerms } from '../alignment/score-formula.js';

/** @import { Term } from '../../parts/formula.js' */
/** @import { Path, Activation } from './path-data.js' */

const kNone = new Float32Array(0);

/**
 * @param {Path} path
 * @param {Activation} station
 * @param {number} head
 * @param {number} index of a number, a token or a word
 * @returns {Term[][]} parts of the formula, between which a line may break
 */
export function buildActivationFormula(path, { name, part, formula, values }, head, index) {
  /** @param {string} line */
  const readValues = (line) => findStepValues(path.steps, { part, name: line });
  /** @param {string} line */
  const readHeadValues = (line) => findStepValues(path.steps, { part, name: line, head });
  const headValues = values[values.length > 1 ? head : 0] ?? kNone;
  const result = headValues[index] ?? Number.NaN;
  /** @param {Float32Array} a @param {Float32Array} b */
  const buildSum = (a, b) => [
    [formula, '=', a[index] ?? Number.NaN],
    ['+', bracketNegative(b[index] ?? Number.NaN)],
    ['=', result],
  ];
  const d = readHeadValues('weighted sum').length;
  switch (name) {
    case 'embedding and position':
      return buildSum(readValues('embedding'), readValues('position'));
    case 'residual':
      return buildSum(readValues('input'), readValues('output'));
    case 'norm':
    case 'last norm': {
      const before = formula === 'norm(x)';
      const x =
        name === 'last norm'
          ? findStepValues(path.steps, { part: 'feed-forward', name: 'residual' })
          : readValues(before ? 'input' : 'residual');
      return [
        [formula, '=', ...buildNorm(x, index)],
        ['=', result],
      ];
    }
    case 'scores': {
      const q = readValues('query').subarray(head * d, (head + 1) * d);
      const width = readValues('query').length;
      const k = readValues('keys').subarray(index * width + head * d, index * width + (head + 1) * d);
      const terms = Array.from(q, (value, i) => ({
        q: value,
        k: k[i] ?? Number.NaN,
        v: Number.NaN,
        term: value * (k[i] ?? Number.NaN),
      }));
      const dot = terms.reduce((total, { term }) => total + term, 0);
      const under = formula.endsWith('√d') ? `√${d}` : String(width);
      const [first = [], ...rest] = selectLargestTerms(terms);
      const over = [...first.slice(1), ...rest.flat()]; // without the sign of equality
      return [
        [formula],
        ['=', { over, under: [under] }],
        ['=', { over: [dot], under: [under] }],
        ['=', result],
      ];
    }
    case 'weights': {
      const mask = readHeadValues('mask');
      if (mask[index] === 0) return [[formula, '=', result], [translate('behind the mask')]];
      return [[formula], ...buildSoftmax(readHeadValues('scores'), headValues, mask, index, 'e')];
    }
    case 'weighted sum': {
      const width = readValues('query').length;
      const all = readValues('values');
      const terms = Array.from(readHeadValues('weights'), (a, s) => {
        const v = all[s * width + head * d + index] ?? Number.NaN;
        return { q: a, k: v, v: Number.NaN, term: a * v };
      });
      return [[formula, '=', result], ...selectLargestTerms(terms)];
    }
    case 'mask':
    case 'heads on':
      return [[formula]];
    case 'probabilities':
      return [[formula], ...buildSoftmax(readValues('logits'), headValues, kNone, index, 'l')];
    default:
      return [[formula, '=', result]];
  }
}

/** @param {Float32Array} x @param {number} index @returns {Term[]} */
function buildNorm(x, index) {
  const mean = x.reduce((total, value) => total + value, 0) / x.length;
  const spread = Math.sqrt(x.reduce((total, value) => total + (value - mean) ** 2, 0) / x.length);
  return [
    {
      over: [x[index] ?? Number.NaN, '−', bracketNegative(mean)],
      under: [spread],
    },
    '·',
    'g',
    '+',
    'b',
  ];
}

/**
 * @param {Float32Array} scores
 * @param {Float32Array} weights
 * @param {Float32Array} mask empty if no token is masked
 * @param {number} index
 * @param {string} letter of a score
 * @returns {Term[][]}
 */
function buildSoftmax(scores, weights, mask, index, letter) {
  const visibleCount =
    mask.length > 0 ? mask.reduce((count, one) => count + (one > 0 ? 1 : 0), 0) : scores.length;
  // All visible tokens come before the masked ones.
  const parts = computeSoftmax({ scores, weights, columns: visibleCount }, 0, index, null);
  return splitAtEquals(buildWeightFormula(parts, null).map((term) => renameScore(term, letter)));
}

/** @param {Term} term @param {string} letter @returns {Term} */
const renameScore = (term, letter) =>
  typeof term === 'object'
    ? {
        over: term.over.map((one) => renameScore(one, letter)),
        under: term.under.map((one) => renameScore(one, letter)),
      }
    : term === 'e'
      ? letter
      : term;
