/**
 * Checks the arguments of public methods and converts them to the form of the protocol. All functions throw an
 * AttentoscopeError that names the argument, its value and what was expected.
 */

import { ownEntries } from './configuration.js';
import { AttentoscopeError, tryRead } from './errors.js';
import { lengthOf } from './given.js';
import { encodeField } from './link.js';
import { maxFileBytes, maxSteps } from './protocol.js';
import { findSchema, referenceTo } from './schema.js';
import { formatValue, noReference, normaliseValue } from './value.js';

/** @import { ExperimentSchema, ParameterSchema, Value } from './schema.js' */

/** @type {Readonly<ParameterSchema>} */
const speedSchema = { name: 'speed', type: 'real', minimum: 0.1, maximum: 1e9 };
/** @type {Readonly<ParameterSchema>} */
const untilSchema = { name: 'until', type: 'integer', minimum: 0 };
/** @type {Readonly<ParameterSchema>} */
const stepsSchema = { name: 'steps', type: 'integer', minimum: 1, maximum: maxSteps };
/** @type {Readonly<ParameterSchema>} */
const trainingSchema = { name: 'training', type: 'boolean', default: false };
/** @type {Readonly<ParameterSchema>} */
const trainedOnSchema = { name: 'steps', type: 'integer', minimum: 1, maximum: 1000, default: 50 };
/** @type {Readonly<ParameterSchema>} */
const exampleSchema = { name: 'example', type: 'integer', minimum: 0 };

/** @type {Readonly<ParameterSchema>} */
const stepSchema = { name: 'step', type: 'integer', minimum: 0, maximum: maxSteps };

/** @type {ParameterSchema} */
const rowSchema = { name: 'row', type: 'integer', minimum: 0 };

/** @type {ParameterSchema} */
const headSchema = { name: 'head', type: 'integer', minimum: 0 };

/** @type {ParameterSchema} */
const testSchema = {
  name: 'test',
  type: 'choice',
  choices: ['permute', 'uniform', 'leave-out', 'search'].map((value) => ({ value, label: value })),
};

/** @param {ExperimentSchema} experiment @returns {ParameterSchema} */
const mapSchema = ({ maps }) => ({
  name: 'map',
  type: 'choice',
  choices: maps.map(({ name, label }) => ({ value: name, label })),
});

/**
 * @param {unknown} options
 * @returns {{ steps: number, signal: AbortSignal | undefined }}
 */
export function trainOptions(options) {
  const given = ownEntries(options, 'options', ['steps', 'signal']);
  const signal = abortSignal(given.get('signal'));
  return { steps: Number(normaliseValue(stepsSchema, given.get('steps'), noReference)), signal };
}

/**
 * @param {unknown} options
 * @returns {{ training: boolean, steps: number }}
 */
export function pytorchOptions(options = {}) {
  const given = ownEntries(options, 'options', ['training', 'steps']);
  /** @param {Readonly<ParameterSchema>} schema */
  const read = (schema) => normaliseValue(schema, given.get(schema.name) ?? schema.default, noReference);
  return { training: read(trainingSchema) === true, steps: Number(read(trainedOnSchema)) };
}

/**
 * @param {unknown} step
 * @returns {number}
 */
export function batchStep(step) {
  return Number(normaliseValue(stepSchema, step, noReference, 'BAD_INPUT'));
}

/** Our own signals by the callers' signals that they follow. @type {WeakMap<AbortSignal, AbortSignal>} */
const followers = new WeakMap();

/**
 * A signal that follows the caller's signal. An object that is not a real AbortSignal fails here, not during a call.
 *
 * @param {unknown} signal
 * @returns {AbortSignal | undefined}
 */
export function abortSignal(signal) {
  if (signal === undefined) return undefined;
  const own = tryRead(() => signal instanceof AbortSignal && (followers.get(signal) ?? followerOf(signal)));
  if (own) return own;
  throw new AttentoscopeError('BAD_PARAMETER', {
    parameter: 'signal',
    value: signal,
    expected: 'an AbortSignal',
  });
}

/** @param {AbortSignal} signal @returns {AbortSignal} */
function followerOf(signal) {
  const own = new AbortController();
  if (signal.aborted) own.abort();
  else signal.addEventListener('abort', () => own.abort(), { once: true });
  followers.set(signal, own.signal);
  return own.signal;
}

/**
 * @param {unknown} options
 * @param {number} presentSpeed
 * @returns {{ speed: number, until: number }}
 */
export function runOptions(options, presentSpeed) {
  const given = ownEntries(options, 'options', ['speed', 'until']);
  return {
    speed: speed(given.get('speed') ?? presentSpeed),
    until: unlimited(untilSchema, given.get('until') ?? Number.POSITIVE_INFINITY),
  };
}

/**
 * @param {unknown} value steps per second
 * @returns {number}
 */
export function speed(value) {
  return unlimited(speedSchema, value);
}

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} name
 * @param {unknown} value
 * @returns {Value}
 */
export function liveParameter(experiment, present, name, value) {
  const parameter = findSchema(experiment.parameters, name);
  if (parameter.restart !== false) {
    const live = experiment.parameters.filter(({ restart }) => restart === false).map(({ name }) => name);
    const expected = `a parameter that may change during a run: ${live.join(', ')}`;
    const message = `${parameter.name} cannot change during a run; expected ${expected}`;
    throw new AttentoscopeError('BAD_PARAMETER', { parameter: parameter.name, value, expected, message });
  }
  return normaliseValue(parameter, value, referenceTo(experiment, present));
}

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} input
 * @returns {string} fields as the core reads them
 */
