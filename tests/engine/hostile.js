/** Random texts and values for property tests of robustness. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { AttentoscopeError, errorCodes, tryRead } from '../../web/engine/errors.js';

/** @import { ParameterSchema, Value } from '../../web/engine/schema.js' */
/** @typedef {Pick<import('../../web/engine/schema.js').ExperimentOutline, 'name' | 'parameters' | 'presets'>} ExperimentLike */

/** Names of properties that every object inherits. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
];

/** Texts with a special meaning in some formats. */
const awkward = [
  '',
  '%',
  '%00',
  '%ff',
  '%ud800',
  '\0',
  '\ud800',
  '\u202e',
  '#',
  ';',
  '=',
  ',',
  '-0',
  '+1',
  '1e999',
  '1e-999',
  '0x10',
  '9007199254740993',
  'NaN',
  'Infinity',
  'null',
  'true',
  '<img src=x onerror=alert(1)>',
];

/** Any text: letters, lone surrogates, control characters, punctuation. */
export const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...awkward, ...prototypeNames),
);

/**
 * Values that a schema allows, including its bounds.
 *
 * @param {ParameterSchema} schema
 * @param {(name: string) => number} reference returns the value of a parameter that a bound refers to
 * @returns {fc.Arbitrary<Value>}
 */
export function arbitraryValues(schema, reference) {
  /** @param {import('../../web/engine/schema.js').Bound | undefined} bound @param {number} otherwise */
  const number = (bound, otherwise) =>
    bound === undefined ? otherwise : typeof bound === 'string' ? reference(bound) : bound;
  const min = schema.itemMinimum ?? schema.minimum ?? 0;
  const max = Math.max(min, Math.min(number(schema.maximum, 1e6), number(schema.itemLimit, 1e7) - 1));
  const whole = () =>
    fc.oneof(fc.integer({ min, max: Math.floor(max) }), fc.constantFrom(min, Math.floor(max)));
  const real = () => fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max));
  const length = number(schema.length, 3);
  switch (schema.type) {
    case 'integer':
      return whole();
    case 'real':
      return real();
    case 'integers':
    case 'reals':
      return fc.array(schema.type === 'reals' ? real() : whole(), { minLength: length, maxLength: length });
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...(schema.choices ?? []).map(({ value }) => value));
    default:
      return fc.string({ unit: 'grapheme', minLength: schema.minimum ?? 0, maxLength: 20 });
  }
}

/**
 * Valid parameters of an experiment: those of a preset, or random ones.
 *
 * @param {ExperimentLike} experiment
 * @returns {fc.Arbitrary<Record<string, Value>>}
 */
export function arbitraryParameters({ parameters, presets = [] }) {
  /** @param {string} name */
  const usual = (name) => Number(parameters.find((schema) => schema.name === name)?.default);
  const free = parameters.filter(({ length, itemLimit }) => length === undefined && itemLimit === undefined);
  const bound = parameters.filter((schema) => !free.includes(schema));
  /** @param {ParameterSchema[]} schemas @param {(name: string) => number} reference */
  const some = (schemas, reference) =>
    fc.record(
      Object.fromEntries(schemas.map((schema) => [schema.name, arbitraryValues(schema, reference)])),
      {
        requiredKeys: [],
      },
    );
  const own = some(free, usual).chain((parameters) =>
    some(bound, (name) => Number(parameters[name] ?? usual(name))).map((lists) => ({
      ...parameters,
      ...lists,
    })),
  );
  const any =
    presets.length === 0
      ? own
      : fc.oneof(own, fc.constantFrom(...presets.map((preset) => ({ ...preset.parameters }))));
  return /** @type {fc.Arbitrary<Record<string, Value>>} */ (any);
}

/**
 * A text with small damage: characters removed, inserted, replaced or percent-encoded; parts repeated or cut off.
 *
 * @param {string} text
 * @returns {fc.Arbitrary<string>}
 */
