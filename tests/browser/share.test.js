/** The dialog for sharing, and what other pages make of its texts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculator, writeLink } from '../../web/index.js';
import { createSnippets } from '../../web/share/share-snippets.js';
import { isFullRun } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import {
  findAxeViolations,
  pressButton,
  readInstrument,
  readTexts,
  train,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** @import { Page } from 'puppeteer-core' */

const dialog = 'attento-scope >>> .share-dialog';

const site = openSharedSite();

/** @param {Page | import('puppeteer-core').Frame} page */
async function openDialog(page) {
  // On a narrow screen it stands in a tab; on other people's pages it is shown to whoever asks for it.
  await page.evaluate(() => {
    const element = /** @type {any} */ (document.querySelector('attento-scope'));
    element.parts ??= 'explore';
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.tab'))];
    const tab = tabs.at(-1);
    if (tab?.checkVisibility() && tab.getAttribute('aria-pressed') === 'false') tab.click();
  });
  await page.waitForSelector('attento-scope >>> .share button', { visible: true });
  const [button] = await page.$$('attento-scope >>> .share button');
  await button?.focus();
  await button?.press('Enter');
  await page.waitForSelector(dialog, { visible: true });
}

/** @param {Page} page @param {string} label */
async function choose(page, label) {
  await pressButton(page, '.share-dialog', label);
  return field(page);
}

/** @param {Page | import('puppeteer-core').Frame} page */
const field = (page) =>
  page.$eval(`${dialog} textarea`, (node) => /** @type {HTMLTextAreaElement} */ (node).value);

/** @param {Page} page */
const focused = (page) =>
  page.evaluate(() =>
    document.querySelector('attento-scope')?.shadowRoot?.activeElement?.textContent?.trim(),
  );

