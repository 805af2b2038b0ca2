/** Tests the files of web/embed/examples on other sites, as site generators would output them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';
import { selectSeeds } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import { click, waitUntil } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const folder = fileURLToPath(new URL('../../web/embed/examples/', import.meta.url));

const site = openSharedSite();

/** Replaces the placeholder URL by that of the files. @param {string} text */
const replaceBase = (text) => text.replaceAll('https://example.org/attentoscope/', site.url);

/** @param {string} path */
const readExample = (path) => replaceBase(readFileSync(folder + path, 'utf8'));

/** @param {string} body */
const createPage = (body) => `<!doctype html><html lang="en"><title>Host</title>${replaceBase(body)}`;

/** The output of Hugo 0.111 for the shortcode hugo/attentoscope.html with these attributes between two paragraphs. */
const hugoPage = `<p>Before.</p>
<script type="module" src="https://example.org/attentoscope/attentoscope.js"></script>
<attento-scope experiment="context-lookup" learning-rate="0.01" seed="9" title="&lt;b&gt;&#34;x&#34; &amp; y" style="display:block;min-height:var(--attento-block-size,max(560px,min(26rem,572px)))"><a href="https://example.org/attentoscope/embed.html#v1;experiment=context-lookup;seed=9">Watch a network learn where to look.</a></attento-scope>

<p>After.</p>`;

/** The output of Quarto with attentoscope.lua for the same: a line in the head and a block. */
const quartoPage = `<script type="module" src="https://example.org/attentoscope/attentoscope.js" data-external="1"></script>
<attento-scope experiment="context-lookup" learning-rate="0.01" seed="9" title="&lt;b&gt;&quot;x&quot; &amp; y" style="display:block;min-height:var(--attento-block-size,max(560px,min(26rem,572px)))"></attento-scope>`;

/** @param {string} code of a module @returns {Promise<string>} bundled code */
async function bundleModule(code) {
  const output = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? `${folder}page.js` : undefined),
        load: (id) => (id === `${folder}page.js` ? code : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'page' }, modulePreload: false },
  });
  const [result] = [output].flat();
  if (!('output' in result)) throw new Error('Vite returned no output.');
  return replaceBase(result.output[0].code);
}

