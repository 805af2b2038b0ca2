/** Tests that the figures beside the text show the numbers of the run, and follow the reader. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { findAxeViolations } from './layout.js';
import { click, clickOnPage, dragBetween, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const { onPage, onRun } = openLab();

/** @param {Page} page @param {string} selector */
const readText = (page, selector) =>
  page.$eval(selector, (node) => node.textContent?.trim().replace(/\s+/g, ' ') ?? '').catch(() => '');

/** The norm of a token's vector after a layer, from the model. @param {Page} page @param {string} side @param {number} token */
const computeNorm = (page, side, token) =>
  page.$eval(
    'attento-scope',
    async (element, side, token) => {
      const { scope } = element;
      const prediction = await scope?.predict({ example: 0, side, position: token });
      const line = prediction?.steps.find(({ part, name }) => part === 'feed-forward' && name === 'residual');
      return Math.hypot(...(line?.values ?? [])).toFixed(1);
    },
    side,
    token,
  );

test('the block shows the numbers of the run for each token', () =>
  onRun('chapter=6&scene=6', async (page) => {
    await train(page, 20);
    await expect.poll(() => readText(page, '.block figcaption')).toMatch(/^After step 20\. .*32 numbers/);
    const readNorm = () => readText(page, '.block-row[data-name="feed-forward residual"] .norm');
    for (const token of [0, 2]) {
      await page.focus(`.block .figure-tokens button:nth-child(${token + 1})`);
      await expect.poll(readNorm).toBe(await computeNorm(page, 'source', token));
    }
    expect(await page.$$('.block-row[data-name^="cross"]')).toEqual([]);
    await clickOnPage(page, '.block .figure-choice button:nth-child(2)');
    await expect.poll(() => page.$$('.block-row[data-name="cross residual"]')).toHaveLength(1);
  }));

test('the matrices of one head show its scores and weights', () =>
  onRun('chapter=6&scene=1', async (page) => {
    await train(page, 40);
    await clickOnPage(page, '.matrices .figure-choice:nth-of-type(2) button:nth-child(2)');
    await expect.poll(() => readText(page, '.matrices figcaption')).toMatch(/^Head 2 after step 40: /);
    const [best, score] = await page.$eval('attento-scope', async (element) => {
      const { scope } = element;
      const map = await scope?.attention({ example: 0, map: 'cross' });
      const [, , rows = 0, columns = 0] = map?.shape ?? [];
      const first = rows * columns; // of head 2, its first row
      const weights = Array.from(map?.weights.slice(first, first + columns) ?? []);
      const at = weights.indexOf(Math.max(...weights));
      return [weights[at] ?? 0, map?.scores[first + at] ?? 0];
    });
    await expect.poll(() => readText(page, '.matrices figcaption')).toMatch(`is ${best.toFixed(2)}, on`);
    expect(await readText(page, '.matrices figcaption')).toMatch(
      `score ${score.toFixed(2).replace('-', '−')}.`,
    );
    expect(await page.$$('.matrices-grid canvas')).toHaveLength(6);
    // It follows the map and head that are selected in the instrument.
    const pressed = () =>
      page.$$eval('.matrices .figure-choice [aria-pressed="true"]', (all) =>
        all.map((one) => one.textContent),
      );
    expect(await pressed()).toEqual(['Cross', 'H2']);
    await click(page, '.bars-choice input', 0);
    await click(page, '.head-open', 0);
    await expect.poll(pressed).toEqual(['Encoder', 'H1']);
  }));

test('outputs travel along with shuffled tokens, unless there are positions', () =>
  onRun('chapter=6&scene=2', async (page) => {
    const places = () =>
      page.$$eval('.shuffle-places button', (all) => all.map((one) => one.textContent?.trim()));
    await expect.poll(async () => (await places()).length).toBeGreaterThan(4);
    const [first, second, ...others] = await places();
    // By key, and then by pointer back to the first place.
    await page.focus('.shuffle-places button');
    await page.keyboard.press('ArrowRight');
    await expect.poll(places).toEqual([second, first, ...others]);
    await expect.poll(() => readText(page, '.shuffle figcaption')).toMatch(/traveled along .* 0\.000\.$/);
    await dragBetween(page, '.shuffle-places button', 2, 0);
    await expect.poll(places).toEqual([others[0], second, first, ...others.slice(1)]);
    await clickOnPage(page, '.shuffle .figure-choice button:nth-child(2)');
    await expect.poll(() => readText(page, '.shuffle figcaption')).toMatch(/changed, by up to 0?\.?[1-9\d]/);
    expect(await page.$$('.shuffle-waves polyline')).toHaveLength(8);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('the query comes from the state before or after the step', () =>
  onPage('#chapter=4&scene=3', async (page) => {
    await expect.poll(() => readText(page, '.scores p')).toMatch(/before the step/);
    const line = () => page.$eval('.query-line', (node) => node.getAttribute('style'));
    const before = await line();
    await clickOnPage(page, '.scores-papers button:last-child');
    await expect.poll(() => readText(page, '.scores p')).toMatch(/after the step/);
    expect(await line()).not.toBe(before);
    expect(await findAxeViolations(page)).toEqual([]);
  }));
