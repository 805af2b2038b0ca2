/**
 * Converts a reader's own formula to MathML: its symbols in the order in which they are written. The build uses this file, too.
 */

/** @import { MathTree } from './schema.js' */

/** Bars and brackets have no space around them and do not stretch. */
const tightAttributes = { lspace: '0', rspace: '0', stretchy: 'false' };
/** A prefix operator, such as a minus sign before a single operand. */
const prefixAttributes = { form: 'prefix' };

/**
 * @param {string} text the formula as the core prints it; single letters are variables
 * @returns {MathTree}
 */
export function createFormulaMathMl(text) {
  const symbols = text.match(/[a-z]{2,}|[A-Za-z]|[\d.]+|\S/gu) ?? [];
  const elements = symbols.map((sign, i) => {
    if (/[A-Za-z]/.test(sign)) return /** @type {MathTree} */ (['mi', {}, sign]);
    if (/\d/.test(sign)) return /** @type {MathTree} */ (['mn', {}, sign]);
    const isPrefix = i === 0 || /[(+−·/⊙√]/.test(symbols[i - 1] ?? '');
    const attributes = /[|()²√]/.test(sign)
      ? tightAttributes
      : sign === '−' && isPrefix
        ? prefixAttributes
        : {};
    return /** @type {MathTree} */ (['mo', { ...attributes }, sign]);
  });
  return ['math', {}, ['mrow', {}, ...elements]];
}
