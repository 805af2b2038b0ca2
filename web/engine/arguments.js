/**
 * Checks the arguments of public methods and converts them to the form of the protocol. All functions throw an
 * AttentoscopeError that names the argument, its value and what was expected.
 */

import { readEntries } from './configuration.js';
import { AttentoscopeError, rejectArgument } from './errors.js';
import { maxFileBytes, maxSteps } from './protocol.js';
import { createParameterGetter, findSchema } from './schema.js';
import { normalizeValue } from './value.js';

/** @import { ExperimentSchema, ParameterSchema, Value } from './schema.js' */

/** @type {Readonly<ParameterSchema>} */
const speedSchema = { name: 'speed', type: 'real', minimum: 0.1, maximum: 1e9 };
/** The schema of a number that counts from 0. @param {string} name @returns {Readonly<ParameterSchema>} */
export const createIndexSchema = (name) => ({ name, type: 'integer', minimum: 0 });
const untilSchema = createIndexSchema('until');
export const exampleSchema = createIndexSchema('example');

/** @param {readonly string[]} values */
export const labelChoicesByValue = (values) => values.map((value) => ({ value, label: value }));

/** @param {ExperimentSchema} experiment @returns {ParameterSchema} */
export const createMapSchema = ({ maps }) => ({
  name: 'map',
  type: 'choice',
  choices: maps.map(({ name, label }) => ({ value: name, label })),
});

/**
 * @param {unknown} options
 * @returns {{ steps: number, signal: AbortSignal | undefined }}
 */
export function readTrainOptions(options) {
  const entries = readEntries(options, 'options', ['steps', 'signal']);
  const signal = readAbortSignal(entries.get('signal'));
  return { steps: readInteger('steps', entries.get('steps'), 1), signal };
}

/**
 * @param {unknown} options
 * @returns {{ training: boolean, steps: number }}
 */
export function readPytorchOptions(options = {}) {
  const entries = readEntries(options, 'options', ['training', 'steps']);
  const training = readBoolean('training', entries.get('training') ?? false);
  return { training, steps: readInteger('steps', entries.get('steps') ?? 50, 1, 1000) };
}

/**
 * @param {unknown} step
 * @returns {number}
 */
export function readBatchStep(step) {
  return readInteger('step', step, 0, maxSteps, 'BAD_INPUT');
}

/**
 * @param {string} name
 * @param {unknown} value
 * @param {number} minimum
 * @param {number} [maximum]
 * @param {'BAD_PARAMETER' | 'BAD_INPUT'} [code]
 * @returns {number}
 */
export function readInteger(name, value, minimum, maximum = maxSteps, code = 'BAD_PARAMETER') {
  return Number(normalizeValue({ name, type: 'integer', minimum, maximum }, value, code));
}

/** @param {string} name @param {unknown} value @returns {boolean} */
export function readBoolean(name, value) {
  return normalizeValue({ name, type: 'boolean' }, value) === true;
}

/** @param {unknown} signal @returns {AbortSignal | undefined} */
export function readAbortSignal(signal) {
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  return rejectArgument('signal', signal, 'an AbortSignal');
}

/**
 * @param {unknown} options
 * @param {number} presentSpeed
 * @returns {{ speed: number, until: number }}
 */
export function readRunOptions(options, presentSpeed) {
  const entries = readEntries(options, 'options', ['speed', 'until']);
  return {
    speed: readSpeed(entries.get('speed') ?? presentSpeed),
    until: normalizeOrInfinity(untilSchema, entries.get('until') ?? Number.POSITIVE_INFINITY),
  };
}

/**
 * @param {unknown} value steps per second
 * @returns {number}
 */
export function readSpeed(value) {
  return normalizeOrInfinity(speedSchema, value);
}

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} name
 * @param {unknown} value
 * @returns {Value}
 */
export function readLiveParameter(experiment, present, name, value) {
  const parameter = findSchema(experiment.parameters, name);
  if (parameter.restart !== false) {
    const live = experiment.parameters.filter(({ restart }) => restart === false).map(({ name }) => name);
    const expected = `a parameter that may change during a run: ${live.join(', ')}`;
    const message = `${parameter.name} cannot change during a run; expected ${expected}`;
    throw new AttentoscopeError('BAD_PARAMETER', { parameter: parameter.name, value, expected, message });
  }
  return normalizeValue(parameter, value, 'BAD_PARAMETER', createParameterGetter(experiment, present));
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} options
 * @returns {Record<string, Value>}
 */
export function readAttentionRequest(experiment, options) {
  const entries = readEntries(options, 'options', ['example', 'map'], 'BAD_INPUT');
  return readPresentFields([exampleSchema, createMapSchema(experiment)], entries);
}

