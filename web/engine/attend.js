/**
 * Computes a single mechanism as a pure function of the caller's numbers, with the same core that trains.
 */

import { readAbortSignal } from './arguments.js';
import { findByName, readEntries } from './configuration.js';
import { computeInSlices, loadAttend, throwPendingError } from './core-loader.js';
import { createCancelledError, rejectOnAbort, wrapError } from './error-serialization.js';
import { AttentoscopeError, readMessage, rejectArgument } from './errors.js';
import { mechanisms } from './mechanisms.js';
import { seedSchema } from './schema.js';
import { decodeTensors, encodeTensors, maskRule, readTensor } from './tensors.js';
import { normalizeValue } from './value.js';

/** @import { AttendCore } from './attend-core.js' */
/** @import { Value } from './schema.js' */
/** @import { TensorLike, Tensor } from './tensors.js' */

/**
 * The outputs of a mechanism: `scores` before masks and softmax, `weights`, `context` and further outputs, each as
 * { shape, data }. At a masked position `scores` holds the score of the given numbers, or 0 if that score is not finite.
 *
 * @typedef {Record<string, Tensor>} AttendResult
 */

/** The outputs of a mechanism, and the additional results that were requested. @typedef {AttendResult & Record<ExtraGroup, Record<string, Tensor>>} AttendExtendedResult */

/**
 * Requests for additional results:
 *
 * - `steps: true` returns `steps`, the lines of the formula between inputs and outputs. `mechanisms()` lists them: `masked`,
 *   `shifted`, `exponentials` and `sum` of every softmax, and others. Positions without weight are −Infinity in `masked`.
 * - `gradient: { of: 'context', at: [0, 1, 2] }` returns `gradients`: the derivatives of one number of an output with
 *   respect to every given real input, except the mask.
 * - `randomSeed: 7` returns `inputs`: random numbers of this seed, standard normal with two decimals, which replace all real inputs
 *   except the mask. The given inputs determine the shapes.
 * - `descent: { towards: [2, -1], rate: 0.5, steps: 9 }` trains: gradient descent, x ← x − rate · ∂L/∂x, on
 *   L = −(1/n) Σ ln weights[row, towards[row]] over the n rows of the weights whose entry is not −1. `inputs` returns the
 *   trained inputs: the parameters, which have no batch axis, or without parameters all real inputs except value and mask.
 *   `losses` are the losses before each step and after the last, `gradients` the derivatives of the last loss; the outputs
 *   are the final ones. A weight of 0 counts as 87.3 (−ln of the smallest float) and has no derivative.
 * - `signal` cancels: the call is rejected with CANCELLED, at once while it waits, otherwise between two slices of its work.
 *
 * @typedef {object} AttendRequest
 * @property {boolean} [steps]
 * @property {{ of: string, at: readonly number[] }} [gradient]
 * @property {number} [randomSeed]
 * @property {{ towards: readonly number[], rate: number, steps: number }} [descent]
 * @property {AbortSignal} [signal]
 */

/** @typedef {'steps' | 'gradients' | 'inputs'} ExtraGroup */

const extraGroups = /** @type {const} */ (['steps', 'gradients', 'inputs']);

/** @type {readonly import('./schema.js').ParameterSchema[]} */
const requestSchemas = [
  { name: 'steps', type: 'boolean' },
  { name: 'gradient.of', type: 'text', minimum: 1, maximum: 80 },
  { name: 'gradient.at', type: 'integers', minimum: 0 },
  { ...seedSchema, name: 'randomSeed' },
  { name: 'descent.towards', type: 'integers', minimum: -1 },
  { name: 'descent.rate', type: 'real', minimum: 1e-6, maximum: 1e6 },
  { name: 'descent.steps', type: 'integer', minimum: 0, maximum: 10000 },
];

const requestNames = [...new Set(requestSchemas.map(({ name }) => name.split('.')[0])), 'signal'];

/** Multiply-adds of one slice, after which the thread handles other events: some hundredths of a second. */
const sliceWork = 2 ** 26;

/** The names that a formula may give to its own inputs. */
const formulaLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

