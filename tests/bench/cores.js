/**
 * Measures the speedup by more workers: steps per second in Chromium through the public interface, for models with the shapes
 * of W3, W4 and W5, without evaluations. The numbers of workers are measured in turn.
 */
import { availableParallelism } from 'node:os';
import { printLine, UserError } from '../../.tools/shell.js';
import { maxThreads } from '../../web/engine/worker-pool.js';
import { withPage } from './hosts.js';
import { median } from './ratios.js';

/** @typedef {import('../../web/engine/create-scope.js').ScopeOptions} Options */

/** Steps of a window: two seconds in one worker. @typedef {Options & { shape: string, window: number }} Model */

/** @type {readonly Model[]} */
const models = [
  { shape: 'W3', experiment: 'sentiment', window: 20, parameters: { hidden: 100, batchSize: 100 } },
  {
    shape: 'W4',
    experiment: 'translation',
    window: 140,
    parameters: {
      ...{ task: 'reversal', minimumLength: 11, maximumLength: 11, score: 'general' },
      ...{ embedding: 32, hidden: 64, batchSize: 64 },
    },
  },
  {
    shape: 'W5',
    experiment: 'self-attention',
    window: 110,
    parameters: {
      ...{ kind: 'encoder', task: 'copy', minimumLength: 32, maximumLength: 32 },
      ...{ dModel: 64, heads: 4, layers: 2, feedForward: 2, batchSize: 32 },
    },
  },
];

/**
 * Runs in the page.
 * @param {string} site
 * @param {Model} model
 * @param {number} threads
 * @returns {Promise<number>} seconds per step; NaN if it did not get this number of workers
 */
async function measureStepSeconds(site, { window, shape, ...options }, threads) {
  /** @type {typeof import('../../web/index.js')} */
  const { createScope } = await import(`${site}api.js`);
  const scope = await createScope({ ...options, threads });
  // Workers join only between steps, so this waits for them.
  for (let waits = 0; waits < 200 && (waits === 0 || scope.threads < threads); waits++) {
    await scope.train({ steps: 4 });
    if (scope.threads < threads) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Warm-up: browsers first run a baseline compilation, and compile optimized code meanwhile.
  await scope.train({ steps: window });
  const began = performance.now();
  await scope.train({ steps: window });
  const seconds = (performance.now() - began) / 1000 / window;
  const there = scope.threads;
  scope.dispose();
  return there === threads ? seconds : Number.NaN;
}

/**
 * @typedef {object} Sharing
 * @property {string} shape
 * @property {string} experiment
 * @property {Readonly<Record<string, number>>} seconds of a step, by the number of workers
 */

/**
 * @param {{ dist: string, turns: number }} options `dist`: a built site; `turns`: number of windows of each model
 * @returns {Promise<Sharing[]>}
 */
export function measureCores({ dist, turns }) {
  const most = Math.min(maxThreads, availableParallelism());
  const numbers = Array.from({ length: most }, (_, i) => i + 1);
  return withPage(dist, 'embed/blog-post.html', async (page, url) => {
    /** @type {Sharing[]} */
    const found = [];
    for (const model of models) {
      printLine(`${model.experiment} with 1 to ${most} workers`);
      /** @type {Record<string, number[]>} */
      const windows = Object.fromEntries(numbers.map((threads) => [threads, []]));
      for (let turn = 0; turn < turns; turn++)
        for (const threads of numbers)
          windows[threads].push(await page.evaluate(measureStepSeconds, url, model, threads));
      if (Object.values(windows).flat().some(Number.isNaN))
        throw new UserError(`${model.experiment} did not get its ${most} workers.`);
      const seconds = Object.fromEntries(
        Object.entries(windows).map(([threads, all]) => [threads, median(all)]),
      );
      found.push({ shape: model.shape, experiment: model.experiment, seconds });
    }
    return found;
  });
}

/**
 * Predicts the seconds of a step with `workers` from those with one and two, as a + b / workers.
 * @param {Readonly<Record<string, number>>} seconds
 * @param {number} workers
 */
export function predictStepSeconds({ 1: one, 2: two }, workers) {
  const shared = 2 * (one - two);
  return one - shared + shared / workers;
}

/** @param {readonly Sharing[]} found @returns {string[][]} rows of a table */
export function createCoresRows(found) {
  const rows = found.flatMap(({ shape, experiment, seconds }) => {
    const timings = Object.entries(seconds).map(([workers, each]) => ({ workers, each, how: 'measured' }));
    if (seconds[2] && !seconds[4])
      timings.push({ workers: '4', each: predictStepSeconds(seconds, 4), how: 'expected from 1 and 2' });
    return timings.map(({ workers, each, how }) => [
      `${shape}, ${experiment}`,
      workers,
      (1 / each).toFixed(1),
      (seconds[1] / each).toFixed(2),
      how,
    ]);
  });
  return [['shape', 'workers', 'steps/s', 'times one worker', ''], ...rows];
}
