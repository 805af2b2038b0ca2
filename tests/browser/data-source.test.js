/**
 * Tests the reader's own data from a URL or a link: they are fetched when the instrument starts, they are checked, and they are
 * not sent elsewhere.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { openHost } from './host-site.js';
import { readInstrument, waitForElements, waitForText, waitUntil, waitUntilLive } from './instrument.js';
import { activate, openExploration, pressButton, setAttributes, setText } from './operate.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */
/** @import { Page } from 'puppeteer-core' */

const guide = readFileSync(new URL('../../web/embed/own-data.md', import.meta.url), 'utf8');
/** The example of the documentation. */
const [, proverbs = ''] = /```tsv\n([\s\S]*?)```/.exec(guide) ?? [];

/** Two servers of other origins: one with CORS, one without. @type {Awaited<ReturnType<typeof openHost>>[]} */
let others;
beforeAll(async () => {
  others = await Promise.all([
    openHost({ 'pairs.tsv': proverbs }, { headers: { 'Access-Control-Allow-Origin': '*' } }),
    openHost({ 'pairs.tsv': proverbs }),
  ]);
});
afterAll(() => Promise.all(others.map((one) => one.close())));

const { site, browser, onHost, onPage } = openLab();

/**
 * A host page under the documented policy.
 * @param {string} attributes of the tag
 * @param {string} connect allowed URLs besides our own files
 * @param {(page: Page, problems: string[]) => Promise<void>} act
 */
const at = (attributes, connect, act) =>
  onHost(
    `<attento-scope parts="inspector try explore" ${attributes}></attento-scope>`,
    {
      policy: `default-src 'none'; img-src data:; script-src ${site.url} 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self' ${site.url} ${connect}`,
      pages: { 'pairs.tsv': proverbs },
    },
    act,
  );

/** @param {Page} page */
const readData = (page) => page.evaluate(() => document.querySelector('attento-scope')?.scope?.manifest.data);

/** @param {Page} page */
const countRequests = (page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter((one) => /\.tsv$/.test(one.name)).length,
  );

test('pairs are learned from the URL in data-src, which is requested once', () =>
  at('experiment="translation" data-src="pairs.tsv"', '', async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    expect(await countRequests(page)).toBe(0);
    const { notices, link } = await activate(page);
    expect(await countRequests(page)).toBe(1);
    expect(await readData(page)).toMatchObject({ source: 'own', aligned: 20, report: { accepted: 20 } });
    expect(notices).toEqual([]);
    expect(link).toBe('v1;experiment=translation');
    // It shows the number of given alignments, and no checkbox for the link.
    await waitForText(page, '.metric-label', /^Alignment error rate/);
    await openExploration(page, 'data');
    await waitForText(page, '.own-data', /pairs\.tsv/);
    expect(await page.$$('attento-scope >>> .own-data-link')).toEqual([]);
    // Changing another setting keeps the data without a new request.
    await page.evaluate(() => document.querySelector('attento-scope')?.setAttribute('seed', '8'));
    await waitUntil(page, (reading) => reading.state === 'live' && /seed=8/.test(reading.link));
    expect(await countRequests(page)).toBe(1);
    expect(await readData(page)).toMatchObject({ aligned: 20 });
  }));

test('data from another origin are loaded only with CORS; otherwise the task’s own data are used', async () => {
  const [open, shut] = others;
  await at(`experiment="translation" data-src="${open?.url}pairs.tsv"`, open?.origin ?? '', async (page) => {
    await activate(page);
    expect(await readData(page)).toMatchObject({ aligned: 20 });
  });
  await at(
    `experiment="translation" data-src="${shut?.url}pairs.tsv"`,
    shut?.origin ?? '',
    async (page, problems) => {
      const { notices } = await activate(page);
      expect(notices[0]).toMatch(/could not be read; expected .*Access-Control-Allow-Origin/);
      expect(notices[1]).toMatch(/learns from the task’s own data/);
      expect(await readData(page)).toBeUndefined();
      // The address can be changed later.
      await setAttributes(page, { 'data-src': 'pairs.tsv' });
      await expect.poll(() => readData(page)).toMatchObject({ aligned: 20 });
      problems.splice(0);
    },
  );
});

test('pairs of the reader are included in the link on request, and opening it restores them', () =>
  onPage('#v1;experiment=translation', async (page) => {
    const before = await waitUntilLive(page);
    await openExploration(page, 'data');
    /** @param {string} text */
    const enterData = async (text) => {
      await setText(page, '.own-data textarea', text);
      await pressButton(page, '.own-data', 'Learn from this text');
      await waitForText(page, '.own-data-report', /lines taken/);
    };
    await enterData(proverbs);
    const { link, fingerprint } = await readInstrument(page);
    // Story and presets of the built-in task are hidden.
    const story = () => page.$eval('.story-body', (part) => part.textContent);
    expect(await story()).toMatch(/trains on your own data/);
    await waitForText(page, '.presets', /learns from your own data: 16 to learn from, 4 for the test/);
    const size = Buffer.byteLength(proverbs).toLocaleString('en');
    await waitForText(page, '.own-data-link', new RegExp(`these pairs into the link \\(${size} bytes\\)`));
    expect(link).toBe(before.link);
    const tick = () =>
      page.$eval('attento-scope >>> .own-data-link input', (box) => /** @type {HTMLElement} */ (box).click());
    await tick();
    const linked = await waitUntil(page, (reading) => reading.link.includes(';data='));
    expect(Buffer.from(/data=([\w-]*)/.exec(linked.link)?.[1] ?? '', 'base64url').toString()).toBe(proverbs);
    const field = linked.link.slice(linked.link.indexOf('data='));
    await expect.poll(() => page.evaluate('location.hash')).toContain(field);

    const again = await browser.open(`${site.url}#${linked.link}`);
    const opened = await waitUntilLive(again.page);
    expect([opened.fingerprint, opened.notices]).toEqual([fingerprint, []]);
    expect(await readData(again.page)).toEqual(await readData(page));
    await again.page.close();

    await tick();
    await waitUntil(page, (reading) => reading.link === before.link);
    // Data that are too large for a link show a message and disable the checkbox.
    await enterData(`${proverbs}${proverbs}`);
    await waitForText(page, '.own-data', /A link holds at most 2\s?kB/);
    await waitForElements(page, '.own-data-link input:disabled:not(:checked)');
    expect((await readInstrument(page)).link).toBe(before.link);
  }));
