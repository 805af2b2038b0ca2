/** The score of one cell with its numbers: a sum of products, or of tanh of sums. */

import { translate } from '../../language/translate.js';
import { formatCount } from '../../parts/format.js';

/** @import { Term } from '../../parts/formula.js' */
/** @typedef {{ q: number, k: number, v: number, term: number }} ScoreTerm */

/** How many of the largest terms are written out. */
const kMaximumTerms = 2;

/**
 * @param {string} letters the formula of the score; empty without a score
 * @param {readonly ScoreTerm[]} terms empty if they are not known
 * @param {number} sum the score itself
 * @param {boolean} hasTanh whether tanh is applied
 * @returns {Term[][]} the formula in letters, then its terms in numbers
 */
export function buildScoreFormula(letters, terms, sum, hasTanh) {
  if (letters === '') return [];
  const definition = ['e', '=', hasTanh ? letters : letters.replace('tanh', '')];
  if (terms.length === 0) return [definition, ['=', sum]];
  const v = Number.isNaN(terms[0]?.v) ? null : 'v';
  return [
    definition,
    ['=', '∑', ...buildTerm('q', 'k', v, hasTanh)],
    ['=', sum],
    ...selectLargestTerms(terms, hasTanh),
  ];
}

/**
 * @param {readonly ScoreTerm[]} terms of a sum
 * @param {boolean} [hasTanh] whether tanh is applied
 * @returns {Term[][]} the largest terms in their order, and the number of other terms
 */
export function selectLargestTerms(terms, hasTanh = false) {
  const largest = terms
    .map((term, index) => ({ ...term, index }))
    .sort((a, b) => Math.abs(b.term) - Math.abs(a.term))
    .slice(0, kMaximumTerms)
    .sort((a, b) => a.index - b.index);
  const rest = terms.length - largest.length;
  return [
    ...largest.map(({ q, k, v }, i) => [
      i === 0 ? '=' : '+',
      ...buildTerm(q, k, Number.isNaN(v) ? null : v, hasTanh),
    ]),
    ...(rest > 0 ? [['+', translate('{count} smaller terms', { count: formatCount(rest) })]] : []),
  ];
}

/**
 * @param {Term} q
 * @param {Term} k
 * @param {Term | null} v null for a product
 * @param {boolean} hasTanh
 * @returns {Term[]}
 */
const buildTerm = (q, k, v, hasTanh) =>
  v === null ? ['(', q, ')', '(', k, ')'] : ['(', v, ')', ...(hasTanh ? ['tanh'] : []), '(', q, '+', k, ')'];
