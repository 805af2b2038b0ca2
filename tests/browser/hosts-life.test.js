/** What happens to the element's page: several at once, hidden, moved, removed, put away and fetched back. */
import { describe, expect, test } from 'vitest';
import { proof } from '../seeds.js';
import { browserNames } from './driver.js';
import { inTurn, sharedBrowser, sharedSite } from './fixture.js';
import { openHost } from './host.js';
import { framesPass, read, until } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const site = sharedSite();

/** Slow enough to be watched. */
const slow = '<attento-scope experiment="context-lookup" speed="200"></attento-scope>';

describe.each(browserNames)('%s', (name) => {
  inTurn();
  const browser = sharedBrowser(name, { fresh: true });

  /** @param {string} body @param {(page: Page) => Promise<void>} act @param {object} [view] */
  async function inPage(body, act, view = {}) {
    const page = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <script type="module" src="${site.url}attentoscope.js"></script>${body}`;
    const away = '<!doctype html><title>Away</title><link rel="icon" href="data:,"><p>Away';
    const host = await openHost({ '': page, away });
    const opened = await browser.open(host.url, view);
    try {
      await until(opened.page, ({ run }) => run === 'Run');
      await act(opened.page);
      // Firefox gives up the icon of a page that is left.
      expect(opened.problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
    } finally {
      await opened.page.close();
      await host.close();
    }
  }

  /** Asks an instrument to train, and does not wait. @param {Page} page @param {number} [index] */
  const run = (page, index = 0) =>
    page.evaluate((index) => {
      /** @type {any} */ (document.querySelectorAll('attento-scope')[index]).run();
    }, index);

  /** Waits until it trains. @param {Page} page @param {number} [index] @param {number} [beyond] a step */
  const training = (page, index = 0, beyond = 0) =>
    until(page, ({ step, run }) => step > beyond && run === 'Pause', { index });

  test.runIf(proof)('of three, one trains at full speed, and they share one module', () => {
    const full = '<attento-scope experiment="translation" speed="full" ></attento-scope>';
    site.requests.length = 0;
    return inPage(
      `<style>main { display: grid; grid-template-columns: repeat(3, 1fr) }</style><main>${full.repeat(3)}</main>`,
      async (page) => {
        for (const index of [0, 1, 2, 0]) {
          const { step } = await read(page, index);
          await run(page, index);
          await training(page, index, step);
          for (const other of [0, 1, 2].filter((one) => one !== index))
            await until(page, ({ run }) => run === 'Run', { index: other });
        }
        expect(site.requests.filter((path) => path === '/translation.wasm')).toHaveLength(1);
      },
    );
  });

  test('started where it cannot be seen, it waits; shown, it trains and is drawn', () =>
    inPage(`<div hidden>${slow}</div>`, async (page) => {
      await run(page);
      await until(page, ({ state }) => state === 'live');
      await framesPass(page, 20);
      expect(await read(page)).toMatchObject({ step: 0, run: 'Run' });
      await page.$eval('div', (box) => {
        box.hidden = false;
      });
      await training(page, 0, 20);
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
      await until(page, ({ run }) => run === 'Run');
    }));

  test.runIf(proof)('moved in the document while it trains, it goes on', () =>
    inPage(`<main></main>${slow}`, async (page) => {
      await run(page);
      const { step } = await training(page);
      const same = await page.evaluate(() => {
        const element = /** @type {any} */ (document.querySelector('attento-scope'));
        const { scope } = element;
        document.querySelector('main')?.append(element);
        return new Promise((resolve) => setTimeout(() => resolve(element.scope === scope && scope !== null)));
      });
      expect(same).toBe(true);
      await training(page, 0, step + 20);
    }),
  );

  test('in a tab that is hidden it rests, and goes on when the tab is seen again', () =>
    inPage(slow, async (page) => {
      await run(page);
      await training(page);
      const other = await browser.open(`${page.url()}away`);
      await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
      const { step } = await until(page, ({ run }) => run === 'Run');
      expect(await page.evaluate(() => document.visibilityState)).toBe('hidden');
      await other.page.close();
      await training(page, 0, step + 20);
    }));

  test.runIf(proof)('a page that is put away and fetched back goes on where it was', () =>
    inPage(slow, async (page) => {
      await run(page);
      const { step } = await training(page, 0, 20);
      await page.evaluate(() => {
        window.addEventListener('pageshow', ({ persisted }) => {
          /** @type {any} */ (window).persisted = persisted;
        });
      });
      await page.goto(`${page.url()}away`);
      expect(await page.title()).toBe('Away');
      // Puppeteer's own way back waits for a load, which a page that was kept does not have.
      await page.evaluate(() => {
        setTimeout(() => history.back());
      });
      await expect.poll(() => page.evaluate('window.persisted').catch(() => 'on the way')).toBe(true);
      await training(page, 0, step + 50);
    }),
  );

  // Only Chromium tells what is left in memory.
  if (name === 'chromium')
    test.runIf(proof)('removed while it trains, its worker ends and nothing of it stays', () =>
      inPage(slow, async (page) => {
        const tools = await page.createCDPSession();
        const living = async () => {
          // What queryObjects collects by itself leaves, now and then, an object that nothing holds any more.
          await tools.send('HeapProfiler.collectGarbage');
          const prototype = await page.evaluateHandle('customElements.get("attento-scope").prototype');
          const found = await page.queryObjects(prototype);
          const count = await found.evaluate((all) => /** @type {any} */ (all).length);
          // What the test holds in its hand would stay.
          await Promise.all([found.dispose(), prototype.dispose()]);
          return count;
        };
        for (let round = 0; round < 3; round++) {
          await run(page);
          await training(page, 0, 20);
          expect(page.workers()).toHaveLength(1);
          expect(await living()).toBe(1);
          await page.evaluate(() => document.querySelector('attento-scope')?.remove());
          await expect.poll(() => page.workers()).toEqual([]);
          await expect.poll(living).toBe(0);
          await page.evaluate(() => document.body.append(document.createElement('attento-scope')));
        }
      }),
    );
});
