import { expect, test } from 'vitest';
import { getFormulaResults, storeFormulaResults } from '../../web/instrument/formula-tools.js';

test('only the results of the last 50 formulas are remembered', () => {
  const answer = { check: { parts: [], tolerance: 0.1 } };
  for (let i = 0; i < 60; i++) storeFormulaResults(`q + ${i}`, answer);
  expect(Array.from({ length: 60 }, (_, i) => getFormulaResults(`q + ${i}`)).filter(Boolean)).toHaveLength(
    50,
  );
  expect([getFormulaResults('q + 0'), getFormulaResults('q + 59')]).toEqual([undefined, answer]);
  storeFormulaResults('q + 10', { check: new Error('again') });
  storeFormulaResults('one more', answer);
  expect([getFormulaResults('q + 10'), getFormulaResults('q + 11')]).toEqual([
    { check: new Error('again') },
    undefined,
  ]);
});
