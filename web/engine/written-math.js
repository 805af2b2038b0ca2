/**
 * Converts a reader's own formula to MathML: its symbols in the order in which they are written. The build uses it, too.
 */

/** @import { MathTree } from './schema.js' */

/** Bars and brackets have no space around them and do not stretch. */
const close = { lspace: '0', rspace: '0', stretchy: 'false' };
/** A prefix operator, such as a minus sign before a single operand. */
const before = { form: 'prefix' };

/**
 * @param {string} text as the core prints it, where a single letter is a variable
 * @returns {MathTree}
 */
export function writtenMath(text) {
  const signs = text.match(/[a-z]{2,}|[A-Za-z]|[\d.]+|\S/gu) ?? [];
  const drawn = signs.map((sign, i) => {
    if (/[A-Za-z]/.test(sign)) return /** @type {MathTree} */ (['mi', {}, sign]);
    if (/\d/.test(sign)) return /** @type {MathTree} */ (['mn', {}, sign]);
    const opens = i === 0 || /[(+−·/⊙√]/.test(signs[i - 1] ?? '');
    const shape = /[|()²√]/.test(sign) ? close : sign === '−' && opens ? before : {};
    return /** @type {MathTree} */ (['mo', { ...shape }, sign]);
  });
  return ['math', {}, ['mrow', {}, ...drawn]];
}
