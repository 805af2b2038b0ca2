/** Tests several elements on a page, and elements that are hidden, moved, removed, or in the back/forward cache. */
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import { readInstrument, waitForFrames, waitUntil } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const site = openSharedSite();

/** Slow enough to be watched. */
const slow = '<attento-scope experiment="context-lookup" speed="200"></attento-scope>';

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });

  /** @param {string} body @param {(page: Page) => Promise<void>} act @param {object} [view] */
  async function inPage(body, act, view = {}) {
    const page = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <script type="module" src="${site.url}attentoscope.js"></script>${body}`;
    const away = '<!doctype html><title>Away</title><link rel="icon" href="data:,"><p>Away';
    const host = await openHost({ '': page, away });
    const opened = await browser.open(host.url, view);
    try {
      await waitUntil(opened.page, ({ run }) => run === 'Run');
      await act(opened.page);
      // Firefox cancels the request for the icon on navigation.
      expect(opened.problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    } finally {
      await opened.page.close();
      await host.close();
    }
  }

  /** Starts training without waiting. @param {Page} page @param {number} [index] */
  const run = (page, index = 0) =>
    page.evaluate((index) => {
      /** @type {any} */ (document.querySelectorAll('attento-scope')[index]).run();
    }, index);

  /** Waits until it trains. @param {Page} page @param {number} [index] @param {number} [beyond] a step */
  const waitUntilTraining = (page, index = 0, beyond = 0) =>
    waitUntil(page, ({ step, run }) => step > beyond && run === 'Pause', { index });

  test.runIf(isFullRun)(
    'only one of three instruments trains at full speed, and they share one module',
    () => {
      const full = '<attento-scope experiment="translation" speed="full" ></attento-scope>';
      site.requests.length = 0;
      return inPage(
        `<style>main { display: grid; grid-template-columns: repeat(3, 1fr) }</style><main>${full.repeat(3)}</main>`,
        async (page) => {
          for (const index of [0, 1, 2, 0]) {
            const { step } = await readInstrument(page, index);
            await run(page, index);
            await waitUntilTraining(page, index, step);
            for (const other of [0, 1, 2].filter((one) => one !== index))
              await waitUntil(page, ({ run }) => run === 'Run', { index: other });
          }
          expect(site.requests.filter((path) => path === '/translation.wasm')).toHaveLength(1);
        },
      );
    },
  );

  test('an instrument started while invisible waits, then trains and draws when it becomes visible', () =>
    inPage(`<div hidden>${slow}</div>`, async (page) => {
      await run(page);
      await waitUntil(page, ({ state }) => state === 'live');
      await waitForFrames(page, 20);
      expect(await readInstrument(page)).toMatchObject({ step: 0, run: 'Run' });
      await page.$eval('div', (box) => {
        box.hidden = false;
      });
      await waitUntilTraining(page, 0, 20);
      const drawn = await page.$eval('attento-scope >>> .bars-canvas', (node) => {
        const canvas = /** @type {HTMLCanvasElement} */ (node);
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
          0,
          0,
          canvas.width,
          canvas.height,
        );
        return {
          sharp: Math.abs(canvas.width - canvas.clientWidth) <= 1,
          painted: data.some((value) => value > 0),
        };
      });
      expect(drawn).toEqual({ sharp: true, painted: true });
      await page.$eval('div', (box) => {
        box.hidden = true;
      });
      await waitUntil(page, ({ run }) => run === 'Run');
    }));

  test.runIf(isFullRun)('training continues when the element is moved in the document', () =>
    inPage(`<main></main>${slow}`, async (page) => {
      await run(page);
      const { step } = await waitUntilTraining(page);
      const same = await page.evaluate(() => {
        const element = /** @type {any} */ (document.querySelector('attento-scope'));
        const { scope } = element;
        document.querySelector('main')?.append(element);
        return new Promise((resolve) => setTimeout(() => resolve(element.scope === scope && scope !== null)));
      });
      expect(same).toBe(true);
      await waitUntilTraining(page, 0, step + 20);
    }),
  );

  test('training pauses in a hidden tab and continues when the tab is visible', () =>
    inPage(slow, async (page) => {
      await run(page);
      await waitUntilTraining(page);
      const other = await browser.open(`${page.url()}away`);
      await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
      const { step } = await waitUntil(page, ({ run }) => run === 'Run');
      expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
      await other.page.close();
      await waitUntilTraining(page, 0, step + 20);
    }));

  test.runIf(isFullRun)('training continues after a page returns from the back/forward cache', () =>
    inPage(slow, async (page) => {
      await run(page);
      const { step } = await waitUntilTraining(page, 0, 20);
      await page.evaluate(() => {
        window.addEventListener('pageshow', ({ persisted }) => {
          /** @type {any} */ (window).persisted = persisted;
        });
      });
      await page.goto(`${page.url()}away`);
      expect(await page.title()).toBe('Away');
      // Puppeteer's goBack() waits for a load event, which does not happen here.
      await page.evaluate(() => {
        setTimeout(() => history.back());
      });
      await expect.poll(() => page.evaluate('window.persisted').catch(() => 'on the way')).toBe(true);
      await waitUntilTraining(page, 0, step + 50);
    }),
  );

  // Only Chromium can query remaining objects.
  if (name === 'chromium')
    test.runIf(isFullRun)('removing the element while it trains ends its worker and frees its memory', () =>
      inPage(slow, async (page) => {
        const tools = await page.createCDPSession();
        const countScopes = async () => {
          // The garbage collection of queryObjects sometimes misses an unreachable object.
          await tools.send('HeapProfiler.collectGarbage');
          const prototype = await page.evaluateHandle('customElements.get("attento-scope").prototype');
          const found = await page.queryObjects(prototype);
          const count = await found.evaluate((all) => /** @type {any} */ (all).length);
          // A handle of the test would keep the object alive.
          await Promise.all([found.dispose(), prototype.dispose()]);
          return count;
        };
        for (let round = 0; round < 3; round++) {
          await run(page);
          await waitUntilTraining(page, 0, 20);
          expect(page.workers()).toHaveLength(1);
          expect(await countScopes()).toBe(1);
          await page.evaluate(() => document.querySelector('attento-scope')?.remove());
          await expect.poll(() => page.workers()).toEqual([]);
          await expect.poll(countScopes).toBe(0);
          await page.evaluate(() => document.body.append(document.createElement('attento-scope')));
        }
      }),
    );
});
