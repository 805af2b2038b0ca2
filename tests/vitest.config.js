import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { Count } from './count-reporter.js';

const { COUNTS } = process.env;
const root = fileURLToPath(new URL('..', import.meta.url));

const inBrowsers = ['tests/{browser,package}/**/*.test.js', 'tests/experiments/*/browser.test.js'];

/** Files that must be isolated from others: they replace modules (vi.mock), or end a process that a module started. */
const apart = 'tests/**/*.apart.test.js';

/**
 * @param {string} name
 * @param {string[]} include
 * @param {string[]} exclude
 * @param {boolean} isolate whether each file loads its own modules, which takes a sixth of the time
 */
const createNodeProject = (name, include, exclude, isolate) => ({
  extends: /** @type {const} */ (true),
  test: {
    name,
    include,
    exclude,
    isolate,
    testTimeout: 1_800_000, // some train a full run, on busy machines
    hookTimeout: 1_800_000,
    sequence: { groupOrder: 0 },
  },
});

/** Projects: `node` and `node-apart` (the real module, views, checks), and `browser` (real browsers). */
export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    reporters: ['default', ...(COUNTS ? [new Count(COUNTS)] : [])],
    slowTestThreshold: 10_000,
    tags: [{ name: 'full', description: 'takes long, so only `npm run proof` (ATTENTO_PROOF=1) runs it' }],
    ...(process.env.ATTENTO_PROOF === '1' ? {} : { tagsFilter: ['!full'] }),
    server: { deps: { external: [/\/build\/wasm\//] } },
    projects: [
      createNodeProject('node', ['tests/**/*.test.js'], [...inBrowsers, apart], false),
      createNodeProject('node-apart', [apart], [], true),
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowsers,
          // No test waits for time, so a long timeout costs nothing and helps on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 100_000 } },
          isolate: false, // the files share browsers: tests/browser/fixture.js
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
