/** Tests the element on pages of other sites: their styles, directions, policies, frameworks, and what they do with it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { openLab } from './fixture.js';
import { readInstrument, waitForFrames, waitForInstrumentFrame, waitUntil } from './instrument.js';
import { activate, click, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const { site, onHost } = openLab();

const tag = '<attento-scope experiment="context-lookup" seed="7"><p>In place of it.</p></attento-scope>';
/** Slow enough to be watched. */
const slow = '<attento-scope experiment="context-lookup" speed="200"></attento-scope>';
/** The unpatched lit. */
const ownLit = readFileSync(new URL('../../node_modules/lit-html/lit-html.js', import.meta.url), 'utf8');
const policy = () =>
  `default-src 'none'; style-src 'self'; img-src data:; connect-src ${site.url};
  script-src 'self' ${site.url} 'wasm-unsafe-eval'; worker-src blob:`.replace(/\s+/g, ' ');

/** @param {Page} page */
async function trainFewSteps(page) {
  await activate(page);
  await train(page, 200);
  return waitUntil(page, ({ state, step }) => state === 'live' && step === 200);
}

/** Starts training without waiting. @param {Page} page */
const run = (page) => page.$eval('attento-scope', (element) => void element.run());

/** Waits until it trains. @param {Page} page @param {number} [beyond] a step */
const waitUntilTraining = (page, beyond = 0) =>
  waitUntil(page, ({ step, run }) => step > beyond && run === 'Pause');

/** A page whose styles are in a file. @param {string} styles @param {(page: Page) => Promise<unknown>} act */
const onStyled = (styles, act) =>
  onHost(`<link rel="stylesheet" href="host.css">${tag}`, { pages: { 'host.css': styles } }, act);

/** Computed styles of all elements inside. @param {Page} page */
const readComputedStyles = (page) =>
  page.evaluate(() => {
    const names =
      `color fontFamily fontSize fontWeight lineHeight letterSpacing wordSpacing textTransform textAlign
      textIndent whiteSpace direction visibility cursor display boxSizing writingMode colorScheme`.split(
        /\s+/,
      );
    const box = document.querySelector('attento-scope')?.shadowRoot?.querySelector('.scope');
    const all = [box, ...(box?.querySelectorAll('*') ?? [])];
    return all.map((node) => {
      const style = /** @type {any} */ (getComputedStyle(/** @type {Element} */ (node)));
      return `${node?.localName}.${node?.getAttribute('class')}: ${names.map((name) => style[name]).join(' | ')}`;
    });
  });

test('styles do not change how it looks', async () => {
  /** @type {string[]} */
  let usual = [];
  await onStyled('', async (page) => {
    await trainFewSteps(page);
    usual = await readComputedStyles(page);
    expect(usual.length).toBeGreaterThan(100);
  });
  for (const styles of [
    '* { all: unset !important; letter-spacing: 9px !important; text-transform: uppercase !important; color: hotpink !important }',
    `attento-scope { display: contents !important } attento-scope * { display: none !important }
     button, svg, canvas, p, section, div { inline-size: 10px !important; margin: 40px !important }
     body { text-align: center; line-height: 3; letter-spacing: 3px; word-spacing: 1em; white-space: pre; text-indent: 3em; cursor: wait; font: italic 700 9px fantasy }`,
  ])
    await onStyled(styles, async (page) => {
      await trainFewSteps(page);
      expect(await readComputedStyles(page)).toEqual(usual);
    });
  // Negative control: the comparison finds a difference.
  await onStyled('attento-scope { --attento-ink: rgb(9 9 9) }', async (page) => {
    await trainFewSteps(page);
    expect(await readComputedStyles(page)).not.toEqual(usual);
  });
});

test('styles may hide it, and scale its text within limits', async () => {
  await onStyled('body { visibility: hidden } :root { font-size: 6px }', async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    const [hidden] = await readComputedStyles(page);
    expect(hidden).toContain('hidden');
    expect(hidden).toContain('16px');
  });
  await onStyled(':root { font-size: 80px }', async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    expect((await readComputedStyles(page))[0]).toContain('22px');
  });
});

test('styles follow the color scheme of the page and its changes', () =>
  onHost(tag, async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    const paper = () =>
      page.$eval('attento-scope >>> .scope', (box) => getComputedStyle(box).backgroundColor);
    /** @param {string} scheme */
    const give = (scheme) =>
      page.evaluate((scheme) => document.documentElement.style.setProperty('color-scheme', scheme), scheme);
    const [light, dark] = ['rgb(253, 252, 249)', 'rgb(20, 23, 28)'];
    await expect.poll(paper).toBe(light);
    await give('dark');
    await expect.poll(paper).toBe(dark);
    await give('only light');
    await expect.poll(paper).toBe(light);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await give('light dark');
    await expect.poll(paper).toBe(dark);
    // A page without `color-scheme` is light on a dark system.
    await give('normal');
    await expect.poll(paper).toBe(light);
  }));

