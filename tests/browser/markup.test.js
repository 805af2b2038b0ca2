/** Tests that input from fields, files and links stays text: it creates no elements and runs no script, also in saved files. */
import { describe, expect, test } from 'vitest';
import { selectSeeds } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { click, openExploration, pressButton, waitUntilLive } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

/** Markup that sets `struck` if it is ever parsed or run. */
const bad =
  '<img src=x onerror="globalThis.struck=1">"><svg onload=globalThis.struck=2><script>struck=3</script>';

const site = openSharedSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  /** @param {string} link @param {(page: Page) => Promise<void>} act */
  async function visit(link, act) {
    const { page, problems } = await browser.open(`${site.url}#v1;${link}`);
    await act(page);
    expect(await findInjectedElements(page)).toEqual([]);
    // The console also reports inline handlers that the policy blocks, which fails a test.
    expect(problems).toEqual([]);
    await page.close();
  }

  test('in a link and in an attribute', () =>
    visit(`experiment=${encodeURIComponent(bad)};${bad.replaceAll(';', '')}=1;map=${bad}`, async (page) => {
      await waitUntilLive(page);
      await waitUntilContains(page, '.notices', 'there is no experiment "<img src=x onerror=');
      await page.evaluate((text) => {
        const tag = document.createElement('attento-scope');
        for (const name of ['experiment', 'preset', 'map', 'seed']) tag.setAttribute(name, text);
        document.querySelector('attento-scope')?.replaceWith(tag);
      }, bad);
      await waitUntilContains(page, '.notices', 'preset: "<img src=x onerror=');
    }));

  test('in a sentence, own data, file names, and files saved from them', () =>
    visit('experiment=sentiment', async (page) => {
      await waitUntilLive(page);
      await type(page, 'input[aria-label="Your own sentence"]', `good ${bad}`);
      await pressButton(page, '.typed', 'Read it');
      await waitUntilContains(page, '.sentence-own', 'img');

      await openExploration(page, 'data');
      await setFile(page, '.own-data input[type=file]', `${bad}.tsv`, 'x');
      await waitUntilContains(page, '.own-data', 'are needed');
      const line = (/** @type {number} */ i) =>
        `<img src=x${i}> ${i % 2 ? 'good' : 'bad'} film =1+1\t${i % 2}\n`;
      const lines = `${Array.from({ length: 60 }, (_, i) => line(i)).join('')}${bad}\t7\n`;
      await setFile(page, '.own-data input[type=file]', `${bad}.tsv`, lines);
      await waitUntilContains(page, '.own-data', '<img src=x onerror=');
      await waitUntilContains(page, '.own-data-report', 'line refused');

      await openExploration(page, 'save');
      await setFile(page, '.save input[type=file]', `${bad}.safetensors`, bad);
      await expect.poll(() => readJoinedText(page, '.notices')).toMatch(/\S/);

      const [svg, csv] = await saveAll(page, ['svg', 'csv']);
      // The page's policy blocks parsing, so another page parses the SVG.
      const other = await browser.open('about:blank');
      const names = await listSvgElements(other.page, svg);
      expect(names).toContain('text');
      const drawn = 'circle clipPath defs g line linearGradient path polyline rect stop svg text title'.split(
        ' ',
      );
      expect(names.filter((name) => !drawn.includes(name))).toEqual([]);
      await other.page.close();
      const fields = csv
        .trimEnd()
        .split('\r\n')
        .flatMap((row) => row.split(','));
      expect(fields.length).toBeGreaterThan(20);
      expect(fields.filter((field) => /^["]?[=+@]/.test(field))).toEqual([]);
    }));

  test.each(selectSeeds('self-attention', 'translation'))('in the reader’s own text in %s', (experiment) =>
    visit(`experiment=${experiment}`, async (page) => {
      await waitUntilLive(page);
      await openExploration(page, experiment === 'translation' ? 'decoder-steps' : 'residual-path');
      const field = 'form.panel-row input[type=text]';
      await type(page, field, bad);
      await page.focus(`attento-scope >>> ${field}`);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => readJoinedText(page, '.decoder-output, .panel-status'))
        .toMatch(/“<”|img|onerror|expected/);
    }),
  );

  test('in the words of the calculator', () =>
    visit(`experiment=calculator;tokens=${encodeURIComponent(bad)},b,c`, async (page) => {
      await waitUntilContains(page, '.shell', 'img');
    }));
});

