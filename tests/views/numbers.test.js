/** Number formats, history, axes and throttling of the views. */
import { describe, expect, test, vi } from 'vitest';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatPower,
  formatSetting,
  formatShare,
} from '../../web/parts/format.js';
import { throttle } from '../../web/parts/throttle.js';
import { computeLogRange, computePosition, computeTicks } from '../../web/plots/log-axis.js';
import { createHistory } from '../../web/views/curve/curve-history.js';

describe('format', () => {
  test.each([
    [0, '0'],
    [0.5, '0.500'],
    [-0.0123, '−0.0123'],
    [12.345, '12.3'],
    [40_000, '40,000'],
    [1.234e-5, '1.23 × 10⁻⁵'],
    [-1e-12, '−1.00 × 10⁻¹²'],
    [Number.NaN, '–'],
    [Number.POSITIVE_INFINITY, '–'],
  ])('%d is written %s', (value, text) => expect(formatNumber(value)).toBe(text));

  test.each([
    [64, '64'],
    [0.001, '0.001'],
    [10_000, '10,000'],
    [0.5, '0.5'],
    [-1, '−1'],
  ])('the setting %d is written without trailing zeros: %s', (value, text) =>
    expect(formatSetting(value)).toBe(text),
  );

  test('counts, shares, percentages and powers', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatShare(0.98765)).toBe('0.988');
    expect(formatPercent(0.975)).toBe('98\u00a0%');
    expect(formatPower(-16)).toBe('10⁻¹⁶');
    expect(formatPower(3)).toBe('10³');
    for (const format of [formatCount, formatShare, formatPercent]) expect(format(Number.NaN)).toBe('–');
  });
});

describe('history', () => {
  test('keeps exact means in bounded memory', () => {
    const history = createHistory(8);
    /** @param {number} step */
    const loss = (step) => Math.sin(step) + 2;
    for (let step = 1; step <= 1000; ++step) history.push(step, loss(step));
    const points = history.points();
    expect(points.length).toBeLessThanOrEqual(8);
    expect(points.at(-1)?.step).toBe(1000);
    let before = 0;
    let sum = 0;
    for (const { step, value } of points) {
      sum += value * (step - before);
      before = step;
    }
    const exact = Array.from({ length: 1000 }, (_, i) => loss(i + 1)).reduce((a, b) => a + b);
    expect(sum).toBeCloseTo(exact, 6);
  });

  test('ignores values that are not new or not a number, and can be cleared', () => {
    const history = createHistory();
    history.push(10, 1);
    history.push(10, 2);
    history.push(5, 2);
    history.push(20, Number.NaN);
    expect(history.points()).toEqual([{ step: 10, value: 1 }]);
    expect(history.at(7)?.value).toBe(1);
    expect(history.at(99)?.value).toBe(1);
    history.clear(0);
    expect(history.points()).toEqual([]);
    expect(history.at(1)).toBeUndefined();
  });
});

/** @param {number} exponent @returns {number} */
const power = (exponent) => Number((10 ** exponent).toPrecision(3));

test('the log axis fits its values', () => {
  expect(computeLogRange([], [-2, 0])).toEqual([-2, 0]);
  expect(computeLogRange([3e-7, 20, 0, -1, Number.NaN], [-2, 0])).toEqual([-7, 2]);
  expect(computeTicks([-7, -4]).map(({ at }) => at)).toEqual([-7, -6, -5, -4]);
  // Within two decades its ends and ticks are 1, 2 and 5.
  expect(computeLogRange([56.3, 170], [-2, 0]).map(power)).toEqual([50, 200]);
  expect(computeTicks(computeLogRange([56.3, 170], [-2, 0])).map(({ at }) => power(at))).toEqual([
    50, 100, 200,
  ]);
  expect(computeLogRange([0.2, 5], [-2, 0]).map(power)).toEqual([0.2, 5]);
  expect(computeLogRange([1], [-2, 0])).toEqual([-1, 0]);
  expect(computeLogRange([1e-40, 1], [-2, 0])).toEqual([-16, 0]);
  expect(computePosition(1e-5, [-5, 0])).toBe(0);
  expect(computePosition(10 ** -2.5, [-5, 0])).toBeCloseTo(0.5, 10);
  expect(computePosition(0, [-5, 0])).toBe(0);
  expect(computePosition(100, [-5, 0])).toBe(1);
});

test('a throttled action runs at once, then rarely, and the last call is not lost', () => {
  vi.useFakeTimers();
  try {
    let calls = 0;
    const action = throttle(() => calls++, 30);
    for (let i = 0; i < 10; ++i) action.call();
    expect(calls).toBe(1);
    vi.advanceTimersByTime(29);
    expect(calls).toBe(1);
    vi.advanceTimersByTime(1);
    expect(calls).toBe(2);
    vi.advanceTimersByTime(100);
    expect(calls).toBe(2);
    action.call();
    action.call();
    action.cancel();
    vi.advanceTimersByTime(100);
    expect(calls).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