/**
 * @param {ExperimentSchema} experiment
 * @param {number} largest largest number of weights of a map of this run
 * @param {unknown} request
 * @returns {{ request: Record<string, Value>, weights: Float32Array }}
 */
export function readScoreRequest(experiment, largest, request) {
  const entries = readEntries(request, 'request', ['example', 'map', 'weights'], 'BAD_INPUT');
  const weights = readWeights('weights', entries, largest);
  entries.delete('weights');
  return { request: readAttentionRequest(experiment, Object.fromEntries(entries)), weights };
}

/**
 * @param {number} largest largest number of weights of a map of this run
 * @param {unknown} maps
 * @returns {{ first: Float32Array, second: Float32Array, columns: number }}
 */
export function readTwoMaps(largest, maps) {
  const entries = readEntries(maps, 'maps', ['first', 'second', 'columns'], 'BAD_INPUT');
  const columns = readInteger('columns', entries.get('columns'), 1, Number.POSITIVE_INFINITY, 'BAD_INPUT');
  const first = readWeights('first', entries, largest);
  return { first, second: readWeights('second', entries, largest), columns };
}

/**
 * @param {string} name
 * @param {ReadonlyMap<string, unknown>} entries
 * @param {number} largest largest number of weights
 */
function readWeights(name, entries, largest) {
  /** @type {ParameterSchema} */
  const schema = { name, type: 'reals', minimum: 0, maximumLength: largest };
  return Float32Array.from(/** @type {number[]} */ (normalizeValue(schema, entries.get(name), 'BAD_INPUT')));
}

/**
 * Copies the caller's bytes.
 *
 * @param {unknown} bytes
 * @param {number} [maxBytes]
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function copyFileBytes(bytes, maxBytes = maxFileBytes) {
  return copyBytes(bytes, 'bytes', maxBytes);
}

/**
 * Copies the caller's own data; text is encoded as UTF-8.
 *
 * @param {ExperimentSchema} experiment
 * @param {unknown} data
 * @returns {Uint8Array<ArrayBuffer> | null} null: no data
 */
export function copyOwnData({ name, data: described }, data) {
  if (data === undefined) return null;
  if (!described) return rejectArgument('data', data, `nothing: ${name} makes its own data`);
  // A text has at least as many bytes as UTF-16 units, so a text with too many units is rejected without encoding.
  if (typeof data !== 'string') return copyBytes(data, 'data', described.maximumBytes, 'a string, ');
  const bytes = data.length > described.maximumBytes ? data : new TextEncoder().encode(data);
  if (bytes.length > described.maximumBytes)
    rejectArgument('data', bytes.length, `at most ${described.maximumBytes} bytes`, 'BAD_FILE');
  return /** @type {Uint8Array<ArrayBuffer>} */ (bytes);
}

/**
 * @param {unknown} bytes
 * @param {string} parameter
 * @param {number} maxBytes
 * @param {string} [others] other accepted types, for errors
 * @returns {Uint8Array<ArrayBuffer>}
 */
function copyBytes(bytes, parameter, maxBytes, others = '') {
  const isBytes = bytes instanceof Uint8Array || bytes instanceof ArrayBuffer;
  if (isBytes && bytes.byteLength > maxBytes)
    rejectArgument(parameter, bytes.byteLength, `at most ${maxBytes} bytes`, 'BAD_FILE');
  try {
    if (isBytes) return new Uint8Array(bytes instanceof ArrayBuffer ? bytes.slice(0) : bytes);
  } catch {
    // The buffer is detached.
  }
  const expected = `${others}a Uint8Array or ArrayBuffer that is not detached`;
  return rejectArgument(parameter, bytes, expected, 'BAD_FILE');
}

/**
 * @param {readonly ParameterSchema[]} fields
 * @param {ReadonlyMap<string, unknown>} entries
 * @param {(name: string) => number} [getParameter]
 * @returns {Record<string, Value>}
 */
export function readFields(fields, entries, getParameter) {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      normalizeValue(field, entries.get(field.name) ?? field.default, 'BAD_INPUT', getParameter),
    ]),
  );
}

/**
 * Reads those of the fields that are given.
 *
 * @param {readonly ParameterSchema[]} fields
 * @param {ReadonlyMap<string, unknown>} entries
 */
export function readPresentFields(fields, entries) {
  return readFields(
    fields.filter(({ name }) => entries.has(name)),
    entries,
  );
}

/**
 * Checks a number against its range; Infinity for "no limit" is also accepted.
 *
 * @param {ParameterSchema} schema
 * @param {unknown} value
 * @returns {number}
 */
function normalizeOrInfinity(schema, value) {
  if (value === Number.POSITIVE_INFINITY) return value;
  return Number(normalizeValue(schema, value));
}
