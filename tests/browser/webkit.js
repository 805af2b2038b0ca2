/**
 * Launches Debian's WebKitGTK, the engine of all browsers on an iPhone, with a virtual screen, and collects the errors and
 * warnings of its pages. Its WebDriver has no BiDi, which Puppeteer needs, so this implements the parts of Puppeteer's
 * interface that the tests use with selenium-webdriver.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Builder, Capabilities } from 'selenium-webdriver';
import { findFreePort } from './host-site.js';
import { Page } from './webkit-page.js';

/** @import { WebDriver } from 'selenium-webdriver' */

/** Timeout for the start of screen and driver. */
const kStartMs = 60_000;

/** Timeout of scripts; the test's own timeout is shorter. */
const kTimeouts = { script: 3_600_000, pageLoad: 120_000, implicit: 0 };

/**
 * @param {import('./driver.js').LaunchOptions} [options]
 * @returns {Promise<import('./driver.js').Driver>}
 */
export async function launchWebKit({ colorScheme = 'light', reducedMotion = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'attentoscope-webkit-'));
  mkdirSync(join(folder, 'gtk-3.0'));
  const animations = Number(!reducedMotion);
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${animations}\n`);
  /** @type {GuardedProcess[]} */
  const started = [];
  /** @param {string} program @param {readonly string[]} parameters @param {NodeJS.ProcessEnv} [added] */
  const start = (program, parameters, added) => {
    const one = spawnGuarded(program, parameters, { ...process.env, ...added });
    started.push(one);
    return one;
  };
  const close = async () => {
    await Promise.all(started.map((one) => one.end()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const screen = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp']);
    const display = await screen.firstLine();
    const port = await findFreePort();
    start('WebKitWebDriver', [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      NO_AT_BRIDGE: '1',
      XDG_CONFIG_HOME: folder,
      XDG_CACHE_HOME: folder,
      XDG_DATA_HOME: folder,
    });
    const address = `http://127.0.0.1:${port}`;
    await waitForServer(`${address}/status`);
    const binary = fileURLToPath(new URL('webkit-window.py', import.meta.url));
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName: 'webkit-window',
          timeouts: kTimeouts,
          'webkitgtk:browserOptions': { binary, args: [folder] },
        }),
      )
      .build();
    const version = `WebKitGTK/${(await driver.getCapabilities()).get('browserVersion')}`;
    const tabs = new Tabs(driver, join(folder, 'console'));
    return {
      name: 'webkit',
      version,
      get connected() {
        return !tabs.lost && started.every((one) => one.running);
      },
      open: (url, view) => tabs.open(url, view),
      // All pages share their storage, because the driver supports one browser at a time.
      profile: async () => tabs.profile(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * @typedef {object} GuardedProcess
 * @property {() => Promise<string>} firstLine the first line that it writes to file descriptor 3
 * @property {boolean} running
 * @property {() => Promise<void>} end kills it and all processes that it has started
 */

/**
 * Starts a program in a separate process group. A shell kills the group when its standard input ends: on request, and
 * also when this process ends for any reason.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {NodeJS.ProcessEnv} env
 * @returns {GuardedProcess}
 */
function spawnGuarded(program, parameters, env) {
  const script = '("$@" </dev/null; kill -KILL 0) & read -r _; kill -KILL 0';
  const shell = spawn('sh', ['-c', script, 'sh', program, ...parameters], {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  const third = /** @type {import('node:stream').Readable} */ (shell.stdio[3]);
  return {
    firstLine: () =>
      new Promise((resolve, reject) => {
        const late = new Error(`${program} did not start; npm test installs it`);
        const timer = setTimeout(reject, kStartMs, late);
        third.once('data', (text) => {
          clearTimeout(timer);
          resolve(String(text).trim());
        });
      }),
    get running() {
      return shell.exitCode === null && shell.signalCode === null;
    },
    async end() {
      shell.stdin?.end();
      await ended;
    },
  };
}

/** Waits until a started server responds. @param {string} address */
async function waitForServer(address) {
  for (const end = Date.now() + kStartMs; ; ) {
    try {
      return await fetch(address);
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The pages of a browser. WebDriver controls one page at a time, so actions are queued. */
export class Tabs {
  #driver;
  #console;
  #read = 0;
  /** @type {Page | null} */
  #current = null;
  /** The initial window; the browser ends with its last window. @type {string | undefined} */
  #first;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Whether the browser has crashed. */
  lost = false;

  /** @param {WebDriver} driver @param {string} file to which the console is written */
  constructor(driver, file) {
    this.#driver = driver;
    this.#console = file;
  }

  /** @returns {import('./driver.js').Profile} */
  profile() {
    /** @type {Set<Page>} */
    const pages = new Set();
    const close = async () => {
      for (const page of pages) await page.close();
    };
    return {
      open: async (url, view) => {
        const opened = await this.open(url, view);
        pages.add(/** @type {any} */ (opened.page));
        return opened;
      },
      keepPage: close,
      close,
    };
  }

  /**
   * @param {string} url
   * @param {import('./driver.js').PageOptions} [view]
   * @returns {Promise<import('./driver.js').WatchedPage>}
   */
  async open(url, { width = 1280, height = 800 } = {}) {
    /** @type {string[]} */
    const problems = [];
    const page = await this.#queued(async () => {
      this.#note();
      this.#first ??= await this.#driver.getWindowHandle();
      await this.#driver.switchTo().newWindow('window');
      await this.#driver.manage().window().setRect({ width, height });
      this.#current = new Page(this, await this.#driver.getWindowHandle(), problems);
      return this.#current;
    });
    await page.goto(url);
    // A test that uses a missing part of Puppeteer's interface fails at once.
    return { page: /** @type {any} */ (page), problems };
  }

  /**
   * Runs an action on a page, and then adds its console messages to its problems.
   * @template T
   * @param {Page} page
   * @param {(driver: WebDriver) => Promise<T>} act
   * @returns {Promise<T>}
   */
  use(page, act) {
    return this.#queued(async () => {
      if (!page.closed && this.#current?.handle !== page.handle) {
        this.#note();
        await this.#driver.switchTo().window(page.handle);
        this.#current = page;
      }
      try {
        return await act(this.#driver);
      } finally {
        this.#note();
      }
    });
  }

  /** @param {Page} page */
  close(page) {
    return this.use(page, async (driver) => {
      if (page.closed) return;
      page.closed = true;
      await driver.close();
      this.#note();
      this.#current = null;
      await driver.switchTo().window(String(this.#first));
    });
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #queued(act) {
    const result = this.#last.then(act);
    this.#last = result.catch((error) => {
      this.lost ||= error instanceof Error && error.name === 'NoSuchSessionError';
    });
    return result;
  }

  /** Adds new console messages to the problems of the current page. */
  #note() {
    const text = readFileSync(this.#console, 'utf8').slice(this.#read);
    this.#read += text.length;
    for (const line of text.split('\n')) {
      if (/\bCONSOLE (\w+ )*(ERROR|WARN)/.test(line)) this.#current?.problems.push(line);
    }
  }
}
