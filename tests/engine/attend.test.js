/** `attend` on the real module, compared with the results of PyTorch in tests/golden/attention.safetensors. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeTensors } from '../../web/engine/tensors.js';
import { attend, mechanisms } from '../../web/index.js';
import { computeShape, createInputs, defaultExtents } from './mechanism-inputs.js';

/** @import { Tensor } from '../../web/engine/tensors.js' */

const golden = decodeTensors(readFileSync(new URL('../golden/attention.safetensors', import.meta.url)));

/** @param {string} name @returns {Tensor} */
const getGolden = (name) => {
  const found = golden[name];
  if (!found) throw new Error(`no ${name} in the golden file`);
  return found;
};

/**
 * Expects small differences, relative to the largest expected number, as in the core's own tests.
 * @param {readonly Tensor[]} got @param {Tensor} expected
 */
function expectClose(got, expected) {
  const all = got.flatMap(({ data }) => [...data]);
  expect(all).toHaveLength(expected.data.length);
  const largest = Math.max(...expected.data.map(Math.abs));
  for (const [i, value] of expected.data.entries())
    expect(Math.abs(all[i] - value)).toBeLessThanOrEqual(1e-5 * largest);
}

const luong = { q: 'query', k: 'key', v: 'value' };

describe('equals PyTorch', () => {
  /** @type {[string, string, Record<string, string>, Record<string, string | number | boolean>][]} */
  const cases = [
    ['feature_gate', 'feature-gate', { x: 'value', w: 'weight', b: 'bias' }, {}],
    ['pooling_mask', 'pooling', { h: 'value', w: 'weight', b: 'bias', mask: 'mask' }, {}],
    ['mean_pooling_mask', 'mean-pooling', { h: 'value', mask: 'mask' }, {}],
    [
      'additive_pooling_mask',
      'additive-pooling',
      { h: 'value', w: 'weight', b: 'bias', z: 'v', mask: 'mask' },
      {},
    ],
    ['dot_mask', 'dot', { ...luong, mask: 'mask' }, {}],
    ['general', 'general', { ...luong, w: 'weight' }, {}],
    ['concat', 'concat', { ...luong, w: 'weight', z: 'v' }, {}],
    ['additive_mask', 'additive', { ...luong, w: 'weight', u: 'keyWeight', z: 'v', mask: 'mask' }, {}],
    ['location', 'location', { q: 'query', v: 'value', w: 'weight' }, {}],
    ['scaled_dot', 'scaled-dot', luong, {}],
    ['scaled_dot_by_width', 'scaled-dot', { ...luong, mask: 'mask' }, { scale: 1 / 6 }],
    ...['start', 'end'].flatMap((align) =>
      ['one', 'wide', 'tall'].map(
        (shape) =>
          /** @type {[string, string, Record<string, string>, Record<string, string | boolean>]} */ ([
            `causal_${align}_${shape}`,
            'scaled-dot',
            luong,
            { causal: true, align },
          ]),
      ),
    ),
    ['dot_mask', 'own', { ...luong, mask: 'mask' }, { formula: 'q · k' }],
    ['dot_257', 'own', luong, { formula: 'q · k' }],
    ['general', 'own', { ...luong, w: 'W' }, { formula: '(W q) · k' }],
    ['scaled_dot', 'own', luong, { formula: 'q · k / √d' }],
  ];
  test.each(cases)('%s', async (prefix, mechanism, names, options) => {
    const inputs = Object.fromEntries(
      Object.entries(names).map(([own, name]) => [name, getGolden(`${prefix}.${own}`)]),
    );
    const { scores, weights, context } = await attend(mechanism, { ...inputs, ...options });
    expectClose([scores, weights, context], getGolden(`${prefix}.y`));
  });
});

test('every mechanism can be computed from its described inputs', async () => {
  for (const mechanism of mechanisms()) {
    const { name, formula } = mechanism;
    expect(formula).not.toBe('');
    const inputs = createInputs(mechanism);
    const results = Object.values(await attend(name, Object.fromEntries(inputs)));
    expect(results.length).toBeGreaterThan(1);
    for (const { shape, data } of results) {
      expect(shape.reduce((product, extent) => product * extent, 1)).toBe(data.length);
      expect(data.every(Number.isFinite)).toBe(true);
    }
  }
});

