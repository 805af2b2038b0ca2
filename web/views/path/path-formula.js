/**
 * Each activation on a token's path as a formula with the numbers of one cell.
 * @module
 */

import { translate } from '../../language/translate.js';
import { bracketNegative, identifier, splitAtEquals, number, operator } from '../../parts/formula.js';
import { findStepValues } from '../../parts/find-step.js';
import { computeSoftmax, weightFormula } from '../alignment/alignment-text.js';
import { selectLargestTerms } from '../alignment/score-formula.js';

/** @import { Term } from '../../parts/formula.js' */
/** @import { Path, Station } from './path-reading.js' */

const kNone = new Float32Array(0);

/**
 * @param {Path} path
 * @param {Station} station
 * @param {number} head
 * @param {number} index of a number, a token or a word
 * @returns {Term[][]} parts of a line, which may be broken between them
 */
export function stationFormula(path, { name, part, formula, values }, head, index) {
  /** @param {string} line */
  const of = (line) => findStepValues(path.steps, { part, name: line });
  /** @param {string} line */
  const ofHead = (line) => findStepValues(path.steps, { part, name: line, head });
  const own = values[values.length > 1 ? head : 0] ?? kNone;
  const result = number(own[index] ?? Number.NaN);
  const letters = identifier(formula);
  /** @param {Float32Array} a @param {Float32Array} b @param {string} sign */
  const sum = (a, b, sign = '+') => [
    [letters, operator('='), number(a[index] ?? Number.NaN)],
    [operator(sign), bracketNegative(b[index] ?? Number.NaN)],
    [operator('='), result],
  ];
  const d = ofHead('weighted sum').length;
  switch (name) {
    case 'embedding and position':
      return sum(of('embedding'), of('position'));
    case 'residual':
      return sum(of('input'), of('output'));
    case 'norm':
    case 'last norm': {
      const before = formula === 'norm(x)';
      const x =
        name === 'last norm'
          ? findStepValues(path.steps, { part: 'feed-forward', name: 'residual' })
          : of(before ? 'input' : 'residual');
      return [
        [letters, operator('='), ...normal(x, index)],
        [operator('='), result],
      ];
    }
    case 'scores': {
      const q = of('query').subarray(head * d, (head + 1) * d);
      const width = of('query').length;
      const k = of('keys').subarray(index * width + head * d, index * width + (head + 1) * d);
      const terms = Array.from(q, (value, i) => ({
        q: value,
        k: k[i] ?? Number.NaN,
        v: Number.NaN,
        term: value * (k[i] ?? Number.NaN),
      }));
      const dot = terms.reduce((total, { term }) => total + term, 0);
      const under = formula.endsWith('√d')
        ? identifier(`√${d}`)
        : /** @type {Term} */ ({ kind: 'number', text: String(width) });
      const [first = [], ...rest] = selectLargestTerms(terms);
      const over = [...first.slice(1), ...rest.flat()]; // without the sign of equality
      return [
        [letters],
        [operator('='), { kind: 'fraction', over, under: [under] }],
        [operator('='), { kind: 'fraction', over: [number(dot)], under: [under] }],
        [operator('='), result],
      ];
    }
    case 'weights': {
      const mask = ofHead('mask');
      if (mask[index] === 0) return [[letters, operator('='), result], [identifier(translate('behind the mask'))]];
      return [[letters], ...softmax(ofHead('scores'), own, mask, index, 'e')];
    }
    case 'weighted sum': {
      const width = of('query').length;
      const all = of('values');
      const terms = Array.from(ofHead('weights'), (a, s) => {
        const v = all[s * width + head * d + index] ?? Number.NaN;
        return { q: a, k: v, v: Number.NaN, term: a * v };
      });
      return [[letters, operator('='), result], ...selectLargestTerms(terms)];
    }
    case 'mask':
    case 'heads on':
      return [[letters]];
    case 'probabilities':
      return [[letters], ...softmax(of('logits'), own, kNone, index, 'l')];
    default:
      return [[letters, operator('='), result]];
  }
}

/** @param {Float32Array} x @param {number} index @returns {Term[]} */
function normal(x, index) {
  const mean = x.reduce((total, value) => total + value, 0) / x.length;
  const spread = Math.sqrt(x.reduce((total, value) => total + (value - mean) ** 2, 0) / x.length);
  return [
    {
      kind: 'fraction',
      over: [number(x[index] ?? Number.NaN), operator('−'), bracketNegative(mean)],
      under: [number(spread)],
    },
    operator('·'),
    identifier('g'),
    operator('+'),
    identifier('b'),
  ];
}

/**
 * @param {Float32Array} scores
 * @param {Float32Array} weights
 * @param {Float32Array} mask empty if all are seen
 * @param {number} index
 * @param {string} letter of a score
 * @returns {Term[][]}
 */
function softmax(scores, weights, mask, index, letter) {
  const seen = mask.length > 0 ? mask.reduce((count, one) => count + (one > 0 ? 1 : 0), 0) : scores.length;
  // All visible tokens come before the masked ones.
  const parts = computeSoftmax({ scores, weights, columns: seen }, 0, index, null);
  return splitAtEquals(weightFormula(parts, null).map((term) => renamed(term, letter)));
}

/** @param {Term} term @param {string} letter @returns {Term} */
function renamed(term, letter) {
  if (term.kind === 'fraction') {
    const { over, under } = term;
    return {
      ...term,
      over: over.map((one) => renamed(one, letter)),
      under: under.map((one) => renamed(one, letter)),
    };
  }
  return term.kind === 'identifier' && term.text === 'e' ? identifier(letter) : term;
}