/** A module instance with more bytes of memory than this is not reused. */
const maxReusedBytes = 64 * 1024 * 1024;

/** @type {Promise<AttendCore> | null} */
let corePromise = null;

/** The previous call, for which the next one waits, since an instance computes one call at a time. @type {Promise<unknown>} */
let lastCall = Promise.resolve();

/**
 * Computes a mechanism. Inputs and options are given in one object, by the names that `mechanisms()` lists: inputs as nested
 * lists or { shape, data }, options as plain values.
 *
 * A mask holds 0, 1, true or false: 1 where a key is visible to the query. Masked numbers, including NaN and ±Infinity, do not
 * affect weights, context and derivatives; the same holds for positions that `causal` or a window hides.
 * With `causal` query t of T sees the keys s ≤ t of S, counted from the first of each, as in PyTorch's `is_causal`; with
 * `align: 'end'` it sees the keys up to t + S − T, counted from the last, as for new queries to a cache of keys. A query that
 * sees no key has weights and a context of 0.
 *
 * The limits of one computation: 480 MiB of memory for inputs, intermediate results and outputs, 4 bytes a number; and 2^34
 * multiply-adds, as the core estimates them, where a tanh of a score counts as 32. Long computations leave the thread free
 * between slices of some hundredths of a second. Calls are answered in order.
 *
 * @example
 * const { weights } = await attend('scaled-dot', { query: [[[1, 0]]], key: [[[1, 0], [0, 1]]], causal: false });
 *
 * @param {string} mechanism
 * @param {Record<string, TensorLike | string>} inputs
 * @param {AttendRequest} [request]
 * @returns {Promise<AttendExtendedResult>}
 * @throws {AttentoscopeError} BAD_PARAMETER (mechanism, option or request), BAD_INPUT (the tensor, its shape, and the expected
 *   shape), TOO_LARGE ("memory" or "work", and how much), CANCELLED, CRASHED, OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export async function attend(mechanism, inputs, request = {}) {
  const schema = findByName('mechanism', mechanisms(), mechanism);
  const requestEntries = readEntries(request, 'request', requestNames);
  const signal = readAbortSignal(requestEntries.get('signal'));
  if (signal?.aborted) throw createCancelledError();
  // A formula may use any letter as an input; the core checks which ones it needs.
  const freeLetters = schema.options.some(({ name }) => name === 'formula') ? formulaLetters : [];
  const inputNames = [...new Set([...schema.inputs.map(({ name }) => name), ...freeLetters])];
  const names = [...inputNames, ...schema.options.map(({ name }) => name)];
  const entries = readEntries(inputs, 'inputs', names, 'BAD_INPUT');
  const options = Object.fromEntries(
    schema.options
      .filter(({ name }) => entries.has(name))
      .map((option) => [option.name, normalizeValue(option, entries.get(option.name))]),
  );
  const integerInputs = new Set(
    schema.inputs.filter(({ type }) => type === 'integers').map(({ name }) => name),
  );
  const tensors = inputNames
    .filter((name) => entries.has(name))
    .map((name) => {
      const items = name === 'mask' ? maskRule : undefined;
      return { name, whole: integerInputs.has(name), ...readTensor(name, entries.get(name), items) };
    });
  for (const { name, whole, data } of tensors) {
    for (let i = 0; whole && i < data.length; i++) {
      if (!Number.isInteger(data[i])) rejectArgument(name, data[i], 'whole numbers', 'BAD_INPUT');
    }
  }
  // The inputs are copied before the first await, so that later changes by the caller have no effect.
  const file = encodeInputs(tensors);
  const work = { mechanism, options, request: readRequest(requestEntries), file };
  const call = lastCall.then(() => computeMechanism(work, signal));
  lastCall = call.catch(() => undefined);
  return rejectOnAbort(call, signal);
}

/** @param {Parameters<typeof encodeTensors>[0]} tensors */
function encodeInputs(tensors) {
  try {
    return encodeTensors(tensors);
  } catch (error) {
    throw wrapError(error, 'OUT_OF_MEMORY', { parameter: 'inputs' });
  }
}

