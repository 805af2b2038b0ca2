/** Every experiment, with its defaults and each of its presets, comes to the same bits in Node and in real browsers. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { createScope, experiments } from '../../web/index.js';
import { proof } from '../seeds.js';
import { engineNames } from './driver.js';
import { sharedBrowser } from './fixture.js';

const steps = proof ? 12 : 4;

const runs = experiments().flatMap(({ name, presets = [] }) => [
  { experiment: name, seed: 3 },
  ...presets.map((preset) => ({ experiment: name, seed: 3, preset: preset.name })),
]);

/**
 * Runs in the page too, so it must not know this file.
 *
 * @param {typeof createScope} create
 * @param {typeof runs} all
 * @param {number} count
 */
async function fingerprintsOf(create, all, count) {
  const found = [];
  for (const run of all) {
    const scope = await create({ ...run, worker: false });
    await scope.train({ steps: count });
    found.push(scope.fingerprint());
    scope.dispose();
  }
  return found;
}

/** @type {Awaited<ReturnType<typeof serve>>} */
let assets;
/** @type {string[]} */
let expected;

beforeAll(async () => {
  assets = await serve({ root: join(root, 'dist') });
  expected = await fingerprintsOf(createScope, runs, steps);
});

afterAll(() => assets.close());

describe.each(engineNames)('%s', (name) => {
  const browser = sharedBrowser(name);

  it('has the bits of Node after some steps of everything', async () => {
    const { page } = await browser.open(`${assets.url}index.html`);
    const code = `import('${assets.url}api.js').then(({ createScope }) =>
      (${fingerprintsOf})(createScope, ${JSON.stringify(runs)}, ${steps}))`;
    const found = /** @type {string[]} */ (await page.evaluate(code));
    expect(runs.map((run, i) => ({ ...run, bits: found[i] }))).toEqual(
      runs.map((run, i) => ({ ...run, bits: expected[i] })),
    );
    expect(new Set(expected).size).toBeGreaterThan(runs.length / 2);
  });
});
