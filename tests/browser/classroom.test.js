/** Tests what students see: hidden and locked parts, quiz and lesson. */
import { describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { listPartNames } from '../../web/instrument/part-access.js';
import { isFullRun, selectSample } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import {
  choosePreset,
  click,
  clickOnPage,
  hasBegun,
  openExploration,
  pressButton,
  readInstrument,
  readTexts,
  train,
  waitForElements,
  waitForText,
  waitUntil,
} from './instrument.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const names = experiments().map(({ name }) => name);

const site = openSharedSite();

/** Names of the visible parts. @param {Page} page @returns {Promise<string[]>} */
const listVisibleParts = (page) =>
  page.evaluate(async () => {
    const scope = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
    /** @type {string[]} */
    const all = [];
    // The content of the settings is created when they open.
    for (const name of ['', 'settings']) {
      scope.explore = name;
      await scope.updateComplete;
      for (const node of scope.shadowRoot?.querySelectorAll('[data-name], [data-explore]') ?? [])
        all.push(node.getAttribute('data-name') ?? node.getAttribute('data-explore') ?? '');
    }
    // Panels of a view exist only while it is shown.
    return [...new Set(all)].filter((name) => !['prune', 'compare', 'many-pictures', 'looks'].includes(name));
  });

/** Text of the focused element. @param {Page} page */
const readFocusedText = (page) =>
  page.evaluate(() => document.querySelector('attento-scope')?.shadowRoot?.activeElement?.textContent ?? '');

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  /** @param {string} link @param {import('./driver.js').PageOptions} [options] */
  async function opened(link, options) {
    const one = await browser.open(`${site.url}#v1;${link}`, options);
    await one.page.waitForFunction(
      () => /** @type {AttentoScope} */ (document.querySelector('attento-scope'))?.state === 'live',
    );
    return one;
  }

  test.each(selectSample(names))(
    '%s: every name of hide is a visible part, and hides it',
    async (experiment) => {
      const schema = experiments().find(({ name }) => name === experiment);
      const partNames = listPartNames(/** @type {NonNullable<typeof schema>} */ (schema)).map(
        ({ name: part }) => part,
      );
      // Parts that the experiment does not have.
      const absent = [!schema?.presets?.length && 'presets', !schema?.data && 'data'];
      const there = partNames.filter((part) => !absent.includes(part));
      // Only the LSTMN cell has the view of attention to earlier words.
      const all = experiment === 'sentiment' ? ';cell=lstmn' : '';
      const { page, problems } = await opened(`experiment=${experiment}${all}`);
      expect((await listVisibleParts(page)).sort()).toEqual([...there].sort());
      for (const [hidden, left] of [0, 1].map((odd) => [
        there.filter((_, i) => i % 2 === odd),
        there.filter((part, i) => i % 2 !== odd && (part === 'settings' || part !== '')),
      ])) {
        const settings = hidden?.includes('settings');
        const inSettings = new Set(['seed', ...(schema?.parameters.map(({ name: one }) => one) ?? [])]);
        const expected = left?.filter((part) => !(settings && inSettings.has(part))).sort();
        await expect
          .poll(async () => {
            // Repeated, because the instrument may write the URL of its former state in between.
            await page.evaluate(
              (list) => {
                location.hash = `${location.hash.replace(/;hide=[^;]*/, '')};hide=${list}`;
              },
              /** @type {string[]} */ (hidden).join(','),
            );
            return (await listVisibleParts(page)).sort();
          })
          .toEqual(expected);
      }
      expect(problems).toEqual([]);
    },
  );

  test('locked settings cannot be changed by mouse, keyboard or preset, and are labeled as locked', async () => {
    const { page, problems } = await opened(
      'experiment=translation;lock=seed,learningRate,reset,probeExample;seed=5',
    );
    await train(page, 40);
    await waitUntil(page, ({ step }) => step === 40);
    await page.focus('attento-scope >>> [data-name=step]');
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowRight');
    await waitUntil(page, ({ step }) => step === 41);
    await openExploration(page, 'settings');
    expect(
      await page.evaluate(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const find = (/** @type {string} */ selector) => root?.querySelector(selector);
        return [
          '#field-seed',
          '#field-learningRate',
          '[data-name=reset]',
          '#field-hidden',
          '[data-name=step]',
        ].map((selector) => find(selector)?.matches(':disabled'));
      }),
    ).toEqual([true, true, true, false, false]);
    expect(
      await page.$eval('attento-scope >>> [data-name=seed] .lock', (node) => node.getAttribute('aria-label')),
    ).toBe('locked by this link');
    await click(page, '.align-pair button', 1);
    await waitForText(page, '.notice', /probeExample is locked by this link/);
    await choosePreset(page, 'Reversal');
    const { link } = await waitUntil(
      page,
      (reading) => reading.link.includes('task=reversal') && hasBegun(reading),
    );
    expect(link).toContain('seed=5');
    expect(link).toContain('lock=seed,learningRate,reset,probeExample');
    expect(problems).toEqual([]);
  });

  test.runIf(isFullRun)('a preset changes nothing if all settings are locked', async () => {
    const { page, problems } = await opened('experiment=translation;lock=settings,seed');
    await train(page, 40);
    await waitUntil(page, ({ step }) => step === 40);
    expect(await page.$eval('attento-scope >>> .preset-now', (node) => node.matches(':disabled'))).toBe(true);
    await waitForText(page, '.presets .field-help', /^Locked by this link\./);
    await waitForElements(page, '[data-name=presets] .lock');
    expect((await readInstrument(page)).step).toBe(40);
    expect(problems).toEqual([]);
  });

  test('a quiz hides the answer until a prediction is drawn, then scores prediction and model alike', async () => {
    const { page, problems } = await opened('experiment=context-lookup;mode=quiz');
    await waitForElements(page, '.drawing [role=gridcell]');
    expect(await readTexts(page, '.screen, .metric, .bars-note, .row')).toEqual([]);
    // Nor does the page around it, which offers students no worksheet with answers.
    expect(await page.$$('.scene-text, h2')).toEqual([]);
    expect(await page.$eval('.classroom', (node) => node.checkVisibility())).toBe(false);
    const { rows, columns } = await page.evaluate(async () => {
      const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
      const { sampleRows = [], truth = [] } = (await scope?.attention()) ?? {};
      return {
        rows: sampleRows,
        columns: sampleRows.map((row) =>
          Array.from(truth)
            .slice(row * 8, row * 8 + 8)
            .indexOf(1),
        ),
      };
    });
    // The prediction covers three of five rows.
    const cells = await page.$$('attento-scope >>> .drawing-map:not([hidden]) [role=gridcell]');
    expect([rows.length, cells.length]).toEqual([3, 24]);
    await page.focus('attento-scope >>> .drawing [role=gridcell]');
    await page.keyboard.press('r');
    // One row by keyboard: three quarters at position 0, one at the true position.
    await page.keyboard.press('3');
    for (let at = 0; at < (columns[0] ?? 0); at++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitForText(page, '.drawing .panel-status', /^2 rows have no weight yet/);
    // A row by dragging to the true position, the last by a click on it.
    /** @param {number} row @param {number} column */
    const cell = (row, column) =>
      /** @type {import('puppeteer-core').ElementHandle<Element>} */ (cells[row * 8 + column]);
    const [, second = 0, third = 0] = columns;
    await cell(1, second).scrollIntoView();
    const [from, to] = await Promise.all(
      [cell(1, second - 1), cell(1, second)].map((one) => one.clickablePoint()),
    );
    if (!from || !to) throw new Error('the drawing has no cells');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await cell(2, third).click();
    /** @param {number} row @param {number} column */
    const readCellLabel = (row, column) =>
      cell(row, column).evaluate((node) => node.getAttribute('aria-label'));
    await expect.poll(() => readCellLabel(0, 0)).toBe(`context ${rows[0]}, 0: 0.750, you`);
    await expect.poll(() => readCellLabel(1, second)).toBe(`context ${rows[1]}, ${second}: 0.500, you`);
    await pressButton(page, '.drawing', 'That is my prediction');
    await waitForElements(page, '.screen');
    // The focus moves to the next button.
    await expect.poll(() => readFocusedText(page)).toContain('Run');
    // In one of three rows the largest weight is at the truth; of two equal weights the first counts.
    await waitForText(page, '.drawing tbody tr', /at the truth0\.333/);
    await waitForText(page, '.drawing tbody tr', /weight on the truth0\.583/);
    await page.waitForSelector('.scene-text');
    await train(page, 100);
    await waitForText(page, '.drawing caption', /after step 100/);
    // The model is scored on the same rows.
    const model = await page.evaluate(async () => {
      const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
      const { sampleRows = [], truth = [], weights = [] } = (await scope?.attention()) ?? {};
      const right = sampleRows.map(
        (row) =>
          weights[
            row * 8 +
              Array.from(truth)
                .slice(row * 8, row * 8 + 8)
                .indexOf(1)
          ] ?? 0,
      );
      return (right.reduce((sum, share) => sum + share, 0) / 3).toFixed(3);
    });
    await waitForText(page, '.drawing tbody tr', new RegExp(`weight on the truth0.583${model}$`));
    // The prediction survives a reload.
    await page.reload();
    await waitForText(page, '.drawing tbody tr', /weight on the truth0\.583/);
    expect(problems).toEqual([]);
  });

  test('mode and locks are kept during a visit, and the start page does not reveal answers', async () => {
    const visit = 'v1;lock=seed,settings,data;mode=quiz';
    const { page, problems } = await browser.open(`${site.url}#chapter=0&scene=6&${visit}`);
    const hash = () => page.evaluate(() => location.hash);
    // A model without attention has no prediction.
    await waitForText(page, '.lesson-head', /has no attention/);
    await page.waitForSelector('.scene-text');
    await clickOnPage(page, '.way .next');
    await waitForElements(page, '.drawing [role=gridcell]');
    await expect.poll(hash).toBe(`#chapter=1&scene=1&${visit}`);
    await page.reload();
    await waitForElements(page, '.drawing [role=gridcell]');
    expect(await hash()).toBe(`#chapter=1&scene=1&${visit}`);
    await clickOnPage(page, '.brand a');
    await page.waitForSelector('.home');
    expect(await hash()).toBe(`#start&${visit}`);
    expect(await page.$$('attento-scope')).toEqual([]);
    const links = await page.$$eval('.home a[href*="#"], #chapters a', (all) => all.map((one) => one.hash));
    expect(links.filter((link) => !/mode=quiz/.test(link) && /^#(chapter|v1|start)/.test(link))).toEqual([]);
    await page.goBack();
    await waitForElements(page, '.drawing [role=gridcell]');
    expect(await hash()).toBe(`#chapter=1&scene=1&${visit}`);
    expect(problems).toEqual([]);
  });

  test('a lesson goes from prediction to reflection, with the map visible on a phone', async () => {
    const phone = { width: 390, height: 844, touch: true };
    const { page, problems } = await opened('experiment=feature-attention;mode=lesson', phone);
    // An open exploration closes.
    await page.$eval('attento-scope', (scope) => {
      /** @type {AttentoScope} */ (scope).explore = 'decision-surface';
    });
    const current = () => readTexts(page, '.lesson-steps [aria-current=step]');
    const measureVisibleMap = () =>
      page.evaluate(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const canvas = [...(root?.querySelectorAll('.main canvas') ?? [])].find((one) =>
          one.checkVisibility(),
        );
        const [map, room] = [canvas, root?.querySelector('.main')].map((one) => one?.getBoundingClientRect());
        return map && room ? Math.min(map.bottom, room.bottom) - Math.max(map.top, room.top) : 0;
      });
    await waitForElements(page, '.drawing [role=gridcell]');
    expect((await current()).join()).toContain('Predict');
    await page.focus('attento-scope >>> .drawing [role=gridcell]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      return root?.querySelector('.drawing .panel-row button')?.matches(':enabled');
    });
    await pressButton(page, '.drawing', 'That is my prediction');
    await expect.poll(current).toEqual([expect.stringContaining('Run')]);
    await expect.poll(measureVisibleMap).toBeGreaterThan(60);
    await train(page, 20);
    await waitForElements(page, '.lesson-next .button:enabled');
    await pressButton(page, '.lesson-next', 'Compare');
    await expect.poll(current).toEqual([expect.stringContaining('Compare')]);
    await waitForText(page, '.drawing caption', /after step 20/);
    await expect.poll(measureVisibleMap).toBeGreaterThan(60);
    await pressButton(page, '.lesson-next', 'Reflect');
    await waitForText(page, '.lesson-text', /In your own words/);
    await expect.poll(measureVisibleMap).toBeGreaterThan(60);
    expect(problems).toEqual([]);
  });
});
