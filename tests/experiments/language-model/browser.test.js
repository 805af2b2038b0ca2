/** Tests the language model in browsers: samples, prompts, and own texts. */
import { describe, expect, test } from 'vitest';
import { defaultBrowsers } from '../../browser/driver.js';
import { openSharedBrowser, openSharedSite } from '../../browser/fixture.js';
import {
  click,
  findAxeViolations,
  openExploration,
  pressButton,
  readPixels,
  readTexts,
  train,
  waitForText,
  waitUntilLive,
} from '../../browser/instrument.js';

const site = openSharedSite();
const small =
  'experiment=language-model;tokens=characters;context=16;dModel=16;heads=2;batchSize=4;lines=200';
const view = '.written';

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  test('shows a sample with its attention, draws another one, and continues a prompt', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;${small}`);
    await waitUntilLive(page);
    await train(page, 20);
    const sample = async () => (await readTexts(page, `${view} > .written-plate .written-token`)).join('');
    await expect.poll(async () => (await sample()).length).toBe(16);
    await waitForText(
      page,
      '.reading .align-verdict',
      /bits per character on held-out text; counted trigrams/,
    );
    await click(page, `${view} > .written-plate .written-token`, 3);
    await waitForText(page, '.reading .readout', /^To write .* the model looked at/);
    await expect.poll(() => readPixels(page, `${view} > .written-plate canvas`)).toBeTruthy();
    const before = await sample();
    await pressButton(page, view, 'Sample again');
    await expect.poll(sample).not.toBe(before);
    await page.$eval(`attento-scope >>> ${view} form input`, (input) => {
      /** @type {HTMLInputElement} */ (input).value = 'Ada <b>';
    });
    await pressButton(page, view, 'Continue the text');
    const own = `${view} [data-figure=own]`;
    await waitForText(page, `${own} .panel-status`, /^Written after step 20/);
    // Unknown characters become one unknown token each, and markup stays text.
    const tokens = await readTexts(page, `${own} .written-token`);
    expect(tokens).toHaveLength(16);
    expect(tokens.slice(0, 4).join('')).toBe('Ada ');
    expect(tokens[4]).toBe('<unknown>');
    // A text has no exact match, so the effect of a disabled head is measured by token accuracy.
    await openExploration(page, 'head-grid');
    await pressButton(page, '.heads-view', 'Accuracy without each head in turn');
    await waitForText(
      page,
      '.head-told',
      /^Token accuracy of all held-out examples: 0\.\d+ with all heads\. .*: 0\.\d+, after step 20/,
    );
    expect(await findAxeViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('an own text is learned, and an invalid one is rejected while the run continues', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;${small}`);
    await waitUntilLive(page);
    await openExploration(page, 'data');
    const panel = '.own-data';
    /** @param {string} text */
    const give = async (text) => {
      await page.$eval(
        `attento-scope >>> ${panel} textarea`,
        (area, value) => {
          /** @type {HTMLTextAreaElement} */ (area).value = String(value);
        },
        text,
      );
      await pressButton(page, panel, 'Learn from this text');
    };
    await give('too short');
    await waitForText(page, `${panel} .field-error`, /At least 90 are needed/);
    await give('The tide <i>goes</i> out, the tide comes in.\n'.repeat(40));
    await waitForText(page, '.own-data-report', /^\s*40 lines taken: [\d,]+ characters to learn from/);
    await train(page, 5);
    expect(problems).toEqual([]);
  });
});
