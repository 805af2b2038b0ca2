/** Tests the page before any interaction: the lab trains by itself, a poster shows the result, and the layout is stable. */
import { describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { selectSample, selectSeeds } from '../full-run.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import {
  click,
  clickOnPage,
  hasBegun,
  readTexts,
  waitForElements,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

const site = openSharedSite();
const browser = openSharedBrowser('chromium', { fresh: true, reducedMotion: false });

describe('the lab on opening', () => {
  test('trains by itself, and replies to a prediction about the next seed with its run', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=context-lookup`);
    await waitUntil(page, hasBegun);
    await clickOnPage(page, '.question button');
    await waitUntil(page, (reading) => reading.link.includes('seed=8') && hasBegun(reading));
    await page.waitForFunction(() => /As you predicted|You predicted/.test(document.body.textContent ?? ''));
    expect(problems).toEqual([]);
  });

  test('shows the beginning of the run even if its views load late', async () => {
    const { page, problems } = await browser.open('about:blank');
    await page.evaluateOnNewDocument(() => {
      const NativeWorker = Worker;
      globalThis.Worker = class extends NativeWorker {
        /** @param {ConstructorParameters<typeof NativeWorker>} args */
        constructor(...args) {
          super(...args);
          this.addEventListener('message', ({ data }) => {
            if (data?.type === 'frame') Object.assign(globalThis, { framed: true });
          });
        }
      };
    });
    let held = 0;
    // Delays only the view's file; Puppeteer's interception would handle every request, including the module's.
    const session = await page.createCDPSession();
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/graph-*.js' }] });
    session.on('Fetch.requestPaused', async ({ requestId }) => {
      held++;
      // A timer, because a hidden page has no animation frames.
      await page.waitForFunction(() => 'framed' in globalThis, { polling: 50 });
      await session.send('Fetch.continueRequest', { requestId });
    });
    // The scene asks a question before the run, so nothing trains yet.
    await page.goto(`${site.url}#chapter=8&scene=1`);
    await waitForElements(page, '.graph-node');
    expect(held).toBe(1);
    expect(problems).toEqual([]);
  });
});

describe('the poster', () => {
  test('shows the map of its preset, or a message if there is none', async () => {
    const { page, problems } = await browser.open(`${site.url}embed/blog-post.html`);
    await page.$eval('attento-scope', (element) => {
      element.setAttribute('experiment', 'translation');
      element.setAttribute('seed', '3');
    });
    const legend = () => readTexts(page, '.poster-note').then((all) => all.join(' ').replace(/\s+/g, ' '));
    await expect.poll(legend).toContain('learned after 626 steps with seed 7');
    expect(await page.$$('attento-scope >>> svg.poster-map rect[stroke]')).toHaveLength(4 + 3);
    await page.$eval('attento-scope', (element) => element.setAttribute('preset', 'reversal'));
    await expect.poll(legend).toContain('learned after 625 steps with seed 7');
    // Run starts the preset that the poster shows.
    await page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
    const { link } = await waitUntilLive(page);
    expect(link).toMatch(/^v1;experiment=translation;.*seed=3;.*task=reversal/);

    await page.$eval('attento-scope', async (element) => {
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      element.removeAttribute('preset');
      element.setAttribute('window', '3.5');
      document.body.prepend(element);
    });
    await expect.poll(legend).toMatch(/There is no picture of these settings.*after 626 steps/);
    expect(problems).toEqual([]);
  });

  test.each(selectSample([...experiments().map(({ name }) => name), 'calculator'], 1))(
    '%s in a column of 640 pixels is as high live as its poster, and at most 560 pixels',
    async (experiment) => {
      const { page, problems } = await browser.open(`${site.url}embed/blog-post.html`);
      await page.evaluate((experiment) => {
        const article = /** @type {HTMLElement} */ (document.querySelector('article'));
        article.style.inlineSize = '640px';
        const scope = document.createElement('attento-scope');
        scope.setAttribute('experiment', experiment);
        const after = document.createElement('p');
        after.textContent = 'And so the article goes on.';
        article.replaceChildren(scope, after);
      }, experiment);
      const height = async () => (await (await page.$('attento-scope'))?.boundingBox())?.height;
      const below = async () => (await (await page.$('article > p'))?.boundingBox())?.y;
      await waitForElements(page, '.primary');
      const where = await below();
      const before = await height();
      expect(before).toBeLessThanOrEqual(560);
      await click(page, '.primary');
      await waitUntil(page, ({ state }) => state === 'live');
      await waitForFrames(page, 20);
      expect(await height()).toBe(before);
      await page.$eval('attento-scope', (element) => element.setAttribute('locale', 'de'));
      await expect.poll(() => readTexts(page, '.foot')).toEqual([expect.stringContaining('Labor')]);
      expect(await height()).toBe(before);
      expect(await below()).toBe(where);
      expect(problems).toEqual([]);
    },
  );
});

describe('layout', () => {
  test.each(
    selectSeeds(/** @type {[number, number]} */ ([390, 844]), /** @type {[number, number]} */ ([1280, 800])),
  )('the layout does not shift while the lab starts and trains at %d × %d', async (width, height) => {
    const { page } = await browser.open(`${site.url}#v1;experiment=context-lookup`, { width, height });
    // Below the fold it waits until it is visible.
    await page.$eval('attento-scope', (node) => node.scrollIntoView());
    await waitUntil(page, ({ run }) => run === 'Run on');
    await page.evaluate(() => {
      const globals = Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) globals.shift += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await waitForFrames(page, 30);
    expect(await page.evaluate('shift')).toBeLessThan(0.01);
  });
});
