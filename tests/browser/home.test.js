/** Tests the start page: a recorded run plays, runs live on demand, and can be dragged back. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { waitUntilLive } from './instrument.js';
import { clickOnPage } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const { onPage } = openLab();

/** @param {Page} page @returns {Promise<{ mode?: string, step: number, right: number, words: number }>} */
const readPipes = (page) =>
  page.$eval('.pipes', (node) => ({
    mode: /** @type {HTMLElement} */ (node).dataset['mode'],
    step: Number(/** @type {HTMLElement} */ (node).dataset['step']),
    right: node.querySelectorAll('.pipes-answers .right').length,
    words: node.querySelectorAll('.pipes-answers li').length,
  }));

test('the recorded run is shown trained; it is trained live on demand, and dragged back, it forgets', () =>
  onPage('', async (page) => {
    await page.waitForSelector('.pipes');
    await expect.poll(() => readPipes(page)).toEqual({ mode: 'recorded', step: 240, right: 4, words: 4 });
    await clickOnPage(page, '.pipes-controls .another');
    await expect.poll(() => readPipes(page)).toMatchObject({ words: 6, right: 6 });
    await clickOnPage(page, '.pipes-controls .primary');
    await expect.poll(() => readPipes(page)).toMatchObject({ mode: 'live' });
    await expect.poll(() => readPipes(page)).toEqual({ mode: 'paused', step: 240, right: 6, words: 6 });
    await page.focus('.pipes-controls input');
    await page.keyboard.press('Home');
    await expect.poll(() => readPipes(page)).toMatchObject({ step: 0, right: 0 });
    // Another sentence that is chosen while it starts is the one that is trained.
    await page.reload();
    await page.waitForSelector('.pipes');
    await page.$eval('.pipes-controls', (controls) => {
      const [learn, another] = ['.primary', '.another'].map((name) => controls.querySelector(name));
      /** @type {HTMLElement} */ (learn).click();
      /** @type {HTMLElement} */ (another).click();
    });
    await expect.poll(() => readPipes(page)).toMatchObject({ mode: 'paused', step: 240, words: 6, right: 6 });
    // Leaving the page while it starts again, or while the sentence changes, causes no error.
    await clickOnPage(page, '.pipes-controls .primary');
    await page.evaluate(() => {
      /** @type {HTMLElement} */ (document.querySelector('.pipes-controls .another')).click();
      location.hash = '#chapter=1';
    });
    await waitUntilLive(page);
  }));
