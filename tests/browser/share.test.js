/** The dialog for sharing, and what other pages make of its texts. */
import { expect, test } from 'vitest';
import { createSnippets } from '../../web/share/share-snippets.js';
import { openLab } from './fixture.js';
import {
  readInstrument,
  readTexts,
  waitForInstrumentFrame,
  waitForText,
  waitUntil,
  waitUntilLive,
} from './instrument.js';
import { findAxeViolations } from './layout.js';
import { activate, pressButton, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

// Keys of a dialog differ in the headless shell.
const { site, onHost, onPage, onRun } = openLab('chromium', { whole: true });

const dialog = 'attento-scope >>> .share-dialog';

/** @param {Page} page */
async function openDialog(page) {
  // On other pages it is shown on request.
  await page.$eval('attento-scope', (element) => {
    element.parts ??= 'explore';
  });
  await page.waitForSelector('attento-scope >>> .share button', { visible: true });
  const [button] = await page.$$('attento-scope >>> .share button');
  await button?.focus();
  await button?.press('Enter');
  await page.waitForSelector(dialog, { visible: true });
}

/** @param {Page} page */
const readField = (page) =>
  page.$eval(`${dialog} textarea`, (node) => /** @type {HTMLTextAreaElement} */ (node).value);

/** @param {Page} page */
const readFocused = (page) =>
  page.$eval('attento-scope', ({ shadowRoot }) => shadowRoot?.activeElement?.textContent?.trim());

test('the keyboard opens it, goes through it and comes back to where it was', () =>
  onPage('#v1;experiment=self-attention;seed=9', { width: 320, height: 700 }, async (page) => {
    const scope = await page.waitForSelector('attento-scope');
    await scope?.evaluate((element) => element.scrollIntoView());
    await waitUntilLive(page);
    await openDialog(page);
    expect(await readFocused(page)).toBe('Copy text');
    expect(await readField(page)).toBe(page.url());
    // The dialog may cover a part of the story beside the instrument.
    expect(await findAxeViolations(page, 'attento-scope')).toEqual([]);
    // Nothing that is typed here reaches the run behind it.
    const { step } = await readInstrument(page);
    await page.keyboard.press('Enter');
    const status = expect.stringMatching(/^(Copied|This page may not)/);
    await expect.poll(() => readTexts(page, '.share-status')).toContainEqual(status);
    await page.keyboard.press('r');
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    expect(await readFocused(page)).toBe('Medium, Substack, Notion');
    await page.keyboard.press(' ');
    await expect
      .poll(() => readTexts(page, '.share-dialog .preset[aria-pressed=true]'))
      .toEqual([expect.stringContaining('Medium')]);
    expect((await readInstrument(page)).step).toBe(step);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.$$(dialog)).toHaveLength(0);
    expect(await readFocused(page)).toBe('Share');
  }));

test('its tag is the same run on a page of another site', async () => {
  let [tag, shared, bits] = ['', '', ''];
  const parameters = 'batchSize=8;clip=2.5;hidden=16;l2=0.001;baseline=mean;sentences=500';
  await onRun(`v1;experiment=sentiment;${parameters};seed=11;speed=50`, async (page) => {
    await openDialog(page);
    await pressButton(page, '.share-dialog', 'One tag');
    tag = await readField(page);
    await page.keyboard.press('Escape');
    await train(page, 40);
    ({ link: shared, fingerprint: bits } = await waitUntil(page, ({ step }) => step === 40));
  });
  expect(tag).toContain('hidden-size="16"');
  await onHost(`<!doctype html><title>Host</title><link rel="icon" href="data:,">${tag}`, async (page) => {
    await page.waitForFunction(() => customElements.get('attento-scope'));
    expect((await activate(page)).link).toBe(shared);
    await train(page, 40);
    expect((await waitUntil(page, ({ step }) => step === 40)).fingerprint).toBe(bits);
    // This page does not say where links lead, so none is offered.
    await openDialog(page);
    expect(await readTexts(page, '.share-dialog .preset')).not.toContain('Link');
  });
});

test('in the frame of a snippet on a page of another site, texts can be copied', () => {
  const shared = { title: 'Run', fragment: 'v1;experiment=context-lookup', link: null, base: site.url };
  const frameText = createSnippets(shared).find(({ label }) => label === 'Frame')?.text ?? '';
  return onHost(frameText, { address: '127.0.0.2' }, async (page, problems) => {
    const frame = await waitForInstrumentFrame(page);
    await activate(frame);
    await openDialog(frame);
    await page.bringToFront(); // only the page in front may use the clipboard
    const button = await frame.waitForSelector(`${dialog} ::-p-text(Copy text)`);
    await button?.press('Enter');
    await expect.poll(() => readTexts(frame, '.share-dialog .share-status')).toEqual(['Copied.']);
    // Chromium reports that it does not focus the dialog of a frame.
    expect(problems.splice(0).filter((problem) => !problem.includes('autofocusing'))).toEqual([]);
  });
});

test('without a clipboard its text is selected', () =>
  onRun('v1;experiment=context-lookup', async (page) => {
    await openDialog(page);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.keyboard.press('Enter');
    await waitForText(page, '.share-status', /may not use the clipboard/);
    const selected = await page.$eval(`${dialog} textarea`, (node) => {
      const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (node);
      return value.slice(selectionStart, selectionEnd);
    });
    expect(selected).toBe(await readField(page));
    expect(selected).toMatch(/#v1;experiment=context-lookup$/);
  }));
