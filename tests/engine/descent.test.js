/** Gradient descent in `attend`: trained inputs, results and errors. */
import { expect, test } from 'vitest';
import { attend } from '../../web/index.js';

const query = { shape: [1, 2, 2], data: [1, 0, 0, 1] };
const key = { shape: [1, 3, 2], data: [1, 0, 0, 1, 1, 1] };
const descent = { towards: [2, -1], rate: 0.5, steps: 40 };

test('increases the weights at the targets, and the trained inputs reproduce the outputs', async () => {
  const learned = await attend('dot', { query, key, value: [[[1], [2], [3]]] }, { descent });
  const losses = [...learned.losses.data];
  expect(losses).toHaveLength(41);
  expect(losses.every((loss, i) => i === 0 || loss < losses[i - 1])).toBe(true);
  expect(losses[40]).toBeCloseTo(-Math.log(learned.weights.data[2]), 5);
  expect(Object.keys(learned.inputs)).toEqual(['query', 'key']); // the value changes no weight
  const again = await attend('dot', { ...learned.inputs, value: [[[1], [2], [3]]] });
  expect(again.weights).toEqual(learned.weights);
  expect(again.context).toEqual(learned.context);
  // The query without a target does not change.
  expect([...learned.inputs.query.data].slice(2)).toEqual([0, 1]);
});

test('is rejected where the weights depend on no input, and where it needs too much work', async () => {
  const value = [[[1], [2]]];
  await expect(attend('mean-pooling', { value }, { descent: { ...descent, towards: [1] } })).rejects.toThrow(
    /weights depend on its numbers/,
  );
  const shape = [1, 128, 64];
  const wide = {
    query: { shape, data: new Float32Array(8192) },
    key: { shape, data: new Float32Array(8192) },
  };
  const long = { towards: new Array(128).fill(0), rate: 0.1, steps: 10_000 };
  await expect(attend('dot', wide, { descent: long })).rejects.toMatchObject({
    code: 'TOO_LARGE',
    parameter: 'work',
  });
});
