/** Checks that every experiment, with its defaults and each preset, gives the same bits in Node and in real browsers. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { createScope, experiments } from '../../web/index.js';
import { isFullRun } from '../full-run.js';
import { engineNames } from './driver.js';
import { openSharedBrowser } from './fixture.js';

const steps = isFullRun ? 12 : 4;

const firsts = experiments().map(({ name }) => ({ experiment: name, seed: 3 }));
const others = experiments().flatMap(({ name, presets = [] }) =>
  presets.map((preset) => ({ experiment: name, seed: 3, preset: preset.name })),
);
/** Presets only in the full run. */
const runs = isFullRun ? [...firsts, ...others] : firsts;

/**
 * Also runs in the page, so it must not refer to anything in this file.
 *
 * @param {typeof createScope} create
 * @param {typeof runs} all
 * @param {number} count
 */
async function computeFingerprints(create, all, count) {
  const found = [];
  for (const run of all) {
    const scope = await create({ ...run, worker: false });
    await scope.train({ steps: count });
    found.push(await scope.fingerprint());
    scope.dispose();
  }
  return found;
}

/**
 * The same with two workers, null if a batch has only one micro-batch. Runs in the page. On a busy machine, workers may miss
 * so many heartbeats that the scope gives them up; then the run is repeated.
 *
 * @param {typeof createScope} create
 * @param {typeof runs} all
 * @param {number} count
 */
async function computeSharedFingerprints(create, all, count) {
  const found = [];
  for (const run of all) {
    let scope = await create({ ...run, threads: 2 });
    const divisible = scope.manifest.microBatches > 1;
    await scope.train({ steps: 1 });
    for (let waits = 1; divisible && scope.threads < 2; waits++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (waits % 1000 > 0) continue;
      scope.dispose();
      scope = await create({ ...run, threads: 2 });
      await scope.train({ steps: 1 });
    }
    await scope.train({ steps: count - 1 });
    found.push(divisible ? await scope.fingerprint() : null);
    scope.dispose();
  }
  return found;
}

/** @type {Awaited<ReturnType<typeof serve>>} */
let assets;
/** @type {string[]} */
let expected;

/** A page on which nothing is computed before Run. */
const getIdlePageUrl = () => `${assets.url}embed.html`;

beforeAll(async () => {
  assets = await serve({ root: join(root, 'dist') });
  expected = await computeFingerprints(createScope, runs, steps);
});

afterAll(() => assets.close());

describe.each(engineNames)('%s', (name) => {
  const browser = openSharedBrowser(name);

  // All browsers run the same module, so in `npm test` each takes a third of the runs.
  const turn = engineNames.indexOf(name);
  const met = isFullRun ? runs : runs.filter((_, i) => i % engineNames.length === turn);

  it('has the same fingerprints as Node after some steps', async () => {
    const { page } = await browser.open(getIdlePageUrl());
    const code = `import('${assets.url}api.js').then(({ createScope }) =>
      (${computeFingerprints})(createScope, ${JSON.stringify(met)}, ${steps}))`;
    const found = /** @type {string[]} */ (await page.evaluate(code));
    expect(met.map((run, i) => ({ ...run, bits: found[i] }))).toEqual(
      met.map((run) => ({ ...run, bits: expected[runs.indexOf(run)] })),
    );
    expect(new Set(expected).size).toBeGreaterThan(runs.length / 2);
  });

  it('has the same fingerprints with two workers', async () => {
    // Its batches have several micro-batches.
    const shared = isFullRun ? firsts : firsts.filter(({ experiment }) => experiment === 'translation');
    const { page, problems } = await browser.open(getIdlePageUrl());
    const code = `import('${assets.url}api.js').then(({ createScope }) =>
      (${computeSharedFingerprints})(createScope, ${JSON.stringify(shared)}, ${steps}))`;
    const found = /** @type {(string | null)[]} */ (await page.evaluate(code));
    const expectedFingerprints = shared.map((run) => expected[runs.indexOf(run)]);
    expect(found).toEqual(expectedFingerprints.map((bits, i) => found[i] && bits));
    expect(found.some(Boolean)).toBe(true);
    expect(problems).toEqual([]);
  });
});
