/**
 * Formulas with inserted numbers, as MathML.
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
export function createFormula(terms) {
  const drawn = math('math', ...terms.map(createNode));
  drawn.setAttribute('displaystyle', 'true');
  return drawn;
}

/** @param {number} value @returns {Term} in brackets if it is negative, to follow an operator */
export function bracketNegative(value) {
  const text = formatNumber(value);
  return { kind: 'number', text: value < 0 ? `(${text})` : text };
}

/**
 * @param {readonly Term[]} terms a chain of equations
 * @returns {Term[][]} the terms up to the second equals sign, and each further part that begins with one
 */
export function splitAtEquals(terms) {
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
 * @param {readonly Term[]} terms a chain of equations
 * @returns {(Element | string)[]} one formula per part of the chain, so that lines can break between them
 */
export function createFormulaChain(terms) {
  return splitAtEquals(terms).flatMap((link) => [createFormula(link), ' ']);
}

/** @param {Term} term @returns {Element} */
function createNode(term) {
  if (term.kind === 'fraction') {
    return math(
      'mfrac',
      math('mrow', ...term.over.map(createNode)),
      math('mrow', ...term.under.map(createNode)),
    );
  }
  const tags = { identifier: 'mi', number: 'mn', operator: 'mo' };
  const node = math(tags[term.kind], term.text);
  // MathML spaces a bar like a binary operator and stretches brackets; both are turned off.
  if ('|()'.includes(term.text))
    setAttributes(node, { lspace: '0.08em', rspace: '0.08em', stretchy: 'false' });
  return node;
}
