/** Counts the work of opening an instrument: dependent requests, elements, painted canvases, and memory. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFullRun } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser } from './fixture.js';
import { openHost } from './host-site.js';
import { click, openSite, readInstrument, waitForElements, waitUntil } from './instrument.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** A host page with one instrument. @param {string} base @param {string} experiment */
const createPost = (base, experiment = 'context-lookup') =>
  openHost({
    '': `<!doctype html><link rel="icon" href="data:,"><title>A post</title><attento-scope experiment="${experiment}"></attento-scope><script type="module" src="${base}attentoscope.js"></script>`,
  });

/**
 * Serves the site, but delays some files until others have been requested.
 * @param {readonly (readonly [RegExp, RegExp])[]} holds delayed files, and those that must be requested meanwhile
 */
async function openHoldingSite(holds) {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  /** @type {string[]} */
  const requestedPaths = [];
  const server = createServer(async ({ url = '' }, response) => {
    requestedPaths.push(url);
    for (const check of waiting) check();
    const needed = holds.filter(([held]) => held.test(url)).map(([, other]) => other);
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const check = () => {
        if (!needed.every((other) => requestedPaths.some((path) => other.test(path)))) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
    const answer = await fetch(new URL(url, site.url));
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', answer.headers.get('content-type') ?? '');
    response.writeHead(answer.status).end(new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    requestedPaths,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });

  test('after Run, files are fetched in parallel where possible', async () => {
    const holding = await openHoldingSite([
      [/\/live-/, /\/create-scope-/],
      [/\/create-scope-/, /\/live-/],
      [/\/worker\.js/, /\/core\.wasm/],
    ]);
    const host = await createPost(holding.url);
    try {
      const { page } = await browser.open(host.url);
      await waitForElements(page, 'svg.poster-map');
      expect(holding.requestedPaths.filter((path) => /live-|create-scope-|worker|wasm/.test(path))).toEqual(
        [],
      );
      await click(page, '.primary');
      await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
      expect((await readInstrument(page)).notices).toEqual([]);
      expect(holding.requestedPaths.filter((path) => path === '/core.wasm')).toHaveLength(1);
      await page.close();
    } finally {
      await host.close();
      await holding.close();
    }
  });

  test('an exploration is created completely when it opens, and Escape returns to the map', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=translation`);
    await waitUntil(page, ({ state }) => state === 'live');
    expect(await page.$$('attento-scope >>> :is(.settings, .shortcuts)')).toEqual([]);
    await click(page, '[data-explore=settings]');
    await waitForElements(page, '#field-seed');
    expect(await page.$$('attento-scope >>> .shortcuts')).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.$$('attento-scope >>> .settings')).toEqual([]);
    // A keyboard shortcut opens its panel.
    await page.focus('attento-scope >>> .primary');
    await page.keyboard.press('?');
    await waitForElements(page, '.shortcuts kbd');
    expect(problems).toEqual([]);
    await page.close();
  });
});

const chromium = openSharedBrowser('chromium', { fresh: true });

describe('slices', () => {
  // The clock is faked so that every time slice is used up at once: a task or a frame does one piece of work.
  test('each view is created in a separate task, and an animation frame paints one canvas', async () => {
    const host = await createPost(site.url, 'self-attention');
    try {
      const { page } = await chromium.open(host.url);
      await waitForElements(page, '.primary');
      await page.evaluate(() => {
        let clock = performance.now();
        performance.now = () => {
          clock += 1000;
          return clock;
        };
        /** @type {string[][]} */
        const createdTags = [];
        let task = 0;
        const { createElement } = document;
        document.createElement = (/** @type {string} */ tag) => {
          if (!task) {
            createdTags.push([]);
            task = window.setTimeout(() => {
              task = 0;
            });
          }
          createdTags.at(-1)?.push(tag);
          return createElement.call(document, tag);
        };
        /** @type {Map<number, Set<HTMLCanvasElement>>} */
        const painted = new Map();
        const { clearRect } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.clearRect = function (x, y, width, height) {
          const frame = Number(document.timeline.currentTime);
          painted.set(frame, (painted.get(frame) ?? new Set()).add(this.canvas));
          clearRect.call(this, x, y, width, height);
        };
        Object.assign(globalThis, { createdTags, painted });
      });
      await page.$eval('attento-scope', (element) => /** @type {AttentoScope} */ (element).activate());
      const counted = () =>
        page.evaluate(() => {
          const { createdTags, painted } = /** @type {any} */ (globalThis);
          return {
            canvases: new Set([...painted.values()].flatMap((set) => [...set])).size,
            most: Math.max(...[...painted.values()].map((/** @type {Set<unknown>} */ { size }) => size)),
            tasks: createdTags.filter((/** @type {string[]} */ tags) => tags.includes('section')).length,
          };
        });
      await expect.poll(async () => (await counted()).canvases).toBeGreaterThan(2);
      const { most, tasks } = await counted();
      expect(most).toBe(1);
      expect(tasks).toBeGreaterThan(3);
    } finally {
      await host.close();
    }
  });
});

describe('memory', () => {
  /** JS heap of the page's thread after a collection, MB. */
  const kMostHeap = 10;

  test.runIf(isFullRun)(
    'an instrument uses a bounded heap, and its scope, worker and views are freed',
    async () => {
      const host = await createPost(site.url, 'self-attention');
      try {
        const { page } = await chromium.open(host.url);
        await waitForElements(page, '.primary');
        const session = await page.createCDPSession();
        const heap = async () => {
          await session.send('HeapProfiler.collectGarbage');
          const { usedSize } = await session.send('Runtime.getHeapUsage');
          return usedSize / 1e6;
        };
        /** Opens an instrument that replaces the previous one. */
        const open = async () => {
          await page.evaluate(() => {
            const old = document.querySelector('attento-scope');
            const next = /** @type {AttentoScope} */ (old?.cloneNode());
            old?.replaceWith(next);
            next.activate({ run: true });
          });
          await waitUntil(page, ({ step }) => step > 0);
        };
        await open();
        const first = await heap();
        expect(first).toBeLessThan(kMostHeap);
        const prototype = await page.evaluateHandle(() => {
          const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
          return Object.getPrototypeOf(scope);
        });
        for (let i = 0; i < 4; i++) await open();
        const countAlive = async () => {
          await heap();
          const scopes = await page.queryObjects(prototype);
          const count = await scopes.evaluate((/** @type {unknown[]} */ found) => found.length);
          await scopes.dispose();
          const threads = await page.$eval(
            'attento-scope',
            (one) => /** @type {AttentoScope} */ (one).scope?.threads,
          );
          return { scopes: count, left: page.workers().length - Number(threads) };
        };
        await expect.poll(countAlive).toEqual({ scopes: 1, left: 0 });
        expect(await heap()).toBeLessThan(first + 4);
      } finally {
        await host.close();
      }
    },
  );
});
