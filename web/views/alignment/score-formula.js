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
const kWritten = 2;

/**
 * @param {string} letters the formula of the score; empty without a score
 * @param {readonly ScoreTerm[]} terms empty if they are not known
 * @param {number} sum the score itself
 * @param {boolean} bent whether tanh is applied
 * @returns {Term[][]} in letters, then in numbers, term by term
 */
export function scoreFormula(letters, terms, sum, bent) {
  if (letters === '') return [];
  const said = [identifier('e'), operator('='), identifier(bent ? letters : letters.replace('tanh', ''))];
  if (terms.length === 0) return [said, [operator('='), number(sum)]];
  return [
    said,
    [
      operator('='),
      operator('∑'),
      ...termOf(identifier('q'), identifier('k'), Number.isNaN(terms[0]?.v) ? null : identifier('v'), bent),
    ],
    [operator('='), number(sum)],
    ...largestTerms(terms, bent),
  ];
}

/**
 * @param {readonly ScoreTerm[]} terms of a sum
 * @param {boolean} [bent] whether tanh is applied
 * @returns {Term[][]} the largest of them in their order, and how many are left
 */
export function largestTerms(terms, bent = false) {
  const written = terms
    .map((term, index) => ({ ...term, index }))
    .sort((a, b) => Math.abs(b.term) - Math.abs(a.term))
    .slice(0, kWritten)
    .sort((a, b) => a.index - b.index);
  const rest = terms.length - written.length;
  return [
    ...written.map(({ q, k, v }, i) => [
      operator(i === 0 ? '=' : '+'),
      ...termOf(number(q), number(k), Number.isNaN(v) ? null : number(v), bent),
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
 * @param {boolean} bent
 * @returns {Term[]}
 */
function termOf(q, k, v, bent) {
  if (!v) return [operator('('), q, operator(')'), operator('('), k, operator(')')];
  return [
    operator('('),
    v,
    operator(')'),
    ...(bent ? [identifier('tanh')] : []),
    operator('('),
    q,
    operator('+'),
    k,
    operator(')'),
  ];
}
