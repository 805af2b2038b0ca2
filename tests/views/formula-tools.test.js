import { expect, test } from 'vitest';
import { foundOf, noteFound } from '../../web/element/formula-tools.js';

test('only the results of the last 50 formulas are remembered', () => {
  const answer = { check: { parts: [], tolerance: 0.1 } };
  for (let i = 0; i < 60; i++) noteFound(`q + ${i}`, answer);
  expect(Array.from({ length: 60 }, (_, i) => foundOf(`q + ${i}`)).filter(Boolean)).toHaveLength(50);
  expect([foundOf('q + 0'), foundOf('q + 59')]).toEqual([undefined, answer]);
  noteFound('q + 10', { check: new Error('again') });
  noteFound('one more', answer);
  expect([foundOf('q + 10'), foundOf('q + 11')]).toEqual([{ check: new Error('again') }, undefined]);
});
