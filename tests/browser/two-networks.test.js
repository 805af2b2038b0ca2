/** Tests the explorations of two networks side by side: an example, a smaller network, a sweep, own sentences. */
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { click, openExploration, readTexts, waitForText, waitUntilLive } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const site = openSharedSite();

/** @param {Page} page @param {string} label the beginning of a button's text */
async function press(page, label) {
  const place = async () =>
    (await readTexts(page, 'button')).findIndex((text) => text.trim().startsWith(label));
  await expect.poll(place).toBeGreaterThanOrEqual(0);
  await click(page, 'button', await place());
}

/** Trains for the planned number of steps. @param {Page} page */
async function trainAll(page) {
  await page.evaluate(async () => {
    const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
    await scope?.train({ steps: scope.manifest.plannedSteps });
  });
}

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  test('features: shows one example, and retrains a smaller network', async () => {
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=feature-attention;examples=20000`,
    );
    await waitUntilLive(page);
    await openExploration(page, 'prune');
    await expect.poll(() => readTexts(page, '.panel .button:disabled')).toEqual(['Keep two, and retrain']);
    await openExploration(page, '');
    await trainAll(page);
    await waitForText(page, '.features-found', /found/);

    await press(page, 'Look at one example');
    await waitForText(page, '.panel-status', /^Example 0: x4 = .* and x7 = .*; y is [01]\./);

    await openExploration(page, 'prune');
    await press(page, 'Keep x4 and x7');
    await waitForText(page, '.panel-table th', /x4 and x7/);
    const [plain] = (await readTexts(page, '.panel-table tbody tr')).filter((row) => row.startsWith('Plain'));
    expect(plain).toMatch(/^Plain network1210\.\d{3}410\.\d{3}$/);

    expect(problems).toEqual([]);
  });

  test('features: a sweep can be canceled', async () => {
    // Long enough that it does not end before.
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=feature-attention;examples=20000;epochs=100`,
    );
    await waitUntilLive(page);
    await openExploration(page, 'compare');
    await press(page, 'Train both on each');
    await waitForText(page, '.panel-status', /run 1 of 5/);
    await press(page, 'Cancel');
    await waitForText(page, '.panel-status', /Cancelled/);
    expect(await readTexts(page, '.panel-row .button')).toContain('Train both on each');
    expect(problems).toEqual([]);
  });

  test.runIf(isFullRun)('sentences: every word has its weight, also in typed sentences', async () => {
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=sentiment;epochs=1;sentences=500`,
    );
    await waitUntilLive(page);
    await trainAll(page);
    await waitForText(page, '.verdict-mark', /right|wrong|undecided/);
    expect(await readTexts(page, '.sentences-grid .sentence')).toHaveLength(8);
    expect((await readTexts(page, '.token-cue')).length).toBeGreaterThanOrEqual(8);

    await click(page, '.token', 2);
    const [word] = await readTexts(page, '[aria-selected=true] .token-word');
    await waitForText(page, '.readout-where', new RegExp(`“${word}”, sentence 1`));
    await page.keyboard.press('ArrowRight');
    const [next] = await readTexts(page, '[aria-selected=true] .token-word');
    expect(next).not.toBe(word);

    await press(page, 'Read it');
    await waitForText(page, '.sentence-own .verdict', /positive|negative|undecided/);
    await click(page, 'form input');
    await page.keyboard.type(' <b>zorgon</b>; 100% ');
    await page.keyboard.press('Enter');
    await waitForText(page, '.sentences .panel-status', /Never met in training: .*“zorgon”/);
    expect(await readTexts(page, '.sentence-own .token-unknown')).toContain('zorgon');
    expect(problems).toEqual([]);
  });
});
