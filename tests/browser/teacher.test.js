/** Tests what teachers do: student links, worksheets, presentation. */
import jsqr from 'jsqr';
import { describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { isFullRun, selectSample } from '../full-run.js';
import { browserNames, defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import {
  clickOnPage,
  readInstrument,
  readTexts,
  train,
  waitForElements,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const names = experiments().map(({ name }) => name);

const site = openSharedSite();

/** Opens the panel for teachers. @param {Page} page */
async function openPanel(page) {
  await page.evaluate(() => {
    const panel = /** @type {HTMLDetailsElement} */ (document.querySelector('.classroom'));
    panel.open = true;
  });
  await page.waitForSelector('.class-link input');
}

/** Opens the advanced options. @param {Page} page */
const openAdvanced = (page) => clickOnPage(page, '.class-advanced > summary');

/** @param {Page} page */
const readStudentLink = (page) =>
  page.$eval('.class-link input', (field) => /** @type {HTMLInputElement} */ (field).value);

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  test('the panel writes a link and a QR code with the same link', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=sentiment;seed=11`);
    await waitUntilLive(page);
    await openPanel(page);
    await clickOnPage(page, '.class-recipes input[value=quiz]');
    await openAdvanced(page);
    await clickOnPage(page, '[data-key=hide-save]');
    const link = await readStudentLink(page);
    expect(link.slice(link.indexOf('#'))).toBe(
      '#v1;experiment=sentiment;hide=save;lock=seed,settings,data;mode=quiz;seed=11',
    );
    // Over the whole window, for the last row.
    await clickOnPage(page, '.class-full');
    await page.waitForSelector('.full-code svg');
    const { width: side, height: rise } = await page.$eval('.full-code svg', (node) => {
      const { width, height } = node.getBoundingClientRect();
      return { width, height };
    });
    expect(Math.min(side, rise)).toBeGreaterThan(0.7 * 800);
    const picture = await page.evaluate(() => {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector('.full-code svg'));
      const [edge = 0, , side = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = side * 4;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.scale(4, 4);
      context.translate(-edge, -edge);
      for (const path of svg.querySelectorAll('path')) {
        context.fillStyle = path.getAttribute('fill') ?? '';
        context.fill(new Path2D(path.getAttribute('d') ?? ''));
      }
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      return { data: Array.from(data), width, height };
    });
    const code = jsqr(Uint8ClampedArray.from(picture.data), picture.width, picture.height);
    expect(code?.data).toBe(link);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.full-code', { hidden: true });
    expect(problems).toEqual([]);
  });

  test('three recipes give short links with chapter and scene, which open that scene', async () => {
    const { page, problems } = await browser.open(`${site.url}#chapter=4&scene=6`);
    await waitUntilLive(page);
    await openPanel(page);
    const scene = '#chapter=4&scene=6&v1';
    for (const [recipe, hash] of [
      ['demonstrate', `${scene};mode=projector`],
      ['quiz', `${scene};lock=seed,settings,data;mode=quiz`],
      ['together', `${scene};lock=seed,settings,data;mode=lesson`],
    ]) {
      await clickOnPage(page, `.class-recipes input[value=${recipe}]`);
      const link = await readStudentLink(page);
      expect(link.slice(link.indexOf('#'))).toBe(hash);
    }
    const students = await readStudentLink(page);
    await page.goto('about:blank');
    await page.goto(students);
    await waitUntil(page, ({ link }) => link.includes('locality=local-p') && link.includes('mode=lesson'));
    await waitForElements(page, '.drawing [role=gridcell]');
    // After a change of settings the link contains the whole configuration instead of a scene.
    await page.goto('about:blank');
    await page.goto(`${site.url}#chapter=4&scene=6&v1;experiment=translation;seed=9`);
    await waitUntil(page, ({ state, link }) => state === 'live' && link.includes('seed=9'));
    await openPanel(page);
    expect(await readStudentLink(page)).toMatch(/#v1;experiment=translation;.*seed=9$/);
    expect(problems).toEqual([]);
  });
});

const browsers = browserNames.map((name) => openSharedBrowser(name));

test.runIf(isFullRun)('one link, two browsers, the same numbers', async () => {
  const link = 'experiment=self-attention;lock=seed,settings;seed=23';
  const results = [];
  for (const browser of browsers) {
    const { page } = await browser.open(`${site.url}#v1;${link}`);
    await waitUntilLive(page);
    await openPanel(page);
    await openAdvanced(page);
    await clickOnPage(page, '.class-advanced input[value=explore]');
    const students = await readStudentLink(page);
    await page.goto('about:blank');
    await page.goto(students);
    await waitUntilLive(page);
    await train(page, 60);
    await waitUntil(page, ({ step }) => step === 60);
    await expect.poll(() => readTexts(page, '.metric-value').then((all) => all[0])).toMatch(/^\d/);
    const { fingerprint, step } = await readInstrument(page);
    results.push({
      students,
      fingerprint,
      step,
      numbers: await readTexts(page, '.metric-value, .count-value'),
    });
  }
  expect(results[0]?.fingerprint).toMatch(/^[0-9a-f]{16}$/);
  expect(results[1]).toEqual(results[0]);
});

const chromium = openSharedBrowser('chromium');

/** @param {Page} page with the panel open */
async function openWorksheet(page) {
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('.class-buttons button')];
    /** @type {HTMLElement} */ (buttons.find(({ textContent }) => textContent === 'Worksheet')).click();
  });
  await page.waitForSelector('.worksheet');
}

