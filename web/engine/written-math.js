/**
 * A formula of a reader's own as MathML: its signs one after the other, as they are written. While building, too.
 */

/** @import { MathTree } from './schema.js' */

/** Bars and brackets stand close to what they hold, and are no taller than a letter. */
const close = { lspace: '0', rspace: '0', stretchy: 'false' };
/** A sign that stands before something and not between two. */
const before = { form: 'prefix' };

/**
 * @param {string} text in the words of the core, so that each letter alone is a variable
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
