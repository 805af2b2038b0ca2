/**
 * Fixtures of the browser tests: the built site, and a browser. Files in the same process share one browser of each kind, with
 * a separate profile for each file, and for each test that needs it.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { launch } from './driver.js';
import { openHost } from './host-site.js';
import { waitUntilLive } from './instrument.js';

/**
 * @typedef {import('./driver.js').EngineName} EngineName
 * @typedef {import('./driver.js').Driver} Driver
 * @typedef {import('./driver.js').LaunchOptions} LaunchOptions
 * @typedef {import('./driver.js').PageOptions} PageOptions
 * @typedef {import('puppeteer-core').Page} Page
 * @typedef {(page: Page, problems: string[]) => Promise<unknown>} Act
 */

/** Views of a page. @satisfies {Record<string, PageOptions>} */
export const screens = {
  phone: { width: 390, height: 844, touch: true },
  desktop: { width: 1440, height: 900 },
  projector: { width: 1920, height: 1080 },
};

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
 *   `whole` and `offline`: default false. `fresh`: each test has its own profile; else a test may reuse the page of the previous
 *   one, with its cache and history
 * @returns {Pick<Driver, 'open'>}
 */
export function openSharedBrowser(name, { fresh = false, ...options } = {}) {
  const launchOptions = { reducedMotion: true, whole: false, offline: false, ...options };
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
 * Serves the built site, with its published headers, to the tests of a file or a `describe`.
 * @returns {Readonly<{ url: string, requests: string[] }>}
 */
function openSharedSite() {
  /** @type {string[]} */
  const requests = [];
  /** @type {import('../../.tools/serve.js').Server} */
  let server;
  beforeAll(async () => {
    const dist = fileURLToPath(new URL('../../dist', import.meta.url));
    server = await serve({ root: dist, onRequest: (path) => requests.push(path) });
  });
  afterAll(() => server.close());
  return {
    get url() {
      return server.url;
    },
    requests,
  };
}

/**
 * Options, which may be left out, before the function, as in Vitest's `test`.
 * @template O
 * @typedef {[act: Act] | [options: O, act: Act]} OptionsAndAct
 */

/** @template O @param {OptionsAndAct<O>} values @returns {[Partial<O>, Act]} */
const splitOptions = (values) => (values.length === 1 ? [{}, values[0]] : values);

/**
 * The built site in a browser. Pages must end without errors and warnings; a test that expects some removes them from the list.
 * @param {EngineName} [name]
 * @param {Parameters<typeof openSharedBrowser>[1]} [options]
 */
export function openLab(name = 'chromium', options) {
  const site = openSharedSite();
  const browser = openSharedBrowser(name, options);
  /** @param {string} url @param {PageOptions} view @param {Act} act */
  const visit = async (url, view, act) => {
    const { page, problems } = await browser.open(url, view);
    await act(page, problems);
    expect(problems).toEqual([]);
    await page.close();
  };
  return {
    site,
    browser,

    /** Opens a page of the site. @param {string} path @param {OptionsAndAct<PageOptions>} rest */
    onPage: (path, ...rest) => visit(site.url + path, ...splitOptions(rest)),

    /** Opens the lab with a link, and waits until it is live. @param {string} link @param {OptionsAndAct<PageOptions>} rest */
    onRun(link, ...rest) {
      const [view, act] = splitOptions(rest);
      return visit(`${site.url}#${link}`, view, async (page, problems) => {
        await waitUntilLive(page);
        await act(page, problems);
      });
    },

    /**
     * Opens a page of another origin with our script.
     * @param {string} body or a whole document, in which ORIGIN stands for its own origin
     * @param {OptionsAndAct<Parameters<typeof openHost>[1] & { root?: string, pages?: Record<string, string>, path?: string, view?: PageOptions }>} rest
     *   `root`: attributes of its root element; `pages`: further pages; `path`: of the page to open
     */
    async onHost(body, ...rest) {
      const [{ root = '', pages, path = '', view = {}, ...options }, act] = splitOptions(rest);
      const all = { '': '', ...pages };
      const host = await openHost(all, options);
      const whole = `<!doctype html><html lang="en" ${root}><title>Host</title>
        <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
        <script type="module" src="${site.url}attentoscope.js"></script>${body}`;
      all[''] = (body.startsWith('<!doctype') ? body : whole).replaceAll('ORIGIN', host.origin);
      try {
        await visit(host.url + path, view, act);
      } finally {
        await host.close();
      }
    },
  };
}
