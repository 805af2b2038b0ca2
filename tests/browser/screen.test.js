/** Tests that the instrument fits the window before, during and after a run, with every exploration. */
import { expect, test } from 'vitest';
import { openLab, screens } from './fixture.js';
import { readExplorationNames, waitForElements, waitForFrames, waitUntil } from './instrument.js';
import { openExploration } from './operate.js';

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

const { onRun } = openLab();

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
