/** Tests downloads that stall or fail, and workers that crash: the element shows a notice, and Run works again. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { findStaticClosure } from '../check/sizes.js';
import { selectSeeds } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser } from './fixture.js';
import { openHost } from './host-site.js';
import {
  click,
  openExploration,
  pressButton,
  readInstrument,
  readTexts,
  waitForElements,
  waitUntil,
} from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const dist = join(root, 'dist');

/** @param {string} part of the name of a built file @returns {string} */
function findDistFile(part) {
  const found = readdirSync(dist).find((name) => name.startsWith(`${part}-`));
  if (!found) throw new Error(`dist/ has no file ${part}-*.js`);
  return `/${found}`;
}

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

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });

  /**
   * A page with one instrument. `pass` advances its clock; its workers are collected in `workers`.
   * @param {(page: Page) => Promise<void>} act
   * @param {string} [attributes]
   */
  async function at(act, attributes = 'experiment="context-lookup"') {
    answers.clear();
    requestedPaths.length = 0;
    const page = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,"><script>
        const timers = new Map();
        const { setTimeout: later, clearTimeout: never } = window;
        let passed = 0;
        const now = performance.now.bind(performance);
        performance.now = () => now() + passed;
        // Timers of a second or more only fire in pass(), so a slow machine does not trigger them.
        const clock = (ms) => (ms < 1000 ? performance.now() : passed);
        window.setTimeout = (act, ms = 0, ...more) => {
          const id = later(() => { timers.delete(id); act(...more); }, ms < 1000 ? ms : 2 ** 31 - 1);
          timers.set(id, { act: () => act(...more), ms, end: clock(ms) + ms });
          return id;
        };
        window.clearTimeout = (id) => { timers.delete(id); never(id); };
        window.pass = (span) => {
          passed += span;
          for (const [id, { act, ms, end }] of [...timers]) {
            if (end > clock(ms) || !timers.delete(id)) continue;
            never(id);
            act();
          }
        };
        window.workers = [];
        window.Worker = class extends Worker { constructor(...given) { super(...given); workers.push(this); } };
      </script>
      <script type="module" src="${files.url}attentoscope.js"></script><attento-scope ${attributes}></attento-scope>`;
    const host = await openHost({ '': page });
    const opened = await browser.open(host.url);
    try {
      await waitUntil(opened.page, ({ run }) => run === 'Run' || run === 'Open');
      await act(opened.page);
    } finally {
      answers.clear();
      await opened.page.close();
      await host.close();
    }
  }

  const labels = (/** @type {Page} */ page) =>
    readTexts(page, '.transport button').then((all) => all.map((text) => text.trim()));

  const notes = (/** @type {Page} */ page) => readTexts(page, '.transport .poster-title');

  test.each(selectSeeds('the module', 'the live part'))(
    '%s stalls: a notice appears after ten seconds, and Run works after canceling',
    (what) =>
      at(async (page) => {
        const path = what === 'the module' ? '/core.wasm' : findDistFile('live');
        answers.set(path, 0);
        await click(page, '.primary');
        await expect.poll(() => requestedPaths).toContain(path);
        expect(await labels(page)).toEqual(['Starting']);
        await page.evaluate('pass(9000)');
        expect(await labels(page)).toEqual(['Starting']);
        await page.evaluate('pass(1001)');
        await expect.poll(() => labels(page)).toEqual(['Starting', 'Cancel']);
        expect((await notes(page)).join()).toContain('Still loading');
        await pressButton(page, '.transport', 'Cancel');
        await expect.poll(() => labels(page)).toEqual(['Run']);
        expect((await notes(page)).join()).not.toContain('Still loading');
        answers.clear();
        await click(page, '.primary');
        await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
        expect(await page.evaluate('workers.length')).toBeGreaterThan(0);
      }),
  );

  test.each(selectSeeds('live', 'web', 'create-scope', 'context-bars'))(
    '%s-*.js is missing: a notice appears, and Run works once the file is available',
    (part) =>
      at(async (page) => {
        answers.set(findDistFile(part), 503);
        await click(page, '.primary');
        const { notices } = await waitUntil(page, ({ state }) => state === 'failed');
        expect(notices.join()).toMatch(/could not be loaded/);
        answers.clear();
        await click(page, '.primary');
        // Firefox caches a failed static import, so only a reload helps.
        if (name === 'firefox' && part === 'web') {
          await waitUntil(page, ({ notices }) => /or reload/.test(notices.join()));
          return;
        }
        await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
      }),
  );

  /** What to open and press so that a live instrument loads each lazy part. @type {Record<string, [string, string, string]>} */
  const kDemands = {
    'share-dialog': ['', '.share', 'Share'],
    'save-figure': ['save', '.save', 'Map as SVG'],
    pytorch: ['save', '.save', 'Model in PyTorch'],
    'save-film': ['', '.main .save-view', 'Film (WebM)'],
    drawing: ['prediction', '.prediction', ''],
  };

  test('a missing lazy part of the live instrument shows a notice, and loads once it is available', () =>
    at(async (page) => {
      const poster = findStaticClosure(dist, 'attentoscope.js');
      const live = findStaticClosure(dist, findDistFile('live').slice(1)).filter(
        (file) => !poster.includes(file),
      );
      const code = [...live, ...['create-scope', 'prediction'].map(findDistFile)]
        .map((file) => readFileSync(join(dist, file), 'utf8'))
        .join();
      const parts = [...code.matchAll(/import\(`\.\/([\w-]+)-[\w-]{7}\.js`\)/g)].map(([, part]) => part);
      // Not tested here: parts needed to start, parts for the main thread, parts of the library, and images of a list.
      const views = /\[["'`][\w-]+["'`],\(\)=>[^[\]]*?import\(`\.\/([\w-]+)-[\w-]{7}\.js`\)/g;
      const elsewhere = [
        'create-scope',
        'lesson',
        'server',
        'runner',
        'sweep',
        'attend',
        'own-maps',
        'own-formula',
        'preset-thumbnail',
      ].concat([...code.matchAll(views)].map(([, view = '']) => view));
      expect([...new Set(parts)].filter((part) => !elsewhere.includes(part)).sort()).toEqual(
        Object.keys(kDemands).sort(),
      );
      await page.$eval('attento-scope', (element) => element.setAttribute('parts', 'inspector explore'));
      await click(page, '.transport .button');
      await waitUntil(page, ({ state }) => state === 'live');
      await click(page, '.primary');
      for (const [part, [name, area, label]] of Object.entries(kDemands)) {
        answers.clear();
        answers.set(findDistFile(part), 503);
        const requestPart = () =>
          page.evaluate(
            (area, label) => {
              const all = document.querySelector('attento-scope')?.shadowRoot;
              const place = /** @type {HTMLElement} */ (all?.querySelector(area));
              [...place.querySelectorAll('button')].find((one) => one.textContent?.trim() === label)?.click();
            },
            area,
            label,
          );
        await openExploration(page, name);
        await waitForElements(page, area);
        await requestPart();
        const readShadowText = () =>
          page.evaluate(() => document.querySelector('attento-scope')?.shadowRoot?.textContent ?? '');
        await expect.poll(readShadowText).toContain(`${findDistFile(part)} could not be loaded`);
        answers.clear();
      }
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
          while (workers.length === before || !workers.at(-1).onerror)
            await new Promise(requestAnimationFrame);
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
      const { link } = await readInstrument(page);
      expect(link).toContain('seed=9');
      await waitForCrash();
      await click(page, '.transport .button', 2);
      await waitUntil(page, ({ step, run, state }) => step === 0 && run === 'Run' && state === 'live');
      await click(page, '.transport .button', 1);
      await waitUntil(page, ({ step }) => step === 1);
    }, 'experiment="context-lookup" seed="9" speed="400"'));

  test('fires attento-change on every configuration change, as a poster and live', () =>
    at(async (page) => {
      /** @param {string} act @param {string} link */
      const expectChange = async (act, link) => {
        await page.evaluate(act);
        await expect.poll(() => page.evaluate('links.at(-1)')).toBe(link);
        await waitUntil(page, (reading) => reading.link === link);
        await expect.poll(() => page.evaluate('location.hash')).toBe(`#${link}`);
      };
      await page.evaluate(
        `globalThis.links = []; globalThis.element = document.querySelector('attento-scope');
         element.addEventListener('attento-change', ({ detail }) => links.push(detail.link));`,
      );
      for (const live of [false, true]) {
        if (live) await page.evaluate('element.activate()');
        await expectChange(
          `element.setAttribute('seed', '${live ? 3 : 5}')`,
          `v1;experiment=context-lookup;seed=${live ? 3 : 5}`,
        );
        await expectChange(
          `element.configuration = 'v1;experiment=context-lookup;seed=${live ? 4 : 6};nonsense=1'`,
          `v1;experiment=context-lookup;seed=${live ? 4 : 6}`,
        );
      }
      expect(await page.evaluate('links.length')).toBe(4);
    }, 'experiment="context-lookup" permalink'));
});
