/** Tests the panels below a map: explanation tests, races, and saving. */
import { describe, expect, test } from 'vitest';
import { selectSeeds } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import {
  captureDownload,
  click,
  keepDownloads,
  openExploration,
  pressButton,
  readTexts,
  waitForText,
  waitUntilLive,
} from './instrument.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const site = openSharedSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  /** Opens an instrument that is trained a little. @param {string} link */
  async function trained(link) {
    const opened = await browser.open(`${site.url}#v1;${link}`);
    await waitUntilLive(opened.page);
    await opened.page.evaluate(async () => {
      const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
      await scope?.train({ steps: 60 });
    });
    return opened;
  }

  test('four explanation tests of a map show their numbers', async () => {
    const { page, problems } = await trained('experiment=translation;task=reversal');
    await openExploration(page, 'explanation');
    await waitForText(page, '.explain-table th', /<end>/);
    const outcomes = [
      /random orders it changed by 0\.\d{3}/,
      /a change of [01]\.\d{3}/,
      /Kendall’s τ is|is not compared/,
      /apart|No other map/,
    ];
    for (const [i, expected] of outcomes.entries()) {
      await click(page, '.explain-tests button', i);
      await waitForText(page, '.explain-outcome', expected);
    }
    const verdicts = await readTexts(page, '.explain-outcome strong');
    expect(verdicts.map((text) => /^So these weights (hardly )?matter: /.test(text))).toEqual(
      Array(4).fill(true),
    );
    expect(await readTexts(page, '.explain-when')).toEqual(
      Array(4).fill('After step 60 of 626: the training has not ended.'),
    );
    // Selecting another row clears the results.
    await page.evaluate(() => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      const rows = /** @type {HTMLSelectElement} */ (root?.querySelector('.explain-field select'));
      rows.selectedIndex = 1;
      rows.dispatchEvent(new Event('change'));
    });
    await expect.poll(() => readTexts(page, '.explain-when')).toEqual([]);
    expect(await readTexts(page, '.explain-description')).toHaveLength(4);
    await click(page, '.explain-all', 0);
    await expect.poll(() => readTexts(page, '.explain-when')).toHaveLength(4);
    expect(problems).toEqual([]);
  });

  test('shows weights and a description of each test before training', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=translation;task=reversal`);
    await waitUntilLive(page);
    await openExploration(page, 'explanation');
    await waitForText(page, '.explain-table th', /<end>/);
    expect(await readTexts(page, '.explain-description')).toHaveLength(4);
    expect(await readTexts(page, '.explain-when')).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.each(
    selectSeeds(
      [64, 4, '4 networks train at once, each in a worker.'],
      [2, 1, 'The networks take turns, each in a worker of its own.'],
    ),
  )(
    'with %i cores, %i of four networks race at once until the race is closed',
    async (cores, most, notice) => {
      const { page, problems } = await browser.open(
        `${site.url}#v1;experiment=translation;hidden=16;epochs=9`,
      );
      await waitUntilLive(page);
      await page.evaluate((cores) => {
        Object.defineProperty(navigator, 'hardwareConcurrency', { value: cores });
        /** Live workers, training workers, and the maximum number of simultaneous ones. */
        const workerCounts = { living: new Set(), training: new Map(), most: 0, parts: 0 };
        globalThis.Worker = class extends Worker {
          /** @param {string | URL} address */
          constructor(address) {
            super(address);
            workerCounts.living.add(this);
            this.addEventListener('message', ({ data }) => {
              if (data.type === 'reply' && workerCounts.training.get(this) === data.id)
                workerCounts.training.delete(this);
            });
          }
          /** @override @param {any} message @param {any} transfer */
          postMessage(message, transfer) {
            super.postMessage(message, transfer);
            if (message.method !== 'train') return;
            workerCounts.training.set(this, message.id);
            workerCounts.most = Math.max(workerCounts.most, workerCounts.training.size);
            workerCounts.parts += 1;
          }
          /** @override */
          terminate() {
            super.terminate();
            workerCounts.living.delete(this);
          }
        };
        Object.assign(globalThis, { workerCounts });
      }, cores);
      const counted = () =>
        page.evaluate(() => {
          const { living, most, parts } = /** @type {any} */ (globalThis).workerCounts;
          return { living: living.size, most, parts };
        });
      await openExploration(page, 'race');
      await pressButton(page, '.race', 'Scores');
      await pressButton(page, '.race', 'Start the race');
      await waitForText(page, '.race-together', /network/);
      expect(await readTexts(page, '.race-together')).toEqual([notice]);
      await expect.poll(async () => (await counted()).parts).toBeGreaterThan(8);
      const { living, most: together } = await counted();
      expect([living, together]).toEqual([4, most]);
      await openExploration(page, '');
      await expect.poll(async () => (await counted()).living).toBe(0);
      await openExploration(page, 'race');
      await waitForText(page, '.race .panel-status', /Cancelled/);
      expect(problems).toEqual([]);
    },
  );

  test('map and model can be saved, and the model can be loaded', async () => {
    const { page, problems } = await trained('experiment=context-lookup');
    await keepDownloads(page);
    await openExploration(page, 'save');
    const buttons = ['svg', 'png', 'csv', 'json', 'safetensors', 'py'];
    const found = [];
    for (const kind of ['svg', 'png', 'csv', 'json', 'py', 'safetensors']) {
      const { name: file, text } = await captureDownload(page, () =>
        click(page, '.save-items button', buttons.indexOf(kind)),
      );
      expect(file).toBe(`context-lookup-step-60.${kind}`);
      found.push(text);
    }
    const [svg = '', , csv = '', json = '', python = ''] = found;
    expect(svg).toContain('<title>A context that selects a position · step 60</title>');
    expect(csv.split('\r\n')).toHaveLength(1 + 5 * 8 + 1);
    expect(JSON.parse(json)).toMatchObject({ step: 60, configuration: { seed: 7 }, map: { shape: [5, 8] } });
    expect(python).toMatch(/^#!.*python3\n.*class ContextLookup\(nn\.Module\).*"step": 60/s);
    await waitForText(page, '.notice', /context-lookup-step-60\.safetensors/);

    /** Loads a file. @param {boolean} whole whether it is the saved model or an invalid file */
    const load = (whole) =>
      page.evaluate((whole) => {
        const host = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
        const input = /** @type {HTMLInputElement} */ (
          host.shadowRoot?.querySelector('.save input[type=file]')
        );
        const content = whole ? /** @type {any} */ (globalThis).saved.at(-1).blob : new Uint8Array(20);
        const files = new DataTransfer();
        files.items.add(new File([content], 'model.safetensors'));
        input.files = files.files;
        input.dispatchEvent(new Event('change'));
      }, whole);
    /** @param {number} steps @returns {Promise<string | undefined>} the weights' fingerprint afterwards */
    const weightsAfter = (steps) =>
      page.evaluate(async (steps) => {
        const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
        if (steps > 0) await scope?.train({ steps });
        return await scope?.fingerprint();
      }, steps);
    const saved = await weightsAfter(0);
    expect(await weightsAfter(10)).not.toBe(saved);
    await load(true);
    await waitForText(page, '.notice', /model\.safetensors: the weights are loaded/);
    expect(await weightsAfter(0)).toBe(saved);
    // A file that does not fit is rejected with a reason and changes nothing.
    await load(false);
    await waitForText(page, '.notice', /header|bytes/);
    expect(await weightsAfter(0)).toBe(saved);
    expect(problems).toEqual([]);
  });
});
