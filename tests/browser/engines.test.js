/** Tests what can differ between engines: bits, workers, policies, addresses, shadow roots, frames, and saving. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createScope, experiments } from '../../web/index.js';
import { browserNames, engineNames } from './driver.js';
import { captureDownload, keepDownloads } from './files.js';
import { openLab } from './fixture.js';
import { waitForInstrumentFrame, waitUntil, waitUntilLive } from './instrument.js';
import { activate, click, openExploration, openHash, pressButton, setAttributes } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const steps = 4;
const names = experiments().map(({ name }) => name);
const german = JSON.parse(readFileSync(new URL('../../web/languages/de.json', import.meta.url), 'utf8'));

/**
 * The fingerprint of each experiment. Also runs in the page, so it must not refer to anything in this file.
 * @param {typeof createScope} create
 * @param {readonly string[]} experiments
 * @param {number} count
 */
async function computeFingerprints(create, experiments, count) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const experiment of experiments) {
    const scope = await create({ experiment, seed: 3, worker: false });
    await scope.train({ steps: count });
    found[experiment] = await scope.fingerprint();
    scope.dispose();
  }
  return found;
}

/**
 * That of translation with two workers. On a busy machine, workers may miss so many heartbeats that the scope gives them up; then
 * the run is repeated.
 * @param {typeof createScope} create
 * @param {number} count
 */
