/**
 * Any one mechanism as a pure function of the caller's own numbers, computed by the same core that trains.
 */

import { ownEntries } from './configuration.js';
import { loadAttend, takeError } from './core-loader.js';
import { AttentoscopeError, messageOf } from './errors.js';
import { encodeField } from './link.js';
import { mechanisms } from './mechanisms.js';
import { decodeTensors, encodeTensors, readTensor } from './tensors.js';
import { formatValue, noReference, normaliseValue } from './value.js';

/** @typedef {import('./attend-core.js').AttendCore} AttendCore */
/** @typedef {import('./tensors.js').GivenTensor} GivenTensor */
/** @typedef {import('./tensors.js').Tensor} Tensor */

/**
 * What a mechanism computes: `scores` before masks and softmax, `weights`, `context`, and whatever else it has to show,
 * each as { shape, data }.
 *
 * @typedef {Record<string, Tensor>} Attended
 */

/** The same, and what was asked for besides. @typedef {Attended & Record<Besides, Record<string, Tensor>>} AttendedMore */

/**
 * What can be asked for besides the outputs:
 *
 * - `steps: true` gives `steps`, the lines of the formula between inputs and outputs. `mechanisms()` lists them: `masked`,
 *   `shifted`, `exponentials` and `sum` of every softmax, and others. Positions without weight are −Infinity in `masked`.
 * - `gradient: { of: 'context', at: [0, 1, 2] }` gives `gradients`: the derivatives of that number of that output by every
 *   real input that was given, except the mask.
 * - `draw: 7` gives `inputs`: random numbers of this seed, standard normal with two decimals, which are taken in place of all
 *   real inputs but the mask. What is given says the shapes.
 *
 * @typedef {object} AttendRequest
 * @property {boolean} [steps]
 * @property {{ of: string, at: readonly number[] }} [gradient]
 * @property {number} [draw]
 */

/** @typedef {'steps' | 'gradients' | 'inputs'} Besides */

const besides = /** @type {const} */ (['steps', 'gradients', 'inputs']);

/** @type {readonly import('./schema.js').ParameterSchema[]} */
const requestSchemas = [
  { name: 'steps', type: 'boolean' },
  { name: 'draw', type: 'integer', minimum: 0, maximum: 4294967295 },
];
/** @type {readonly import('./schema.js').ParameterSchema[]} */
const gradientSchemas = [
  { name: 'gradient.of', type: 'text', minimum: 1, maximum: 80 },
  { name: 'gradient.at', type: 'integers', minimum: 0 },
];

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
 * @param {AttendRequest} [request]
 * @returns {Promise<AttendedMore>}
 * @throws {AttentoscopeError} BAD_PARAMETER (mechanism, option or request), BAD_INPUT (the tensor, its shape, and the shape that is
 *   wanted), OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function attend(mechanism, inputs, request = {}) {
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
  return compute(mechanism, options.join(';'), requestText(request), encodeTensors(tensors));
}

/**
 * @param {unknown} request
 * @returns {string} fields as the core reads them
 */
function requestText(request) {
  const given = ownEntries(request, 'request', ['steps', 'gradient', 'draw']);
  const gradient = given.has('gradient')
    ? ownEntries(given.get('gradient'), 'gradient', ['of', 'at'])
    : new Map();
  const fields = [
    ...requestSchemas
      .filter(({ name }) => given.has(name))
      .map((schema) => ({
        name: schema.name,
        value: normaliseValue(schema, given.get(schema.name), noReference),
      })),
    ...(given.has('gradient') ? gradientSchemas : []).map((schema) => {
      const name = schema.name.slice('gradient.'.length);
      return { name, value: normaliseValue(schema, gradient.get(name), noReference) };
    }),
  ];
  return fields.map(({ name, value }) => `${name}=${encodeField(formatValue(value))}`).join(';');
}

/**
 * @param {string} mechanism
 * @param {string} options
 * @param {string} request
 * @param {Uint8Array<ArrayBuffer>} file
 * @returns {Promise<AttendedMore>}
 */
async function compute(mechanism, options, request, file) {
  loading ??= loadAttend();
  try {
    const core = await loading;
    core.reserve(file.length)?.set(file);
    const done = takeError(core) ?? (core.attend(mechanism, options, request) ? null : takeError(core));
    if (done) throw done;
    return grouped(decodeTensors(core.bytes()));
  } catch (error) {
    if (error instanceof AttentoscopeError && error.recoverable) throw error;
    loading = null; // an instance that broke is not asked again
    throw AttentoscopeError.from(error, 'ABORTED', {
      message: `The module stopped working: ${messageOf(error)}`,
    });
  }
}

/**
 * @param {Record<string, Tensor>} tensors "steps.sum" and its like among them
 * @returns {AttendedMore} those in groups
 */
function grouped(tensors) {
  const entries = Object.entries(tensors);
  const groups = besides.map((group) => {
    const own = entries.filter(([name]) => name.startsWith(`${group}.`));
    return [group, Object.fromEntries(own.map(([name, tensor]) => [name.slice(group.length + 1), tensor]))];
  });
  return Object.fromEntries([
    ...entries.filter(([name]) => !name.includes('.')),
    ...groups.filter(([, own]) => Object.keys(own).length > 0),
  ]);
}
