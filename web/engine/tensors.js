/**
 * Tensors as callers give them (nested lists, or numbers with a shape), and the safetensors bytes in which they travel to
 * the core and back. The core's own reader checks every file again; this is the plain, fixed form that it accepts.
 */

import { AttentoscopeError } from './errors.js';

/**
 * @typedef {object} Tensor
 * @property {number[]} shape
 * @property {Float32Array} data row by row
 */

/** @typedef {number | boolean | readonly GivenTensor[] | ArrayLike<number> | { shape: readonly number[], data: ArrayLike<number> }} GivenTensor */

/** Most numbers of one tensor. */
const mostNumbers = 4 * 1024 * 1024;

/** Longest shape of one tensor. */
const mostDimensions = 8;

/**
 * Reads a caller's tensor.
 *
 * @param {string} name for errors
 * @param {unknown} given nested lists of numbers or booleans, or { shape, data }
 * @returns {{ shape: number[], data: number[] | ArrayLike<number> }}
 * @throws {AttentoscopeError} BAD_INPUT naming the input
 */
export function readTensor(name, given) {
  /** @param {unknown} value @param {string} expected @returns {never} */
  const refuse = (value, expected) => {
    throw new AttentoscopeError('BAD_INPUT', { parameter: name, value, expected });
  };
  if (typeof given === 'object' && given !== null && 'shape' in given && 'data' in given) {
    // Nothing is read from what only claims to be a list: its length may be anything.
    if (!isListLike(given.shape) || given.shape.length > mostDimensions)
      return refuse(given.shape, `a shape: a list of at most ${mostDimensions} sizes`);
    if (!isListLike(given.data)) return refuse(given.data, 'data: a list of numbers');
    const shape = /** @type {number[]} */ (Array.from(given.shape));
    const data = /** @type {ArrayLike<number>} */ (given.data);
    const whole = shape.every((extent) => Number.isSafeInteger(extent) && extent >= 0);
    const size = whole ? shape.reduce((product, extent) => product * extent, 1) : Number.NaN;
    if (!(size <= mostNumbers)) refuse(shape, `a shape of at most ${mostNumbers} numbers`);
    if (data.length !== size) refuse(data.length, `${size} numbers for the shape [${shape}]`);
    for (let i = 0; i < size; i++) {
      if (typeof data[i] !== 'number') refuse(data[i], 'numbers only');
    }
    return { shape, data };
  }
  /** @type {number[]} */
  const shape = [];
  for (let level = given; isListLike(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > mostDimensions) refuse(undefined, `at most ${mostDimensions} nested lists`);
  }
  /** @type {number[]} */
  const data = [];
  /** @param {unknown} level @param {number} depth */
  const walk = (level, depth) => {
    if (depth === shape.length) {
      if (typeof level !== 'number' && typeof level !== 'boolean')
        refuse(level, 'numbers, in lists of equal lengths');
      if (data.length === mostNumbers) refuse(undefined, `at most ${mostNumbers} numbers`);
      data.push(Number(level));
      return;
    }
    if (!isListLike(level) || level.length !== shape[depth])
      refuse(undefined, `lists of equal lengths, [${shape}]`);
    for (let i = 0; i < shape[depth]; i++) walk(/** @type {ArrayLike<unknown>} */ (level)[i], depth + 1);
  };
  if (shape.length === 0) refuse(given, 'nested lists of numbers, or { shape, data }');
  walk(given, 0);
  return { shape, data };
}

/**
 * Writes a safetensors file.
 *
 * @param {readonly { name: string, shape: readonly number[], data: ArrayLike<number>, whole: boolean }[]} tensors `whole`:
 *   as 32-bit integers
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

/** What the core writes, by the names in a file. */
const arrays = { F32: Float32Array, I32: Int32Array, F64: Float64Array };

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
  /** @type {Record<string, { dtype: keyof typeof arrays, shape: number[], data_offsets: [number, number] }>} */
  const entries = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + header)));
  return Object.fromEntries(
    Object.entries(entries)
      .filter(([name]) => name !== '__metadata__')
      .map(
        ([
          name,
          {
            dtype,
            shape,
            data_offsets: [begin, end],
          },
        ]) => {
          const start = bytes.byteOffset + 8 + header;
          // Of the buffer itself: a Buffer of Node has a slice of another kind.
          const data = new arrays[dtype](whole.slice(start + begin, start + end));
          return [name, { shape, data: /** @type {Data} */ (data) }];
        },
      ),
  );
}

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
function isListLike(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}