test('nested lists, booleans and typed arrays are equivalent', async () => {
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

test('the samples of hard attention depend only on the seed', async () => {
  const shape = [1, 64, 1];
  const inputs = {
    query: { shape, data: new Float32Array(64) },
    annotations: [[[1], [2], [3], [4]]],
    weight: [[1]],
    keyWeight: [[0.1]],
    v: [1],
  };
  const draw = async (/** @type {object} */ options) => [
    ...(await attend('hard', { ...inputs, ...options })).choice.data,
  ];
  const first = await draw({ sample: true, seed: 1 });
  expect(await draw({ sample: true, seed: 1 })).toEqual(first);
  expect(await draw({ sample: true, seed: 2 })).not.toEqual(first);
  expect(first.reduce((sum, one) => sum + one, 0)).toBe(64);
  expect(await draw({})).toEqual(Array.from({ length: 256 }, (_, i) => (i % 4 === 3 ? 1 : 0)));
});

describe('an error names the input or option', () => {
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

test('NaN inputs give NaN in scores and weights', async () => {
  const { scores, weights } = await attend('dot', { query: [[[Number.NaN]]], key: [[[1], [2]]] });
  expect([...scores.data, ...weights.data].every(Number.isNaN)).toBe(true);
});

describe('masks', () => {
  const query = [[[1], [1]]];
  const key = [[[1], [2], [3]]];
  const own = [
    [1, 0, 1],
    [0, 1, 1],
  ];
  test('hide keys from each query by its own row', async () => {
    for (const mask of [own, [own]]) {
      const { weights } = await attend('dot', { query, key, mask });
      expect([...weights.data].map((weight) => weight > 0)).toEqual([true, false, true, false, true, true]);
    }
  });
  test('are read as [B, S] where [T, S] would fit, too', async () => {
    const square = { query: [[[1], [1]]].concat([[[1], [1]]]), key: [...key, ...key] };
    const { weights } = await attend('dot', { ...square, mask: own });
    expect([...weights.data].map((weight) => weight > 0)).toEqual(
      [true, false, true].concat([true, false, true], [false, true, true], [false, true, true]),
    );
  });
  test('of another shape are rejected with the possible shapes', async () => {
    await expect(attend('dot', { query, key, mask: [[[1, 1, 1]]] })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      parameter: 'mask',
      expected: '[B = 1, S = 3] or [T = 2, S = 3] or [B = 1, T = 2, S = 3]',
    });
  });
});

describe('sizes', () => {
  const little = { query: [[[1]]], key: [[[1], [1]]] };
  const ordinary = async () => expect([...(await attend('dot', little)).weights.data]).toEqual([0.5, 0.5]);

  test('scores whose number overflows 32 bits are rejected', async () => {
    for (const name of ['dot', 'scaled-dot']) {
      const query = { shape: [1, 65537, 1], data: new Float32Array(65537) };
      const key = { shape: [1, 65536, 1], data: new Float32Array(65536) };
      await expect(attend(name, { query, key })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        parameter: 'memory',
      });
      await ordinary();
    }
  });

  // These sizes take ten seconds for each group.
  test('every group can use memory up to the documented limit, but not more', { tags: 'full' }, async () => {
    const groups = new Map(mechanisms().map((mechanism) => [mechanism.group, mechanism]));
    /** @param {import('../../web/engine/schema.js').MechanismSchema} mechanism @param {number} B */
    const run = ({ name, inputs }, B) => {
      const tensors = inputs.map(({ name, shape }) => {
        const list = computeShape(shape, { ...defaultExtents, B });
        return [
          name,
          { shape: list, data: new Float32Array(list.reduce((product, extent) => product * extent, 1)) },
        ];
      });
      return attend(name, Object.fromEntries(tensors)).catch((error) => error);
    };
    const most = 480 * 2 ** 20;
    for (const mechanism of groups.values()) {
      /** @param {number} B */
      const numbers = (B) =>
        mechanism.inputs
          .map(({ shape }) =>
            computeShape(shape, { ...defaultExtents, B }).reduce((size, extent) => size * extent, 1),
          )
          .reduce((sum, size) => sum + size, 0);
      const above = Math.floor(60e6 / (numbers(2) - numbers(1)));
      const refusal = await run(mechanism, above);
      expect([refusal.code, refusal.parameter], mechanism.name).toEqual(['TOO_LARGE', 'memory']);
      // The required memory is proportional to the batch.
      const share = most / Number.parseInt(String(refusal.value), 10);
      const { context } = await run(mechanism, Math.floor(0.99 * share * above));
      expect(context?.data.length, mechanism.name).toBeGreaterThan(0);
    }
    await ordinary();
  });
});

describe('long computations', () => {
  const of = (/** @type {number[]} */ ...shape) => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((product, extent) => product * extent, 1) }, (_, i) =>
      Math.sin(i),
    ),
  });
  /** @param {number} steps */
  const additive = (steps) => ({
    query: of(1, steps, 256),
    key: of(1, steps, 256),
    weight: of(256, 512),
    keyWeight: of(256, 512),
    v: of(512),
  });

  test('are rejected above the limit of work', async () => {
    await expect(attend('additive', additive(2000))).rejects.toMatchObject({
      code: 'TOO_LARGE',
      parameter: 'work',
      expected: 'at most 17179869184 multiply-adds',
    });
  });

  test('are cancelled by their signal, and leave the thread free until then', async () => {
    const abort = new AbortController();
    const reason = attend('additive', additive(1000), { signal: abort.signal }).catch((error) => error);
    const waiting = attend('dot', { query: [[[1]]], key: [[[1]]] });
    let turns = 0;
    await new Promise((resolve) => {
      const turn = () => (++turns < 20 ? setTimeout(turn, 0) : resolve(undefined));
      turn();
    });
    abort.abort();
    expect(await reason).toMatchObject({ code: 'CANCELLED', recoverable: true });
    expect([...(await waiting).weights.data]).toEqual([1]);
  });

  test('are not started for an aborted signal', async () => {
    const signal = AbortSignal.abort();
    await expect(attend('dot', { query: [[[1]]], key: [[[1]]] }, { signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
  });
});
