/** `attend` on the real module, held against what PyTorch computed for tests/golden/attention.safetensors. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeTensors } from '../../web/engine/tensors.js';
import { attend, mechanisms } from '../../web/index.js';

/** @typedef {import('../../web/engine/tensors.js').Tensor} Tensor */

const golden = decodeTensors(readFileSync(new URL('../golden/attention.safetensors', import.meta.url)));

/** @param {string} name @returns {Tensor} */
const tensor = (name) => {
  const found = golden[name];
  if (!found) throw new Error(`no ${name} in the golden file`);
  return found;
};

/**
 * Relative to the largest wanted number, as the core's own tests.
 * @param {readonly Tensor[]} got @param {Tensor} wanted
 */
function expectClose(got, wanted) {
  const all = got.flatMap(({ data }) => [...data]);
  expect(all).toHaveLength(wanted.data.length);
  const largest = Math.max(...wanted.data.map(Math.abs));
  for (const [i, value] of wanted.data.entries())
    expect(Math.abs(all[i] - value)).toBeLessThanOrEqual(1e-5 * largest);
}

const luong = { q: 'query', k: 'key', v: 'value' };

describe('equals PyTorch', () => {
  /** @type {[string, string, Record<string, string>, Record<string, string | number | boolean>][]} */
  const cases = [
    ['feature_gate', 'feature-gate', { x: 'value', w: 'weight', b: 'bias' }, {}],
    ['feature_gate_one', 'feature-gate', { x: 'value', w: 'weight', b: 'bias' }, {}],
    ['feature_gate_257', 'feature-gate', { x: 'value', w: 'weight', b: 'bias' }, {}],
    ['pooling', 'pooling', { h: 'value', w: 'weight', b: 'bias' }, {}],
    ['pooling_mask', 'pooling', { h: 'value', w: 'weight', b: 'bias', mask: 'mask' }, {}],
    ['mean_pooling', 'mean-pooling', { h: 'value' }, {}],
    ['mean_pooling_mask', 'mean-pooling', { h: 'value', mask: 'mask' }, {}],
    ['additive_pooling', 'additive-pooling', { h: 'value', w: 'weight', b: 'bias', z: 'v' }, {}],
    [
      'additive_pooling_mask',
      'additive-pooling',
      { h: 'value', w: 'weight', b: 'bias', z: 'v', mask: 'mask' },
      {},
    ],
    ['dot', 'dot', luong, {}],
    ['dot_mask', 'dot', { ...luong, mask: 'mask' }, {}],
    ['dot_empty', 'dot', { ...luong, mask: 'mask' }, {}],
    ['dot_large', 'dot', luong, {}],
    ['dot_tiny', 'dot', luong, {}],
    ['dot_one', 'dot', luong, {}],
    ['dot_257', 'dot', luong, {}],
    ['general', 'general', { ...luong, w: 'weight' }, {}],
    ['concat', 'concat', { ...luong, w: 'weight', z: 'v' }, {}],
    ['additive', 'additive', { ...luong, w: 'weight', u: 'keyWeight', z: 'v' }, {}],
    ['additive_mask', 'additive', { ...luong, w: 'weight', u: 'keyWeight', z: 'v', mask: 'mask' }, {}],
    ['location', 'location', { q: 'query', v: 'value', w: 'weight' }, {}],
    ['scaled_dot', 'scaled-dot', luong, {}],
    ['scaled_dot_by_width', 'scaled-dot', { ...luong, mask: 'mask' }, { scale: 1 / 6 }],
    ['scaled_dot_causal', 'scaled-dot', { ...luong, mask: 'mask' }, { causal: true }],
  ];
  test.each(cases)('%s', async (prefix, mechanism, names, options) => {
    const inputs = Object.fromEntries(
      Object.entries(names).map(([own, name]) => [name, tensor(`${prefix}.${own}`)]),
    );
    const { scores, weights, context } = await attend(mechanism, { ...inputs, ...options });
    expectClose([scores, weights, context], tensor(`${prefix}.y`));
  });
});

test('every mechanism of the list is computed, and says what it takes', async () => {
  /** @type {Record<string, number>} */
  const extents = { B: 2, T: 3, S: 4, H: 5, K: 5, M: 6, A: 7, D: 8, C: 9, L: 6, R: 9, P: 25 };
  for (const { name, inputs, formula } of mechanisms()) {
    expect(formula).not.toBe('');
    const given = inputs.map(({ name, shape, type }) => {
      const list = shape.split(' ').map((word) => {
        const parts = word.split('+').map((part) => extents[part] ?? Number(part));
        return parts.reduce((sum, part) => sum + part, 0);
      });
      const size = list.reduce((product, extent) => product * extent, 1);
      const data = Array.from({ length: size }, (_, i) =>
        type === 'integers' ? i % 2 : Math.sin(i + list.length),
      );
      if (name === 'mask') data.fill(1);
      return [name, { shape: list, data }];
    });
    const results = Object.values(await attend(name, Object.fromEntries(given)));
    expect(results.length).toBeGreaterThan(1);
    for (const { shape, data } of results) {
      expect(shape.reduce((product, extent) => product * extent, 1)).toBe(data.length);
      expect(data.every(Number.isFinite)).toBe(true);
    }
  }
});

