/** Tests that the lab works without its server after a first visit: reload, other experiments, training. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { openLab } from './fixture.js';
import { readInstrument, waitUntil, waitUntilLive } from './instrument.js';
import { chooseFullSpeed, click, clickOnPage } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const dist = join(root, 'dist');

/** Waits until all files are cached. @param {Page} page */
function waitUntilCached(page) {
  return page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 50));
  });
}

/** @param {Page} page */
const cacheNames = (page) => page.evaluate(() => caches.keys());

const { browser } = openLab('chromium', { fresh: true, offline: true });

test('the lab works without a server, for every experiment', async () => {
  const server = await serve({ root: dist });
  const { page, problems } = await browser.open(`${server.url}#v1;experiment=context-lookup`);
  await waitUntilLive(page);
  await waitUntilCached(page);
  expect(problems).toEqual([]);
  await server.close();
  expect(await page.evaluate(() => fetch('nothing-of-that-name').catch(() => 'no server'))).toBe('no server');

  await page.reload();
  await waitUntilLive(page);
  await chooseFullSpeed(page);
  await click(page, '.primary');
  await waitUntil(page, ({ step, run }) => step === 40_000 && run === 'Run on');
  // Labels beside the rows are updated a moment later.
  await expect.poll(async () => (await readInstrument(page)).verdicts).toEqual(Array(5).fill('✓ found'));
  for (const [experiment, chapter] of Object.entries({
    translation: 4,
    'self-attention': 6,
    calculator: 2,
  })) {
    await clickOnPage(page, `a[href="#chapter=${chapter}"]`);
    await waitUntil(page, ({ state, link }) => state === 'live' && link.includes(experiment));
    if (experiment === 'calculator') continue;
    await click(page, '.transport .button', 1);
    await waitUntil(page, ({ step }) => step === 1);
  }
  await page.goto(`${server.url}reference.html`);
  expect(await page.$$('math')).not.toHaveLength(0);
});

test('the cache is used when the server fails, but status 404 is passed on', { tags: 'full' }, async () => {
  let status = 200;
  const server = await serve({ root: dist, getStatus: () => status });
  const { page } = await browser.open(`${server.url}#v1;experiment=context-lookup`);
  await waitUntilLive(page);
  await waitUntilCached(page);
  // The service worker serves a page from the second visit on.
  await page.reload();
  await waitUntilLive(page);
  const got = () => page.evaluate(async () => (await fetch('index.html')).status);
  expect(await got()).toBe(200);
  for (const [sent, received] of [
    [500, 200],
    [503, 200],
    [404, 404],
  ]) {
    status = sent;
    expect([sent, await got()]).toEqual([sent, received]);
  }
  status = 502;
  await page.reload();
  await waitUntilLive(page);
  await page.close();
  await server.close();
});

test('a new build is shown at once, and its cache replaces the old one', { tags: 'full' }, async () => {
  // A copy of the build, to be changed.
  const folder = mkdtempSync(join(tmpdir(), 'offline-'));
  cpSync(dist, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = await serve({ root: folder });
  const first = await browser.open(server.url);
  await waitUntilCached(first.page);
  const [before] = await cacheNames(first.page);
  expect(await cacheNames(first.page)).toEqual([before]);

  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<main', '<p id="new">new</p><main'));
  const worker = join(folder, 'offline.js');
  writeFileSync(worker, readFileSync(worker, 'utf8').replaceAll(/`[0-9a-f]{16}`/g, '`another`'));
  await first.page.reload();
  expect(await first.page.$$('#new')).toHaveLength(1);
  await expect.poll(() => cacheNames(first.page)).toHaveLength(2);
  // The old cache stays until its last page is closed.
  await first.page.close();
  const later = async () => {
    const { page: next } = await browser.open(server.url);
    const names = await cacheNames(next);
    await next.close();
    return names;
  };
  await expect.poll(later).toEqual([before?.replace(/\S+$/, 'another')]);
  await server.close();
});