test('styles of a float leave it its size', () =>
  onStyled('attento-scope { float: left }', async (page) => {
    await trainFewSteps(page);
    const { content, screen, width } = await page.evaluate(() => ({
      content: document.documentElement.scrollWidth,
      screen: document.documentElement.clientWidth,
      width: document.querySelector('attento-scope')?.getBoundingClientRect().width ?? 0,
    }));
    expect(content).toBeLessThanOrEqual(screen);
    expect(width).toBeGreaterThanOrEqual(300);
  }));

test('styles from right to left leave its layout', () => {
  const body = `<style>body { display: grid; grid-template-columns: 1fr 1fr }</style><main dir="ltr">${tag}</main><main>${tag}</main>`;
  /** Elements whose position differs between the first and the second instrument. @param {Page} page */
  const findDisplaced = (page) =>
    page.$$eval('attento-scope', (hosts) => {
      const [one = [], other = []] = hosts.map((host) => {
        const { left, top } = host.getBoundingClientRect();
        return [...(host.shadowRoot?.querySelectorAll('*') ?? [])].map((node) => {
          const box = node.getBoundingClientRect();
          const place = box.width > 0 ? [box.left - left, box.top - top, box.width, box.height] : [];
          return { name: `${node.localName}.${node.getAttribute('class')}`, place };
        });
      });
      if (one.length <= 10 || one.length !== other.length) return [`${one.length} and ${other.length} nodes`];
      // Fractions of a pixel may differ.
      return one.flatMap(({ name, place }, i) =>
        place.every((value, k) => Math.abs(value - (other[i]?.place[k] ?? Number.NaN)) <= 1) ? [] : [name],
      );
    });
  return onHost(body, { root: 'dir="rtl"', view: { width: 1800, height: 2400 } }, async (page) => {
    for (const index of [0, 1]) await waitUntil(page, ({ run }) => run === 'Run', { index });
    await expect.poll(() => findDisplaced(page)).toEqual([]);
    await page.$$eval('attento-scope', async (hosts) => {
      for (const host of /** @type {AttentoScope[]} */ (hosts)) {
        await host.activate();
        await host.scope?.train({ steps: 1 });
      }
    });
    await expect.poll(() => findDisplaced(page)).toEqual([]);
  });
});

test('under Trusted Types the page may load its own lit, too', () =>
  onHost(
    `<main></main>${tag}<script type="module" src="uses-lit.js"></script>`,
    {
      policy: `${policy()}; require-trusted-types-for 'script'; trusted-types attentoscope lit-html`,
      pages: {
        'lit.js': ownLit,
        'uses-lit.js': `import { html, render } from './lit.js';
          render(html\`<b>the page's own</b>\`, document.querySelector('main'));`,
      },
    },
    async (page) => {
      await expect.poll(() => page.$$('main b')).toHaveLength(1);
      expect((await trainFewSteps(page)).notices).toEqual([]);
    },
  ));

test('in a page that is cross-origin isolated, element and frame train', () =>
  onHost(
    `<script src="${site.url}embed-parent.js"></script>${tag}
     <iframe src="${site.url}embed.html#v1;experiment=context-lookup" sandbox="allow-scripts"></iframe>`,
    {
      headers: {
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Cross-Origin-Opener-Policy': 'same-origin',
      },
    },
    async (page) => {
      expect(await page.evaluate('crossOriginIsolated')).toBe(true);
      await trainFewSteps(page);
      await trainFewSteps(await waitForInstrumentFrame(page));
      const height = () => page.$eval('iframe', ({ style }) => style.height);
      await expect.poll(height).toMatch('px');
    },
  ));