test('nested lists, booleans and typed arrays mean the same', async () => {
  const query = [[[1, 2]]];
  const key = [
    [
      [1, 0],
      [0, 1],
    ],
  ];
  const nested = await attend('dot', { query, key, mask: [[true, false]] });
  const flat = await attend('dot', {
    query: { shape: [1, 1, 2], data: Float32Array.of(1, 2) },
    key: [[Float32Array.of(1, 0), Float32Array.of(0, 1)]],
    mask: [[1, 0]],
  });
  expect(nested).toEqual(flat);
  expect([...nested.weights.data]).toEqual([1, 0]);
});

test('the draw of hard attention is that of its seed', async () => {
  const shape = [1, 64, 1];
  const given = {
    query: { shape, data: new Float32Array(64) },
    annotations: [[[1], [2], [3], [4]]],
    weight: [[1]],
    keyWeight: [[0.1]],
    v: [1],
  };
  const draw = async (/** @type {object} */ options) => [
    ...(await attend('hard', { ...given, ...options })).choice.data,
  ];
  const first = await draw({ sample: true, seed: 1 });
  expect(await draw({ sample: true, seed: 1 })).toEqual(first);
  expect(await draw({ sample: true, seed: 2 })).not.toEqual(first);
  expect(first.reduce((sum, one) => sum + one, 0)).toBe(64);
  expect(await draw({})).toEqual(Array.from({ length: 256 }, (_, i) => (i % 4 === 3 ? 1 : 0)));
});

describe('refuses by name', () => {
  const query = [[[1, 2]]];
  const key = [[[1, 2]]];
  /** @type {[string, string, Record<string, any>, string, string, RegExp][]} */
  const cases = [
    ['an unknown mechanism', 'nope', {}, 'BAD_PARAMETER', 'mechanism', /scaled-dot/],
    ['an unknown input', 'dot', { query, key, foo: 1 }, 'BAD_INPUT', 'inputs.foo', /query/],
    ['a missing input', 'dot', { query }, 'BAD_INPUT', 'key', /B S H/],
    ['a wrong extent', 'dot', { query, key: [[[1, 2, 3]]] }, 'BAD_INPUT', 'key', /H = 2/],
    ['a wrong rank', 'dot', { query, key: [[1, 2]] }, 'BAD_INPUT', 'key', /B = 1, S, H = 2/],
    ['ragged lists', 'dot', { query, key: [[[1, 2], [3]]] }, 'BAD_INPUT', 'key', /equal lengths/],
    ['words', 'dot', { query, key: [[[1, '2']]] }, 'BAD_INPUT', 'key', /numbers/],
    ['nothing at all', 'dot', { query, key: [] }, 'BAD_INPUT', 'key', /S/],
    ['a scalar', 'dot', { query, key: 3 }, 'BAD_INPUT', 'key', /nested lists/],
    [
      'a shape that does not fit',
      'dot',
      { query, key: { shape: [1, 9, 2], data: [1] } },
      'BAD_INPUT',
      'key',
      /18/,
    ],
    [
      'a huge shape',
      'dot',
      { query, key: { shape: [1e9, 1e9, 2], data: [1] } },
      'BAD_INPUT',
      'key',
      /at most/,
    ],
    [
      'a context out of range',
      'context-gate',
      { table: [[1]], context: [3], value: [[1]] },
      'BAD_INPUT',
      'context',
      /0 to 0/,
    ],
    [
      'half a context',
      'context-gate',
      { table: [[1]], context: [0.5], value: [[1]] },
      'BAD_INPUT',
      'context',
      /whole/,
    ],
    ['a scale below zero', 'scaled-dot', { query, key, scale: -1 }, 'BAD_PARAMETER', 'scale', /0 to 1000/],
    [
      'a causal that is no truth',
      'scaled-dot',
      { query, key, causal: 'x' },
      'BAD_PARAMETER',
      'causal',
      /true/,
    ],
  ];
  test.each(cases)('%s', async (_, mechanism, inputs, code, parameter, expected) => {
    await expect(attend(mechanism, inputs)).rejects.toMatchObject({
      code,
      parameter,
      expected: expect.stringMatching(expected),
    });
    expect((await attend('dot', { query, key })).weights.data[0]).toBe(1);
  });
});

test('says in scores and weights what is not a number', async () => {
  const { scores, weights } = await attend('dot', { query: [[[Number.NaN]]], key: [[[1], [2]]] });
  expect([...scores.data, ...weights.data].every(Number.isNaN)).toBe(true);
});
