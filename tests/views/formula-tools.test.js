import { expect, test } from 'vitest';
import { getResults, storeResults } from '../../web/instrument/formula-tools.js';

test('only the results of the last 50 formulas are remembered', () => {
  const answer = { check: { parts: [], tolerance: 0.1 } };
  for (let i = 0; i < 60; i++) storeResults(`q + ${i}`, answer);
  expect(Array.from({ length: 60 }, (_, i) => getResults(`q + ${i}`)).filter(Boolean)).toHaveLength(50);
  expect([getResults('q + 0'), getResults('q + 59')]).toEqual([undefined, answer]);
  storeResults('q + 10', { check: new Error('again') });
  storeResults('one more', answer);
  expect([getResults('q + 10'), getResults('q + 11')]).toEqual([{ check: new Error('again') }, undefined]);
});
