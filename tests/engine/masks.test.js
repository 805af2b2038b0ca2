/** Masks: valid masks, alignment of causal attention, and the independence of results from masked numbers. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attend, mechanisms, readFormula } from '../../web/index.js';
import { createInputs, defaultExtents } from './mechanism-inputs.js';

/** @import { MechanismSchema } from '../../web/engine/schema.js' */
/** @import { Tensor } from '../../web/engine/tensors.js' */
/** @typedef {{ shape: number[], data: number[] }} Numbers */

const query = [[[1]]];
const key = [[[1], [1]]];

describe('a mask contains 0, 1, true and false', () => {
  /** @param {unknown} mask */
  const refused = (mask) => attend('scaled-dot', { query, key, mask: /** @type {any} */ (mask) });
  test.each([
    [[[0, -Infinity]]],
    [[[0, -1e9]]],
    [[[1, 0.5]]],
    [[[1, Number.NaN]]],
    [[[2, 1]]],
    [[[-1, 1]]],
    [[[Number.MIN_VALUE, 1]]],
    [[['1', '0']]],
    [[[1, null]]],
    [[[1n, 0n]]],
    [{ shape: [1, 2], data: Float32Array.of(0, -Infinity) }],
    [{ shape: [1, 2], data: ['true', 1] }],
    [[Float64Array.of(1, 1 + Number.EPSILON)]],
  ])('%o is rejected with an error about additive masks', async (mask) => {
    await expect(refused(mask)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      parameter: 'mask',
      expected: expect.stringMatching(
        /^0, 1, true or false.*additive mask \(0 and −Infinity\) is the opposite/,
      ),
    });
  });

  test('every other number is rejected', async () => {
    const number = fc.double().filter((value) => value !== 0 && value !== 1);
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        await expect(refused([[1, value]])).rejects.toMatchObject({ code: 'BAD_INPUT', parameter: 'mask' });
      }),
      { numRuns: 40 },
    );
  });

  test('in lists and typed arrays', async () => {
    const masks = [
      [[true, false]],
      [[1, 0]],
      [[1, -0]],
      { shape: [1, 2], data: [true, false] },
      { shape: [1, 2], data: Uint8Array.of(1, 0) },
    ];
    for (const mask of masks) expect([...(await refused(mask)).weights.data]).toEqual([1, 0]);
  });
});

test('causal attention counts from the first key, or from the last', async () => {
  /** @param {number} T @param {number} S @param {object} [options] */
  const countVisibleKeys = async (T, S, options = {}) => {
    const inputs = {
      query: [new Array(T).fill([1])],
      key: [new Array(S).fill([1])],
      causal: true,
      ...options,
    };
    const weight = [[1]];
    const { weights } = await attend('scaled-dot', inputs);
    const heads = await attend('multi-head', {
      query: inputs.query,
      memory: inputs.key,
      queryWeight: weight,
      keyWeight: weight,
      valueWeight: weight,
      outputWeight: weight,
      causal: true,
      ...options,
    });
    expect(heads.weights.data).toEqual(weights.data);
    return Array.from(
      { length: T },
      (_, t) => [...weights.data.slice(t * S, (t + 1) * S)].filter((weight) => weight > 0).length,
    );
  };
  expect(await countVisibleKeys(1, 4)).toEqual([1]);
  expect(await countVisibleKeys(1, 4, { align: 'end' })).toEqual([4]);
  expect(await countVisibleKeys(2, 5, { align: 'start' })).toEqual([1, 2]);
  expect(await countVisibleKeys(2, 5, { align: 'end' })).toEqual([4, 5]);
  expect(await countVisibleKeys(3, 3, { align: 'end' })).toEqual([1, 2, 3]);
  // The first two of five queries are before all three keys.
  expect(await countVisibleKeys(5, 3, { align: 'end' })).toEqual([0, 0, 1, 2, 3]);
  expect(await countVisibleKeys(2, 5, { align: 'end', causal: false })).toEqual([5, 5]);
  await expect(countVisibleKeys(2, 5, { align: 'lower' })).rejects.toMatchObject({
    code: 'BAD_PARAMETER',
    parameter: 'align',
    expected: 'one of: start, end',
  });
});

