/**
 * Checks, parses and formats one typed value by its schema. There is one rule for each type; nothing depends on an
 * experiment.
 */

import { rejectArgument } from './errors.js';
import { createParameterGetter, findSchema } from './schema.js';

/** @import { Bound, ExperimentSchema, ParameterSchema, Value } from './schema.js' */

/** Longest list whose items are read. */
const maxListLength = 4096;

/** Longest text value when its schema names no length. */
const maxTextLength = 1024;

/** A decimal number: no hexadecimal, no spaces, no NaN or Infinity. */
const numberPattern = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Copies a list after checking its length.
 *
 * @param {unknown} list an array, or a typed array of numbers
 * @param {number} maxItems
 * @returns {unknown[] | Float32Array | Float64Array | null} null: not a list, or too long
 */
export function readListItems(list, maxItems) {
  const isList = Array.isArray(list) || (ArrayBuffer.isView(list) && !(list instanceof DataView));
  const items = /** @type {unknown[]} */ (list);
  if (!isList || items.length > maxItems) return null;
  if (items.length === 0) return []; // also for a detached buffer, which cannot be copied
  return list instanceof Float32Array || list instanceof Float64Array ? list.slice() : Array.from(items);
}

/**
 * Checks one value and returns it normalized (a new array for lists, no negative zero).
 *
 * @param {ParameterSchema} schema
 * @param {unknown} value
 * @param {'BAD_PARAMETER' | 'BAD_INPUT'} [code]
 * @param {(name: string) => number} [getParameter] returns the value of a parameter that a bound refers to
 * @returns {Value}
 * @throws {AttentoscopeError}
 */
export function normalizeValue(schema, value, code = 'BAD_PARAMETER', getParameter = () => Number.NaN) {
  /** @param {string} expected @param {unknown} [offender] @returns {never} */
  const refuse = (expected, offender = value) => rejectArgument(schema.name, offender, expected, code);
  switch (schema.type) {
    case 'integer':
    case 'real': {
      const rule = createNumberRule(schema, getParameter);
      return rule.accepts(value) ? Number(value) + 0 : refuse(rule.expected);
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse('true or false');
    case 'choice': {
      const choices = schema.choices ?? [];
      const chosen = choices.find((choice) => choice.value === value);
      return chosen ? chosen.value : refuse(`one of: ${choices.map((choice) => choice.value).join(', ')}`);
    }
    case 'text': {
      const { minimum = 0, maximum, maximumLength } = schema;
      const longest =
        maximumLength ?? (maximum === undefined ? maxTextLength : resolveBound(maximum, getParameter));
      const counted = maximumLength === undefined && maximum !== undefined ? 'bytes' : 'characters';
      const range = minimum > 0 ? `${minimum} to ${longest}` : `at most ${longest}`;
      if (typeof value !== 'string' || value.length > longest) return refuse(`a text of ${range} ${counted}`);
      const size = counted === 'bytes' ? new TextEncoder().encode(value).length : value.length;
      return size >= minimum && size <= longest ? value : refuse(`a text of ${range} ${counted}`);
    }
    case 'integers':
    case 'reals': {
      const rule = createNumberRule(schema, getParameter);
      const length = schema.length === undefined ? undefined : resolveBound(schema.length, getParameter);
      const maxLength = length ?? schema.maximumLength ?? maxListLength;
      const expected = `a list of ${length ?? `at most ${maxLength}`} with each item ${rule.expected}`;
      const items = readListItems(value, maxLength);
      if (!items || items.length !== (length ?? items.length)) return refuse(expected);
      const wrong = Array.prototype.findIndex.call(items, (item) => !rule.accepts(item));
      return wrong < 0
        ? Array.from(items, (item) => Number(item) + 0)
        : refuse(`${expected} (item ${wrong} is not)`);
    }
  }
}

/**
 * Checks values by name. Lists are checked last, because their length and range may refer to other values.
 *
 * @param {ExperimentSchema} experiment
 * @param {readonly ParameterSchema[]} schemas of all values
 * @param {Iterable<readonly [string, unknown]>} entries
 * @param {(error: unknown) => void} [report] is called with the error of each value that is left out; without it, the first
 *   error is thrown
 * @returns {Record<string, Value>}
 */
export function normalizeValues(experiment, schemas, entries, report) {
  /** @type {Record<string, Value>} */
  const values = {};
  const getParameter = createParameterGetter(experiment, values);
  const isListName = (/** @type {string} */ key) => isList(schemas.find(({ name }) => name === key));
  const sorted = [...entries].sort(([a], [b]) => Number(isListName(a)) - Number(isListName(b)));
  for (const [name, value] of sorted) {
    try {
      values[name] = normalizeValue(findSchema(schemas, name), value, 'BAD_PARAMETER', getParameter);
    } catch (error) {
      if (!report) throw error;
      report(error);
    }
  }
  return values;
}

/**
 * Parses a value from text (a URL fragment, an attribute); the result must still be checked by `normalizeValue`.
 *
 * @param {ParameterSchema} schema
 * @param {string} text
 * @returns {unknown} the typed value, or the text itself when it cannot be parsed as the type
 */
export function parseValue(schema, text) {
  switch (schema.type) {
    case 'integer':
    case 'real':
      return parseNumber(text);
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text);
    case 'integers':
    case 'reals':
      return text === '' ? [] : text.split(',', maxListLength + 1).map(parseNumber);
    default:
      return text;
  }
}

/** @param {Value | undefined} a @param {Value | undefined} b @returns {boolean} */
export const isSameValue = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** @param {ParameterSchema | undefined} schema @returns {boolean} */
const isList = (schema) => schema?.type === 'integers' || schema?.type === 'reals';

/** @param {string} text @returns {number | string} */
const parseNumber = (text) => (numberPattern.test(text) ? Number(text) : text);

/**
 * Creates the check of a number or of an item of a list, and its description for errors.
 *
 * @param {ParameterSchema} schema
 * @param {(name: string) => number} getParameter
 * @returns {{ accepts: (value: unknown) => boolean, expected: string }}
 */
function createNumberRule(schema, getParameter) {
  const isInteger = schema.type === 'integer' || schema.type === 'integers';
  const minimum = schema.itemMinimum ?? schema.minimum ?? Number.NEGATIVE_INFINITY;
  const limit = schema.itemLimit ?? schema.limit;
  const resolvedLimit = limit === undefined ? Number.POSITIVE_INFINITY : resolveBound(limit, getParameter);
  const maximum =
    schema.maximum === undefined ? Number.POSITIVE_INFINITY : resolveBound(schema.maximum, getParameter);
  const inclusiveMaximum = isInteger ? Math.min(maximum, resolvedLimit - 1) : maximum;
  const range = [
    Number.isFinite(minimum) && `from ${minimum}`,
    Number.isFinite(inclusiveMaximum) && `to ${inclusiveMaximum}`,
    !isInteger && Number.isFinite(resolvedLimit) && `below ${resolvedLimit}`,
  ];
  return {
    accepts: (value) =>
      typeof value === 'number' &&
      (isInteger ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
      value >= minimum &&
      value <= inclusiveMaximum &&
      value < resolvedLimit,
    expected: [isInteger ? 'an integer' : 'a number', ...range.filter(Boolean)].join(' '),
  };
}

/** @param {Bound} bound @param {(name: string) => number} getParameter @returns {number} */
const resolveBound = (bound, getParameter) => (typeof bound === 'number' ? bound : getParameter(bound));