async function computeSharedFingerprint(create, count) {
  for (;;) {
    const scope = await create({ experiment: 'translation', seed: 3, threads: 2 });
    await scope.train({ steps: 1 });
    for (let waits = 0; scope.threads < 2 && waits < 1000; waits++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (scope.threads === 2) {
      await scope.train({ steps: count - 1 });
      return scope.fingerprint();
    }
    scope.dispose();
  }
}

const expected = await computeFingerprints(createScope, names, steps);

describe.each(engineNames)('%s', (name) => {
  const { site, onPage, onHost } = openLab(name);

  const tag = '<attento-scope experiment="context-lookup" seed="3"></attento-scope>';
  /** @param {string} more at its end, where sources of scripts may be added */
  const createPolicy = (more) =>
    `default-src 'none'; img-src data:; connect-src ${site.url}; script-src ${site.url} ${more}`;

  /** @param {string} file of web/embed/examples */
  const readExample = (file) =>
    readFileSync(new URL(`../../web/embed/examples/${file}`, import.meta.url), 'utf8')
      .replaceAll('https://example.org/attentoscope/', site.url)
      .replace('<title>', '<link rel="icon" href="data:,"><title>');

  /** @param {Page} page */
  const hasWorker = (page) => page.$eval('attento-scope', (element) => element.scope?.worker);

  test('every experiment has the same bits as in Node, in the page and in two workers', () =>
    onPage('embed.html', async (page) => {
      /** @param {Function} compute @param {unknown[]} values */
      const run = (compute, ...values) =>
        page.evaluate(
          `import('${site.url}api.js').then(({ createScope }) =>
            (${compute})(createScope, ...${JSON.stringify(values)}))`,
        );
      expect(await run(computeFingerprints, names, steps)).toEqual(expected);
      expect(new Set(Object.values(expected)).size).toBe(names.length);
      expect(await run(computeSharedFingerprint, steps)).toBe(expected['translation']);
    }));

  test('typed text that needs the Unicode table is read, and text that is too long is refused', () =>
    onPage('embed.html', async (page) => {
      for (const experiment of ['translation', 'self-attention']) {
        const found = await page.evaluate(`import('${site.url}api.js').then(async ({ createScope }) => {
          const scope = await createScope({ experiment: '${experiment}', seed: 3 });
          const { attention } = await scope.predict({ source: 'E\u0301COLE' });
          const { code } = await scope.predict({ source: 'a '.repeat(500) }).catch((error) => error);
          scope.dispose();
          return [attention.columnLabels[0][0], code];
        })`);
        expect(found).toEqual(['é', 'BAD_INPUT']);
      }
    }));

  test('under the strict policy of the example a poster appears, Run trains in a worker, and numbers can be typed', () => {
    site.requests.length = 0;
    return onHost(readExample('strict-policy.html'), async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      await expect.poll(() => page.$$('attento-scope >>> svg.poster rect[stroke]')).toHaveLength(5);
      expect(site.requests.filter((path) => /wasm|live|worker/.test(path))).toEqual([]);
      await click(page, '.primary');
      const { notices } = await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
      expect(notices).toEqual([]);
      expect(await hasWorker(page)).toBe(true);
      await setAttributes(page, { parts: 'inspector explore' });
      await openExploration(page, 'settings');
      await click(page, '#field-learningRate');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('2');
      await page.keyboard.press('Tab');
      await waitUntil(page, ({ link }) => link.includes('learningRate=0.002'));
    });
  });

  test('the sandboxed frame of the example trains in a worker, without an origin', () =>
    onHost(readExample('sandboxed-frame.html'), async (page) => {
      const frame = await waitForInstrumentFrame(page);
      await waitUntil(frame, ({ run }) => run === 'Run');
      await click(frame, '.primary');
      const { notices } = await waitUntil(frame, ({ state, step }) => state === 'live' && step > 0);
      expect([notices, await hasWorker(frame)]).toEqual([[], true]);
      expect(await frame.evaluate(() => self.origin)).toBe('null');
    }));

  test('works with a foreign <base>, in a shadow root, with the inherited language and unknown attributes', () =>
    onHost(
      `<base href="https://blog.example/"><main lang="de"><p></p></main><script>
        const root = document.querySelector('p').attachShadow({ mode: 'open' });
        root.innerHTML = '<attento-scope permalink experiment="context-lookup" contenteditable="false" draggable="false" ' +
          'accesskey="k" x-data="{}" hx-preserve="" xmlns="http://www.w3.org/1999/xhtml" learning-rte="1"></attento-scope>';
        globalThis.element = root.firstChild;
        globalThis.links = [];
        element.addEventListener('attento-change', ({ detail }) => links.push(detail.link));
        history.replaceState(null, '', location.origin + '/post/?page=2');
      </script>`,
      async (page, problems) => {
        const text = (/** @type {string} */ selector) =>
          page.evaluate(
            (selector) =>
              /** @type {any} */ (globalThis).element.shadowRoot?.querySelector(selector)?.textContent.trim(),
            selector,
          );
        await expect.poll(() => text('.primary')).toBe(german.Run);
        // More history changes than browsers allow.
        await page.evaluate(async () => {
          const { element, links } = /** @type {any} */ (globalThis);
          for (let seed = 100; seed < 350; seed++) {
            element.configuration = `v1;experiment=context-lookup;seed=${seed}`;
            while (links.length <= seed - 100) await new Promise((resolve) => setTimeout(resolve));
          }
        });
        await expect
          .poll(() => page.evaluate(() => location.pathname + location.search + location.hash))
          .toBe('/post/?page=2#v1;experiment=context-lookup;seed=349');
        expect(await text('.notices')).toBe('');
        const [warning, ...more] = problems.splice(0);
        expect(more).toEqual([]);
        if (name !== 'webkit') expect(warning).toMatch(/learning-rte .* did you mean learning-rate\?/);
      },
    ));

  test('trains in the page to the same bits, with a notice, if workers are forbidden', () =>
    onHost(tag, { policy: createPolicy("'wasm-unsafe-eval'") }, async (page, problems) => {
      const { notices } = await activate(page);
      expect(notices.join()).toMatch(/worker-src blob:/);
      await page.evaluate(
        `document.querySelector('attento-scope').scope.train({ steps: ${steps} }).then(() => undefined)`,
      );
      const { fingerprint } = await waitUntil(page, ({ step }) => step === steps);
      expect(fingerprint).toBe(expected['context-lookup']);
      problems.splice(0);
    }));

  test('if WebAssembly is forbidden, the poster stays, with the reason and a link', () =>
    onHost(tag, { policy: createPolicy('; worker-src blob:') }, async (page, problems) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      await click(page, '.primary');
      const { notices } = await waitUntil(page, ({ state }) => state === 'failed');
      expect(notices.join()).toMatch(/forbids WebAssembly.*wasm-unsafe-eval/);
      expect(await page.$$('attento-scope >>> svg.poster rect[stroke]')).toHaveLength(5);
      const links = await page.$$eval('attento-scope >>> .foot a', (nodes) =>
        nodes.map((node) => /** @type {HTMLAnchorElement} */ (node).href),
      );
      expect(links).toEqual([`${site.url}#v1;experiment=context-lookup;seed=3`]);
      problems.splice(0);
    }));

  test('the lab runs from its address, saves an image, unfolds everything, and follows another address', () =>
    onPage('#v1;experiment=context-lookup;nonsense=1;seed=5;speed=200', async (page) => {
      const { notices, link } = await waitUntilLive(page);
      expect(notices.join()).toMatch(/nonsense/);
      expect(link).toBe('v1;experiment=context-lookup;seed=5;speed=200');
      await click(page, '.primary');
      await waitUntil(page, ({ step }) => step > 0);
      await click(page, '.primary');
      await waitUntil(page, ({ run }) => run === 'Run');
      await keepDownloads(page);
      await openExploration(page, 'save');
      const { data } = await captureDownload(page, () => pressButton(page, '.save', 'Map as PNG'));
      expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
      await openHash(page, 'v1;experiment=translation;seed=4');
      await waitUntil(page, (now) => now.state === 'live' && now.link === 'v1;experiment=translation;seed=4');
      // WebKit crashes on a paragraph with `text-wrap: pretty` in closed details.
      const heights = await page.$$eval('attento-scope >>> details', (all) =>
        all.map((one) => {
          one.toggleAttribute('open', true);
          const { height } = one.getBoundingClientRect();
          one.toggleAttribute('open', false);
          return height;
        }),
      );
      expect(heights.length).toBeGreaterThan(1);
    }));
});

// WebKitGTK does not have the instructions.
describe.each(browserNames)('%s', (name) => {
  const { site, onPage } = openLab(name);

  test('`fast` learns as well, with its own module and a notice', () =>
    onPage('embed.html', async (page) => {
      const losses = /** @type {{ loss: number, fast: boolean, notices: number }[]} */ (
        await page.evaluate(`import('${site.url}api.js').then(({ createScope }) =>
          Promise.all([false, true].map(async (fast) => {
            const scope = await createScope({ experiment: 'translation', seed: 3, fast });
            const { loss } = await scope.train({ steps: 30 });
            return { loss, fast: scope.fast, notices: scope.notices.length };
          })))`)
      );
      const [plain, fast] = losses;
      expect(plain).toMatchObject({ fast: false, notices: 0 });
      expect(fast).toMatchObject({ fast: true, notices: 1 });
      expect(Number(fast?.loss) / Number(plain?.loss)).toBeCloseTo(1, 3);
      expect(site.requests).toContain('/translation-fast.wasm');
    }));
});
