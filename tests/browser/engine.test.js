/**
 * Tests the built package in real browsers, imported by a page of another origin under various policies: it uses a worker if
 * possible, else reports why not, and gives the same bits as Node.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { root } from '../../.tools/shell.js';
import { createScope } from '../../web/index.js';
import { selectSeeds } from '../full-run.js';
import { engineNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser } from './fixture.js';
import { openHost } from './host-site.js';

/**
 * @typedef {object} Outcome
 * @property {boolean} worker
 * @property {readonly string[]} notices
 * @property {string[]} fingerprints after train() and after run()
 * @property {number} frames number of progress events during run()
 * @property {number} drawn number of animation frames meanwhile
 * @property {string} code of the error, if there was one
 * @property {string} message
 */

/** @type {Awaited<ReturnType<typeof serve>>} */
let assets;
/** @type {string} */
let expected;

beforeAll(async () => {
  assets = await serve({ root: join(root, 'dist') });
  const scope = await createScope({ experiment: 'context-lookup', seed: 5, worker: false });
  await scope.train({ steps: 20_000 });
  expected = await scope.fingerprint();
  scope.dispose();
});

afterAll(() => assets.close());

/** The script of the host page. */
const createScript = () => `
  import { createScope } from '${assets.url}api.js';
  async function use() {
    const options = { experiment: 'context-lookup', seed: 5 };
    const scope = await createScope(options);
    await scope.train({ steps: 20000 });
    const running = await createScope(options);
    const paused = new Promise((resolve) => running.addEventListener('pause', resolve, { once: true }));
    await running.run({ until: 20000 });
    await paused;
    const fingerprints = [await scope.fingerprint(), await running.fingerprint()];
    let frames = 0;
    let drawn = 0;
    const count = () => requestAnimationFrame(() => { drawn++; count(); });
    count();
    const many = new Promise((resolve) => running.addEventListener('progress', () => ++frames === 20 && resolve()));
    await running.run();
    await many;
    await running.pause();
    const { worker, notices } = scope;
    scope.dispose();
    running.dispose();
    return { worker, notices, fingerprints, frames, drawn, code: '', message: '' };
  }
  globalThis.outcome = use().catch(({ code, message }) => ({ code, message }));
  globalThis.outcome.then((outcome) => parent.postMessage(outcome, '*'));`;

const plain = '<!doctype html><title>Host</title><script type="module" src="page.js"></script>';

/** The same page in a frame with `sandbox="allow-scripts"`. */
const createSandboxPage = () => `<!doctype html><title>Host</title>
  <iframe sandbox="allow-scripts" srcdoc="<script type='module'>${createScript().replaceAll('"', '&quot;')}</script>"></iframe>
  <script>globalThis.outcome = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)));</script>`;

describe.each(engineNames)('the package in %s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name);

  /**
   * @param {string | null} policy
   * @param {boolean} [sandboxed]
   * @returns {Promise<Outcome>}
   */
  async function openUnderPolicy(policy, sandboxed = false) {
    const site = await openHost(
      { '': sandboxed ? createSandboxPage() : plain, 'page.js': createScript() },
      { policy },
    );
    try {
      const { page } = await browser.open(site.url);
      const outcome = await page.evaluate(() => /** @type {{ outcome?: unknown }} */ (globalThis).outcome);
      await page.close();
      return /** @type {Outcome} */ (outcome);
    } finally {
      await site.close();
    }
  }

  const scripts = () =>
    `default-src 'none'; script-src 'self' ${assets.url} 'wasm-unsafe-eval'; connect-src ${assets.url}`;

  it.each([
    ['without a policy', () => null, false],
    ['in a sandboxed frame', () => null, true],
    [
      'under the strictest policy',
      () => `${scripts()}; worker-src blob:; require-trusted-types-for 'script'; trusted-types attentoscope`,
      false,
    ],
  ])('trains in a worker %s', async (_, policy, sandboxed) => {
    const outcome = await openUnderPolicy(policy(), sandboxed);
    expect(outcome).toMatchObject({ worker: true, notices: [], code: '' });
    expect(outcome.fingerprints).toEqual([expected, expected]);
    expect(outcome.frames).toBeGreaterThanOrEqual(20);
    expect(outcome.frames).toBeLessThanOrEqual(outcome.drawn + 2);
  });

  it.each([
    ['workers are forbidden', () => scripts(), /worker-src blob:/],
    [
      'our Trusted Types policy is not allowed',
      () => `${scripts()}; worker-src blob:; require-trusted-types-for 'script'; trusted-types other`,
      /Trusted Types/,
    ],
  ])('trains in the page itself, with a notice, if %s', async (_, policy, reason) => {
    const outcome = await openUnderPolicy(policy());
    expect(outcome).toMatchObject({ worker: false, code: '' });
    expect(outcome.notices.join()).toMatch(reason);
    expect(outcome.fingerprints).toEqual([expected, expected]);
  });

  it.each([
    [
      'WebAssembly is forbidden',
      'BOOT_BLOCKED',
      /wasm-unsafe-eval/,
      () => scripts().replace("'wasm-unsafe-eval'", ''),
    ],
    ['the module is blocked', 'BOOT_FAILED', /connect-src/, () => scripts().replace(/connect-src .*/, '')],
  ])('throws an error with the reason if %s', async (_, code, message, policy) => {
    const outcome = await openUnderPolicy(`${policy()}; worker-src blob:`);
    expect(outcome.code).toBe(code);
    expect(outcome.message).toMatch(message);
  });
});

