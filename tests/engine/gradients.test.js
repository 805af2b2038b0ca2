/** Additional results of `attend`: gradients, compared with differences of its outputs; lines; random inputs. */
import { describe, expect, test } from 'vitest';
import { attend, mechanisms } from '../../web/index.js';
import { createInputs } from './mechanism-inputs.js';

/** @import { Numbers } from './mechanism-inputs.js' */
/** @import { Tensor } from '../../web/engine/tensors.js' */

/** Step size of the differences, with which they are accurate to about three digits. */
const step = 1e-2;

/** @param {Tensor} tensor @param {number} flat @returns {number[]} the index along each axis */
function computeIndex({ shape }, flat) {
  let rest = flat;
  const place = shape.map(() => 0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    place[axis] = rest % shape[axis];
    rest = Math.floor(rest / shape[axis]);
  }
  return place;
}

/** Indices of an output that are tested: the first, one in the middle, the last. @param {Tensor} tensor */
const sampleIndices = ({ data }) => [0, Math.floor(data.length / 2), data.length - 1];

const tables = mechanisms().flatMap((mechanism) => {
  const has = (/** @type {string} */ name) => mechanism.options.some((option) => option.name === name);
  /** @type {Record<string, number>} */
  const warm = has('temperature') ? { temperature: 1.7 } : {};
  /** @type {[string, typeof mechanism, Record<string, number | boolean>, boolean][]} */
  const rows = [[mechanism.name, mechanism, {}, false]];
  if (mechanism.options.length > 0) {
    rows.push([
      `${mechanism.name}, another setting`,
      mechanism,
      {
        ...warm,
        ...(has('causal') ? { causal: true, scale: 0.4 } : {}),
        ...(has('heads') ? { heads: 2 } : {}),
      },
      true,
    ]);
  }
  return rows;
});

test.each(tables)('gradients of %s', async (_, mechanism, options, masked) => {
  const inputs = createInputs(mechanism, { masked });
  if (mechanism.name.startsWith('draw')) {
    // Wide windows: otherwise the exponentials are too nonlinear for this step size.
    for (const name of ['weight', 'bias']) {
      const numbers = /** @type {Numbers} */ (inputs.get(name));
      numbers.data = numbers.data.map((value) => value / 10);
    }
  }
  /** @param {ReadonlyMap<string, Numbers>} values */
  const createArguments = (values) => ({ ...Object.fromEntries(values), ...options });
  const results = await attend(mechanism.name, createArguments(inputs));
  let compared = 0;
  let largest = 0;
  for (const [of, output] of Object.entries(results)) {
    for (const flat of sampleIndices(output)) {
      const gradient = { of, at: computeIndex(output, flat) };
      const { gradients } = await attend(mechanism.name, createArguments(inputs), { gradient });
      const reals = mechanism.inputs.filter(({ name, type }) => type === 'reals' && name !== 'mask');
      expect(Object.keys(gradients).sort()).toEqual(reals.map(({ name }) => name).sort());
      for (const [name, { shape, data }] of Object.entries(gradients)) {
        const own = /** @type {Numbers} */ (inputs.get(name));
        expect(shape).toEqual(own.shape);
        for (const place of [0, Math.floor(own.data.length / 3), own.data.length - 1]) {
          const [above, below] = await Promise.all(
            [step, -step].map(async (by) => {
              const moved = own.data.map((value, i) => (i === place ? value + by : value));
              const moving = new Map([...inputs, [name, { shape: own.shape, data: moved }]]);
              return (await attend(mechanism.name, createArguments(moving)))[of].data[flat];
            }),
          );
          const difference = (above - below) / (2 * step);
          const scale = Math.max(1, Math.abs(difference));
          expect(Math.abs(data[place] - difference), `${of}[${flat}] by ${name}[${place}]`).toBeLessThan(
            4e-3 * scale,
          );
          compared++;
          largest = Math.max(largest, Math.abs(difference));
        }
      }
    }
  }
  expect(compared).toBeGreaterThan(8);
  expect(largest).toBeGreaterThan(0.05);
});

const query = [[[1, 2]]];
const key = [
  [
    [1, 0],
    [0, 1],
  ],
];

describe('the error of an invalid request names the option', () => {
  /** @type {[string, any, string, RegExp][]} */
  const cases = [
    ['an unknown output', { gradient: { of: 'nope', at: [0] } }, 'gradient.of', /scores, weights, context/],
    ['a step', { gradient: { of: 'steps.sum', at: [0, 0] }, steps: true }, 'gradient.of', /scores/],
    ['a place outside', { gradient: { of: 'context', at: [0, 0, 2] } }, 'gradient.at', /\[1, 1, 2\]/],
    ['no object', { gradient: 'context' }, 'gradient', /object/],
    ['an unknown request', { slopes: true }, 'request.slopes', /steps/],
    ['a draw below zero', { randomSeed: -1 }, 'randomSeed', /0/],
  ];
  test.each(cases)('%s', async (_, request, parameter, expected) => {
    await expect(attend('dot', { query, key }, request)).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      parameter,
      expected: expect.stringMatching(expected),
    });
    expect((await attend('dot', { query, key })).weights.shape).toEqual([1, 1, 2]);
  });
});

describe('the lines of the formula', () => {
  test.each(mechanisms().map((mechanism) => [mechanism.name, mechanism]))('%s', async (name, mechanism) => {
    const inputs = createInputs(mechanism);
    const attended = await attend(name, Object.fromEntries(inputs), { steps: true });
    const plain = await attend(name, Object.fromEntries(inputs));
    for (const line of mechanism.lines) {
      const tensor = attended[line.name] ?? attended.steps?.[line.name];
      expect(tensor, line.name).toBeDefined();
      expect(tensor.shape.length, line.name).toBe(line.shape.split(' ').length);
      const open = ['masked', 'shifted'].includes(line.name) ? Number.NEGATIVE_INFINITY : 0;
      expect(tensor.data.every((value) => Number.isFinite(value) || value === open)).toBe(true);
    }
    const { steps: _, ...outputs } = attended;
    expect(outputs).toEqual(plain);
  });
});

test('temperature divides the scores', async () => {
  const cold = await attend('dot', { query, key, temperature: 0.5 });
  const doubled = await attend('dot', { query: [[[2, 4]]], key });
  expect([...cold.weights.data]).toEqual([...doubled.weights.data]);
  expect([...cold.scores.data]).toEqual([1, 2]);
  await expect(attend('dot', { query, key, temperature: 0 })).rejects.toMatchObject({
    parameter: 'temperature',
  });
});

test('random inputs depend on the seed, have two decimals, and are used in the computation', async () => {
  const one = await attend('dot', { query, key, mask: [[1, 0]] }, { randomSeed: 3 });
  expect(Object.keys(one.inputs).sort()).toEqual(['key', 'query']);
  expect(await attend('dot', { query, key, mask: [[1, 0]] }, { randomSeed: 3 })).toEqual(one);
  expect((await attend('dot', { query, key }, { randomSeed: 4 })).inputs).not.toEqual(one.inputs);
  for (const { data } of Object.values(one.inputs)) {
    for (const value of data) expect(Math.fround(Math.round(value * 100) / 100)).toBe(value);
  }
  const again = await attend('dot', { ...one.inputs, mask: [[1, 0]] });
  expect(again.weights).toEqual(one.weights);
  expect([...again.weights.data]).toEqual([1, 0]);
});