/**
 * @param {Map<string, unknown>} entries
 * @returns {Record<string, Value>} values by the names of `requestSchemas`
 */
function readRequest(entries) {
  if (entries.has('gradient') && entries.has('descent')) {
    const expected = 'no descent together with gradient: it returns gradients itself';
    rejectArgument('descent', entries.get('descent'), expected);
  }
  const fields = requestSchemas.flatMap((schema) => {
    const [whole = '', part] = schema.name.split('.');
    if (!entries.has(whole)) return [];
    const value = entries.get(whole);
    return [{ schema, value: part === undefined ? value : readParts(whole, value).get(part) }];
  });
  return Object.fromEntries(fields.map(({ schema, value }) => [schema.name, normalizeValue(schema, value)]));
}

/** @param {string} whole for example "gradient" @param {unknown} value its parts by name */
function readParts(whole, value) {
  const dotted = requestSchemas.filter(({ name }) => name.startsWith(`${whole}.`));
  return readEntries(
    value,
    whole,
    dotted.map(({ name }) => name.slice(whole.length + 1)),
  );
}

/**
 * @param {{ mechanism: string, options: Record<string, Value>, request: Record<string, Value>, file: Uint8Array }} work
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<AttendExtendedResult>}
 */
async function computeMechanism({ mechanism, options, request, file }, signal) {
  if (signal?.aborted) throw createCancelledError();
  corePromise ??= loadAttend();
  /** @type {AttendCore | undefined} */
  let core;
  try {
    const own = await corePromise;
    core = own;
    own.reserveInputs(file.length)?.set(file);
    throwPendingError(own);
    await computeInSlices(
      own,
      () => own.attend(mechanism, JSON.stringify(options), JSON.stringify(request)),
      () => own.advance(sliceWork),
      signal,
    );
    const results = groupTensors(decodeTensors(core.bytes()));
    releaseMemory(core);
    return results;
  } catch (error) {
    if (core && isRecoverable(error)) releaseMemory(core);
    throw handleFailure(error);
  }
}

/**
 * Describes or checks a formula once all earlier calls have ended.
 *
 * @param {string} formula
 * @param {'' | 'check'} mode
 * @returns {Promise<any>}
 */
export function analyzeFormula(formula, mode) {
  const call = lastCall.then(async () => {
    corePromise ??= loadAttend();
    try {
      const core = await corePromise;
      const answered = core.attend('', formula, mode);
      throwPendingError(core);
      return answered && JSON.parse(new TextDecoder().decode(core.bytes()));
    } catch (error) {
      throw handleFailure(error);
    }
  });
  lastCall = call.catch(() => undefined);
  return call;
}

/** @param {unknown} error @returns {error is AttentoscopeError} whether the instance can still be used */
const isRecoverable = (error) => error instanceof AttentoscopeError && error.recoverable;

/** @param {unknown} error @returns {AttentoscopeError} the error of the call; drops the instance if it is broken */
function handleFailure(error) {
  if (isRecoverable(error)) return error;
  corePromise = null;
  return wrapError(error, 'CRASHED', { message: `The module stopped working: ${readMessage(error)}` });
}

/**
 * Frees the memory of a computation. The memory of a module never shrinks, so an instance that has grown large is dropped.
 *
 * @param {AttendCore} core
 */
function releaseMemory(core) {
  if (core.bytes().buffer.byteLength > maxReusedBytes) corePromise = null;
  core.stop();
}

/**
 * @param {Record<string, Tensor>} tensors with names such as "weights" and "steps.sum"
 * @returns {AttendExtendedResult} with nested groups for names such as "steps.sum"
 */
function groupTensors(tensors) {
  const entries = Object.entries(tensors);
  const groups = extraGroups.map((group) => {
    const own = entries.filter(([name]) => name.startsWith(`${group}.`));
    return [group, Object.fromEntries(own.map(([name, tensor]) => [name.slice(group.length + 1), tensor]))];
  });
  return Object.fromEntries([
    ...entries.filter(([name]) => !name.includes('.')),
    ...groups.filter(([, own]) => Object.keys(own).length > 0),
  ]);
}