test('the React component renders on a server', async () => {
  const { AttentoScope } = await import('../../web/embed/examples/react/attento-scope.js');
  const page = renderToString(
    createElement(AttentoScope, { experiment: 'context-lookup', seed: 9, 'learning-rate': 0.01 }, 'text'),
  );
  expect(page).toBe(
    '<attento-scope experiment="context-lookup" seed="9" learning-rate="0.01">text</attento-scope>',
  );
});

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name);

  /** @param {Record<string, string>} pages @param {(page: Page) => Promise<void>} act */
  async function on(pages, act) {
    const host = await openHost(pages, { address: '127.0.0.2' });
    const { page, problems } = await browser.open(host.url);
    try {
      await act(page);
      // These pages have no icon.
      expect(problems.filter((problem) => !/favicon|404/.test(problem))).toEqual([]);
    } finally {
      await page.close();
      await host.close();
    }
  }

  /** Presses Run and waits until training has started. @param {Page} page */
  async function expectTraining(page) {
    await waitUntil(page, ({ run }) => run === 'Run');
    await click(page, '.primary');
    return waitUntil(page, ({ step, state }) => state === 'live' && step > 100);
  }

  test.each(
    selectSeeds(
      ['strict-policy.html', () => readExample('strict-policy.html')],
      ['plain.html', () => readExample('plain.html')],
      ['the output of Hugo', () => createPage(hugoPage)],
      ['the output of Quarto', () => createPage(quartoPage)],
    ),
  )('%s learns', (what, page) =>
    on({ '': page() }, async (page) => {
      const { notices, link } = await expectTraining(page);
      expect(notices).toEqual([]);
      expect(link).toContain(what.startsWith('the') ? 'learningRate=0.01;seed=9' : 'context-lookup');
    }),
  );

  test('sandboxed-frame.html trains without an origin and storage', () =>
    on({ '': readExample('sandboxed-frame.html') }, async (page) => {
      const found = () => page.frames().find((one) => one.url().includes('embed.html'));
      await expect.poll(found).toBeTruthy();
      const frame = /** @type {Page} */ (/** @type {unknown} */ (found()));
      const { notices, link } = await expectTraining(frame);
      expect({ notices, link }).toEqual({ notices: [], link: 'v1;experiment=context-lookup;seed=8' });
      expect(await frame.evaluate(() => self.origin)).toBe('null');
      await expect.poll(() => page.$eval('iframe', ({ style }) => style.height)).toMatch(/^\d+px$/);
    }));

  test('the React component renders, calls its handlers, follows its properties and unmounts', async () => {
    const code = await bundleModule(`
      import { createElement, StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      import { AttentoScope } from './react/attento-scope.js';
      const root = createRoot(document.querySelector('main'));
      globalThis.told = [];
      globalThis.show = (properties) => root.render(properties && createElement(StrictMode, {}, createElement(
        AttentoScope, { experiment: 'context-lookup', onReady: () => told.push('ready'), ...properties })));
      show({ seed: 9, speed: 200, onPause: ({ reason }) => told.push(reason) });`);
    await on(
      { '': createPage('<main></main><script type="module" src="page.js"></script>'), 'page.js': code },
      async (page) => {
        expect((await expectTraining(page)).link).toContain('seed=9');
        await click(page, '.primary');
        await expect.poll(() => page.evaluate('told')).toEqual(['ready', 'pause']);
        await page.evaluate('show({ seed: 10 })');
        await waitUntil(page, ({ link, state }) => link.includes('seed=10') && state === 'live');
        await page.evaluate('show(null)');
        await expect.poll(() => page.$('attento-scope')).toBeNull();
      },
    );
  });

  // MyST copies only the widget's file to the site; its models do not implement two methods.
  test.each(selectSeeds('as MyST copies it', 'from where it is published'))(
    'the widget, %s, renders in a shadow root, follows and updates its model, and is removed',
    (where) => {
      const copied = where.includes('MyST');
      const body = `<script type="module">
      import widget from '${copied ? '/copied.mjs' : `${site.url}anywidget.mjs`}';
      const refuse = () => { throw new Error('not implemented yet'); };
      const state = { base: ${copied ? `'${site.url}'` : 'undefined'}, attributes: { experiment: 'context-lookup', seed: 9, onclick: 'alert(1)', eager: false }, link: '' };
      const listeners = new Map();
      globalThis.change = (name, value) => { state[name] = value; listeners.get('change:' + name)?.(); };
      const model = {
        get: (name) => state[name],
        set: (name, value) => { globalThis.change(name, value); },
        save_changes: () => { globalThis.saved = state.link; },
        on: (event, listener) => listeners.set(event, listener),
        off: (event) => listeners.delete(event),
      };
      const root = document.querySelector('main').attachShadow({ mode: 'open' });
      const el = root.appendChild(document.createElement('div'));
      if (${copied}) Object.assign(model, { off: refuse, save_changes() { globalThis.saved = state.link; refuse(); } });
      const end = await widget.render({ model, el });
      globalThis.end = () => { end(); return [root.querySelectorAll('attento-scope').length, listeners.size]; };
      globalThis.element = root.querySelector('attento-scope');
    </script>`;
      const widget = readFileSync(join(root, 'dist/anywidget.mjs'), 'utf8');
      return on({ '': createPage(`<main></main>${body}`), 'copied.mjs': widget }, async (page) => {
        await page.waitForFunction('globalThis.element?.shadowRoot?.querySelector(".primary")');
        expect(await page.evaluate('element.getAttributeNames()')).toEqual(['experiment', 'seed']);
        await page.evaluate('element.run()');
        await page.waitForFunction('element.scope?.step > 100');
        await page.evaluate(`change('attributes', { seed: 10 })`);
        await page.waitForFunction(`element.configuration.includes('seed=10') && element.scope?.step === 0`);
        await page.evaluate(`change('link', 'v1;experiment=context-lookup;seed=11')`);
        await page.waitForFunction(`element.configuration.includes('seed=11') && element.scope`);
        await page.$eval('main >>> attento-scope >>> .bars-choice:nth-of-type(2) input', (input) =>
          /** @type {HTMLInputElement} */ (input).click(),
        );
        await page.waitForFunction(`globalThis.saved?.includes('shown=embedding')`);
        expect(await page.evaluate('end()')).toEqual([0, copied ? 2 : 0]);
      });
    },
  );
});
