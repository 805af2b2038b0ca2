/** Measures how long the answer to a held row takes in Chromium, for the default of each experiment, through its worker. */
import { withPage } from './hosts.js';
import { median } from './ratios.js';

const experiments = [
  'translation',
  'self-attention',
  'caption',
  'sentiment',
  'graph-attention',
  'language-model',
];
const calls = 30;

/**
 * Runs in the page.
 * @param {string} site
 * @param {string} experiment
 * @param {number} count
 * @returns {Promise<number[]>} milliseconds of each call
 */
async function measureCalls(site, experiment, count) {
  /** @type {typeof import('../../web/index.js')} */
  const { createScope } = await import(`${site}api.js`);
  const scope = await createScope({ experiment, threads: 1 });
  await scope.train({ steps: 20 });
  const input = { example: 0 };
  const { attention } = await scope.predict(input);
  const [columns = 0] = attention.shape.slice(-1);
  // The first visible column of the first row that has one.
  const [row, column] = [0, attention.weights.findIndex((weight) => weight > 0) % columns];
  const weights = Array.from({ length: columns }, (_, other) => Number(other === column));
  const held = { ...input, attention: { map: attention.name, rows: { [row]: weights } } };
  const times = [];
  for (let call = 0; call < count; ++call) {
    const began = performance.now();
    await scope.predict(held);
    times.push(performance.now() - began);
  }
  scope.dispose();
  return times;
}

/** @param {string} dist @returns {Promise<{ experiment: string, milliseconds: number }[]>} medians */
export const measureHold = (dist) =>
  withPage(dist, 'reference.html', async (page, url) => {
    const results = [];
    for (const experiment of experiments) {
      const times = await page.evaluate(measureCalls, url, experiment, calls);
      results.push({ experiment, milliseconds: median(times) });
    }
    return results;
  });

/** @param {Awaited<ReturnType<typeof measureHold>>} results */
export const createHoldRows = (results) => [
  ['hold', 'milliseconds to the answer'],
  ...results.map(({ experiment, milliseconds }) => [experiment, milliseconds.toFixed(1)]),
];
