/**
 * A logarithmic axis that fits its values, with ticks at decades, or at 1, 2 and 5 if it spans few decades.
 * @module
 */

/** An axis over more decades than this has ticks at decades only. */
const kFew = 2;
const kFine = [1, 2, 5].map(Math.log10);
/** Tolerance for rounding errors of logarithms. */
const kSlack = 1e-9;

/**
 * @param {Iterable<number>} values
 * @param {readonly [number, number]} otherwise returned if no value is positive
 * @returns {[number, number]} exponents of ten that enclose all positive values
 */
export function rangeOf(values, otherwise) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!(value > 0) || !Number.isFinite(value)) continue;
    low = Math.min(low, Math.log10(value));
    high = Math.max(high, Math.log10(value));
  }
  if (low > high) return [...otherwise];
  const ends = high - low > kFew ? [0, 1] : [...kFine, 1];
  const from = Math.floor(low) + largest(ends, low - Math.floor(low));
  const to = Math.floor(high) + smallest(ends, high - Math.floor(high));
  const [first, last] = [Math.max(from, -16), Math.min(to, 16)];
  // A single value that is a tick would give an empty range.
  return first < last ? [first, last] : [first - 1, last];
}

/** @param {readonly number[]} ends @param {number} at */
const largest = (ends, at) => Math.max(...ends.filter((end) => end <= at + kSlack));
/** @param {readonly number[]} ends @param {number} at */
const smallest = (ends, at) => Math.min(...ends.filter((end) => end >= at - kSlack));

/**
 * @param {readonly [number, number]} range
 * @returns {{ at: number, whole: boolean }[]} exponents of ten; `whole`: the axis has decades only
 */
export function ticksOf([low, high]) {
  const whole = high - low > kFew;
  const ticks = [];
  for (let decade = Math.floor(low); decade <= high; ++decade)
    for (const fine of whole ? [0] : kFine) ticks.push({ at: decade + fine, whole });
  return ticks.filter(({ at }) => at >= low - kSlack && at <= high + kSlack);
}

/**
 * @param {number} value
 * @param {readonly [number, number]} range
 * @returns {number} 0 at the lower end, 1 at the upper; clamped
 */
export function positionOf(value, [low, high]) {
  const place = (Math.log10(Math.max(value, 1e-300)) - low) / (high - low);
  return Math.min(1, Math.max(0, place));
}
