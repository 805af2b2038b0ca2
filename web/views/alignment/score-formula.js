/**
 * The score of one cell with its numbers: a sum of products, or of tanh of sums.
 * @module
 */

import { translate } from '../../language/translate.js';
import { formatCount } from '../../parts/format.js';
import { identifier, number, operator } from '../../parts/formula.js';

/** @import { Term } from '../../parts/formula.js' */
/** @typedef {{ q: number, k: number, v: number, term: number }} ScoreTerm */

/** How many of the largest terms are written out. */
const kMostTerms = 2;

/**
 * @param {string} letters the formula of the score; empty without a score
 * @param {readonly ScoreTerm[]} terms empty if they are not known
 * @param {number} sum the score itself
 * @param {boolean} hasTanh whether tanh is applied
 * @returns {Term[][]} in letters, then in numbers, term by term
 */
export function buildScoreFormula(letters, terms, sum, hasTanh) {
  if (letters === '') return [];
  const definition = [
    identifier('e'),
    operator('='),
    identifier(hasTanh ? letters : letters.replace('tanh', '')),
  ];
  if (terms.length === 0) return [definition, [operator('='), number(sum)]];
  return [
    definition,
    [
      operator('='),
      operator('∑'),
      ...buildTerm(
        identifier('q'),
        identifier('k'),
        Number.isNaN(terms[0]?.v) ? null : identifier('v'),
        hasTanh,
      ),
    ],
    [operator('='), number(sum)],
    ...selectLargestTerms(terms, hasTanh),
  ];
}

/**
 * @param {readonly ScoreTerm[]} terms of a sum
 * @param {boolean} [hasTanh] whether tanh is applied
 * @returns {Term[][]} the largest of them in their order, and how many are left
 */
export function selectLargestTerms(terms, hasTanh = false) {
  const largest = terms
    .map((term, index) => ({ ...term, index }))
    .sort((a, b) => Math.abs(b.term) - Math.abs(a.term))
    .slice(0, kMostTerms)
    .sort((a, b) => a.index - b.index);
  const rest = terms.length - largest.length;
  return [
    ...largest.map(({ q, k, v }, i) => [
      operator(i === 0 ? '=' : '+'),
      ...buildTerm(number(q), number(k), Number.isNaN(v) ? null : number(v), hasTanh),
    ]),
    ...(rest > 0
      ? [[operator('+'), identifier(translate('{count} smaller terms', { count: formatCount(rest) }))]]
      : []),
  ];
}

/**
 * @param {Term} q
 * @param {Term} k
 * @param {Term | null} v null for a product
 * @param {boolean} hasTanh
 * @returns {Term[]}
 */
function buildTerm(q, k, v, hasTanh) {
  if (!v) return [operator('('), q, operator(')'), operator('('), k, operator(')')];
  return [
    operator('('),
    v,
    operator(')'),
    ...(hasTanh ? [identifier('tanh')] : []),
    operator('('),
    q,
    operator('+'),
    k,
    operator(')'),
  ];
}
