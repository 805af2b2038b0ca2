/**
 * Lists as callers give them. They may hold code that runs when it is read, claim any length, or be detached: the length is
 * known and allowed before any item is read, items are read by their index, each once, and no iterator is ever asked.
 */

import { safely } from './errors.js';

/** The length of a real typed array, whatever it says of itself; throws for all else. */
const typedLength = /** @type {PropertyDescriptor & { get: () => number }} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), 'length')
).get;

/** @param {unknown} array @returns {number | undefined} length of a typed array; 0 of a detached one */
export const lengthOf = (array) => safely(() => typedLength.call(array));

/**
 * A copy of a list as it is now.
 *
 * @param {unknown} list an array, or a typed array of numbers
 * @param {number} most items
 * @returns {unknown[] | Float32Array | Float64Array | null} null: not a list, longer than that, or one that cannot be read
 */
export function listItems(list, most) {
  const items = safely(() => {
    if (ArrayBuffer.isView(list)) {
      const Exact = list instanceof Float32Array ? Float32Array : Float64Array;
      return typedLength.call(list) <= most && new Exact(/** @type {Float64Array} */ (list));
    }
    const length = Array.isArray(list) ? Number(list.length) : Number.NaN;
    return length <= most && Array.from({ length }, (_, i) => /** @type {unknown[]} */ (list)[i]);
  });
  return items || null;
}
