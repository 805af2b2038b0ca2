/** The scores of one pair, side by side. */
import { expect, test } from 'vitest';
import { scoreOf } from '../../web/lab/scores.js';

test('each score function gives its own number for the same pair, the same each time', async () => {
  const names = ['dot', 'general', 'concat', 'additive'];
  const scores = await Promise.all(names.map(scoreOf));
  expect(scores[0]).toBeCloseTo(1.6 * 1.2 + 1.2 * 1.6, 6);
  expect(scores.every(Number.isFinite)).toBe(true);
  expect(new Set(scores).size).toBe(4);
  expect(await Promise.all(names.map(scoreOf))).toEqual(scores);
});
