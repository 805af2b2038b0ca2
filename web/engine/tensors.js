/**
 * Reads tensors as callers pass them (nested lists, or numbers with a shape), and encodes and decodes the safetensors bytes
 * that are exchanged with the core. The core's own reader checks every file again.
 */

import { rejectArgument } from './errors.js';
import { readListItems } from './value.js';

/**
 * @typedef {object} Tensor
 * @property {number[]} shape
 * @property {Float32Array} data row by row
 */

/** @typedef {number | boolean | readonly TensorLike[] | ArrayLike<number> | { shape: readonly number[], data: ArrayLike<number | boolean> }} TensorLike */

/**
 * Which items a tensor accepts, and how errors describe them.
 * @typedef {object} ItemRule
 * @property {(item: unknown) => boolean} allows
 * @property {string} expected
 */

/** @type {ItemRule} */
const numberRule = {
  allows: (item) => typeof item === 'number' || typeof item === 'boolean',
  expected: 'numbers, in lists of equal lengths',
};

/** The rule for a mask. An additive mask of 0 and −Infinity would be read as its opposite. @type {ItemRule} */
export const maskRule = {
  allows: (item) => item === 0 || item === 1 || typeof item === 'boolean',
  expected:
    '0, 1, true or false: 1 where a key is visible. An additive mask (0 and −Infinity) is the opposite: pass 1 where it has 0, and 0 where it has −Infinity',
};

/** Maximum number of numbers of a tensor in nested lists, which are read one by one. */
const maxNestedNumbers = 4 * 1024 * 1024;

/** Maximum number of numbers of a tensor as { shape, data }: far above the limit of `attend`, which has its own error. */
const maxDataNumbers = 1024 * 1024 * 1024;

/** Longest shape of one tensor. */
const maxDimensions = 8;

/**
 * Reads a caller's tensor.
 *
 * @param {string} name for errors
 * @param {unknown} input nested lists of numbers or booleans, or { shape, data }
 * @param {ItemRule} [items]
 * @returns {{ shape: number[], data: number[] | ArrayLike<number> }}
 * @throws {AttentoscopeError} BAD_INPUT naming the input
 */
export function readTensor(name, input, { allows, expected } = numberRule) {
  /** @param {unknown} value @param {string} expected @returns {never} */
  const refuse = (value, expected) => rejectArgument(name, value, expected, 'BAD_INPUT');
  const { shape: givenShape, data: givenData } = /** @type {Record<string, unknown>} */ (Object(input));
  if (givenShape !== undefined && givenData !== undefined) {
    const shape = /** @type {number[] | null} */ (readListItems(givenShape, maxDimensions));
    if (!shape) return refuse(givenShape, `a shape: a list of at most ${maxDimensions} sizes`);
    const whole = shape.every((extent) => Number.isSafeInteger(extent) && extent >= 0);
    // A zero counts as one, so that it cannot hide an absurd extent.
    const bound = whole ? shape.reduce((product, extent) => product * Math.max(extent, 1), 1) : Number.NaN;
    if (!(bound <= maxDataNumbers)) refuse(shape, `a shape of at most ${maxDataNumbers} numbers`);
    const size = shape.includes(0) ? 0 : bound;
    const data = readListItems(givenData, size);
    if (data?.length !== size)
      return refuse(givenData, `data: a list of ${size} numbers for the shape [${shape}]`);
    const wrong = Array.prototype.findIndex.call(data, (item) => !allows(item));
    if (wrong >= 0) refuse(data[wrong], expected);
    return { shape: Array.from(shape), data: /** @type {ArrayLike<number>} */ (data) };
  }
  /** @type {number[]} */
  const shape = [];
  for (
    let level = readListItems(input, maxNestedNumbers);
    level;
    level = readListItems(level[0], maxNestedNumbers)
  ) {
    shape.push(level.length);
    if (shape.length > maxDimensions) refuse(undefined, `at most ${maxDimensions} nested lists`);
  }
  // An empty list counts as one number, because it costs as much to read.
  const size = shape.reduce((product, extent) => product * Math.max(extent, 1), 1);
  if (shape.length === 0 || size > maxNestedNumbers)
    refuse(input, `nested lists of at most ${maxNestedNumbers} numbers, or { shape, data }`);
  /** @type {number[]} */
  const data = [];
  /** @param {unknown} level @param {number} depth */
  const walk = (level, depth) => {
    if (depth === shape.length) {
      if (!allows(level)) refuse(level, expected);
      data.push(Number(level));
      return;
    }
    const items = readListItems(level, shape[depth]);
    if (items?.length !== shape[depth]) refuse(undefined, `lists of equal lengths, [${shape}]`);
    for (let i = 0; i < shape[depth]; i++) walk(/** @type {ArrayLike<unknown>} */ (items)[i], depth + 1);
  };
  walk(input, 0);
  return { shape, data };
}

/**
 * Writes a safetensors file.
 *
 * @param {readonly { name: string, shape: readonly number[], data: ArrayLike<number>, whole: boolean }[]} tensors `whole`:
 *   whether to store 32-bit integers
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function encodeTensors(tensors) {
  let offset = 0;
  const entries = tensors.map(({ name, shape, data, whole }) => {
    const begin = offset;
    offset += 4 * data.length;
    return [name, { dtype: whole ? 'I32' : 'F32', shape, data_offsets: [begin, offset] }];
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const header = Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(8 + header + offset).fill(0x20, 8, 8 + header);
  new DataView(bytes.buffer).setUint32(0, header, true);
  bytes.set(text, 8);
  let at = 8 + header;
  for (const { data, whole } of tensors) {
    const block = whole
      ? new Int32Array(bytes.buffer, at, data.length)
      : new Float32Array(bytes.buffer, at, data.length);
    block.set(data);
    at += block.byteLength;
  }
  return bytes;
}

/** Array types by the dtype in a file. */
const arrayTypes = { F32: Float32Array, I32: Int32Array, F64: Float64Array };

/**
 * Reads a safetensors file that the core wrote.
 *
 * @template {Float32Array | Int32Array | Float64Array} [Data=Float32Array] what the file is known to hold
 * @param {Uint8Array} bytes
 * @returns {Record<string, { shape: number[], data: Data }>}
 */
export function decodeTensors(bytes) {
  const header = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const whole = /** @type {ArrayBuffer} */ (bytes.buffer);
  /** @type {Record<string, { dtype: keyof typeof arrayTypes, shape: number[], data_offsets: [number, number] }>} */
  const entries = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + header)));
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([name]) => name !== '__metadata__')
      .map(([name, { dtype, shape, data_offsets: offsets }]) => {
        const [begin, end] = offsets.map((offset) => bytes.byteOffset + 8 + header + offset);
        // Slices the ArrayBuffer, because `slice` of a Node Buffer does not copy.
        const data = new arrayTypes[dtype](whole.slice(begin, end));
        return [name, { shape, data: /** @type {Data} */ (data) }];
      }),
  );
}
