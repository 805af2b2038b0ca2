/**
 * Encodes two maps as bytes for the core, and decodes the distances of their rows that the core returns.
 */

/** @import { RowDistances } from './shapes.js' */

/** @param {Float32Array} first @param {Float32Array} second @returns {Uint8Array} */
export function joinMaps(first, second) {
  const numbers = new Float32Array(first.length + second.length);
  numbers.set(first);
  numbers.set(second, first.length);
  return new Uint8Array(numbers.buffer);
}

/** @param {Uint8Array<ArrayBuffer>} bytes a copy @returns {RowDistances} */
export function readRowDistances(bytes) {
  const numbers = new Float32Array(bytes.buffer);
  return { rows: numbers.slice(0, -1), mean: numbers.at(-1) ?? Number.NaN };
}