const formulas = ['v · tanh(W q + U k)', '10 q · k / (|q| |k|)', 'q · k / √(k · k)', '−|q − k|² / S'];
const own = await Promise.all(
  formulas.map(async (formula) => ({ mechanism: await readFormula(formula), options: { formula } })),
);
const masked = mechanisms().filter(({ inputs }) => inputs.some(({ name }) => name === 'mask'));

/** @type {{ mechanism: MechanismSchema, options: Record<string, string | number | boolean> }[]} */
const maskedCases = [
  ...masked.filter(({ name }) => name !== 'own').map((mechanism) => ({ mechanism, options: {} })),
  ...own,
  ...['scaled-dot', 'multi-head'].flatMap((name) =>
    ['start', 'end'].map((align) => ({
      mechanism: /** @type {MechanismSchema} */ (masked.find((one) => one.name === name)),
      options: { causal: true, align },
    })),
  ),
  ...['multi-head', 'gat', 'gatv2'].map((name) => ({
    mechanism: /** @type {MechanismSchema} */ (masked.find((one) => one.name === name)),
    options: { heads: 2 },
  })),
];
const { T, S } = /** @type {{ T: number, S: number }} */ (defaultExtents);

/** Whether a query sees a position with the mask that hides the third from all queries and another one from each. */
const isVisible = (
  /** @type {Record<string, unknown>} */ { causal, align },
  /** @type {number} */ t,
  /** @type {number} */ s,
) => s !== 2 && s !== (t + 3) % S && !(causal && s > t + (align === 'end' ? S - T : 0));

/**
 * Copies inputs and replaces the numbers at hidden positions.
 * @param {ReadonlyMap<string, Numbers>} inputs
 * @param {MechanismSchema} mechanism
 * @param {(s: number) => boolean} hidden
 * @param {number} fill
 */
function fillHidden(inputs, mechanism, hidden, fill) {
  const words = new Map(mechanism.inputs.map(({ name, shape }) => [name, shape.split(' ')]));
  return new Map(
    [...inputs].map(([name, { shape, data }]) => {
      const axis = name === 'mask' ? -1 : (words.get(name) ?? []).indexOf('S');
      const stride = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1);
      const replaced = (/** @type {number} */ i) =>
        axis >= 0 && hidden(Math.floor(i / stride) % Number(shape[axis]));
      return [name, { shape, data: data.map((value, i) => (replaced(i) ? fill : value)) }];
    }),
  );
}

/** The numbers of a tensor that belong to one query. @param {Tensor} tensor @param {string} words @param {number} t */
function getQueryRows({ shape, data }, words, t) {
  const axis = words.split(' ').indexOf('T');
  const stride = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1);
  return [...data].filter((_, i) => axis < 0 || Math.floor(i / stride) % Number(shape[axis]) === t);
}

