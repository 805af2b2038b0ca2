/**
 * Formulas with numbers in them, drawn as MathML.
 * @module
 */

import { math, setAttributes } from './dom.js';
import { formatNumber } from './format.js';

/**
 * A term of a formula: text for an identifier, a number or an operator, or a nested construction.
 * @typedef {{ kind: 'identifier' | 'number' | 'operator', text: string }
 *   | { kind: 'fraction', over: Term[], under: Term[] }} Term
 */

/** @param {string} text @returns {Term} */
export function identifier(text) {
  return { kind: 'identifier', text };
}

/** @param {string} text @returns {Term} */
export function operator(text) {
  return { kind: 'operator', text };
}

/** @param {number} value @returns {Term} */
export function number(value) {
  return { kind: 'number', text: formatNumber(value) };
}

/** @param {readonly Term[]} terms @returns {Element} */
export function formulaOf(terms) {
  const drawn = math('math', ...terms.map(draw));
  drawn.setAttribute('displaystyle', 'true');
  return drawn;
}

/** @param {number} value @returns {Term} in brackets if it is below zero, to stand behind a sign */
export function bracketed(value) {
  const text = formatNumber(value);
  return { kind: 'number', text: value < 0 ? `(${text})` : text };
}

/**
 * @param {readonly Term[]} terms a chain of equal things
 * @returns {Term[][]} all up to the second sign of equality, and each later link
 */
export function linksOf(terms) {
  /** @type {Term[][]} */
  const links = [[]];
  let signs = 0;
  for (const term of terms) {
    if (term.kind === 'operator' && term.text === '=' && ++signs > 1) links.push([]);
    links.at(-1)?.push(term);
  }
  return links;
}

/**
 * @param {readonly Term[]} terms a chain of equal things
 * @returns {(Element | string)[]} a formula for each of its links, so that lines may end between them
 */
export function chainOf(terms) {
  return linksOf(terms).flatMap((link) => [formulaOf(link), ' ']);
}

/** @param {Term} term @returns {Element} */
function draw(term) {
  if (term.kind === 'fraction') {
    return math('mfrac', math('mrow', ...term.over.map(draw)), math('mrow', ...term.under.map(draw)));
  }
  const tags = { identifier: 'mi', number: 'mn', operator: 'mo' };
  const node = math(tags[term.kind], term.text);
  // A bar is read as an operator between things unless it is told to stand close; brackets need not be as tall as a sum.
  if ('|()'.includes(term.text))
    setAttributes(node, { lspace: '0.08em', rspace: '0.08em', stretchy: 'false' });
  return node;
}
