/** The hosts of engines: this Node process, a page in Chromium, or a separate process. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { launch } from '../browser/driver.js';
import { engines } from './engines/all.js';
import { load as loadTorch } from './engines/torch.js';
import { createRunner } from './runner.js';

/**
 * @typedef {object} OpenHost
 * @property {string} name
 * @property {readonly string[]} engines those that can run here
 * @property {import('./runner.js').Runner} runner
 * @property {() => Promise<void>} close
 */

/** @type {import('./runner.js').Host} */
const files = {
  name: 'node',
  bytes: (path) => readFile(join(root, path)),
  module: (path) => import(pathToFileURL(join(root, path)).href),
  api: 'web/index.js',
};

/** @returns {OpenHost} */
export const openNode = () => ({
  name: 'node',
  engines: Object.keys(engines),
  runner: createRunner(files, engines),
  close: async () => undefined,
});

/** @returns {OpenHost} */
export const openNative = () => ({
  name: 'native',
  engines: ['pytorch'],
  runner: createRunner(files, { pytorch: loadTorch }),
  close: async () => undefined,
});

/**
 * Opens a page of a built site in Chromium, without timeouts, and closes it after `act`.
 * @template T
 * @param {string} dist folder of the site
 * @param {string} path of the page
 * @param {(page: import('puppeteer-core').Page, url: string) => Promise<T>} act gets the page and the address of the site
 */
export async function withPage(dist, path, act) {
  const site = await serve({ root: dist });
  const browser = await launch('chromium');
  try {
    const { page } = await browser.open(site.url + path);
    page.setDefaultTimeout(0);
    return await act(page, site.url);
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Opens a cross-origin isolated page, because only such pages have a precise clock. @returns {Promise<OpenHost>} */
export async function openChromium() {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: join(root, 'tests/bench/page'),
    base: './',
    publicDir: false,
    logLevel: 'error',
    build: { outDir: join(root, 'build/bench'), emptyOutDir: true, target: 'es2022' },
  });
  const server = await serve({
    root,
    headers: {
      'Content-Security-Policy': undefined,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  });
  const driver = await launch('chromium');
  const { page } = await driver.open(`${server.url}build/bench/index.html`);
  page.setDefaultTimeout(0);
  /** @param {keyof import('./runner.js').Runner} method @returns {(...parameters: any[]) => Promise<any>} */
  const remote =
    (method) =>
    (...parameters) =>
      page.evaluate(
        (name, values) => /** @type {any} */ (globalThis).bench[name](...values),
        method,
        parameters,
      );
  return {
    name: 'chromium',
    engines: Object.keys(engines),
    runner: {
      prepare: remote('prepare'),
      openExperiment: remote('openExperiment'),
      window: remote('window'),
      peak: remote('peak'),
      product: remote('product'),
      stop: remote('stop'),
    },
    async close() {
      await driver.close();
      await server.close();
    },
  };
}
