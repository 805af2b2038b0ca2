/**
 * Fixtures of the browser tests: the built site, and a browser. Files in the same process share one browser of each kind, with
 * a separate profile for each file, and for each test that needs it.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isFullRun } from '../full-run.js';
import { launch } from './driver.js';
import { openSite, waitUntilLive } from './instrument.js';

/**
 * @typedef {import('./driver.js').EngineName} EngineName
 * @typedef {import('./driver.js').Driver} Driver
 * @typedef {import('./driver.js').LaunchOptions} LaunchOptions
 */

/** The browsers of this process, by kind; closed after its last file. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the dependencies of a fixture from the pattern
const withBrowsers = test.extend('browsers', { scope: 'worker' }, ({}, { onCleanup }) => {
  /** @type {Map<string, Promise<Driver>>} */
  const browsers = new Map();
  onCleanup(async () => {
    await Promise.allSettled([...browsers.values()].map(async (driver) => (await driver).close()));
  });
  return browsers;
});

/**
 * Provides a browser to a file or a `describe`. Pages are closed at the end of the test that opened them.
 * @param {EngineName} name
 * @param {LaunchOptions & { fresh?: boolean }} [options] `reducedMotion`: default true, so that no run starts by itself.
 *   `fresh`: each test has its own profile, as in the full run; else a test may reuse the page of the previous one, with its
 *   cache and history
 * @returns {Pick<Driver, 'open'>}
 */
export function openSharedBrowser(name, { fresh = isFullRun, ...options } = {}) {
  // Most tests need neither full Chromium nor a service worker; the full run has both.
  const launchOptions = { reducedMotion: true, whole: isFullRun, offline: isFullRun, ...options };
  // Only Chromium has a headless shell. Other browsers are launched once; Firefox takes nine seconds of processor time.
  if (name !== 'chromium') launchOptions.whole = true;
  const kind = JSON.stringify([name, launchOptions]);
  /** @type {Map<string, Promise<Driver>>} */
  let all;
  /** @type {Promise<import('./driver.js').Profile> | null} */
  let profile = null;

  /** The running browser, or a new one if it has crashed. */
  async function driver() {
    const running = await all.get(kind)?.catch(() => undefined);
    if (running?.connected) return running;
    const another = launch(name, launchOptions);
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
      if (!fresh && task.result?.state !== 'fail') return await used.keepPage();
    } catch {
      // A page that cannot navigate away cannot be reused.
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
 * For a `describe` that is repeated for several browsers: each test runs in only one of the browsers, in turn; in the full run
 * it runs in all.
 */
export function alternateBrowsers() {
  beforeEach(({ task, skip }) => {
    const { file, name, suite } = task;
    if (isFullRun || !suite) return;
    const among = (/** @type {import('vitest').RunnerTestSuite} */ one) =>
      one.tasks.findIndex((test) => test.name === name);
    const all = file.tasks.filter((one) => one.type === 'suite').filter((one) => among(one) >= 0);
    const turn = among(all[0] ?? suite) % all.length;
    skip(all[turn] !== suite, 'runs in another browser');
  });
}

/**
 * Serves the built site, with its published headers, to the tests of a file or a `describe`.
 * @returns {Readonly<{ url: string, requests: string[] }>}
 */
export function openSharedSite() {
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
 * Opens a page of the site, lets a test act on it, and expects no errors or warnings.
 * @param {ReturnType<typeof openSharedBrowser>} browser
 * @param {ReturnType<typeof openSharedSite>} site
 */
export const onCleanPage =
  (browser, site) =>
  /** @param {(page: import('puppeteer-core').Page) => Promise<void>} act @param {string} [path] @param {object} [view] */
  async (act, path = '', view = {}) => {
    const { page, problems } = await browser.open(site.url + path, view);
    await act(page);
    expect(problems).toEqual([]);
  };

/**
 * The same for a page with an instrument, once it is live.
 * @param {ReturnType<typeof onCleanPage>} onPage
 */
export const onLivePage =
  (onPage) =>
  /** @param {string} link @param {(page: import('puppeteer-core').Page) => Promise<void>} act */
  (link, act) =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await act(page);
    }, `#${link}`);
