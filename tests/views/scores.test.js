/** Tests the scores of one pair of vectors, side by side. */
import { expect, test } from 'vitest';
import { computeQueryKeyScore } from '../../web/experiments/translation/scores.js';

test('the score functions are deterministic and differ; concat is the additive score', async () => {
  const names = ['dot', 'general', 'concat', 'additive'];
  const scores = await Promise.all(names.map(computeQueryKeyScore));
  expect(scores[0]).toBeCloseTo(1.6 * 1.2 + 1.2 * 1.6, 6);
  expect(scores.every(Number.isFinite)).toBe(true);
  expect(new Set(scores.slice(0, 3)).size).toBe(3);
  expect(scores[3]).toBeCloseTo(Number(scores[2]), 6);
  expect(await Promise.all(names.map(computeQueryKeyScore))).toEqual(scores);
});
