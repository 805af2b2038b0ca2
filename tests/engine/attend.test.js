/** `attend` on the real module: its inputs, errors and limits. Its results are compared in mechanism-code.test.js. */
import { describe, expect, test } from 'vitest';
import { attend, mechanisms } from '../../web/index.js';
import { computeShape, countElements, defaultExtents } from './mechanism-inputs.js';

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

const query = [[[1, 2]]];
const key = [[[1, 2]]];
const descent = { towards: [0], rate: 0.5, steps: 40 };
/** What is wrong, mechanism, inputs and options, request, and the parameter and the expectation of the error.
 * @type {[string, string, Record<string, any>, Record<string, any>, string, RegExp][]} */
const cases = [
  ['an unknown mechanism', 'nope', {}, {}, 'mechanism', /scaled-dot/],
  ['an unknown input', 'dot', { query, key, foo: 1 }, {}, 'inputs.foo', /query/],
  ['a missing input', 'dot', { query }, {}, 'key', /B S H/],
  ['a wrong extent', 'dot', { query, key: [[[1, 2, 3]]] }, {}, 'key', /H = 2/],
  ['a wrong rank', 'dot', { query, key: [[1, 2]] }, {}, 'key', /B = 1, S, H = 2/],
  ['ragged lists', 'dot', { query, key: [[[1, 2], [3]]] }, {}, 'key', /equal lengths/],
  ['a huge shape', 'dot', { query, key: { shape: [1e9, 1e9, 2], data: [1] } }, {}, 'key', /at most/],
  ['a wrong context', 'context-gate', { table: [[1]], context: [3], value: [[1]] }, {}, 'context', /0 to 0/],
  ['a scale below zero', 'scaled-dot', { query, key, scale: -1 }, {}, 'scale', /0 to 1000/],
  ['a causal that is no truth', 'scaled-dot', { query, key, causal: 'x' }, {}, 'causal', /true/],
];
/** @type {[string, Record<string, any>, string, RegExp][]} */
const requests = [
  ['an unknown output', { gradient: { of: 'nope', at: [0] } }, 'gradient.of', /scores, weights, context/],
  ['a step', { gradient: { of: 'steps.sum', at: [0, 0] }, steps: true }, 'gradient.of', /scores/],
  ['a place outside', { gradient: { of: 'context', at: [0, 0, 2] } }, 'gradient.at', /\[1, 1, 2\]/],
  ['no object', { gradient: 'context' }, 'gradient', /object/],
  ['an unknown request', { slopes: true }, 'request.slopes', /steps/],
  ['a draw below zero', { randomSeed: -1 }, 'randomSeed', /0/],
  ['a descent beside a gradient', { descent, gradient: { of: 'weights', at: [0, 0, 0] } }, 'descent', /./],
  ['a descent without rows', { descent: { ...descent, towards: [] } }, 'descent.towards', /./],
  ['a target out of range', { descent: { ...descent, towards: [3] } }, 'descent.towards', /./],
  ['a target that is no whole number', { descent: { ...descent, towards: [0.5] } }, 'descent.towards', /./],
  ['a descent without a target', { descent: { ...descent, towards: [-1] } }, 'descent.towards', /./],
  ['a descent without a rate', { descent: { towards: [0], steps: 1 } }, 'descent.rate', /./],
  ['a descent that is too long', { descent: { ...descent, steps: 10_001 } }, 'descent.steps', /./],
];
for (const [wrong, ...rest] of requests) cases.push([wrong, 'dot', { query, key }, ...rest]);
test.each(cases)(
  'an error names what is wrong: %s',
  async (_, mechanism, inputs, request, parameter, expected) => {
    await expect(attend(mechanism, inputs, request)).rejects.toMatchObject({
      code: ['inputs.foo', 'key', 'context'].includes(parameter) ? 'BAD_INPUT' : 'BAD_PARAMETER',
      parameter,
      expected: expect.stringMatching(expected),
    });
    expect((await attend('dot', { query, key })).weights.data[0]).toBe(1);
  },
);

describe('masks', () => {
  const query = [[[1], [1]]];
  const key = [[[1], [2], [3]]];
  const own = [
    [1, 0, 1],
    [0, 1, 1],
  ];
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

// These sizes take ten seconds for each group.
test('every group can use memory up to the documented limit, but not more', { tags: 'full' }, async () => {
  const groups = new Map(mechanisms().map((mechanism) => [mechanism.group, mechanism]));
  /** @param {import('../../web/engine/schema.js').MechanismSchema} mechanism @param {number} B */
  const run = ({ name, inputs }, B) => {
    const tensors = inputs.map(({ name, shape: words }) => {
      const shape = computeShape(words, { ...defaultExtents, B });
      return [name, { shape, data: new Float32Array(countElements(shape)) }];
    });
    return attend(name, Object.fromEntries(tensors)).catch((error) => error);
  };
  const most = 480 * 2 ** 20;
  for (const mechanism of groups.values()) {
    /** @param {number} B */
    const numbers = (B) =>
      mechanism.inputs
        .map(({ shape }) => countElements(computeShape(shape, { ...defaultExtents, B })))
        .reduce((sum, size) => sum + size, 0);
    const above = Math.floor(60e6 / (numbers(2) - numbers(1)));
    const refusal = await run(mechanism, above);
    expect([refusal.code, refusal.parameter], mechanism.name).toEqual(['TOO_LARGE', 'memory']);
    // The required memory is proportional to the batch.
    const share = most / Number.parseInt(String(refusal.value), 10);
    const { context } = await run(mechanism, Math.floor(0.99 * share * above));
    expect(context?.data.length, mechanism.name).toBeGreaterThan(0);
  }
  expect((await attend('dot', { query: [[[1]]], key: [[[1]]] })).weights.data[0]).toBe(1);
});

const of = (/** @type {number[]} */ ...shape) => ({
  shape,
  data: Float32Array.from({ length: countElements(shape) }, (_, i) => Math.sin(i)),
});
/** @param {number} steps */
const additive = (steps) => ({
  query: of(1, steps, 256),
  key: of(1, steps, 256),
  weight: of(256, 512),
  keyWeight: of(256, 512),
  v: of(512),
});

test('long computations are rejected above the limit of work', async () => {
  await expect(attend('additive', additive(2000))).rejects.toMatchObject({
    code: 'TOO_LARGE',
    parameter: 'work',
    expected: 'at most 17179869184 multiply-adds',
  });
});

test('long computations are cancelled by their signal, and leave the thread free until then', async () => {
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

test('long computations are not started for an aborted signal', async () => {
  const signal = AbortSignal.abort();
  await expect(attend('dot', { query: [[[1]]], key: [[[1]]] }, { signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
});
