/** Additional results of `attend`: gradients, compared with differences of its outputs; lines; random inputs. */
import { expect, test } from 'vitest';
import { attend, mechanisms } from '../../web/index.js';
import { createInputs } from './mechanism-inputs.js';

/** @import { Numbers } from './mechanism-inputs.js' */

/** Step size of the differences, with which they are accurate to about three digits. */
const step = 1e-2;

test.each(mechanisms().map((mechanism) => /** @type {const} */ ([mechanism.name, mechanism])))(
  'gradients of %s',
  async (name, mechanism) => {
    const inputs = createInputs(mechanism, { masked: true });
    if (name.startsWith('draw')) {
      // Wide windows: otherwise the exponentials are too nonlinear for this step size.
      for (const input of ['weight', 'bias']) {
        const numbers = /** @type {Numbers} */ (inputs.get(input));
        numbers.data = numbers.data.map((value) => value / 10);
      }
    }
    const reals = mechanism.inputs.filter(({ name: input, type }) => type === 'reals' && input !== 'mask');
    const results = await attend(name, Object.fromEntries(inputs));
    for (const [of, { shape, data }] of Object.entries(results)) {
      const at = shape.map((extent) => extent - 1);
      const { gradients } = await attend(name, Object.fromEntries(inputs), { gradient: { of, at } });
      expect(Object.keys(gradients).sort()).toEqual(reals.map((input) => input.name).sort());
      for (const [input, gradient] of Object.entries(gradients)) {
        const own = /** @type {Numbers} */ (inputs.get(input));
        expect(gradient.shape).toEqual(own.shape);
        for (const place of [0, own.data.length - 1]) {
          const [above, below] = await Promise.all(
            [step, -step].map(async (by) => {
              const moved = own.data.map((value, i) => (i === place ? value + by : value));
              const moving = new Map([...inputs, [input, { shape: own.shape, data: moved }]]);
              return (await attend(name, Object.fromEntries(moving)))[of].data[data.length - 1];
            }),
          );
          const difference = (above - below) / (2 * step);
          expect(
            Math.abs(gradient.data[place] - difference),
            `the last of ${of} by ${input}[${place}]`,
          ).toBeLessThan(4e-3 * Math.max(1, Math.abs(difference)));
        }
      }
    }
  },
);

const query = [[[1, 2]]];
const key = { shape: [1, 2, 2], data: [1, 0, 0, 1] };

test.each(mechanisms().map((mechanism) => [mechanism.name, mechanism]))(
  'the lines of the formula: %s',
  async (name, mechanism) => {
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
  },
);

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