export function arbitraryDamage(text) {
  const place = fc.nat(text.length);
  return fc.oneof(
    fc.tuple(place, arbitraryText).map(([at, more]) => text.slice(0, at) + more + text.slice(at)),
    fc.tuple(place, arbitraryText).map(([at, more]) => text.slice(0, at) + more + text.slice(at + 1)),
    fc.tuple(place, place).map(([from, to]) => text.slice(0, from) + text.slice(to)),
    fc
      .tuple(place, place)
      .map(([from, to]) => `${text.slice(0, Math.max(from, to))};${text.slice(Math.min(from, to))}`),
    place.map((at) => text.slice(0, at)),
    place.map((at) =>
      [...text].map((sign, i) => (i === at ? `%${sign.charCodeAt(0).toString(16)}` : sign)).join(''),
    ),
    fc.constantFrom(
      text.toUpperCase(),
      `${text};${text}`,
      text.replaceAll(';', '&'),
      `#${text}`,
      ` ${text} `,
    ),
  );
}

/**
 * Whether a schema allows a value: an independent implementation of the rules.
 *
 * @param {ParameterSchema} schema
 * @param {Value} value
 * @param {(name: string) => number} reference
 * @returns {boolean}
 */
export function isAllowed(schema, value, reference) {
  const { type, minimum = -Infinity, maximum = Infinity, itemLimit = Infinity } = schema;
  /** @param {import('../../web/engine/schema.js').Bound} bound */
  const number = (bound) => (typeof bound === 'string' ? reference(bound) : bound);
  /** @param {unknown} item */
  const fits = (item) =>
    Number.isFinite(item) &&
    Number(item) >= minimum &&
    Number(item) <= number(maximum) &&
    Number(item) < number(itemLimit) &&
    (!type.startsWith('integer') || Number.isSafeInteger(item));
  if (typeof value === 'object')
    return (
      value.every(fits) &&
      value.length === (schema.length === undefined ? value.length : number(schema.length))
    );
  if (typeof value === 'number') return type !== 'integers' && type !== 'reals' && fits(value);
  if (typeof value === 'boolean') return type === 'boolean';
  return type === 'text'
    ? value.length <= (schema.maximumLength ?? 1024)
    : !!schema.choices?.some((choice) => choice.value === value);
}

/** Any value whose access runs no code; for others see `makers`. */
export const arbitraryValue = fc.oneof(
  arbitraryText,
  fc.jsonValue(),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withObjectString: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom(
    ...[-1, -0, 0.5, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, Number.NaN, Number.POSITIVE_INFINITY],
    ...[undefined, null, Symbol('name'), () => 1, new Uint8Array(9), new DataView(new ArrayBuffer(8))],
    new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 40 : 1) }),
    { length: 2 ** 40 },
  ),
);

/**
 * Valid options with one property changed, added or removed; or any other value.
 *
 * @param {Record<string, unknown>} good
 * @returns {fc.Arbitrary<unknown>}
 */
export function arbitraryVariation(good) {
  const name = fc.constantFrom(...Object.keys(good));
  return fc.oneof(
    arbitraryValue,
    fc.tuple(name, arbitraryValue).map(([key, value]) => ({ ...good, [key]: value })),
    fc
      .tuple(fc.oneof(fc.constantFrom(...prototypeNames), arbitraryText), arbitraryValue)
      .map(([key, value]) => ({ ...good, ...Object.fromEntries([[key, value]]) })),
    name.map((key) => Object.fromEntries(Object.entries(good).filter(([property]) => property !== key))),
  );
}

/**
 * Makes a call and expects that it succeeds or fails with a valid AttentoscopeError.
 *
 * @param {() => unknown} call
 * @returns {Promise<{ result: any, refused: boolean }>}
 */
export async function attempt(call) {
  try {
    return { result: await call(), refused: false };
  } catch (error) {
    // The thrown value may throw when it is accessed.
    const kind = tryRead(() => Object.getPrototypeOf(error));
    if (kind !== AttentoscopeError.prototype) throw new Error('a raw exception');
    const { code, parameter, value, expected, message, recoverable } = /** @type {AttentoscopeError} */ (
      error
    );
    expect(errorCodes).toContain(code);
    expect(message).toMatch(/\S/);
    expect([code, recoverable]).toEqual([code, code !== 'DISPOSED']);
    // Other codes may have no parameter: a file that is too short has no particular fault.
    if (code === 'BAD_PARAMETER' || code === 'BAD_INPUT') {
      expect([message, parameter]).toEqual([message, expect.stringMatching(/[\s\S]/)]);
      expect([message, expected]).toEqual([message, expect.stringMatching(/[\s\S]/)]);
    }
    expect(['string', 'number', 'boolean', 'object']).toContain(typeof value);
    expect(JSON.parse(JSON.stringify(error)).code).toBe(code);
    return { result: error, refused: true };
  }
}
