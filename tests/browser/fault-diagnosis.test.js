/** Tests the fault diagnosis chapter: a wrong line can be chosen, and the network with the fixed line equals the reference model. */
import { describe, expect, test } from 'vitest';
import { createConfiguration, getChapters } from '../../web/lab/chapters.js';
import { isFullRun, selectSeeds } from '../full-run.js';
import { onCleanPage, openSharedBrowser, openSharedSite } from './fixture.js';
import {
  click,
  clickOnPage,
  findAxeViolations,
  openExploration,
  readInstrument,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { PlacedScene } from '../../web/lab/scene.js' */
/** @import { FaultyModel } from '../../web/lab/faulty-model.js' */

const site = openSharedSite();
const chapter = getChapters().find(({ number }) => number === 5);
const faultyModels = (chapter?.scenes ?? []).flatMap((scene, i) =>
  scene.faultyModel
    ? [{ ...scene, patient: scene.faultyModel, name: scene.faultyModel.faultyLine, at: i + 1 }]
    : [],
);

/** The setting of each fault, and its value. */
const kFaultSettings = /** @type {Readonly<Record<string, [string, string]>>} */ ({
  key: ['fault', 'no-source'],
  score: ['fault', 'no-tanh'],
  mask: ['fault', 'no-mask'],
  data: ['examples', '200'],
});

/** The fields of the settings panel with their values. @param {Page} page */
async function readFields(page) {
  await openExploration(page, 'settings');
  return Object.fromEntries(
    await page.$$eval('attento-scope >>> .settings [id^=field-]', (fields) =>
      fields.map((field) => [field.id.replace('field-', ''), /** @type {HTMLInputElement} */ (field).value]),
    ),
  );
}

/** The name of a line of the formula. @param {FaultyModel} patient @param {string} id */
const getLineName = (patient, id) => patient.lines.find((line) => line.id === id)?.name ?? '';

/** Chooses a line by its name, with the keyboard. @param {Page} page @param {string} name */
async function choose(page, name) {
  await page.$$eval(
    '.lines button',
    (buttons, lineName) =>
      buttons.find((button) => button.querySelector('.line-name')?.textContent?.trim() === lineName)?.focus(),
    name,
  );
  await page.keyboard.press('Enter');
}

/** The response to the choice. @param {Page} page */
const readAnswer = (page) =>
  page.$eval('.diagnosis [role=status]', (node) => node.textContent?.trim().replace(/\s+/g, ' ') ?? '');

/** The metrics of the faulty and the reference model, by row. @param {Page} page */
const readMetrics = (page) =>
  page.$$eval('.beside tbody tr', (rows) =>
    Object.fromEntries(
      rows.map((row) => [
        row.querySelector('th')?.textContent ?? '',
        [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent?.match(/[\d.]+/)?.[0])),
      ]),
    ),
  );

/** Waits until both networks are measured. @param {Page} page */
const waitUntilCompared = (page) =>
  expect
    .poll(
      async () => {
        const all = Object.values(await readMetrics(page));
        return all.length > 0 && all.every((row) => row.length === 2 && row.every(Number.isFinite));
      },
      { timeout: 90_000 },
    )
    .toBe(true);

/** The metric that shows the fix: it rises from below the first number to above the second. */
const kFixedMetrics = /** @type {Readonly<Record<string, [string, number, number]>>} */ ({
  key: ['Alignment', 50, 90],
  score: ['Alignment', 50, 90],
  mask: ['Smallest row sum', 0.9, 0.99],
  data: ['Exact match', 95, 97],
});