/** A page of somebody else: another origin, no headers. @param {string} body */
const foreignPage = (body) =>
  openHost({
    '': `<!doctype html><html lang="en"><title>Elsewhere</title><link rel="icon" href="data:,">${body}</html>`,
  });

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  test.runIf(isFullRun)(
    'the keyboard opens it, goes through it and comes back to where it was; axe finds nothing',
    async () => {
      // Beside a text without a question, which the foot of a low page would cover by half.
      const { page, problems } = await browser.open(`${site.url}#v1;experiment=self-attention;seed=9`, {
        width: 320,
        height: 700,
      });
      await page.$eval('attento-scope', (element) => element.scrollIntoView());
      await waitUntilLive(page);
      await openDialog(page);
      expect(await focused(page)).toBe('Copy text');
      expect(await field(page)).toBe(page.url());
      await page.evaluate(axe);
      expect(await findAxeViolations(page)).toEqual([]);
      const { content, inner } = await page.$eval(dialog, (node) => ({
        content: node.scrollWidth,
        inner: node.clientWidth,
      }));
      expect(content).toBeLessThanOrEqual(inner);

      // Nothing that is typed here reaches the run behind it.
      const { step } = await readInstrument(page);
      await page.keyboard.press('Enter');
      await expect
        .poll(() => readTexts(page, '.share-status'))
        .toContainEqual(expect.stringMatching(/^(Copied|This page may not)/));
      await page.keyboard.press('r');
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
      expect(await focused(page)).toBe('Medium, Substack, Notion');
      await page.keyboard.press(' ');
      await expect
        .poll(() => readTexts(page, '.share-dialog .preset[aria-pressed=true]'))
        .toEqual([expect.stringContaining('Medium')]);
      expect((await readInstrument(page)).step).toBe(step);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.$$(dialog)).toHaveLength(0);
      expect(await focused(page)).toBe('Share');
      expect(problems).toEqual([]);
    },
  );

  test('the tag that it writes is the same run on a page of somebody else', async () => {
    const parameters = 'batchSize=8;clip=2.5;hidden=16;l2=0.001;baseline=mean;sentences=500';
    const { page } = await browser.open(`${site.url}#v1;experiment=sentiment;${parameters};seed=11;speed=50`);
    const { link } = await waitUntilLive(page);
    await openDialog(page);
    const tag = await choose(page, 'One tag');
    expect(tag).toContain('hidden-size="16"');
    await page.keyboard.press('Escape');
    await train(page, 40);
    const { fingerprint } = await waitUntil(page, ({ step }) => step === 40);
    await page.close();

    const elsewhere = await foreignPage(`<body>${tag}</body>`);
    const other = await browser.open(elsewhere.url);
    await other.page.waitForFunction(() => customElements.get('attento-scope'));
    await other.page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
    expect((await waitUntilLive(other.page)).link).toBe(link);
    await train(other.page, 40);
    expect((await waitUntil(other.page, ({ step }) => step === 40)).fingerprint).toBe(fingerprint);
    expect(other.problems).toEqual([]);
    // Nobody has said where links lead here, so none is offered.
    await openDialog(other.page);
    expect(await readTexts(other.page, '.share-dialog .preset')).not.toContain('Link');
    await other.page.close();
    await elsewhere.close();
  });

  test.runIf(isFullRun)(
    'links neither run anything nor carry what the address of the page tells',
    async () => {
      const script = `<script type="module" src="${site.url}attentoscope.js"></script>`;
      const elsewhere = await foreignPage(`<body>${script}<attento-scope permalink></attento-scope></body>`);
      const { page, problems } = await browser.open(`${elsewhere.url}?token=secret&p=1`);
      await page.waitForFunction(() => customElements.get('attento-scope'));
      await page.$eval('attento-scope', (element) => /** @type {any} */ (element).activate());
      const { link } = await waitUntilLive(page);
      /** @param {string | null} base @returns {Promise<string[]>} every text that is offered */
      const readOfferedTexts = async (base) => {
        await page.$eval(
          'attento-scope',
          (element, base) => base !== null && element.setAttribute('link-base', base),
          base,
        );
        await openDialog(page);
        const all = [];
        for (const label of await readTexts(page, '.share-dialog .preset'))
          all.push(await choose(page, label.trim()));
        await page.keyboard.press('Escape');
        await expect.poll(() => page.$$(dialog)).toHaveLength(0);
        return all;
      };
      const own = await readOfferedTexts(null);
      expect(own[0]).toBe(`${elsewhere.url}#${link}`);
      expect(own.join()).not.toContain('secret');
      for (const base of [
        'javascript:alert(1)',
        ' java\nscript:alert(1)//',
        'data:text/html,x',
        'blob:x',
        'http://[',
      ]) {
        const texts = await readOfferedTexts(base);
        expect(texts.length).toBeGreaterThan(0);
        expect(texts.filter((text) => /script:|data:|blob:|\]\(/.test(text))).toEqual([]);
      }
      expect((await readOfferedTexts('https://example.org/run?p=2'))[0]).toBe(
        `https://example.org/run?p=2#${link}`,
      );
      expect(problems).toEqual([]);
      await page.close();
      elsewhere.close();
    },
  );

  test.runIf(isFullRun)(
    'whatever a parameter holds, the browser reads it from tag and frame as it was',
    async () => {
      const samples = fc.sample(fc.string({ unit: 'binary', maxLength: 60 }), 300);
      samples.push(
        '</script><script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        '&quot;&amp;&#0;',
        '{{ 7 * 7 }}{% raw %}{{< x >}}{#1}',
        ' \t\r\n ',
      );
      // Half a surrogate pair has no form in a link, and no page can hold a zero.
      const links = samples.map((tokens) => ({
        fragment: writeLink({ experiment: calculator.name, seed: 7, parameters: { tokens } }),
        tokens: tokens.replace(/[\p{Surrogate}\0]/gu, '\ufffd'),
      }));
      const { page } = await browser.open('about:blank');
      for (const [label, selector, attribute] of /** @type {const} */ ([
        ['One tag', 'attento-scope', 'tokens'],
        ['Frame', 'iframe', 'src'],
      ])) {
        const markup = links.map(({ fragment, tokens }) => ({
          text:
            createSnippets({ title: tokens, fragment, link: null, base: 'https://example.org/' }).find(
              (snippet) => snippet.label === label,
            )?.text ?? '',
          expected: attribute === 'src' ? `https://example.org/embed.html#${fragment}` : tokens || null,
        }));
        const found = await page.evaluate(
          (texts, selector, attribute) =>
            texts.map((text) => {
              const { body, head } = new DOMParser().parseFromString(`<body>${text}</body>`, 'text/html');
              return {
                value: body.querySelector(selector)?.getAttribute(attribute) ?? null,
                others: body.children.length + head.children.length,
              };
            }),
          markup.map(({ text }) => text),
          selector,
          attribute,
        );
        expect(found.map(({ value }) => value)).toEqual(markup.map(({ expected }) => expected));
        expect(new Set(found.map(({ others }) => others))).toEqual(new Set([2]));
        // Two braces, or one and a sign, are an order to Hugo, Jinja, Liquid and Vue.
        expect(markup.filter(({ text }) => /\{[{%#]/.test(text))).toEqual([]);
      }
    },
  );

  test('in a sandboxed frame the text is there to be selected', async () => {
    const elsewhere = await foreignPage(
      `<body><iframe src="${site.url}embed/blog-post.html" sandbox="allow-scripts" title="Frame" width="900" height="900"></iframe></body>`,
    );
    const { page } = await browser.open(elsewhere.url);
    const frame = await page.waitForFrame((candidate) => candidate.url().includes('blog-post'));
    await frame.waitForFunction(() => customElements.get('attento-scope'));
    await frame.$eval('attento-scope', (element) =>
      Object.assign(/** @type {any} */ (element), { parts: 'explore' }).activate(),
    );
    await frame.waitForFunction(
      () => document.querySelector('attento-scope')?.shadowRoot?.querySelector('.share button') !== null,
    );
    await openDialog(frame);
    expect(await field(frame)).toMatch(
      /<attento-scope experiment="context-lookup" style="[^"]+"><a href="http[^"]+\/embed\.html#v1;experiment=context-lookup">[^<]+<\/a><\/attento-scope>/,
    );
    // Chromium refuses the clipboard here by itself; Firefox does not, yet may.
    await frame.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    const result = await frame.$eval(dialog, async (node) => {
      const [copy] = [...node.querySelectorAll('button')].filter(
        ({ textContent }) => textContent === 'Copy text',
      );
      copy?.click();
      const readStatus = () => node.querySelector('.share-status')?.textContent;
      while (!readStatus()) await new Promise((resolve) => setTimeout(resolve, 20));
      const { selectionStart, selectionEnd, value } = /** @type {HTMLTextAreaElement} */ (
        node.querySelector('textarea')
      );
      return { status: readStatus(), selected: selectionEnd - selectionStart === value.length };
    });
    expect(result).toEqual({ status: expect.stringMatching(/may not use the clipboard/), selected: true });
    await page.close();
    await elsewhere.close();
  });
});
