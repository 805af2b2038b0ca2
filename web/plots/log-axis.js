/**
 * A logarithmic axis that fits its values, with ticks at decades, or at 1, 2 and 5 if it spans few decades.
 */

/** An axis over more decades than this has ticks at decades only. */
const kMaximumFineDecades = 2;
const kFineTicks = [1, 2, 5].map(Math.log10);
/** Tolerance for rounding errors of logarithms. */
const kTolerance = 1e-9;

/**
 * @param {Iterable<number>} values
 * @param {readonly [number, number]} otherwise returned if no value is positive
 * @returns {[number, number]} exponents of ten that enclose all positive values
 */
export function computeLogRange(values, otherwise) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!(value > 0) || !Number.isFinite(value)) continue;
    low = Math.min(low, Math.log10(value));
    high = Math.max(high, Math.log10(value));
  }
  if (low > high) return [...otherwise];
  const ends = high - low > kMaximumFineDecades ? [0, 1] : [...kFineTicks, 1];
  const from = Math.floor(low) + findLargestBelow(ends, low - Math.floor(low));
  const to = Math.floor(high) + findSmallestAbove(ends, high - Math.floor(high));
  const [first, last] = [Math.max(from, -16), Math.min(to, 16)];
  // If all values are equal to one tick, the range would be empty.
  return first < last ? [first, last] : [first - 1, last];
}

/** @param {readonly number[]} ends @param {number} at */
const findLargestBelow = (ends, at) => Math.max(...ends.filter((end) => end <= at + kTolerance));
/** @param {readonly number[]} ends @param {number} at */
const findSmallestAbove = (ends, at) => Math.min(...ends.filter((end) => end >= at - kTolerance));

/**
 * @param {readonly [number, number]} range
 * @returns {{ at: number, hasDecadesOnly: boolean }[]} exponents of ten
 */
export function computeTicks([low, high]) {
  const hasDecadesOnly = high - low > kMaximumFineDecades;
  const ticks = [];
  for (let decade = Math.floor(low); decade <= high; ++decade)
    for (const fine of hasDecadesOnly ? [0] : kFineTicks) ticks.push({ at: decade + fine, hasDecadesOnly });
  return ticks.filter(({ at }) => at >= low - kTolerance && at <= high + kTolerance);
}

/**
 * @param {number} value
 * @param {readonly [number, number]} range
 * @returns {number} 0 at the lower end, 1 at the upper; clamped
 */
export function computePosition(value, [low, high]) {
  const place = (Math.log10(Math.max(value, 1e-300)) - low) / (high - low);
  return Math.min(1, Math.max(0, place));
}
