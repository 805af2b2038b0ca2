/** Medians of measurement windows, and ratios between engines. */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @typedef {object} Timed an engine
 * @property {string} engine
 * @property {readonly number[]} rates of its windows, turn by turn
 * @property {import('./runner.js').About} [about]
 */

/**
 * Divides `rates` by those of each other engine: medians of the ratios within a turn. Engines whose matrix products reach less
 * than half of `peak` are omitted: their library is not optimized, so a ratio would be misleading.
 * @param {readonly number[]} rates
 * @param {readonly Timed[]} others
 * @param {number} peak GFLOP/s that C reaches in registers
 * @returns {{ ratios: Record<string, number>, refused: string[] }} `refused`: why ratios are missing, one sentence each
 */
export function computeRatios(rates, others, peak) {
  const slow = others.filter(({ about }) => about && !(about.gflops >= peak / 2));
  return {
    ratios: Object.fromEntries(
      others
        .filter((other) => !slow.includes(other))
        .map((other) => [other.engine, median(rates.map((rate, turn) => rate / other.rates[turn]))]),
    ),
    refused: slow.map(
      ({ engine, about }) =>
        `${engine}: no ratio, because its products reach ${about?.gflops.toPrecision(3)} GFLOP/s where C reaches ` +
        `${peak.toPrecision(3)}; is a tuned BLAS installed (libopenblas0-pthread)?`,
    ),
  };
}
