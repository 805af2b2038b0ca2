/** Before anything is pressed: the lab learns by itself, a poster shows what will be learned, and nothing moves. */
import { describe, expect, test } from 'vitest';
import { sharedBrowser, sharedSite } from './fixture.js';
import { framesPass, press, texts, until, untilLive } from './instrument.js';

const site = sharedSite();
const browser = sharedBrowser('chromium');

describe('the lab as it opens', () => {
  test('learns by itself, and a prediction about the next seed is answered by its run', async () => {
    const { page, problems } = await browser.open(site.url);
    await until(page, ({ run, step }) => run === 'Pause' && step > 0);
    await page.click('.question button');
    await until(page, ({ link, run }) => link.includes('seed=8') && run === 'Pause');
    await page.waitForFunction(() => /as you said|not what you said/.test(document.body.textContent ?? ''));
    expect(problems).toEqual([]);
  });
});

describe('the poster', () => {
  test('shows what its preset has learned, lets another be chosen, and says where there is no picture', async () => {
    const { page, problems } = await browser.open(`${site.url}embed/blog-post.html`);
    await page.$eval('attento-scope', (element) => {
      element.setAttribute('experiment', 'translation');
      element.setAttribute('seed', '3');
    });
    const legend = () => texts(page, '.poster-legend').then(([text]) => text?.replace(/\s+/g, ' '));
    await expect.poll(legend).toContain('learned after 626 steps with seed 7');
    expect(await page.$$('attento-scope >>> svg.poster-map rect[stroke]')).toHaveLength(4);
    await press(page, '.presets', 'Reversal');
    await expect.poll(legend).toContain('learned after 625 steps with seed 7');
    await expect.poll(() => texts(page, '.preset[aria-pressed=true]')).toHaveLength(1);
    // What is chosen is what runs.
    const { height } = (await (await page.$('attento-scope >>> .presets'))?.boundingBox()) ?? {};
    await page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
    const { link } = await untilLive(page);
    expect(link).toMatch(/^v1;experiment=translation;.*seed=3;.*task=reversal/);
    expect((await (await page.$('attento-scope >>> .presets'))?.boundingBox())?.height).toBe(height);

    await page.$eval('attento-scope', async (element) => {
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      element.setAttribute('window', '3.5');
      document.body.prepend(element);
    });
    await expect.poll(legend).toMatch(/no picture of their own.*after 626 steps/);
    expect(problems).toEqual([]);
  });
});

describe('layout', () => {
  test.each([
    [1280, 800],
    [390, 844],
  ])('nothing moves while the lab comes alive and learns at %d × %d', async (width, height) => {
    const { page } = await browser.open(site.url, { width, height });
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
