/** Prints the results of the benchmarks as tables. */

/** @param {number} value shown with three digits, a large number with all of them */
const formatNumber = (value) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

/** @param {number} share */
const formatPercent = (share) => `${Math.round(100 * share)} %`;

/** @param {readonly (readonly string[])[]} rows the first is the heading */
export function printRows(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
  console.log();
}

/**
 * @param {object} results
 * @param {number} results.peakGflops
 * @param {readonly import('./bench.js').Run[]} results.runs
 * @param {readonly (import('./runner.js').Product & { host: string, gflops: number, shareOfPeak: number })[]} results.products
 */
export function printTable({ peakGflops, runs, products }) {
  console.log(`\nf32x4 multiply and add in registers: ${formatNumber(peakGflops)} GFLOP/s\n`);
  if (runs.length > 0) {
    printRows([
      ['workload', 'host', 'engine', 'steps/s', 'GFLOP/s', 'of peak', 'loss', 'ours is … times as fast'],
      ...runs.map((run) => [
        run.workload,
        run.host,
        run.engine,
        run.stepsPerSecond === null ? '–' : formatNumber(run.stepsPerSecond),
        run.gflops === undefined ? '' : formatNumber(run.gflops),
        run.shareOfPeak === undefined ? '' : formatPercent(run.shareOfPeak),
        run.loss === null ? '' : run.loss.toPrecision(6),
        run.reason ??
          Object.entries(run.ratios)
            .map(([engine, ratio]) => `${formatNumber(ratio)} ${engine}`)
            .join(', '),
      ]),
    ]);
  }
  const abouts = new Map(runs.map(({ engine, about }) => [engine, about]));
  for (const [engine, about] of abouts) if (about) console.log(`${engine}: ${about}\n`);
  for (const sentence of new Set(runs.flatMap(({ refused = [] }) => refused))) console.log(`${sentence}\n`);
  if (products.length > 0) {
    printRows([
      ['product', 'host', 'GFLOP/s', 'of peak'],
      ...products.map(({ host, m, n, k, transposed, gflops, shareOfPeak }) => [
        `${m} × ${n} × ${k}${transposed ? ', left factor transposed' : ''}`,
        host,
        formatNumber(gflops),
        formatPercent(shareOfPeak),
      ]),
    ]);
  }
}
