/** Tests what the page around an instrument affects: URL, language, color scheme, scale, attributes, kind of document. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { engineNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import { train, waitUntil } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const site = openSharedSite();
const german = JSON.parse(readFileSync(new URL('../../web/languages/de.json', import.meta.url), 'utf8'));
const light = 'rgb(253, 252, 249)';
const dark = 'rgb(20, 23, 28)';

describe.each(engineNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });

  /**
   * @param {string} body of a page of another site
   * @param {(page: Page, problems: string[]) => Promise<void>} act
   * @param {string} [path] of another page of it
   */
  async function on(body, act, path = '') {
    const pages = {
      '': `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
        <script type="module" src="${site.url}attentoscope.js"></script>${body}`,
      'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="de"><head><title>Host</title>
        <link rel="icon" href="data:," /><script>import('${site.url}attentoscope.js')</script></head>
        <body><attento-scope experiment="context-lookup" parts="inspector try explore"></attento-scope></body></html>`,
    };
    const host = await openHost(pages);
    const opened = await browser.open(host.url + path);
    try {
      await act(opened.page, opened.problems);
    } finally {
      await opened.page.close();
      await host.close();
    }
  }

  test('works with a foreign <base>, in a shadow root, with the inherited language and unknown attributes', () =>
    on(
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
        expect(await text('.notices')).toBe('');
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
        const [warning, ...more] = problems;
        expect(more).toEqual([]);
        if (name !== 'webkit') expect(warning).toMatch(/learning-rte .* did you mean learning-rate\?/);
      },
    ));

  test('follows the color scheme of the page and its changes', () =>
    on('<attento-scope experiment="context-lookup"></attento-scope>', async (page, problems) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      const paper = () =>
        page.$eval('attento-scope >>> .scope', (box) => getComputedStyle(box).backgroundColor);
      /** @param {string} scheme */
      const give = (scheme) =>
        page.evaluate((scheme) => document.documentElement.style.setProperty('color-scheme', scheme), scheme);
      await expect.poll(paper).toBe(light);
      await give('dark');
      await expect.poll(paper).toBe(dark);
      await give('only light');
      await expect.poll(paper).toBe(light);
      if (name === 'chromium') {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
        await give('light dark');
        await expect.poll(paper).toBe(dark);
        // A page without `color-scheme` is light on a dark system.
        await give('normal');
        await expect.poll(paper).toBe(light);
      }
      await page.$eval('attento-scope', (element) => element.setAttribute('theme', 'dark'));
      await expect.poll(paper).toBe(dark);
      expect(problems).toEqual([]);
    }));

  test('maps pointer positions correctly when the page scales the element', () =>
    on(
      '<attento-scope experiment="context-lookup" examples="200" epochs="1" parts="inspector"></attento-scope>',
      async (page) => {
        await page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
        await waitUntil(page, ({ state }) => state === 'live');
        for (let i = 0; i < 10; i++) await train(page, 20);
        /** The value shown for the middle of the curve after an event. @param {string} type of the event @param {string} style */
        const valueAfter = (type, style) =>
          page.evaluate(
            (type, style) => {
              const element = /** @type {HTMLElement} */ (document.querySelector('attento-scope'));
              element.style.cssText = `display: block; inline-size: 1100px; transform-origin: 0 0; ${style}`;
              const curve = element.shadowRoot?.querySelector('.curve');
              const {
                left = 0,
                top = 0,
                width = 0,
              } = curve?.querySelector('canvas')?.getBoundingClientRect() ?? {};
              const place = { clientX: left + width / 2, clientY: top };
              curve?.querySelector('.curve-plot')?.dispatchEvent(new PointerEvent(type, place));
              return curve?.querySelector('.curve-value')?.textContent ?? '';
            },
            type,
            style,
          );
        const middle = /at step (80|90|1[012]0)$/;
        for (const style of ['', 'transform: scale(.5)', 'transform: scale(1.5)', 'zoom: .5']) {
          await expect.poll(() => valueAfter('pointermove', style)).toMatch(middle);
          await expect.poll(() => valueAfter('pointerleave', style)).not.toMatch(middle);
        }
      },
    ));

  test('renders and trains in an XML document', () =>
    on(
      '',
      async (page, problems) => {
        await waitUntil(page, ({ run }) => run === german.Run);
        expect(await page.evaluate(() => document.contentType)).toBe('application/xhtml+xml');
        await page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
        const { notices } = await waitUntil(page, ({ state }) => state === 'live');
        await train(page, 20);
        expect([...notices, ...problems]).toEqual([]);
      },
      'page.xhtml',
    ));
});
