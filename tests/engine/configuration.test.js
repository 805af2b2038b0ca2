import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findByName, normalizeConfiguration } from '../../web/engine/configuration.js';
import { parseError } from '../../web/engine/error-serialization.js';
import { AttentoscopeError, errorCodes } from '../../web/engine/errors.js';
import { registry } from '../../web/engine/registry.js';
import { normalizeValue } from '../../web/engine/value.js';

/** @import { ParameterSchema } from '../../web/engine/schema.js' */

const experiment = findByName('experiment', registry.experiments, 'context-lookup');

/** @param {unknown} parameters */
const normalizeParameters = (parameters) =>
  normalizeConfiguration(registry, { experiment: experiment.name, parameters }).parameters;

/** @param {() => unknown} run @param {object} fields that the error must have */
const expectError = (run, fields) => expect(run).toThrow(expect.objectContaining(fields));

describe('parameters', () => {
  it('accepts what the registry allows and keeps only what was given', () => {
    const parameters = { contexts: 3, map: [7, 0, 1], learningRate: 0.5 };
    expect(normalizeParameters(parameters)).toEqual(parameters);
    expect(normalizeParameters({})).toEqual({});
    expect(normalizeParameters({ map: undefined })).toEqual({});
  });

  it('copies lists, takes typed arrays and drops the sign of zero', () => {
    const map = [2, 7, 3, 5, 1];
    const clean = normalizeParameters({ map });
    expect(clean.map).not.toBe(map);
    expect(normalizeParameters({ map: new Uint8Array(map) }).map).toEqual(map);
    expect(normalizeParameters({ map: [-0, 1, 2, 3, 4] }).map).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([
    ['learningRate', Number.NaN],
    ['learningRate', 1.5],
    ['learningRate', null],
    ['contexts', 2.5],
    ['map', [2, 7, 3, 5]],
    ['map', [2, 7, 3, 5, 8]],
    ['map', '2,7,3,5,1'],
    ['map', new Array(1e7)],
  ])('refuses %s = %s with name, value and expectation', (name, value) => {
    expectError(() => normalizeParameters({ [name]: value }), {
      code: 'BAD_PARAMETER',
      parameter: name,
      expected: expect.stringMatching(/\d/),
      message: expect.stringContaining(name),
      recoverable: true,
    });
  });

  it('checks a list against the other given parameters', () => {
    const check = (/** @type {number[]} */ map) =>
      normalizeParameters({ map, contexts: 2, sequenceLength: 4 });
    expect(check([3, 3]).map).toEqual([3, 3]);
    expectError(() => check([4, 3]), { parameter: 'map' });
  });

  it.each([['speed'], ['__proto__'], ['constructor'], [''], ['x'.repeat(1e5)]])(
    'rejects the unknown parameter %s',
    (name) => {
      const parameters = JSON.parse(`{${JSON.stringify(name)}: 1}`);
      const message = expect.stringMatching(/^.{1,299}$/s);
      expectError(() => normalizeParameters(parameters), { code: 'BAD_PARAMETER', message });
    },
  );

  it.each([['map'], [[1]]])('rejects %s as parameters', (parameters) => {
    expectError(() => normalizeParameters(parameters), { parameter: 'parameters' });
  });

  it('checks experiment and seed', () => {
    const check = (/** @type {object} */ seeds) =>
      normalizeConfiguration(registry, { experiment: 'context-lookup', ...seeds }).seed;
    expect([check({}), check({ seed: 0 })]).toEqual([7, 0]);
    for (const seed of [-1, 4294967296, 1.5, '7', Number.NaN])
      expectError(() => check({ seed }), { parameter: 'seed' });
    const expected = expect.stringContaining('context-lookup');
    expectError(() => normalizeConfiguration(registry, {}), { expected });
  });
});

describe('AttentoscopeError', () => {
  it('survives structured clone and JSON', () => {
    const cause = new TypeError('below');
    const error = new AttentoscopeError('BAD_PARAMETER', {
      parameter: 'a',
      value: [1, {}],
      expected: 'b',
      cause,
    });
    for (const copy of [structuredClone(error.toJSON()), JSON.parse(JSON.stringify(error))]) {
      const back = parseError(copy);
      expect(back).toBeInstanceOf(AttentoscopeError);
      expect(back).toMatchObject({ code: 'BAD_PARAMETER', parameter: 'a', expected: 'b', recoverable: true });
      expect(back.value).toBe('[1, [object Object]]');
      expect(back.message).toBe(error.message);
      expect(back.cause).toBe('TypeError: below');
    }
  });

  it('is created from any value', () => {
    fc.assert(
      fc.property(fc.anything(), (rubbish) => {
        const error = parseError(rubbish);
        expect(errorCodes).toContain(error.code);
        expect(error.message.length).toBeGreaterThan(0);
      }),
    );
  });

  it('is not recoverable for the codes that end a scope', () => {
    expect(errorCodes.filter((code) => !new AttentoscopeError(code).recoverable)).toEqual([
      'BOOT_BLOCKED',
      'BOOT_FAILED',
      'NO_SIMD',
      'DISPOSED',
    ]);
  });

  it('keeps values short and primitive', () => {
    /** @type {unknown[]} */
    const cyclic = [];
    cyclic.push(cyclic, cyclic);
    for (const value of ['x'.repeat(1e6), cyclic, Symbol('s'), () => 1, {}, 10n]) {
      const error = new AttentoscopeError('BAD_INPUT', { parameter: 'p', value });
      expect(typeof error.value).toBe('string');
      expect(String(error.value).length).toBeLessThan(90);
      expect(error.message.length).toBeLessThan(200);
    }
  });
});

/** @param {object} options */
const normalizeWith = (options) =>
  normalizeConfiguration(registry, { experiment: 'feature-attention', ...options }).parameters;

it('presets stand for their parameters, and given parameters override them', () => {
  expect(normalizeWith({ preset: 'small-data' })).toEqual({ examples: 500, epochs: 3000 });
  const parameters = { examples: undefined, epochs: 1, features: 5 };
  expect(normalizeWith({ preset: 'small-data', parameters })).toEqual({
    examples: 500,
    epochs: 1,
    features: 5,
  });
  expect(normalizeWith({ preset: undefined })).toEqual({});
});

it.each(['wider', null, 'toString'])('presets refuses %o and lists the existing ones', (preset) => {
  expectError(() => normalizeWith({ preset }), {
    code: 'BAD_PARAMETER',
    parameter: 'preset',
    expected: expect.stringMatching(/^one of: article, hundred-features, /),
  });
  const expected = expect.stringMatching(/no presets/);
  expectError(() => normalizeWith({ preset, experiment: 'context-lookup' }), { expected });
});

/** @type {ParameterSchema} */
const sentence = { name: 'sentence', type: 'text', minimum: 1, maximum: 20 };

it('texts are counted in bytes', () => {
  expect(normalizeValue(sentence, '🙂'.repeat(5))).toBe('🙂'.repeat(5));
  for (const wrong of ['', 'a'.repeat(21), '🙂'.repeat(5).concat('a'), 'ü'.repeat(11), 5, null, ['a']]) {
    expectError(() => normalizeValue(sentence, wrong, 'BAD_INPUT'), {
      code: 'BAD_INPUT',
      parameter: 'sentence',
      expected: 'a text of 1 to 20 bytes',
    });
  }
});
