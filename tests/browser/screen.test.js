/** Tests that the instrument fits the window before, during and after a run, with every exploration. */
import { expect, test } from 'vitest';
import { openLab, screens } from './fixture.js';
import {
  readExplorationNames,
  waitForElements,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';
import { openExploration, openHash } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

/** Parts that must stay visible beside story and map. */
const kAlways = ['.transport', '.bar'];

/** Parts that are missing or not inside the window. @param {Page} page @param {readonly string[]} parts */
const findOutside = (page, parts) =>
  page.evaluate((parts) => {
    const root = document.querySelector('attento-scope')?.shadowRoot;
    return parts.filter((part) => {
      const box = root?.querySelector(part)?.getBoundingClientRect();
      if (!box || box.height < 20) return true;
      return box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
    });
  }, parts);

const { onPage, onRun } = openLab();

test.each(['self-attention', 'graph-attention', 'draw'])('%s fits on a screen of 1440 × 900', (experiment) =>
  onRun(`v1;experiment=${experiment}`, screens.desktop, async (page) => {
    await waitForElements(page, '.main > *');
    // Pictures are not grids.
    const selectors = [...kAlways, '.main', '.side'];
    const grid = await page.$('attento-scope >>> .main [role=grid]');
    // The matrix of a graph is behind a button.
    if (await grid?.isVisible()) selectors.push('.main [role=grid]');
    await expect.poll(() => findOutside(page, selectors)).toEqual([]);
    await page.$eval('attento-scope', (element) => element.run());
    await waitUntil(page, ({ step }) => step > 0);
    expect(await findOutside(page, selectors)).toEqual([]);
    await page.$eval('attento-scope', (element) => element.pause());
    await waitForFrames(page, 3);
    expect(await findOutside(page, selectors)).toEqual([]);
    const height = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    expect(height).toBeLessThanOrEqual(1.25);
    const open = await readExplorationNames(page);
    expect(open.length).toBeGreaterThan(3);
    for (const one of open) {
      await openExploration(page, one);
      await expect.poll(() => findOutside(page, [...kAlways, '.exploration']), { message: one }).toEqual([]);
    }
    await page.focus('attento-scope >>> .primary');
    await page.keyboard.press('Escape');
    await expect.poll(() => findOutside(page, selectors)).toEqual([]);
  }),
);

/** Boxes of the visible elements that a selector finds in the instrument. @param {Page} page @param {string} selector @returns {Promise<DOMRect[]>} */
const readBoxes = (page, selector) =>
  page.$$eval(`attento-scope >>> :is(${selector})`, (nodes) =>
    nodes.map((node) => node.getBoundingClientRect().toJSON()).filter(({ height }) => height > 0),
  );

/** @param {DOMRect[]} boxes @returns {boolean} whether no two boxes overlap */
const areApart = (boxes) =>
  boxes.every((a, i) =>
    boxes
      .slice(i + 1)
      .every((b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top),
  );

test('in German on a low laptop all chapters, tools and controls are visible, and none covers another', () =>
  onPage('#start&v1;locale=de', { width: 1366, height: 657 }, async (page) => {
    const tour = await page.waitForSelector('.hero-tour a');
    expect(await tour?.isIntersectingViewport({ threshold: 1 })).toBe(true);
    const fits = (/** @type {string} */ selector) =>
      page.$eval(selector, (node) => node.scrollWidth <= node.clientWidth);
    expect(await fits('.masthead ol')).toBe(true);
    await openHash(page, '#chapter=6&scene=2');
    await waitUntilLive(page);
    await expect.poll(async () => (await readBoxes(page, '.heads-view .head')).length).toBe(3);
    const controls = await readBoxes(page, '.align-head > :not(.align-pair), .align-head .align-pair > *');
    expect(controls.length).toBe(6);
    expect(areApart(controls)).toBe(true);
    await page.$eval('attento-scope', (scope) => scope.removeAttribute('data-folded'));
    expect(await fits('attento-scope >>> .bar')).toBe(true);
    await openHash(page, '#chapter=3&scene=5');
    await waitForElements(page, '.looks [role=gridcell]');
    const [main, last] = await Promise.all(['.main', '.looks form'].map((part) => readBoxes(page, part)));
    expect(last?.[0]?.bottom).toBeLessThanOrEqual(Number(main?.[0]?.bottom));
    await expect
      .poll(async () => areApart(await readBoxes(page, '.looks .legend-item, .looks .view-foot > *')))
      .toBe(true);
  }));
