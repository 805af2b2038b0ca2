/** Tests the panels below a map: explanation tests, races, and saving. */
import { expect, test } from 'vitest';
import { captureDownload, keepDownloads } from './files.js';
import { openLab } from './fixture.js';
import { readInstrument, readTexts, waitForText } from './instrument.js';
import { click, openExploration, train } from './operate.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const { onRun } = openLab();

test('four explanation tests of a map show their numbers', () =>
  onRun('v1;experiment=translation;task=reversal', async (page) => {
    await train(page, 60);
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
    expect(await readTexts(page, '.explain-when')).toEqual(
      Array(4).fill('After step 60 of 626: the training has not ended.'),
    );
    // Selecting another row clears the results.
    await page.$eval('attento-scope >>> .explain-field select', (rows) => {
      /** @type {HTMLSelectElement} */ (rows).selectedIndex = 1;
      rows.dispatchEvent(new Event('change'));
    });
    await expect.poll(() => readTexts(page, '.explain-when')).toEqual([]);
    expect(await readTexts(page, '.explain-description')).toHaveLength(4);
    await click(page, '.explain-all', 0);
    await expect.poll(() => readTexts(page, '.explain-when')).toHaveLength(4);
    // An open panel shows the row again after its view was recreated, although no training step follows.
    await page.select('#language', 'de');
    await waitForText(page, '.explain-table th', /^Gewicht$/);
  }));

test('map and model can be saved, and the model can be loaded', () =>
  onRun('v1;experiment=context-lookup', async (page) => {
    await train(page, 60);
    await keepDownloads(page);
    await openExploration(page, 'save');
    const buttons = ['svg', 'png', 'copy', 'csv', 'json', 'safetensors', 'py'];
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
    const readFingerprint = async () => (await readInstrument(page)).fingerprint;
    const saved = await readFingerprint();
    await train(page, 10);
    expect(await readFingerprint()).not.toBe(saved);
    await load(true);
    await waitForText(page, '.notice', /model\.safetensors: the weights are loaded/);
    expect(await readFingerprint()).toBe(saved);
    // A file that does not fit is rejected with a reason and changes nothing.
    await load(false);
    await waitForText(page, '.notice', /header|bytes/);
    expect(await readFingerprint()).toBe(saved);
  }));
