/** Before anything is pressed: the lab learns by itself, a poster shows what will be learned, and nothing moves. */
import { describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { seeds, some } from '../seeds.js';
import { sharedBrowser, sharedSite } from './fixture.js';
import {
  click,
  clickOutside,
  framesPass,
  hasBegun,
  texts,
  until,
  untilLive,
  untilThere,
} from './instrument.js';

const site = sharedSite();
const browser = sharedBrowser('chromium', { fresh: true, reducedMotion: false });

describe('the lab as it opens', () => {
  test('learns by itself, and a prediction about the next seed is answered by its run', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=context-lookup`);
    await until(page, hasBegun);
    await clickOutside(page, '.question button');
    await until(page, (reading) => reading.link.includes('seed=8') && hasBegun(reading));
    await page.waitForFunction(() => /As you predicted|You predicted/.test(document.body.textContent ?? ''));
    expect(problems).toEqual([]);
  });

  test('shows where the run begins, however late its views come', async () => {
    const { page, problems } = await browser.open('about:blank');
    await page.evaluateOnNewDocument(() => {
      const Native = Worker;
      globalThis.Worker = class extends Native {
        /** @param {ConstructorParameters<typeof Native>} given */
        constructor(...given) {
          super(...given);
          this.addEventListener('message', ({ data }) => {
            if (data?.type === 'frame') Object.assign(globalThis, { framed: true });
          });
        }
      };
    });
    let held = 0;
    // Only the view's file is held: Puppeteer's own interception takes every request, the module's too.
    const session = await page.createCDPSession();
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/graph-*.js' }] });
    session.on('Fetch.requestPaused', async ({ requestId }) => {
      held++;
      // By the clock: a page behind another has no display frames.
      await page.waitForFunction(() => 'framed' in globalThis, { polling: 50 });
      await session.send('Fetch.continueRequest', { requestId });
    });
    // A question is asked before the run, so nothing trains yet.
    await page.goto(`${site.url}#chapter=8&scene=1`);
    await untilThere(page, '.graph-node');
    expect(held).toBe(1);
    expect(problems).toEqual([]);
  });
});

describe('the poster', () => {
  test('shows what its preset has learned, and says where there is no picture', async () => {
    const { page, problems } = await browser.open(`${site.url}embed/blog-post.html`);
    await page.$eval('attento-scope', (element) => {
      element.setAttribute('experiment', 'translation');
      element.setAttribute('seed', '3');
    });
    const legend = () => texts(page, '.poster-note').then((all) => all.join(' ').replace(/\s+/g, ' '));
    await expect.poll(legend).toContain('learned after 626 steps with seed 7');
    expect(await page.$$('attento-scope >>> svg.poster-map rect[stroke]')).toHaveLength(4 + 3);
    await page.$eval('attento-scope', (element) => element.setAttribute('preset', 'reversal'));
    await expect.poll(legend).toContain('learned after 625 steps with seed 7');
    // What is shown is what runs.
    await page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
    const { link } = await untilLive(page);
    expect(link).toMatch(/^v1;experiment=translation;.*seed=3;.*task=reversal/);

    await page.$eval('attento-scope', async (element) => {
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      element.removeAttribute('preset');
      element.setAttribute('window', '3.5');
      document.body.prepend(element);
    });
    await expect.poll(legend).toMatch(/no picture of their own.*after 626 steps/);
    expect(problems).toEqual([]);
  });

  test.each(some([...experiments().map(({ name }) => name), 'calculator'], 1))(
    'in a column of 640 %s is as high live as its poster, and no higher than 560',
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
      await untilThere(page, '.primary');
      const where = await below();
      const before = await height();
      expect(before).toBeLessThanOrEqual(560);
      await click(page, '.primary');
      await until(page, ({ state }) => state === 'live');
      await framesPass(page, 20);
      expect(await height()).toBe(before);
      await page.$eval('attento-scope', (element) => element.setAttribute('locale', 'de'));
      await expect.poll(() => texts(page, '.foot')).toEqual([expect.stringContaining('Labor')]);
      expect(await height()).toBe(before);
      expect(await below()).toBe(where);
      expect(problems).toEqual([]);
    },
  );
});

describe('layout', () => {
  test.each(
    seeds(/** @type {[number, number]} */ ([390, 844]), /** @type {[number, number]} */ ([1280, 800])),
  )('nothing moves while the lab comes alive and learns at %d × %d', async (width, height) => {
    const { page } = await browser.open(`${site.url}#v1;experiment=context-lookup`, { width, height });
    // Below the fold it waits to be seen.
    await page.$eval('attento-scope', (node) => node.scrollIntoView());
    await until(page, ({ run }) => run === 'Run on');
    await page.evaluate(() => {
      const seen = Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await framesPass(page, 30);
    expect(await page.evaluate('shift')).toBeLessThan(0.01);
  });
});
