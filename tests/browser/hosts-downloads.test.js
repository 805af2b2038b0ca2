/** Tests downloads that stall or fail, and workers that crash: the element shows a notice, and Run works again. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { openLab } from './fixture.js';
import { readInstrument, readTexts, waitForElements, waitUntil } from './instrument.js';
import { click, pressButton, setAttributes } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const dist = join(root, 'dist');
const { onHost } = openLab('chromium', { fresh: true });

/** Response status by path; 0 never responds. @type {Map<string, number>} */
const answers = new Map();
/** @type {string[]} */
const requestedPaths = [];
/** @type {import('../../.tools/serve.js').Server} */
let files;
beforeAll(async () => {
  const getStatus = (/** @type {string} */ path) => answers.get(path) ?? 200;
  files = await serve({ root: dist, getStatus, onRequest: (path) => requestedPaths.push(path) });
});
afterAll(() => files.close());

/** @param {string} part of the name of a built file @returns {string} */
function findDistFile(part) {
  const found = readdirSync(dist).find((name) => name.startsWith(`${part}-`));
  if (!found) throw new Error(`dist/ has no file ${part}-*.js`);
  return `/${found}`;
}

/**
 * A page with one instrument. `pass` advances its clock; its workers are collected in `workers`.
 * @param {(page: Page) => Promise<void>} act
 * @param {string} [attributes]
 */
function at(act, attributes = 'experiment="context-lookup"') {
  answers.clear();
  requestedPaths.length = 0;
  const page = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><script>
      // Timers of a second or more only fire in pass(), so a slow machine does not trigger them.
      const timers = new Map();
      const { setTimeout: start, clearTimeout: stop } = window;
      window.setTimeout = (act, ms = 0, ...more) => {
        if (ms < 1000) return start(act, ms, ...more);
        const id = start(() => undefined, 2 ** 31 - 1);
        timers.set(id, { act: () => act(...more), ms });
        return id;
      };
      window.clearTimeout = (id) => { timers.delete(id); stop(id); };
      window.pass = (span) => {
        for (const [id, timer] of [...timers]) {
          timer.ms -= span;
          if (timer.ms <= 0 && timers.delete(id)) timer.act();
        }
      };
      window.workers = [];
      window.Worker = class extends Worker { constructor(...given) { super(...given); workers.push(this); } };
    </script>
    <script type="module" src="${files.url}attentoscope.js"></script><attento-scope ${attributes}></attento-scope>`;
  return onHost(page, async (page, problems) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await act(page);
    problems.splice(0);
  });
}

/** @param {Page} page */
const readLabels = (page) =>
  readTexts(page, '.transport button').then((all) => all.map((text) => text.trim()));
/** @param {Page} page */
const readTitle = async (page) => (await readTexts(page, '.transport .poster-title')).join();

test('a module that stalls causes a notice after ten seconds, and Run works after canceling', () =>
  at(async (page) => {
    answers.set('/core.wasm', 0);
    await click(page, '.primary');
    await expect.poll(() => requestedPaths).toContain('/core.wasm');
    await page.evaluate('pass(9000)');
    expect(await readLabels(page)).toEqual(['Starting']);
    await page.evaluate('pass(1001)');
    await expect.poll(() => readLabels(page)).toEqual(['Starting', 'Cancel']);
    expect(await readTitle(page)).toContain('Still loading');
    await pressButton(page, '.transport', 'Cancel');
    await expect.poll(() => readLabels(page)).toEqual(['Run']);
    expect(await readTitle(page)).not.toContain('Still loading');
    answers.clear();
    await click(page, '.primary');
    await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
  }));

test.each([
  ['live-*.js', () => findDistFile('live'), /could not be loaded/],
  ['the module', () => '/core.wasm', /could not be fetched: 503/],
])('%s is missing: a notice appears, and Run works once it is available', (_, getPath, reason) =>
  at(async (page) => {
    answers.set(getPath(), 503);
    await click(page, '.primary');
    const { notices } = await waitUntil(page, ({ state }) => state === 'failed');
    expect(notices.join()).toMatch(reason);
    answers.clear();
    await click(page, '.primary');
    await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
  }),
);

test('a missing part of the live instrument causes a notice, and loads once it is available', () =>
  at(async (page) => {
    await setAttributes(page, { parts: 'inspector explore' });
    await click(page, '.transport .button');
    await waitUntil(page, ({ state }) => state === 'live');
    answers.set(findDistFile('share-dialog'), 503);
    await pressButton(page, '.share', 'Share');
    const readShadowText = () =>
      page.$eval('attento-scope', ({ shadowRoot }) => shadowRoot?.textContent ?? '');
    await expect.poll(readShadowText).toContain(`${findDistFile('share-dialog')} could not be loaded`);
    answers.clear();
    await pressButton(page, '.share', 'Share');
    await waitForElements(page, '.share-dialog');
  }));

test('Run and Reset work after a worker has crashed twice in a row', () =>
  at(async (page) => {
    await click(page, '.primary');
    await waitUntil(page, ({ step, run }) => step > 300 && run === 'Pause');
    const waitForCrash = async () => {
      await page.evaluate(async () => {
        const { workers } = /** @type {any} */ (globalThis);
        const crashWorker = () => workers.at(-1).onerror(new ErrorEvent('error', { message: 'It died.' }));
        const before = workers.length;
        crashWorker();
        while (workers.length === before || !workers.at(-1).onerror) await new Promise(requestAnimationFrame);
        crashWorker();
      });
      return waitUntil(page, ({ notices }) =>
        notices.join().includes('Run continues from the last checkpoint'),
      );
    };
    await waitForCrash();
    await click(page, '.primary');
    const { notices } = await waitUntil(page, ({ run, step }) => run === 'Pause' && step > 300);
    expect(notices.join()).toMatch(/Rebuilt at step \d+: \d+ steps/);
    expect((await readInstrument(page)).link).toContain('seed=9');
    await waitForCrash();
    await click(page, '.transport .button', 2);
    await waitUntil(page, ({ step, run, state }) => step === 0 && run === 'Run' && state === 'live');
    await click(page, '.transport .button', 1);
    await waitUntil(page, ({ step }) => step === 1);
  }, 'experiment="context-lookup" seed="9" speed="400"'));
