/** Tests that input from fields, files and links stays text: it creates no elements and runs no script, also in saved files. */
import { expect, test } from 'vitest';
import { captureDownload, dropFile, keepDownloads } from './files.js';
import { openLab } from './fixture.js';
import { waitForText } from './instrument.js';
import { openExploration, pressButton, typeInto } from './operate.js';
import { readSvg } from './saved-figures.js';

/** @import { Page } from 'puppeteer-core' */

/** Markup that sets `struck` if it is ever parsed or run. */
const bad =
  '<img src=x onerror="globalThis.struck=1">"><svg onload=globalThis.struck=2><script>struck=3</script>';

const { browser, onRun } = openLab();

/** Opens the lab; the console also reports inline handlers that the policy blocks. @param {string} link @param {(page: Page) => Promise<unknown>} act */
const visit = (link, act) =>
  onRun(`v1;${link}`, async (page) => {
    await act(page);
    expect(await findInjectedElements(page)).toEqual([]);
  });

/** Elements that only injected markup can create, and whether a script ran. @param {Page} page */
const findInjectedElements = (page) =>
  page.$$eval('body >>> *', (all) => {
    const strange = all.filter(
      (node) =>
        node.matches('img, iframe, object, embed, base, link, foreignObject, body script') ||
        [...node.attributes].some(({ name }) => name.startsWith('on')),
    );
    const markup = strange.map((node) => node.outerHTML);
    return 'struck' in globalThis ? [...markup, 'something ran'] : markup;
  });

test('in a link and in an attribute', () =>
  visit(`experiment=${encodeURIComponent(bad)};${bad.replaceAll(';', '')}=1;map=${bad}`, async (page) => {
    await waitForText(page, '.notices', /there is no experiment "<img src=x onerror=/);
    await page.evaluate((text) => {
      const tag = document.createElement('attento-scope');
      for (const name of ['experiment', 'preset', 'map', 'seed']) tag.setAttribute(name, text);
      document.querySelector('attento-scope')?.replaceWith(tag);
    }, bad);
    await waitForText(page, '.notices', /preset: "<img src=x onerror=/);
  }));

test('in a sentence, own data, file names, and files saved from them', () =>
  visit('experiment=sentiment', async (page) => {
    await typeInto(page, 'input[aria-label="Your own sentence"]', `good ${bad}`);
    await pressButton(page, '.typed', 'Read it');
    await waitForText(page, '.sentence-own', /img/);

    await openExploration(page, 'data');
    const line = (/** @type {number} */ i) =>
      `<img src=x${i}> ${i % 2 ? 'good' : 'bad'} film =1+1\t${i % 2}\n`;
    const lines = `${Array.from({ length: 60 }, (_, i) => line(i)).join('')}${bad}\t7\n`;
    await dropFile(page, '.own-data-panel', lines, `${bad}.tsv`);
    await waitForText(page, '.own-data', /<img src=x onerror=/);
    await waitForText(page, '.own-data-report', /line refused/);

    await openExploration(page, 'save');
    await keepDownloads(page);
    const { text: svg } = await captureDownload(page, () => pressButton(page, '.save', 'Map as SVG'));
    // The page's policy blocks parsing, so another page parses the SVG.
    const other = await browser.open('about:blank');
    const { names, wrong, handlers } = await readSvg(other.page, svg);
    await other.page.close();
    expect([wrong, handlers, names.includes('text')]).toEqual(['', 0, true]);
    for (const name of ['image', 'img', 'script', 'foreignObject', 'use']) expect(names).not.toContain(name);
    const { text: csv } = await captureDownload(page, () => pressButton(page, '.save', 'Map as CSV'));
    const fields = csv.trimEnd().split(/\r\n|,/);
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter((field) => /^["]?[=+@]/.test(field))).toEqual([]);
  }));

test('in the reader’s own text', () =>
  visit('experiment=translation', async (page) => {
    await openExploration(page, 'decoder-steps');
    await typeInto(page, '.decoder form input', bad);
    await page.keyboard.press('Enter');
    await waitForText(page, '.decoder .panel-status', /“<”|img|onerror/);
  }));