test('in an XML document it renders and trains', () =>
  onHost(
    '',
    {
      path: 'page.xhtml',
      pages: {
        'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Host</title>
          <link rel="icon" href="data:," /><script>import('${site.url}attentoscope.js')</script></head>
          <body><attento-scope experiment="context-lookup" parts="inspector try explore"></attento-scope></body></html>`,
      },
    },
    async (page) => {
      expect(await page.evaluate(() => document.contentType)).toBe('application/xhtml+xml');
      expect((await trainFewSteps(page)).notices).toEqual([]);
    },
  ));

test('without CORS the fallback text in the tag stays', async () => {
  const root = fileURLToPath(new URL('../../dist', import.meta.url));
  const shut = await serve({ root, headers: { 'Access-Control-Allow-Origin': undefined } });
  await onHost(
    `<!doctype html><title>Host</title><script type="module" src="${shut.url}attentoscope.js"></script>${tag}`,
    async (page, problems) => {
      await expect.poll(() => problems.join()).toMatch(/CORS/);
      expect(await page.evaluate(() => document.body.innerText)).toContain('In place of it.');
      problems.splice(0);
    },
  );
  await shut.close();
});

const folder = fileURLToPath(new URL('../../web/embed/examples/', import.meta.url));

test('React renders it on a server', async () => {
  const { AttentoScope } = await import('../../web/embed/examples/react/attento-scope.js');
  const properties = { experiment: 'context-lookup', seed: 9, 'learning-rate': 0.01 };
  expect(renderToString(createElement(AttentoScope, properties, 'text'))).toBe(
    '<attento-scope experiment="context-lookup" seed="9" learning-rate="0.01">text</attento-scope>',
  );
});

test('React renders it, gets its events, sets its properties and removes it', async () => {
  const code = `
    import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { AttentoScope } from './react/attento-scope.js';
    const root = createRoot(document.querySelector('main'));
    globalThis.told = [];
    globalThis.show = (properties) => root.render(properties && createElement(StrictMode, {}, createElement(
      AttentoScope, { experiment: 'context-lookup', onReady: () => told.push('ready'), ...properties })));
    show({ seed: 9, speed: 200, onPause: ({ reason }) => told.push(reason) });`;
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
  const bundle = result.output[0].code.replaceAll('https://example.org/attentoscope/', site.url);
  await onHost(
    '<main></main><script type="module" src="page.js"></script>',
    { pages: { 'page.js': bundle } },
    async (page) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      await click(page, '.primary');
      expect((await waitUntilTraining(page, 20)).link).toContain('seed=9');
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
test('the notebook widget renders in a shadow root, follows and updates its model, and is removed', () => {
  const body = `<main></main><script type="module">
    import widget from '/copied.mjs';
    const refuse = () => { throw new Error('not implemented yet'); };
    const state = { base: '${site.url}', attributes: { experiment: 'context-lookup', seed: 9, onclick: 'alert(1)', eager: false }, link: '' };
    const listeners = new Map();
    globalThis.change = (name, value) => { state[name] = value; listeners.get('change:' + name)?.(); };
    const model = {
      get: (name) => state[name],
      set: (name, value) => { globalThis.change(name, value); },
      on: (event, listener) => listeners.set(event, listener),
      off: refuse,
      save_changes() { globalThis.saved = state.link; refuse(); },
    };
    const root = document.querySelector('main').attachShadow({ mode: 'open' });
    const el = root.appendChild(document.createElement('div'));
    const end = await widget.render({ model, el });
    globalThis.end = () => { end(); return root.querySelectorAll('attento-scope').length; };
    globalThis.element = root.querySelector('attento-scope');
  </script>`;
  const widget = readFileSync(new URL('../../dist/anywidget.mjs', import.meta.url), 'utf8');
  return onHost(
    `<!doctype html><title>Host</title><link rel="icon" href="data:,">${body}`,
    { pages: { 'copied.mjs': widget } },
    async (page) => {
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
      expect(await page.evaluate('end()')).toBe(0);
    },
  );
});

test('an instrument that is started while invisible waits, then trains and draws when it becomes visible', () =>
  onHost(`<div hidden>${slow}</div>`, async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await run(page);
    await waitUntil(page, ({ state }) => state === 'live');
    await waitForFrames(page, 20);
    expect(await readInstrument(page)).toMatchObject({ step: 0, run: 'Run' });
    await page.$eval('div', (box) => box.removeAttribute('hidden'));
    await waitUntilTraining(page, 20);
    const drawn = await page.$eval('attento-scope >>> .bars-canvas', (node) => {
      const { width, height, clientWidth } = /** @type {HTMLCanvasElement} */ (node);
      const context = /** @type {HTMLCanvasElement} */ (node).getContext('2d');
      const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      return { sharp: Math.abs(width - clientWidth) <= 1, painted: data.some((value) => value > 0) };
    });
    expect(drawn).toEqual({ sharp: true, painted: true });
    await page.$eval('div', (box) => box.setAttribute('hidden', ''));
    await waitUntil(page, ({ run }) => run === 'Run');
  }));

const whole = openLab('chromium', { whole: true, fresh: true });

test('an instrument pauses in a hidden tab and continues when the tab is visible', () =>
  whole.onHost(slow, async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await run(page);
    await waitUntilTraining(page);
    const other = await whole.browser.open(`${whole.site.url}embed.html`);
    await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden');
    const { step } = await waitUntil(page, ({ run }) => run === 'Run');
    await other.page.close();
    await waitUntilTraining(page, step + 20);
  }));

test('an instrument continues after its page returns from the back/forward cache', () =>
  whole.onHost(slow, async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await run(page);
    const { step } = await waitUntilTraining(page, 20);
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Object.assign(globalThis, { persisted }));
    });
    await page.goto(`${whole.site.url}reference.html`);
    // Puppeteer's goBack() waits for a load event, which does not happen here.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect.poll(() => page.evaluate('window.persisted').catch(() => 'on the way')).toBe(true);
    await waitUntilTraining(page, step + 50);
  }));