/** Wrong responses of a server to the request for a module. @type {[string, number, (module: Buffer) => Buffer][]} */
const broken = [
  ['half of the module', 200, (module) => module.subarray(0, module.length / 2)],
  ['nothing', 200, () => Buffer.alloc(0)],
  ['an HTML page', 200, () => Buffer.from('<!doctype html>')],
  ['status 404', 404, () => Buffer.alloc(0)],
  ['status 500', 500, () => Buffer.alloc(0)],
];

describe.each(engineNames)('a broken server in %s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name);

  it.each(broken)('that sends %s instead of the module gives a specific error', async (_, status, send) => {
    const server = createServer(({ url = '' }, response) => {
      const file = url.slice(1).split('?')[0];
      response.setHeader('Access-Control-Allow-Origin', '*');
      const bytes = readFileSync(join(root, 'dist', file));
      if (!file.endsWith('.wasm')) return response.setHeader('Content-Type', 'text/javascript').end(bytes);
      response.writeHead(status, { 'Content-Type': 'application/wasm' }).end(send(bytes));
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const from = `http://127.0.0.1:${port}/`;
    const site = await openHost({ '': plain, 'page.js': createScript().replaceAll(assets.url, from) });
    try {
      const { page } = await browser.open(site.url);
      const outcome = await page.evaluate(() => /** @type {any} */ (globalThis).outcome);
      const reason = status === 200 ? 'is incomplete or altered' : `could not be fetched: ${status}`;
      expect(outcome).toMatchObject({ code: 'BOOT_FAILED', message: expect.stringContaining(reason) });
      expect(outcome.message).toContain(`${from}core.wasm`);
    } finally {
      await site.close();
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('a worker that fails in a page', () => {
  const browser = openSharedBrowser('chromium');

  /** A script that starts a slow run and then sets `globalThis.scope`. */
  const slowRun = () => `
    import { createScope } from '${assets.url}api.js';
    const scope = await createScope({ experiment: 'context-lookup', seed: 5 });
    const next = (type) => new Promise((resolve) => scope.addEventListener(type, (event) => resolve(event.detail)));
    globalThis.recovered = next('recovered').then(({ reason }) => reason);
    globalThis.finished = next('pause').then(() => await scope.fingerprint());
    await scope.run({ speed: 1000, until: 20000 });
    globalThis.scope = scope;`;

  it.each(
    selectSeeds(
      ['throws', /broken on purpose/, "setTimeout(() => { throw new Error('broken on purpose'); })"],
      ['hangs', /not answered/, 'for (;;);'],
    ),
  )('%s: it is replaced and the run continues with the same bits', async (_, reason, harm) => {
    const site = await openHost({ '': plain, 'page.js': slowRun() });
    try {
      const { page } = await browser.open(site.url);
      await page.waitForFunction('globalThis.scope');
      const [worker] = page.workers();
      worker.evaluate(harm).catch(() => undefined);
      expect(await page.evaluate('recovered')).toMatch(reason);
      await page.evaluate('scope.speed = Infinity');
      expect(await page.evaluate('finished')).toBe(expected);
    } finally {
      await site.close();
    }
  });
});
