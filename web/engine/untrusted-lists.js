/**
 * Reads lists that callers pass, which are not trusted: they may have getters, a false length, or be detached. The length is
 * checked before any item is read, each item is read once by its index, and iterators are never used.
 */

import { tryRead } from './errors.js';

/** Reads the length of a real typed array, even if it is overridden; throws for other values. */
const getTypedArrayLength = /** @type {PropertyDescriptor & { get: () => number }} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), 'length')
).get;

/** @param {unknown} array @returns {number | undefined} length of a typed array, 0 if it is detached; undefined for other values */
export const readTypedArrayLength = (array) => tryRead(() => getTypedArrayLength.call(array));

/**
 * Copies the current items of a list.
 *
 * @param {unknown} list an array, or a typed array of numbers
 * @param {number} maxItems items
 * @returns {unknown[] | Float32Array | Float64Array | null} null: not a list, too long, or unreadable
 */
export function readListItems(list, maxItems) {
  const items = tryRead(() => {
    if (ArrayBuffer.isView(list)) {
      const Exact = list instanceof Float32Array ? Float32Array : Float64Array;
      return getTypedArrayLength.call(list) <= maxItems && new Exact(/** @type {Float64Array} */ (list));
    }
    const length = Array.isArray(list) ? Number(list.length) : Number.NaN;
    return length <= maxItems && Array.from({ length }, (_, i) => /** @type {unknown[]} */ (list)[i]);
  });
  return items || null;
}