test.each(selectSample(names, 2))(
  '%s: the worksheet has a page for the class without answers',
  async (experiment) => {
    const { page, problems } = await chromium.open(`${site.url}#v1;experiment=${experiment}`);
    await waitUntilLive(page);
    await train(page, 40);
    await openPanel(page);
    await openWorksheet(page);
    for (const format of /** @type {const} */ (['a4', 'letter'])) {
      const pdf = Buffer.from(await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    }
    // No answer, room to write, no controls in print.
    expect(await page.$eval('.sheet-page', ({ textContent }) => textContent)).not.toMatch(/0\.\d{3}/);
    expect(
      await page.$$eval('.sheet-lines', (all) => all.every(({ clientHeight }) => clientHeight > 50)),
    ).toBe(true);
    expect(
      await page.$$eval('.sheet-picture', (all) => all.map((one) => one.clientWidth / one.clientHeight)),
    ).toEqual(experiment === 'draw' || experiment === 'glimpse' ? [expect.closeTo(1, 1)] : expect.anything());
    await page.emulateMediaType('print');
    expect(await page.$eval('.sheet-bar', (bar) => getComputedStyle(bar).display)).toBe('none');
    expect(await page.$eval('main', (main) => getComputedStyle(main).display)).toBe('none');
    await page.emulateMediaType('screen');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.worksheet', { hidden: true });
    expect(problems).toEqual([]);
  },
);

test('the answers of a worksheet come from the finished run, and are not on the first page', async () => {
  const { page, problems } = await chromium.open(
    `${site.url}#chapter=6&scene=6&v1;experiment=self-attention;kind=encoder;layers=2;steps=100;task=recall`,
  );
  await waitUntilLive(page);
  await train(page, 20);
  await openPanel(page);
  await openWorksheet(page);
  expect(await page.$$('.sheet-page')).toHaveLength(1);
  expect(await page.$eval('.sheet-page li', (first) => first.textContent)).toMatch(/^Before the run/);
  expect(await page.$eval('.sheet-page', (first) => first.textContent)).not.toMatch(/Find these heads/);
  await page.waitForFunction(() =>
    /at step 20 of 100/.test(document.querySelector('.sheet-bar')?.textContent ?? ''),
  );
  await clickOnPage(page, '.sheet-bar button:last-of-type');
  await page.waitForSelector('.sheet-page + .sheet-page');
  const answers = await page.$eval('.sheet-page:last-child', (last) => last.textContent);
  expect(answers).toMatch(/after step 100.*0\.\d{3}.*Find these heads/s);
  const pdf = Buffer.from(await page.pdf({ format: 'a4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  const rows = await page.$$eval('.sheet-page:last-child .sheet-map tbody tr', (all) =>
    all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent))),
  );
  for (const row of rows) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 1);
  expect(problems).toEqual([]);
});

test('presenting a scene shows its question to the class', async () => {
  const { page, problems } = await chromium.open(`${site.url}#chapter=4&scene=5&v1;mode=projector`);
  await waitUntilLive(page);
  expect(await page.$$('.question-choices button')).toHaveLength(3);
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('projector');
  expect(problems).toEqual([]);
});
