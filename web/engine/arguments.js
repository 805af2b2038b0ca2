/**
 * Checks what callers pass to the public methods and puts it into the form that the messages need. Everything
 * here throws an AttentoscopeError that names the argument, its value and what was expected.
 */

import { AttentoscopeError } from './errors.js';
import { mostFileBytes, mostSteps } from './protocol.js';
import { findSchema, formatValue, noReference, normaliseValue, ownEntries, referenceTo } from './schema.js';

/** @typedef {import('./schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('./schema.js').ParameterSchema} ParameterSchema */
/** @typedef {import('./schema.js').Value} Value */

/** @type {Readonly<ParameterSchema>} */
const speedSchema = { name: 'speed', type: 'real', minimum: 0.1, maximum: 1e9 };
/** @type {Readonly<ParameterSchema>} */
const untilSchema = { name: 'until', type: 'integer', minimum: 0 };
/** @type {Readonly<ParameterSchema>} */
const stepsSchema = { name: 'steps', type: 'integer', minimum: 1, maximum: mostSteps };
/** @type {Readonly<ParameterSchema>} */
const exampleSchema = { name: 'example', type: 'integer', minimum: 0 };

/**
 * @param {unknown} options
 * @returns {{ steps: number, signal: AbortSignal | undefined }}
 */
export function trainOptions(options) {
  const given = ownEntries(options, 'options', ['steps', 'signal']);
  const signal = given.get('signal');
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new AttentoscopeError('BAD_PARAMETER', {
      parameter: 'signal',
      value: signal,
      expected: 'an AbortSignal',
    });
  }
  return { steps: Number(normaliseValue(stepsSchema, given.get('steps'), noReference)), signal };
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
  const parameter = findSchema(experiment.parameters, String(name));
  if (parameter.restart) {
    const live = experiment.parameters.filter(({ restart }) => !restart).map((known) => known.name);
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
  const fields = given.has('example') ? [exampleSchema] : own;
  const extra = [...given.keys()].find((name) => !fields.some((field) => field.name === name));
  if (extra) {
    const expected = 'either an example or an input of your own';
    throw new AttentoscopeError('BAD_INPUT', { parameter: extra, expected });
  }
  return fieldsText(fields, given, referenceTo(experiment, present));
}

/**
 * @param {ExperimentSchema} experiment
 * @param {unknown} options
 * @returns {string} fields as the core reads them
 */
export function attentionRequest(experiment, options) {
  const given = ownEntries(options, 'options', ['example', 'map'], 'BAD_INPUT');
  const choices = experiment.maps.map(({ name, label }) => ({ value: name, label }));
  /** @type {ParameterSchema[]} */
  const fields = [exampleSchema, { name: 'map', type: 'choice', choices }];
  return fieldsText(
    fields.filter(({ name }) => given.has(name)),
    given,
    noReference,
  );
}

/**
 * The caller's bytes as they are now.
 *
 * @param {unknown} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fileBytes(bytes) {
  const isBuffer = bytes instanceof ArrayBuffer;
  if (!isBuffer && !(bytes instanceof Uint8Array)) {
    const expected = 'a Uint8Array or ArrayBuffer';
    throw new AttentoscopeError('BAD_FILE', { parameter: 'bytes', value: bytes, expected });
  }
  if (bytes.byteLength > mostFileBytes) {
    const expected = `at most ${mostFileBytes} bytes`;
    throw new AttentoscopeError('BAD_FILE', { parameter: 'bytes', value: bytes.byteLength, expected });
  }
  return isBuffer ? new Uint8Array(bytes.slice(0)) : new Uint8Array(bytes);
}

/**
 * @param {readonly ParameterSchema[]} fields
 * @param {ReadonlyMap<string, unknown>} given
 * @param {(name: string) => number} reference
 * @returns {string}
 */
function fieldsText(fields, given, reference) {
  const texts = fields.map((field) => {
    const value = normaliseValue(field, given.get(field.name), reference, 'BAD_INPUT');
    return `${field.name}=${encodeURIComponent(formatValue(value))}`;
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