export function predictInput(experiment, present, input) {
  const own = experiment.inputs;
  const given = ownEntries(input, 'input', ['example', ...own.map((field) => field.name)], 'BAD_INPUT');
  const optional = own.filter((field) => field.default !== undefined);
  const fields = given.has('example') ? [exampleSchema, ...optional] : own;
  const extra = [...given.keys()].find((name) => !fields.some((field) => field.name === name));
  if (extra) {
    const expected = 'either an example or an input of your own';
    throw new AttentoscopeError('BAD_INPUT', { parameter: extra, expected });
  }
  return fieldsText(fields, given, referenceTo(experiment, present));
}

/**
 * @param {ExperimentSchema} experiment
 * @param {Record<string, Value>} present effective parameters
 * @param {unknown} request
 * @returns {string} fields as the core reads them
 */
export function explainRequest(experiment, present, request) {
  const own = [testSchema, mapSchema(experiment), headSchema, rowSchema];
  const names = ['example', ...experiment.inputs.map(({ name }) => name), ...own.map(({ name }) => name)];
  const given = ownEntries(request, 'request', names, 'BAD_INPUT');
  const fields = own.filter(({ name }) => name === 'test' || given.has(name));
  const input = Object.fromEntries([...given].filter(([name]) => !own.some((field) => field.name === name)));
  return `${fieldsText(fields, given, noReference)};${predictInput(experiment, present, input)}`;
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} options
 * @returns {string} fields as the core reads them
 */
export function attentionRequest(experiment, options) {
  const given = ownEntries(options, 'options', ['example', 'map'], 'BAD_INPUT');
  const fields = [exampleSchema, mapSchema(experiment)];
  return fieldsText(
    fields.filter(({ name }) => given.has(name)),
    given,
    noReference,
  );
}

/**
 * @param {ExperimentSchema} experiment
 * @param {number} largest largest number of weights of a map of this run
 * @param {unknown} request
 * @returns {{ request: string, weights: Float32Array }}
 */
export function scoreRequest(experiment, largest, request) {
  const given = ownEntries(request, 'request', ['example', 'map', 'weights'], 'BAD_INPUT');
  /** @type {ParameterSchema} */
  const schema = { name: 'weights', type: 'reals', minimum: 0, maximumLength: largest };
  const weights = normaliseValue(schema, given.get('weights'), noReference, 'BAD_INPUT');
  given.delete('weights');
  return {
    request: attentionRequest(experiment, Object.fromEntries(given)),
    weights: Float32Array.from(/** @type {number[]} */ (weights)),
  };
}

/**
 * Copies the caller's bytes.
 *
 * @param {unknown} bytes
 * @param {number} [most] bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fileBytes(bytes, most = maxFileBytes) {
  return copiedBytes(bytes, 'bytes', most);
}

/**
 * Copies the caller's own data; text is encoded as UTF-8.
 *
 * @param {ExperimentSchema} experiment
 * @param {unknown} data
 * @returns {Uint8Array<ArrayBuffer> | null} null: no data
 */
export function ownData({ name, data: described }, data) {
  if (data === undefined) return null;
  if (!described) {
    const expected = `nothing: ${name} makes its own data`;
    throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'data', value: data, expected });
  }
  // A text has at least as many bytes as UTF-16 units, so one with too many units is not encoded.
  if (typeof data !== 'string') return copiedBytes(data, 'data', described.maximumBytes, 'a string, ');
  const bytes = data.length > described.maximumBytes ? data : new TextEncoder().encode(data);
  if (bytes.length > described.maximumBytes) throw tooLarge('data', bytes.length, described.maximumBytes);
  return /** @type {Uint8Array<ArrayBuffer>} */ (bytes);
}

/**
 * @param {unknown} bytes
 * @param {string} parameter
 * @param {number} most bytes
 * @param {string} [others] other accepted types, for errors
 * @returns {Uint8Array<ArrayBuffer>}
 */
function copiedBytes(bytes, parameter, most, others = '') {
  // The view of a real buffer; undefined for a detached one, from which no array can be created.
  const view = tryRead(() =>
    bytes instanceof Uint8Array
      ? bytes
      : new Uint8Array(new DataView(/** @type {ArrayBuffer} */ (bytes)).buffer),
  );
  const size = lengthOf(view);
  if (size !== undefined && size > most) throw tooLarge(parameter, size, most);
  const copy = tryRead(() => size !== undefined && new Uint8Array(/** @type {Uint8Array} */ (view)));
  if (copy) return copy;
  const expected = `${others}a Uint8Array or ArrayBuffer that is not detached`;
  throw new AttentoscopeError('BAD_FILE', { parameter, value: bytes, expected });
}

/**
 * @param {string} parameter
 * @param {number} size
 * @param {number} most
 */
function tooLarge(parameter, size, most) {
  return new AttentoscopeError('BAD_FILE', { parameter, value: size, expected: `at most ${most} bytes` });
}

/**
 * @param {readonly ParameterSchema[]} fields
 * @param {ReadonlyMap<string, unknown>} given
 * @param {(name: string) => number} reference
 * @returns {string}
 */
function fieldsText(fields, given, reference) {
  const texts = fields.map((field) => {
    const value = normaliseValue(field, given.get(field.name) ?? field.default, reference, 'BAD_INPUT');
    return `${field.name}=${encodeField(formatValue(value))}`;
  });
  return texts.join(';');
}

/**
 * A number within its range, or Infinity for "no limit".
 *
 * @param {ParameterSchema} schema
 * @param {unknown} value
 * @returns {number}
 */
function unlimited(schema, value) {
  if (value === Number.POSITIVE_INFINITY) return value;
  return Number(normaliseValue(schema, value, noReference));
}