/** Elements that only injected markup can create, and whether a script ran. @param {Page} page */
function findInjectedElements(page) {
  return page.evaluate(() => {
    /** @param {ParentNode} root @returns {Element[]} */
    const all = (root) =>
      [...root.querySelectorAll('*')].flatMap((node) => [
        node,
        ...(node.shadowRoot ? all(node.shadowRoot) : []),
      ]);
    const strange = all(document.body).filter(
      (node) =>
        node.matches('img, iframe, object, embed, base, link, foreignObject, body script') ||
        [...node.attributes].some(({ name }) => name.startsWith('on')),
    );
    const markup = strange.map((node) => node.outerHTML);
    return 'struck' in globalThis ? [...markup, 'something ran'] : markup;
  });
}

/** @param {Page} page @param {string} selector @returns {Promise<string>} their texts */
function readJoinedText(page, selector) {
  return page.evaluate((selector) => {
    const root = document.querySelector('attento-scope')?.shadowRoot;
    /** @param {Element} node */
    const readNodeText = (node) =>
      `${node.textContent} ${[...node.querySelectorAll('input')].map(({ value }) => value).join(' ')}`;
    return [...(root?.querySelectorAll(selector) ?? [])].map(readNodeText).join('\n');
  }, selector);
}

/** Waits until the text is shown as text. @param {Page} page @param {string} selector @param {string} text */
async function waitUntilContains(page, selector, text) {
  await expect.poll(() => readJoinedText(page, selector)).toContain(text);
}

/** @param {Page} page @param {string} selector @param {string} text */
async function type(page, selector, text) {
  await click(page, selector);
  await page.evaluate((text) => {
    document.execCommand('selectAll');
    document.execCommand('insertText', false, text);
  }, text);
}

/** @param {Page} page @param {string} selector @param {string} name @param {string} content */
function setFile(page, selector, name, content) {
  return page.evaluate(
    (selector, name, content) => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      const panel = /** @type {HTMLDetailsElement} */ (root?.querySelector(selector.split(' ')[0]));
      if (!panel.open) panel.querySelector('summary')?.click();
      const input = /** @type {HTMLInputElement} */ (root?.querySelector(selector));
      const files = new DataTransfer();
      files.items.add(new File([content], name));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    },
    selector,
    name,
    content,
  );
}

/** The files that the buttons under Save create. @param {Page} page @param {readonly string[]} kinds @returns {Promise<string[]>} */
async function saveAll(page, kinds) {
  await page.evaluate(() => {
    /** @type {Map<string, Blob>} */
    const blobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const address = make.call(URL, blob);
      blobs.set(address, /** @type {Blob} */ (blob));
      return address;
    };
    Object.assign(globalThis, { saved: new Map() });
    HTMLAnchorElement.prototype.click = function () {
      const ending = this.download.split('.').at(-1);
      /** @type {any} */ (globalThis).saved.set(ending, blobs.get(this.href));
    };
  });
  const found = [];
  for (const kind of kinds) {
    await pressButton(page, '.save', `Map as ${kind.toUpperCase()}`);
    await expect
      .poll(() => page.evaluate((kind) => /** @type {any} */ (globalThis).saved.has(kind), kind))
      .toBe(true);
    found.push(await page.evaluate((kind) => /** @type {any} */ (globalThis).saved.get(kind).text(), kind));
  }
  return found;
}

/** Names of the elements of an SVG, parsed as XML. @param {Page} page @param {string} svg */
function listSvgElements(page, svg) {
  return page.evaluate((svg) => {
    const nodes = [...new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('*')];
    return [...new Set(nodes.map(({ localName }) => localName))].sort();
  }, svg);
}