describe('numbers that a query does not see do not affect its results', () => {
  /** Steps after the mask. */
  const after = ['masked', 'shifted', 'exponentials', 'sum', 'shares'];

  test.each(
    maskedCases.map(({ mechanism, options }) => [
      mechanism.name,
      JSON.stringify(options),
      mechanism,
      options,
    ]),
  )('%s %s', async (name, _, mechanism, options) => {
    const t = 1;
    const inputs = createInputs(mechanism);
    const pooled = !mechanism.inputs.some(({ shape }) => shape.split(' ').includes('T'));
    const rows = pooled
      ? [[1, 1, 0, 0]]
      : Array.from({ length: T }, (_, row) =>
          Array.from({ length: S }, (_, s) => Number(isVisible({}, row, s))),
        );
    inputs.set(
      'mask',
      pooled
        ? { shape: [2, S], data: [...rows, ...rows].flat() }
        : { shape: [2, T, S], data: [...rows, ...rows].flat(2) },
    );
    const hidden = (/** @type {number} */ s) => (pooled ? s > 1 : !isVisible(options, t, s));
    const shapes = new Map(mechanism.lines.map((line) => [line.name, line.shape]));
    /** @param {number} fill @param {object} request */
    const compute = (fill, request) =>
      attend(
        name,
        { ...Object.fromEntries(fillHidden(inputs, mechanism, hidden, fill)), ...options },
        { steps: true, ...request },
      );
    const plain = await compute(0.25, {});
    const requests = ['context', 'weights', 'scores'].map((of) => {
      const { shape } = /** @type {Tensor} */ (plain[of]);
      const at = shape.map((extent) => Math.min(1, extent - 1));
      return { gradient: { of, at } };
    });
    const count = /** @type {Tensor} */ (plain.weights).shape.slice(0, -1).reduce((a, b) => a * b, 1);
    const towards = Array.from({ length: count }, (_, row) => (pooled || row % T === t ? 1 : -1));
    const learns = name !== 'mean-pooling';
    /** @type {object[]} */
    const all = learns ? [...requests, { descent: { towards, rate: 0.1, steps: 3 } }] : [requests[0] ?? {}];
    for (const request of all) {
      const expected = await compute(0.25, request);
      for (const fill of [0, Number.NaN, Infinity, -Infinity, 3e38]) {
        const got = await compute(fill, request);
        const label = `${JSON.stringify(request)} ${fill}`;
        for (const [output, tensor] of Object.entries(expected)) {
          const words = shapes.get(output);
          if (words === undefined || output === 'scores') continue;
          expect(getQueryRows(got[output], words, t), `${label} ${output}`).toEqual(
            getQueryRows(/** @type {Tensor} */ (tensor), words, t),
          );
        }
        for (const step of after) {
          if (!expected.steps[step]) continue;
          const letters = step === 'shares' ? (pooled ? 'B 1 S M' : 'B T S M') : (shapes.get(step) ?? '');
          expect(getQueryRows(got.steps[step], letters, t), `${label} ${step}`).toEqual(
            getQueryRows(expected.steps[step], letters, t),
          );
        }
        const scores = getQueryRows(got['scores'], shapes.get('scores') ?? '', t);
        expect(scores.every(Number.isFinite), label).toBe(true);
        const usual = getQueryRows(expected['scores'], shapes.get('scores') ?? '', t);
        for (const [i, score] of scores.entries()) if (!hidden(i % S)) expect(score, label).toBe(usual[i]);
        expect(got['losses'], label).toEqual(expected['losses']);
        for (const [input, { data }] of Object.entries(expected.gradients ?? {})) {
          expect(data.every(Number.isFinite), `${label} ${input}`).toBe(true);
          expect(
            [...got.gradients[input].data].map((slope) => slope + 0),
            `${label} ${input}`,
          ).toEqual([...data].map((slope) => slope + 0));
        }
        /** @type {Map<string, Numbers>} */
        const trained = new Map();
        for (const [input, { shape, data }] of Object.entries(expected.inputs ?? {}))
          trained.set(input, { shape, data: [...data] });
        for (const [input, { data }] of fillHidden(trained, mechanism, hidden, fill))
          expect([...got.inputs[input].data], `${label} ${input}`).toEqual([...data].map(Math.fround));
      }
    }
  });

  test('with a window', async () => {
    for (const name of ['local-m', 'local-p']) {
      const mechanism = /** @type {MechanismSchema} */ (masked.find((one) => one.name === name));
      const inputs = createInputs(mechanism);
      const options = { window: 0.5 };
      const { weights } = await attend(name, { ...Object.fromEntries(inputs), ...options });
      const t = 1;
      const open = [...weights.data.slice(t * S, (t + 1) * S)].map((weight) => weight > 0);
      expect(open).toContain(true);
      expect(open).toContain(false);
      const request = { gradient: { of: 'context', at: [0, t, 0] } };
      /** @param {number} fill */
      const compute = (fill) => {
        const filledInputs = fillHidden(inputs, mechanism, (s) => !open[s], fill);
        return attend(name, { ...Object.fromEntries(filledInputs), ...options }, request);
      };
      const [expected, got] = [await compute(0.25), await compute(Number.NaN)];
      expect(getQueryRows(got.context, 'B T M', t).slice(0, 6)).toEqual(
        getQueryRows(expected.context, 'B T M', t).slice(0, 6),
      );
      for (const [input, { data }] of Object.entries(expected.gradients))
        expect(
          [...got.gradients[input].data].map((slope) => slope + 0),
          input,
        ).toEqual([...data].map((slope) => slope + 0));
    }
  });

  test('in self-attention, where a masked token is also a query', async () => {
    for (const name of ['multi-head', 'gat', 'gatv2']) {
      const mechanism = /** @type {MechanismSchema} */ (masked.find((one) => one.name === name));
      const inputs = createInputs(mechanism);
      for (const other of ['memory', 'key']) inputs.delete(other);
      inputs.set('mask', { shape: [2, T], data: [1, 1, 0, 1, 1, 0] });
      const request = { gradient: { of: 'context', at: [1, 1, 2] } };
      /** @param {number} fill */
      const compute = (fill) => {
        const { shape, data } = /** @type {Numbers} */ (inputs.get('query'));
        const width = Number(shape[2]);
        const tokens = data.map((value, i) => (Math.floor(i / width) % T === 2 ? fill : value));
        return attend(name, { ...Object.fromEntries(inputs), query: { shape, data: tokens } }, request);
      };
      const [expected, got] = [await compute(0.25), await compute(Number.NaN)];
      for (const t of [0, 1]) {
        expect(getQueryRows(got.context, 'B T D', t)).toEqual(getQueryRows(expected.context, 'B T D', t));
        expect(getQueryRows(got.weights, 'B N T S', t)).toEqual(getQueryRows(expected.weights, 'B N T S', t));
      }
      expect(getQueryRows(got.context, 'B T D', 2).every(Number.isNaN)).toBe(true);
      for (const [input, { data }] of Object.entries(expected.gradients))
        expect(
          [...got.gradients[input].data].map((slope) => slope + 0),
          input,
        ).toEqual([...data].map((slope) => slope + 0));
    }
  });

  test('a query that sees nothing has weights, context and derivatives of 0', async () => {
    const nothing = { query, key: [[[Number.NaN], [Infinity]]], mask: [[0, 0]] };
    for (const formula of ['q · k', '1 / |k|']) {
      const { weights, context, gradients } = await attend(
        'own',
        { formula, ...nothing },
        {
          gradient: { of: 'context', at: [0, 0, 0] },
        },
      );
      for (const { data } of [weights, context, ...Object.values(gradients)])
        expect([...data].map((value) => value + 0)).toEqual(new Array(data.length).fill(0));
    }
  });
});

test('visible NaN numbers give NaN results', async () => {
  const value = [[[1], [Number.NaN]]];
  const all = await attend('dot', { query, key, value, mask: [[1, 1]] });
  expect([...all.context.data]).toEqual([Number.NaN]);
  const { gradients } = await attend(
    'dot',
    { query, key, value, mask: [[1, 1]] },
    {
      gradient: { of: 'context', at: [0, 0, 0] },
    },
  );
  expect([...gradients.query.data]).toEqual([Number.NaN]);
  const scores = await attend('dot', { query, key: value, mask: [[1, 1]] });
  expect([...scores.scores.data]).toEqual([1, Number.NaN]);
  expect([...scores.weights.data].every(Number.isNaN)).toBe(true);
});
