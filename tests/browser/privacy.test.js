/** Tests that the whole site sends no requests to other origins and stores nothing on the visitor's machine. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { waitUntil } from './instrument.js';
import { openHash } from './operate.js';
import { openDetails } from './pseudo-language.js';

/** @import { Page } from 'puppeteer-core' */

const { site, onPage } = openLab('chromium', { fresh: true, offline: true });

test('a full visit sends no foreign requests and stores nothing', { timeout: 240_000 }, () =>
  onPage('embed/blog-post.html', async (page) => {
    const requestedUrls = [page.url()];
    /** @type {string[]} */
    const cookies = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('response', (response) => {
      if ('set-cookie' in response.headers()) cookies.push(response.url());
    });
    await page.reload();
    await page.goto(`${site.url}reference.html`);
    await openDetails(page);
    await page.goto(site.url);
    for (const experiment of ['translation', 'caption', 'maps', 'calculator']) {
      await openHash(page, `v1;experiment=${experiment}`);
      await waitUntil(page, ({ state, link }) => state === 'live' && link.includes(experiment));
      await openDetails(page);
      await page.$eval('attento-scope', (element) => element.run());
      if (!['maps', 'calculator'].includes(experiment)) await waitUntil(page, ({ step }) => step > 0);
      expect(await page.$$('attento-scope >>> details:not([open])')).toEqual([]);
      await page.$eval('attento-scope', (element) => element.pause());
      // Each worker lists its own requests.
      for (const worker of page.workers())
        requestedUrls.push(
          ...(await worker.evaluate(() =>
            performance.getEntriesByType('resource').map((entry) => entry.name),
          )),
        );
    }

    const origins = new Set(requestedUrls.map((address) => new URL(address).origin));
    expect([...origins].filter((origin) => origin !== 'null')).toEqual([new URL(site.url).origin]);
    expect(requestedUrls.some((address) => address.endsWith('.wasm'))).toBe(true);
    expect(cookies).toEqual([]);
    expect(await page.cookies()).toEqual([]);
    expect(await readStorage(page)).toEqual({ cookie: '', local: 0, session: 0, databases: [] });
    // For offline use the page may cache its own files, and only those.
    for (const address of await listCachedUrls(page)) expect(address.startsWith(site.url)).toBe(true);
  }),
);

test('the check finds stored data (negative control)', () =>
  onPage('embed/blog-post.html', async (page) => {
    await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noDocumentCookie: the check must find it
      document.cookie = 'seen=1';
      localStorage.setItem('seen', '1');
      sessionStorage.setItem('seen', '1');
      await new Promise((resolve) => {
        indexedDB.open('seen').onsuccess = resolve;
      });
      await (await caches.open('seen')).put('/seen', new Response(''));
    });
    expect(await readStorage(page)).toEqual({ cookie: 'seen=1', local: 1, session: 1, databases: ['seen'] });
    expect(await page.cookies()).toHaveLength(1);
    // The lab's own cache exists, too, if the lab was visited before.
    expect(await listCachedUrls(page)).toContain(new URL('/seen', site.url).href);
  }));

/** What this origin stores on the machine. @param {Page} page */
function readStorage(page) {
  return page.evaluate(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
}

/** URLs of all cached responses. @param {Page} page @returns {Promise<string[]>} */
function listCachedUrls(page) {
  return page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => url);
  });
}