describe('fault diagnosis', () => {
  const onPage = onCleanPage(openSharedBrowser('chromium'), site);

  test('has four faulty models, each with a different wrong line', () => {
    expect(new Set(faultyModels.map(({ name }) => name)).size).toBe(4);
  });

  test.runIf(isFullRun).each(faultyModels)(
    'of the line $name: wrong lines are cleared by measurements, and the right line fixes the model',
    ({ at, name, patient }) =>
      onPage(async (page) => {
        const [setting = '', value = ''] = kFaultSettings[name] ?? [];
        await waitUntilLive(page);
        await page.waitForSelector('.lines button');
        for (const { id, name: line } of patient.lines.filter((one) => one.id !== patient.faultyLine)) {
          await choose(page, line);
          await expect
            .poll(() => readAnswer(page), { timeout: 90_000 })
            .toMatch(/^Not this line\. .*\d.*\.$/);
          expect(await readAnswer(page), id).not.toMatch(/undefined|NaN|∞/);
        }
        await waitUntilCompared(page);
        expect(await findAxeViolations(page)).toEqual([]);
        const before = await readMetrics(page);

        await choose(page, getLineName(patient, patient.faultyLine));
        await expect.poll(() => readAnswer(page)).toMatch(/^Right\. .*\d/);
        // The chosen line is removed, and the next button has the focus.
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('repair');
        expect((await readFields(page))[setting]).toBe(value);
        const { step, link } = await readInstrument(page);

        await page.focus('.repair');
        await page.keyboard.press('Enter');
        await waitUntil(page, (now) => now.link !== link && now.state === 'live' && now.step > 0);
        await expect.poll(() => readAnswer(page), { timeout: 90_000 }).toMatch(/^Healed\./);
        expect(step).toBeGreaterThan(0);
        expect((await readFields(page))[setting]).not.toBe(value);
        const after = await readMetrics(page);
        const [cure = '', low = 0, high = 0] = kFixedMetrics[name] ?? [];
        expect(before[cure]?.[0]).toBeLessThan(low);
        expect(after[cure]?.[0]).toBeGreaterThan(high);
        // With the same seed it is identical to the reference model.
        for (const [row, [now, healthy]] of Object.entries(after)) expect(now, row).toBe(healthy);
        expect(await page.evaluate(() => document.activeElement?.className)).toMatch(/question-answer/);
        expect(await page.$$eval('.lines del', (nodes) => nodes.length)).toBe(1);
        expect(await findAxeViolations(page)).toEqual([]);
        await clickOnPage(page, '.repair');
        await waitUntil(page, (now) => now.link === link && now.state === 'live');
        expect(await page.evaluate(() => location.hash)).toBe(`#chapter=5&scene=${at}`);
      }, `#chapter=5&scene=${at}`),
  );

  test('the URL contains changes of the reader, and the diagnosis goes on from it', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      const { seed } = await readFields(page);
      await click(page, '.settings .button');
      await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/^#chapter=5&scene=4&v1;/);
      await page.reload();
      const { link } = await waitUntilLive(page);
      expect(link).toContain('fault=no-tanh');
      expect(link).toContain(`seed=${Number(seed) + 1}`);
      await choose(page, getLineName(faultyModels[1].patient, faultyModels[1].name));
      await expect.poll(() => readAnswer(page), { timeout: 90_000 }).toMatch(/^Right\. .*\d/);
    }, '#chapter=5&scene=4'));

  test.each(selectSeeds(...faultyModels))(
    'a permalink with all settings of the model of $name opens and shows them',
    (scene) => {
      const { name, at } = scene;
      const [setting = '', value = ''] = kFaultSettings[name] ?? [];
      const fields = Object.entries(createConfiguration(scene).parameters).map((entry) => entry.join('='));
      const link = `v1;experiment=translation;${fields.sort().join(';')}`;
      return onPage(async (page) => {
        expect((await waitUntilLive(page)).link).toBe(link);
        expect((await readFields(page))[setting]).toBe(value);
        expect(await page.$eval('.scene-count', (node) => node.textContent?.trim())).toMatch(
          `Scene ${at} of`,
        );
        expect(await page.evaluate(() => location.hash)).toBe(`#${link}`);
      }, `#${link}`);
    },
  );
});

const moving = onCleanPage(openSharedBrowser('chromium', { reducedMotion: false }), site);

test.runIf(isFullRun)(
  'the faulty model trains and is compared automatically, and Escape only closes what is open',
  () =>
    moving(async (page) => {
      // Space for the reference model is reserved, so that buttons do not move.
      await page.waitForSelector('.beside td');
      const height = () => page.$eval('.beside', (node) => node.getBoundingClientRect().height);
      const before = await height();
      expect(await page.$$('.beside .small-map rect')).toEqual([]);
      await waitUntilCompared(page);
      expect(await height()).toBe(before);
      expect(await page.$$eval('.beside .small-map rect', (cells) => cells.length)).toBeGreaterThan(60);
      expect((await readMetrics(page))['Entropy']?.[0]).toBeGreaterThan(95);
      await openExploration(page, 'settings');
      await page.keyboard.press('Escape');
      await waitForFrames(page, 2);
      expect(await page.evaluate(() => location.hash)).toBe('#chapter=5&scene=3');
    }, '#chapter=5&scene=3'),
);
