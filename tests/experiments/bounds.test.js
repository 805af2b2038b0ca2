/** Tests that a choice that states bounds counts as right exactly between these bounds. */
import { describe, expect, test } from 'vitest';
import { determineOutcome } from '../../web/lab/question.js';
import { listPlacedScenes } from './replies.js';

/** Shares in words. @type {Readonly<Record<string, number>>} */
const kWords = { 'a tenth': 0.1, half: 0.5, 'nine tenths': 0.9 };

/** The bounds [from, to] that a text states, or null if it states something else. @param {string} text @returns {[number, number] | null} */
function parseBounds(text) {
  const plain = Object.entries(kWords).reduce(
    (all, [word, share]) => all.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), `${100 * share} %`),
    text.replaceAll('\u00a0', ' '),
  );
  const between = /^Between (\d+) ?%? and (\d+) %$/.exec(plain);
  if (between) return [Number(between[1]) / 100, Number(between[2]) / 100];
  const more = /^(?:More than )?(\d+) %(?: or more)?$/.exec(plain);
  if (more) return [Number(more[1]) / 100, 1];
  const less = /^Less than (\d+) %/.exec(plain);
  return less ? [0, Number(less[1]) / 100] : null;
}

describe('bounds in words', () => {
  const ranges = listPlacedScenes().filter(
    ({ question }) => question && !question.watch && question.choices.every(({ text }) => parseBounds(text)),
  );

  test('match the numbers', () => {
    expect(ranges.length).toBeGreaterThan(7);
    for (const { question, place, experiment } of ranges) {
      if (!question) continue;
      for (let percent = 0.5; percent < 100; ++percent) {
        const values = new Proxy({}, { get: () => percent / 100 });
        const { id } = determineOutcome({ ...question, metricNames: [], comparison: undefined }, experiment, {
          values,
          comparisonValues: values,
        });
        const [low, high] = parseBounds(question.choices.find((one) => one.id === id)?.text ?? '') ?? [1, 0];
        expect(low <= percent / 100 && percent / 100 <= high, `${place}: ${percent} % is “${id}”`).toBe(true);
      }
    }
  });

  test('are parsed correctly', () => {
    expect(parseBounds('More than 95 %')).toEqual([0.95, 1]);
    expect(parseBounds('Between a tenth and nine tenths')).toEqual([0.1, 0.9]);
    expect(parseBounds('Less than 20 %: by chance it would be 11 %')).toEqual([0, 0.2]);
    expect(parseBounds('Some share a key')).toBeNull();
  });
});
