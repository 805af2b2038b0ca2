/** The lab as a single file, opened from a disk. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../.tools/shell.js';
import { browserNames } from '../browser/driver.js';
import { openSharedBrowser } from '../browser/fixture.js';
import { waitUntil, waitUntilLive } from '../browser/instrument.js';
import { openHash } from '../browser/operate.js';
import { computeFingerprint } from './install-package.js';

const folder = mkdtempSync(join(tmpdir(), 'attentoscope-usb-'));
// Alone in a folder, as on a USB stick.
const file = join(folder, 'attentoscope.html');
copyFileSync(join(root, 'dist/attentoscope.html'), file);
const url = pathToFileURL(file).href;
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Stops the run that the page has started, resets it and trains.
 * @param {import('puppeteer-core').Page} page
 * @param {number} steps
 */
const trainFromReset = (page, steps) =>
  page.evaluate(async (steps) => {
    const scope = document.querySelector('attento-scope')?.scope;
    if (!scope) return 'no scope';
    await scope.pause();
    await scope.reset();
    await scope.train({ steps });
    return `${await scope.fingerprint()} ${scope.worker ? 'worker' : 'page'}`;
  }, steps);

describe.each(browserNames)('from a disk, in %s', (name) => {
  const browser = openSharedBrowser(name, { fresh: true });
  it('trains in a worker, changes chapters, and makes no requests', async () => {
    const { page, problems } = await browser.open(`${url}#v1;experiment=context-lookup`);
    /** @type {string[]} */
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await waitUntilLive(page);
    const expected = await computeFingerprint({ options: { experiment: 'context-lookup' }, steps: 500 });
    expect(await trainFromReset(page, 500)).toBe(`${expected} worker`);

    await openHash(page, 'v1;experiment=translation');
    await waitUntil(page, (reading) => reading.state === 'live' && reading.link.includes('translation'));
    const translated = await computeFingerprint({ options: { experiment: 'translation' }, steps: 5 });
    expect(await trainFromReset(page, 5)).toBe(`${translated} worker`);
    // The file contains the table of Unicode properties.
    const typed = page.evaluate(async () => {
      const scope = document.querySelector('attento-scope')?.scope;
      return (await scope?.predict({ source: 'E\u0301COLE' }))?.attention.columnLabels?.[0];
    });
    expect(await typed).toBe('école');

    // The address contains the settings, and opening it again restores them.
    expect(await page.evaluate(() => location.hash)).toContain('experiment=translation');
    const again = await browser.open(`${url}#v1;experiment=context-lookup;seed=9`);
    await waitUntil(again.page, ({ state, link }) => state === 'live' && link.includes('seed=9'));

    expect([...problems, ...again.problems]).toEqual([]);
    expect(requests.filter((to) => !/^(blob|data|file):/.test(to))).toEqual([]);
    expect(requests.filter((to) => to.startsWith('file:') && !to.startsWith(url))).toEqual([]);
  });

  it('opens with the start page, in other languages, too, without links to other files', async () => {
    const { page, problems } = await browser.open(url);
    await expect.poll(() => page.$$eval('.cards a', (links) => links.length)).toBeGreaterThan(0);
    await page.select('#language', 'de');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de');
    const away = await page.$$eval('a', (links) =>
      links.map((link) => link.getAttribute('href')).filter((to) => !to?.startsWith('#')),
    );
    expect(away).toEqual([]);
    expect(problems).toEqual([]);
  });
});
