/** Random texts and values for property tests of robustness. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { AttentoscopeError, errorCodes } from '../../web/engine/errors.js';

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
const awkward =
  '%|%00|%ff|\0|\ud800|\u202e|#|;|=|,|-0|+1|1e999|0x10|9007199254740993|NaN|Infinity|null|true|<img>'.split(
    '|',
  );

/** Any text: letters, lone surrogates, control characters, punctuation. */
export const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...awkward, ...prototypeNames),
);

/** Any value whose access runs no code. */
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
    if (!(error instanceof AttentoscopeError)) throw error;
    const { code, parameter, value, expected, message, recoverable } = error;
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
