/** Tests the maps of the reference page: they start when they come into view, and read the reader's own numbers. */
import { expect, test } from 'vitest';
import { attend } from '../../web/index.js';
import { openLab } from './fixture.js';

/** @import { Page } from 'puppeteer-core' */

const { site, onPage } = openLab();

/** @param {Page} page @param {string} mechanism @returns {Promise<string[]>} weights, row by row */
const readWeights = (page, mechanism) =>
  page.$$eval(`[data-mechanism=${mechanism}] .weight`, (cells) =>
    cells.map((cell) => cell.textContent ?? ''),
  );

/** @param {Page} page @param {string} mechanism @returns {Promise<void>} once the map has numbers */
const waitForMap = (page, mechanism) =>
  expect.poll(async () => (await readWeights(page, mechanism)).join(' ')).toMatch(/^[\d.,]+( [\d.,]+)+$/);

/** @param {Page} page @param {string} mechanism @param {number} nth field of it @param {string} text */
async function type(page, mechanism, nth, text) {
  const field = (await page.$$(`[data-mechanism=${mechanism}] input[type=text]`))[nth];
  await field?.click({ count: 3 });
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test('a map fetches the core when it comes into view, and shows what attend computes', () =>
  onPage('reference.html', async (page) => {
    await page.waitForSelector('[data-mechanism=dot] .weight');
    expect(site.requests.filter((path) => path.endsWith('.wasm'))).toEqual([]);
    expect(new Set(await readWeights(page, 'dot'))).toEqual(new Set('·'));
    await page.$eval('#dot', (section) => section.scrollIntoView());
    await waitForMap(page, 'dot');
    await type(page, 'dot', 0, '-3');
    await page.keyboard.press('ArrowUp');
    const query = [[[2], [1], [-1], [-2]]];
    const key = [[[-2.9], [-1], [0.5], [-2]]];
    const { weights } = await attend('dot', { query, key });
    const expected = Array.from(weights?.data ?? [], (weight) => weight.toFixed(2));
    await expect.poll(() => readWeights(page, 'dot')).toEqual(expected);
    // The calculator opens with the same numbers.
    const link = await page.$eval('[data-mechanism=dot] .try a', (node) => node.getAttribute('href'));
    expect(decodeURIComponent(link ?? '')).toContain('key(1,4,1)-2.9,-1,0.5,-2');
  }));

test('a formula and numbers that the core refuses give its message instead of a map', () =>
  onPage('reference.html#own', async (page) => {
    await waitForMap(page, 'own');
    const nth = await page.$$eval('[data-mechanism=own] input[type=text]', (fields) =>
      fields.findIndex((field) => field.closest('.map-formula')),
    );
    await type(page, 'own', nth, 'q · (');
    const readError = () => page.$eval('[data-mechanism=own] .map-error', (node) => node.textContent ?? '');
    await expect.poll(readError).toMatch(/formula/);
    expect(new Set(await readWeights(page, 'own'))).toEqual(new Set('·'));
    await type(page, 'own', nth, 'q · k');
    await expect.poll(readError).toBe('');
    await waitForMap(page, 'own');
  }));

test('on a phone the mechanisms are a list, of which the one in the address is open', () =>
  onPage('reference.html?locale=de#gat', { width: 390, height: 844 }, async (page) => {
    await waitForMap(page, 'gat');
    const open = await page.$$eval('.mechanism[open]', (all) => all.map(({ id }) => id));
    expect(open).toEqual(['gat']);
    expect(await page.$eval('h1 + p', (node) => node.textContent)).toMatch(/^Was jede Art/);
    const { wide, maps } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      maps: document.querySelectorAll('.combined td svg').length,
    }));
    expect(wide).toBeLessThanOrEqual(390);
    expect(maps).toBe(20);
  }));
