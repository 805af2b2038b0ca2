/** Formulas with inserted numbers, as MathML. */

import { createMathElement, setAttributes } from './dom.js';
import { formatNumber } from './format.js';

/**
 * A term of a formula: a number, the text of an identifier, an operator or a formatted number, or a fraction.
 * @typedef {string | number | { over: Term[], under: Term[] }} Term
 */

const kOperator = /^[=+−·∑|()]$/;
const kNumber = /^[(−]*[\d–]\P{L}*$/u;

/** @param {readonly Term[]} terms @returns {Element} */
function createFormula(terms) {
  const drawn = createMathElement('math', ...terms.map(createNode));
  drawn.setAttribute('displaystyle', 'true');
  return drawn;
}

/** @param {number} value @returns {string} in brackets if it is negative, to follow an operator */
export const bracketNegative = (value) => (value < 0 ? `(${formatNumber(value)})` : formatNumber(value));

/**
 * @param {readonly Term[]} terms a chain of equations
 * @returns {Term[][]} the terms up to the second equals sign, then each part that begins with an equals sign
 */
export function splitAtEquals(terms) {
  /** @type {Term[][]} */
  const links = [[]];
  let signs = 0;
  for (const term of terms) {
    if (term === '=' && ++signs > 1) links.push([]);
    links.at(-1)?.push(term);
  }
  return links;
}

/** @param {readonly Term[][]} parts of a formula @returns {(Element | string)[]} one formula per part, so that lines can break between them */
export const createWrappingFormula = (parts) => parts.flatMap((part) => [createFormula(part), ' ']);

/** @param {readonly Term[]} terms a chain of equations, which can break before each equals sign but the first */
export const createFormulaChain = (terms) => createWrappingFormula(splitAtEquals(terms));

/** @param {Term} term @returns {Element} */
function createNode(term) {
  if (typeof term === 'object')
    return createMathElement(
      'mfrac',
      ...[term.over, term.under].map((terms) => createMathElement('mrow', ...terms.map(createNode))),
    );
  const text = typeof term === 'number' ? formatNumber(term) : term;
  const node = createMathElement(kOperator.test(text) ? 'mo' : kNumber.test(text) ? 'mn' : 'mi', text);
  // MathML spaces a bar like a binary operator and stretches brackets; both are turned off.
  if ('|()'.includes(text)) setAttributes(node, { lspace: '0.08em', rspace: '0.08em', stretchy: 'false' });
  return node;
}
