/**
 * Launches Debian's Chromium or Firefox ESR and collects the errors and warnings of their pages.
 *
 * One driver serves both: Puppeteer speaks the DevTools protocol to Chromium and WebDriver BiDi to a stock Firefox,
 * so clicks and keys arrive as trusted events in each.
 */
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { launchWebKit } from './webkit.js';

/** @typedef {'chromium' | 'firefox'} BrowserName */
/** @type {readonly BrowserName[]} */
export const browserNames = ['chromium', 'firefox'];
/** With WebKit, for tests that use only what webkit.js implements. @typedef {BrowserName | 'webkit'} EngineName */
/** @type {readonly EngineName[]} */
export const engineNames = [...browserNames, 'webkit'];

const executables = {
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
};

/** Headless Chromium, in which a page takes a fifth less time. */
const kEngineAlone = '/usr/bin/chromium-headless-shell';

// For headless runs as root without a network: no sandbox, no background requests.
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Timeout of a browser in milliseconds. */
const kPatience = 250_000;

/**
 * @typedef {object} PageOptions
 * @property {number} [width] in CSS pixels; default 1280
 * @property {number} [height] in CSS pixels; default 800
 * @property {number} [deviceScaleFactor] default 1
 * @property {boolean} [touch] a phone: touch events and mobile viewport (Chromium only)
 *
 * @typedef {object} LaunchOptions
 * @property {'light' | 'dark'} [colorScheme] value of `prefers-color-scheme`; default light
 * @property {boolean} [reducedMotion] value of `prefers-reduced-motion`; default false
 * @property {boolean} [whole] full Chromium instead of its headless shell; default true. The shell does not hide tabs, has no
 *   back/forward cache, and differs in the keys of a dialog and in saving a film
 * @property {boolean} [offline] allows the service worker, which caches the site; default true. Its downloads are up to a
 *   third of the work of opening the lab (Chromium and Firefox only)
 *
 * @typedef {import('puppeteer-core').Page} Page
 *
 * @typedef {object} Profile
 * @property {(url: string, options?: PageOptions) => Promise<WatchedPage>} open loads `url` in a new page, or in the
 *   one that was kept by `rest`
 * @property {() => Promise<void>} keepPage closes its pages but may keep one for the next `open`, which then takes two thirds of the
 *   processor time, because the process, the cache and the history continue
 * @property {() => Promise<void>} close closes the profile and its pages
 *
 * @typedef {object} BrowserParts
 * @property {EngineName} name
 * @property {string} version as the browser reports it
 * @property {boolean} connected whether it still runs
 * @property {() => Promise<Profile>} profile creates one, which shares no cookies, cache or workers with others
 *
 * @typedef {Pick<Profile, 'open' | 'close'> & BrowserParts} Driver a running browser, with its first profile
 *
 * @typedef {object} WatchedPage
 * @property {Page} page Puppeteer's page
 * @property {string[]} problems console errors and warnings, uncaught errors, CSP violations and failed requests,
 *   since the page was opened; a clean page leaves it empty
 */

/**
 * @param {EngineName} name
 * @param {LaunchOptions} [options]
 * @returns {Promise<Driver>}
 */
export async function launch(
  name,
  { colorScheme = 'light', reducedMotion = false, whole = true, offline = true } = {},
) {
  if (name === 'webkit') return launchWebKit({ colorScheme, reducedMotion });
  const alone = name === 'chromium' && !whole ? [kEngineAlone] : [];
  const executablePath = [...alone, ...executables[name]].find((path) => existsSync(path));
  if (!executablePath) throw new Error(`${name} is not installed; npm test installs it`);
  const shared = { timeout: kPatience, protocolTimeout: kPatience, executablePath, headless: true };
  const browser = await puppeteer.launch(
    name === 'firefox'
      ? {
          ...shared,
          browser: 'firefox',
          // Firefox cannot emulate media features over BiDi, so preferences set them for the whole browser.
          extraPrefsFirefox: {
            'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
            'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
            // Overlay scroll bars, as on phones and most desktops.
            'ui.useOverlayScrollbars': 1,
            'dom.serviceWorkers.enabled': offline,
          },
        }
      : { ...shared, browser: 'chrome', args: chromiumFlags },
  );
  /** @param {import('puppeteer-core').BrowserContext} context */
  async function newPage(context) {
    const page = await context.newPage();
    page.setDefaultTimeout(kPatience);
    if (name === 'chromium' && !offline)
      await page.evaluateOnNewDocument(() => {
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      });
    return page;
  }
  /** @param {Page} page @param {string} url @param {PageOptions} [view] */
  async function open(page, url, { width = 1280, height = 800, deviceScaleFactor = 1, touch = false } = {}) {
    const problems = collectProblems(page);
    const phone = touch && name === 'chromium';
    await page
      .setViewport({ width, height, deviceScaleFactor, hasTouch: phone, isMobile: phone })
      .catch(ignoreOrientationError);
    if (name === 'chromium')
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: colorScheme },
        { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
      ]);
    await page.goto(url, { waitUntil: 'load' });
    return { page, problems };
  }
  return {
    name,
    version: await browser.version(),
    get connected() {
      return browser.connected;
    },
    open: async (url, view) => open(await newPage(browser.defaultBrowserContext()), url, view),
    async profile() {
      const context = await browser.createBrowserContext();
      /** @type {Page | undefined} */
      let idlePage;
      return {
        async open(url, view) {
          const page = idlePage ?? (await newPage(context));
          idlePage = undefined;
          return open(page, url, view);
        },
        async keepPage() {
          if (idlePage) return;
          const [first, ...others] = await context.pages();
          for (const page of others) await page.close();
          for (const event of kWatched) first?.removeAllListeners(event);
          await first?.goto('about:blank');
          idlePage = first;
        },
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

/**
 * Ignores that Firefox before 140 cannot set the orientation; the size, which is set at the same time, has been applied.
 * @param {unknown} error
 */
function ignoreOrientationError(error) {
  if (!/unknown command.*setScreenOrientationOverride/s.test(String(error))) throw error;
}

/** The events that `watch` and some tests listen to. */
const kWatched = /** @type {const} */ ([
  'console',
  'dialog',
  'pageerror',
  'request',
  'requestfailed',
  'response',
]);

/**
 * Collects everything that the developer tools would show as an error or a warning.
 * @param {Page} page
 * @returns {string[]} grows while the page lives
 */
function collectProblems(page) {
  /** @type {string[]} */
  const problems = [];
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warn') problems.push(`console ${type}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    problems.push(`page error: ${error instanceof Error ? error.message : String(error)}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The page has canceled the request, for example on navigation; Firefox names the stream.
    if (!/ABORTED|BASE_STREAM_CLOSED/.test(reason))
      problems.push(`request failed: ${request.url()} ${reason}`.trim());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`HTTP ${response.status()}: ${response.url()}`);
  });
  return problems;
}
