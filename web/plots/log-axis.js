/**
 * A logarithmic axis in whole decades.
 * @module
 */

/**
 * @param {Iterable<number>} values
 * @param {number} least exponent of the highest lower end
 * @param {number} most exponent of the lowest upper end
 * @returns {[number, number]} exponents of ten that enclose all positive values and the given ends
 */
export function decadesOf(values, least, most) {
  let low = least;
  let high = most;
  for (const value of values) {
    if (!(value > 0) || !Number.isFinite(value)) continue;
    low = Math.min(low, Math.floor(Math.log10(value)));
    high = Math.max(high, Math.ceil(Math.log10(value)));
  }
  return [Math.max(low, -16), Math.min(high, 16)];
}

/**
 * @param {number} value
 * @param {[number, number]} decades
 * @returns {number} 0 at the lower end, 1 at the upper; clamped
 */
export function positionOf(value, [low, high]) {
  const place = (Math.log10(Math.max(value, 1e-300)) - low) / (high - low);
  return Math.min(1, Math.max(0, place));
}
