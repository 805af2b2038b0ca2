/**
 * What the files of tests here begin with: the built site, and a browser. All files that run in one process share one
 * browser of a kind; every file has a profile of its own in it, and a test that needs it, too.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { proof } from '../seeds.js';
import { launch } from './driver.js';
import { openSite, untilLive } from './instrument.js';

/**
 * @typedef {import('./driver.js').EngineName} EngineName
 * @typedef {import('./driver.js').Driver} Driver
 * @typedef {import('./driver.js').LaunchOptions} LaunchOptions
 */

/** The browsers of this process, by kind; closed when it has run its last file. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture builds on
const withBrowsers = test.extend('browsers', { scope: 'worker' }, ({}, { onCleanup }) => {
  /** @type {Map<string, Promise<Driver>>} */
  const browsers = new Map();
  onCleanup(async () => {
    await Promise.allSettled([...browsers.values()].map(async (driver) => (await driver).close()));
  });
  return browsers;
});

/**
 * For the body of a file or of a `describe`: a browser. Its pages end with the test that opened them.
 * @param {EngineName} name
 * @param {LaunchOptions & { fresh?: boolean }} [options] `reducedMotion`: default true, so that no run starts by itself.
 *   `fresh`: each test has a profile of its own, as all have in a proof; else a test may go on in the page of the one
 *   before, with its cache and its history
 * @returns {Pick<Driver, 'open'>}
 */
export function sharedBrowser(name, { fresh = proof, ...options } = {}) {
  // Most tests need neither windows nor a service worker; a proof has both.
  const asked = { reducedMotion: true, whole: proof, offline: proof, ...options };
  // Only Chromium comes with and without windows. Others are launched once, which takes Firefox nine seconds of a processor.
  if (name !== 'chromium') asked.whole = true;
  const kind = JSON.stringify([name, asked]);
  /** @type {Map<string, Promise<Driver>>} */
  let all;
  /** @type {Promise<import('./driver.js').Profile> | null} */
  let profile = null;

  /** The running one, or another if it has crashed. */
  async function driver() {
    const running = await all.get(kind)?.catch(() => undefined);
    if (running?.connected) return running;
    const another = launch(name, asked);
    all.set(kind, another);
    return another;
  }

  withBrowsers.beforeAll(async ({ browsers }) => {
    all = browsers;
    await driver();
  });
  afterEach(async ({ task }) => {
    const used = await profile;
    if (!used) return;
    try {
      if (!fresh && task.result?.state !== 'fail') return await used.rest();
    } catch {
      // A page that cannot be left is of no use to the next test.
    }
    profile = null;
    await used.close();
  });
  afterAll(async () => (await profile)?.close());
  return {
    async open(url, view) {
      profile ??= driver().then((one) => one.profile());
      return (await profile).open(url, view);
    },
  };
}

/**
 * For the body of a `describe` that several browsers have, with its tests directly in it: each test runs in one of the
 * browsers that have it, the next test in the next one; in a proof each runs in all.
 */
export function inTurn() {
  beforeEach(({ task, skip }) => {
    const { file, name, suite } = task;
    if (proof || !suite) return;
    const among = (/** @type {import('vitest').RunnerTestSuite} */ one) =>
      one.tasks.findIndex((test) => test.name === name);
    const all = file.tasks.filter((one) => one.type === 'suite').filter((one) => among(one) >= 0);
    const turn = among(all[0] ?? suite) % all.length;
    skip(all[turn] !== suite, 'the turn of another browser');
  });
}

/**
 * For the body of a file or of a `describe`: the built site, under its published headers, for all tests in it.
 * @returns {Readonly<{ url: string, requests: string[] }>}
 */
export function sharedSite() {
  /** @type {Awaited<ReturnType<typeof openSite>>} */
  let site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());
  return {
    get url() {
      return site.url;
    },
    get requests() {
      return site.requests;
    },
  };
}

/**
 * Lets a test act on a page of the site that has nothing to complain about.
 * @param {ReturnType<typeof sharedBrowser>} browser
 * @param {ReturnType<typeof sharedSite>} site
 */
export const cleanPages =
  (browser, site) =>
  /** @param {(page: import('puppeteer-core').Page) => Promise<void>} act @param {string} [path] @param {object} [view] */
  async (act, path = '', view = {}) => {
    const { page, problems } = await browser.open(site.url + path, view);
    await act(page);
    expect(problems).toEqual([]);
  };

/**
 * The same on a page with a run, from when it is live.
 * @param {ReturnType<typeof cleanPages>} onPage
 */
export const liveRuns =
  (onPage) =>
  /** @param {string} link @param {(page: import('puppeteer-core').Page) => Promise<void>} act */
  (link, act) =>
    onPage(async (page) => {
      await untilLive(page);
      await act(page);
    }, `#${link}`);
