/**
 * Any one mechanism as a pure function of the caller's own numbers, computed by the same core that trains.
 */

import { loadAttend, takeError } from './core-loader.js';
import { AttentoscopeError, messageOf } from './errors.js';
import { mechanisms } from './mechanisms.js';
import { formatValue, noReference, normaliseValue, ownEntries } from './schema.js';
import { decodeTensors, encodeTensors, readTensor } from './tensors.js';

/** @typedef {import('./attend-core.js').AttendCore} AttendCore */
/** @typedef {import('./tensors.js').GivenTensor} GivenTensor */
/** @typedef {import('./tensors.js').Tensor} Tensor */

/**
 * What a mechanism computes: `scores` before masks and softmax, `weights`, `context`, and whatever else it has to show,
 * each as { shape, data }.
 *
 * @typedef {Record<string, Tensor>} Attended
 */

/** @type {Promise<AttendCore> | null} */
let loading = null;

/**
 * Computes a mechanism. Inputs and options stand in one object, by the names that `mechanisms()` lists: inputs as nested
 * lists or { shape, data }, options as plain values.
 *
 * @example
 * const { weights } = await attend('scaled-dot', { query: [[[1, 0]]], key: [[[1, 0], [0, 1]]], causal: false });
 *
 * @param {string} mechanism
 * @param {Record<string, GivenTensor | string>} inputs
 * @returns {Promise<Attended>}
 * @throws {AttentoscopeError} BAD_PARAMETER (mechanism or option), BAD_INPUT (the tensor, its shape, and the shape that is
 *   wanted), OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function attend(mechanism, inputs) {
  const found = mechanisms().find(({ name }) => name === mechanism);
  if (!found) {
    const expected = `one of: ${mechanisms()
      .map(({ name }) => name)
      .join(', ')}`;
    throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'mechanism', value: mechanism, expected });
  }
  const names = [...found.inputs, ...found.options].map(({ name }) => name);
  const given = ownEntries(inputs, 'inputs', names, 'BAD_INPUT');
  const options = found.options
    .filter(({ name }) => given.has(name))
    .map(
      (option) =>
        `${option.name}=${formatValue(normaliseValue(option, given.get(option.name), noReference))}`,
    );
  const tensors = found.inputs
    .filter(({ name }) => given.has(name))
    .map(({ name, type }) => ({ name, whole: type === 'integers', ...readTensor(name, given.get(name)) }));
  for (const { name, whole, data } of tensors) {
    const broken = whole && Array.from(data).find((value) => !Number.isInteger(value));
    if (broken || Number.isNaN(broken)) {
      throw new AttentoscopeError('BAD_INPUT', { parameter: name, value: broken, expected: 'whole numbers' });
    }
  }
  return compute(mechanism, options.join(';'), encodeTensors(tensors));
}

/**
 * @param {string} mechanism
 * @param {string} options
 * @param {Uint8Array<ArrayBuffer>} file
 * @returns {Promise<Attended>}
 */
async function compute(mechanism, options, file) {
  loading ??= loadAttend();
  try {
    const core = await loading;
    core.reserve(file.length)?.set(file);
    const done = takeError(core) ?? (core.attend(mechanism, options) ? null : takeError(core));
    if (done) throw done;
    return decodeTensors(core.bytes());
  } catch (error) {
    if (error instanceof AttentoscopeError && error.recoverable) throw error;
    loading = null; // an instance that broke is not asked again
    throw AttentoscopeError.from(error, 'ABORTED', {
      message: `The module stopped working: ${messageOf(error)}`,
    });
  }
}
