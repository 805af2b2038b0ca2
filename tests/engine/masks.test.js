/** Masks: valid masks, alignment of causal attention, and the independence of results from masked numbers. */
import { describe, expect, test } from 'vitest';
import { attend, mechanisms, readFormula } from '../../web/index.js';
import { countElements, createInputs, defaultExtents } from './mechanism-inputs.js';

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
    [[[1, 0.5]]],
    [[[1, Number.NaN]]],
    [{ shape: [1, 2], data: Float32Array.of(0, -Infinity) }],
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

const formula = 'v · tanh(W q + U k)';
const own = await readFormula(formula);
const masked = mechanisms().filter(({ inputs }) => inputs.some(({ name }) => name === 'mask'));
/** @typedef {[string, Record<string, string | boolean>, MechanismSchema]} MaskedCase */
const maskedCases = masked.flatMap((mechanism) => {
  const { name, options } = mechanism;
  if (name === 'own') return [/** @type {MaskedCase} */ ([name, { formula }, own])];
  const hasCausal = options.some((option) => option.name === 'causal');
  const settings = [{}, ...(hasCausal ? [{ causal: true, align: 'end' }] : [])];
  return settings.map((setting) => /** @type {MaskedCase} */ ([name, setting, mechanism]));
});
const { T, S } = /** @type {{ T: number, S: number }} */ (defaultExtents);
/** The query that is compared. */
const t = 1;

/**
 * Copies inputs and replaces the numbers at hidden positions.
 * @param {ReadonlyMap<string, Numbers>} inputs
 * @param {MechanismSchema} mechanism
 * @param {(s: number) => boolean} isHidden
 * @param {number} fill
 */
function fillHidden(inputs, mechanism, isHidden, fill) {
  const words = new Map(mechanism.inputs.map(({ name, shape }) => [name, shape.split(' ')]));
  return new Map(
    [...inputs].map(([name, { shape, data }]) => {
      const axis = name === 'mask' ? -1 : (words.get(name) ?? []).indexOf('S');
      const stride = countElements(shape.slice(axis + 1));
      const isReplaced = (/** @type {number} */ i) =>
        axis >= 0 && isHidden(Math.floor(i / stride) % Number(shape[axis]));
      return [name, { shape, data: data.map((value, i) => (isReplaced(i) ? fill : value)) }];
    }),
  );
}

/** The numbers of a tensor that belong to the query. @param {Tensor} tensor @param {string} words */
function getQueryRow({ shape, data }, words) {
  const axis = words.split(' ').indexOf('T');
  const stride = countElements(shape.slice(axis + 1));
  return [...data].filter((_, i) => axis < 0 || Math.floor(i / stride) % Number(shape[axis]) === t);
}

describe('numbers that a query does not see do not affect its results', () => {
  test.each(maskedCases)('%s %j', async (name, options, mechanism) => {
    const isPooled = !mechanism.inputs.some(({ shape }) => shape.split(' ').includes('T'));
    // Hides the third position from all queries, and another one from each.
    const sees = (/** @type {number} */ row, /** @type {number} */ s) => s !== 2 && s !== (row + 3) % S;
    const rows = Array.from({ length: T }, (_, row) =>
      Array.from({ length: S }, (_none, s) => Number(sees(row, s))),
    );
    const mask = isPooled ? [1, 1, 0, 0] : rows.flat();
    const inputs = createInputs(mechanism);
    inputs.set('mask', { shape: isPooled ? [2, S] : [2, T, S], data: [...mask, ...mask] });
    const isHidden = (/** @type {number} */ s) =>
      isPooled ? s > 1 : !sees(t, s) || ('causal' in options && s > t + S - T);
    const shapes = new Map(mechanism.lines.map((line) => [line.name, line.shape]));
    for (const of of ['context', 'weights']) {
      /** @param {number} fill */
      const compute = (fill) => {
        const filled = Object.fromEntries(fillHidden(inputs, mechanism, isHidden, fill));
        const at = (shapes.get(of) ?? '').split(' ').map((letter) => (/[N1]/.test(letter) ? 0 : 1));
        return attend(name, { ...filled, ...options }, { gradient: { of, at } });
      };
      const expected = await compute(0.25);
      for (const fill of [Number.NaN, Infinity, 3e38]) {
        const got = await compute(fill);
        for (const output of ['weights', 'context'])
          expect(getQueryRow(got[output], shapes.get(output) ?? ''), `${output} ${fill}`).toEqual(
            getQueryRow(expected[output], shapes.get(output) ?? ''),
          );
        for (const [input, { data }] of Object.entries(expected.gradients)) {
          const slopes = [...got.gradients[input].data].map((slope) => slope + 0);
          expect(slopes, `${of} by ${input}, ${fill}`).toEqual([...data].map((slope) => slope + 0));
        }
      }
    }
  });

  test('a query that sees nothing has weights, context and derivatives of 0', async () => {
    const nothing = { query, key: [[[Number.NaN], [Infinity]]], mask: [[0, 0]] };
    for (const formula of ['q · k', '1 / |k|']) {
      const gradient = { of: 'context', at: [0, 0, 0] };
      const { weights, context, gradients } = await attend('own', { formula, ...nothing }, { gradient });
      for (const { data } of [weights, context, ...Object.values(gradients)])
        expect([...data].map((value) => value + 0)).toEqual(new Array(data.length).fill(0));
    }
  });
});

test('visible NaN numbers give NaN results', async () => {
  const value = [[[1], [Number.NaN]]];
  const gradient = { of: 'context', at: [0, 0, 0] };
  const { context, gradients } = await attend('dot', { query, key, value, mask: [[1, 1]] }, { gradient });
  expect([...context.data, ...gradients.query.data]).toEqual([Number.NaN, Number.NaN]);
  const scores = await attend('dot', { query, key: value, mask: [[1, 1]] });
  expect([...scores.scores.data]).toEqual([1, Number.NaN]);
  expect([...scores.weights.data].every(Number.isNaN)).toBe(true);
});
