/** Tests the explorations of two networks side by side: an example, a smaller network, a sweep, own sentences. */
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../seeds.js';
import { defaultBrowsers } from './driver.js';
import { useBrowser, useSite } from './fixture.js';
import { click, explore, texts, untilLive, untilSaid } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const site = useSite();

/** @param {Page} page @param {string} label the beginning of a button's text */
async function press(page, label) {
  const place = async () => (await texts(page, 'button')).findIndex((text) => text.trim().startsWith(label));
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
  const browser = useBrowser(name);

  test('features: shows one example, and retrains a smaller network', async () => {
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=feature-attention;examples=20000`,
    );
    await untilLive(page);
    await explore(page, 'prune');
    await expect.poll(() => texts(page, '.panel .button:disabled')).toEqual(['Keep two, and retrain']);
    await explore(page, '');
    await trainAll(page);
    await untilSaid(page, '.features-found', /found/);

    await press(page, 'Look at one example');
    await untilSaid(page, '.panel-status', /^Example 0: x4 = .* and x7 = .*; y is [01]\./);

    await explore(page, 'prune');
    await press(page, 'Keep x4 and x7');
    await untilSaid(page, '.panel-table th', /x4 and x7/);
    const [plain] = (await texts(page, '.panel-table tbody tr')).filter((row) => row.startsWith('Plain'));
    expect(plain).toMatch(/^Plain network1210\.\d{3}410\.\d{3}$/);

    expect(problems).toEqual([]);
  });

  test('features: a sweep can be canceled', async () => {
    // Long enough that it does not end before.
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=feature-attention;examples=20000;epochs=100`,
    );
    await untilLive(page);
    await explore(page, 'compare');
    await press(page, 'Train both on each');
    await untilSaid(page, '.panel-status', /run 1 of 5/);
    await press(page, 'Cancel');
    await untilSaid(page, '.panel-status', /Cancelled/);
    expect(await texts(page, '.panel-row .button')).toContain('Train both on each');
    expect(problems).toEqual([]);
  });

  test.runIf(isFullRun)('sentences: every word has its weight, also in typed sentences', async () => {
    const { page, problems } = await browser.open(
      `${site.url}#v1;experiment=sentiment;epochs=1;sentences=500`,
    );
    await untilLive(page);
    await trainAll(page);
    await untilSaid(page, '.verdict-mark', /right|wrong|undecided/);
    expect(await texts(page, '.sentences-grid .sentence')).toHaveLength(8);
    expect((await texts(page, '.token-cue')).length).toBeGreaterThanOrEqual(8);

    await click(page, '.token', 2);
    const [word] = await texts(page, '[aria-selected=true] .token-word');
    await untilSaid(page, '.readout-where', new RegExp(`“${word}”, sentence 1`));
    await page.keyboard.press('ArrowRight');
    const [next] = await texts(page, '[aria-selected=true] .token-word');
    expect(next).not.toBe(word);

    await press(page, 'Read it');
    await untilSaid(page, '.sentence-own .verdict', /positive|negative|undecided/);
    await click(page, 'form input');
    await page.keyboard.type(' <b>zorgon</b>; 100% ');
    await page.keyboard.press('Enter');
    await untilSaid(page, '.sentences .panel-status', /Never met in training: .*“zorgon”/);
    expect(await texts(page, '.sentence-own .token-unknown')).toContain('zorgon');
    expect(problems).toEqual([]);
  });
});
