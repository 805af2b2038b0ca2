/** Tests that the benchmarks only compare with engines that use an optimized library. */
import { describe, expect, it } from 'vitest';
import { computeRatios } from './ratios.js';
import { fitExponent } from './scale.js';
import { compareLosses } from './torch-training.js';

const torch = (/** @type {number} */ gflops) => ({
  engine: 'pytorch',
  rates: [10, 20, 40],
  about: { text: 'PyTorch', gflops },
});

describe('ratios', () => {
  it('are medians within the turns', () => {
    const plain = { engine: 'plain-js', rates: [1, 1, 1] };
    expect(computeRatios([20, 60, 40], [torch(13), plain], 26)).toEqual({
      ratios: { pytorch: 2, 'plain-js': 40 },
      refused: [],
    });
  });

  it.each([12.9, 1.4, 0, Number.NaN])('are omitted if matrix products reach %d of 26 GFLOP/s', (gflops) => {
    const { ratios, refused } = computeRatios([20, 60, 40], [torch(gflops)], 26);
    expect(ratios).toEqual({});
    expect(refused).toEqual([expect.stringMatching(/^pytorch: no ratio.*libopenblas0-pthread/)]);
  });
});

it('a cost that grows with the square of a size has the exponent 2, whatever its factor', () => {
  expect(fitExponent([8, 16, 32, 64], [3, 12, 48, 192])).toBeCloseTo(2, 12);
  expect(fitExponent([8, 16, 32], [0.5, 0.5, 0.5])).toBeCloseTo(0, 12);
});

it('losses are compared by step and network, and further steps are ignored', () => {
  expect(compareLosses([[4, 2]], [[4, 2.5], [1]])).toBeCloseTo(0.25, 12);
  expect(compareLosses([[4, 2]], [[4]])).toBe(Infinity);
  expect(compareLosses([[4], [2]], [[4]])).toBe(Infinity);
  expect(compareLosses([[4]], [[Number.NaN]])).toBeNaN();
});
