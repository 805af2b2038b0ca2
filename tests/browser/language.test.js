/** Tests that all texts of page and instrument are translated and fit. */
import { describe, expect, test } from 'vitest';
import { experiments, mechanisms } from '../../web/index.js';
import { openLab } from './fixture.js';
import { readInstrument, waitForText, waitUntil } from './instrument.js';
import { activate, click, openHash } from './operate.js';
import {
  findOverflowing,
  findUntranslated,
  openPseudoSite,
  visitExplorations,
  watchCanvases,
} from './pseudo-language.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const names = [...experiments().map(({ name }) => name), 'calculator'];

/** Words that are the same in every language: names of the library and numbers with units. */
function listDataWords() {
  const inputs = mechanisms().flatMap((one) => [...one.inputs, ...one.options].map(({ name }) => name));
  const units = ['kB', 'MB', 'min', 'seed'];
  const own = [
    'Attentoscope',
    'NumPy',
    'PyTorch',
    'SVG',
    'PNG',
    'CSV',
    'JSON',
    'safetensors',
    'softmax',
    'tanh',
    'relu',
  ];
  const sentence = ['The', 'FBI', 'is', 'chasing', 'criminal'];
  return [...inputs, ...units, ...own, ...sentence];
}

const { browser, onPage } = openLab();

test('a link opens the page in German with German numbers, and copied links keep the language', () =>
  onPage('#v1;experiment=context-lookup;locale=de', async (page) => {
    await activate(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect((await readInstrument(page)).run).toBe('Start');
    expect((await readInstrument(page)).link).toContain('locale=de');
    await waitForText(page, '.metric-value', /^\s*0,\d{3}/);
    expect(await page.$eval('h1', (node) => node.textContent)).toBe('1 Wohin schauen');
  }));

test('changing the language during training keeps the run and its curve', () =>
  onPage('#v1;experiment=context-lookup', async (page) => {
    await activate(page);
    await click(page, '.transport button', 1);
    await click(page, '.transport button', 1);
    await waitUntil(page, ({ step }) => step === 2);
    const loss = () =>
      page.$eval('attento-scope >>> .curve-plot', (node) => node.getAttribute('aria-valuetext'));
    await expect.poll(loss).toMatch(/at step 2$/);
    const before = await readInstrument(page);
    expect(before.run).toBe('Run');
    await page.select('#language', 'de');
    await waitForText(page, '.primary', /Start/);
    await expect.poll(loss).toMatch(/bei Schritt 2$/);
    await waitForText(page, '.bars-label', /^Kontext 0$/);
    expect((await readInstrument(page)).fingerprint).toBe(before.fingerprint);
    await page.select('#language', 'en');
    await waitForText(page, '.primary', /Run/);
    await waitForText(page, '.bars-label', /^context 0$/);
    // A link opened in the same page changes the language of the whole page.
    await openHash(page, 'v1;experiment=context-lookup;seed=3;locale=de');
    await expect.poll(() => page.$eval('h1', (node) => node.textContent)).toBe('1 Wohin schauen');
    await waitUntil(page, ({ run }) => run === 'Start');
  }));

// Another site, of which no file is in the cache.
const other = openLab();

test('an element follows the language of its page, and fetches no translation for English', () =>
  other.onPage('embed/blog-post.html', async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    const fetched = () => other.site.requests.filter((path) => path.includes('language-'));
    expect(fetched()).toEqual([]);
    await page.$eval('attento-scope', (scope) => {
      const parent = scope.parentElement;
      scope.remove();
      parent?.setAttribute('lang', 'de-AT');
      parent?.append(scope);
    });
    await waitUntil(page, ({ run }) => run === 'Start');
    expect(fetched()).toHaveLength(1);
  }));

describe('a made-up language', () => {
  /** @param {(url: string) => Promise<void>} use */
  async function within(use) {
    const site = await openPseudoSite((text) => `⟦${text} ${text}⟧`);
    try {
      await use(site.url);
    } finally {
      await site.close();
    }
  }

  /** Texts of twice the length, marked as translated. @param {string} experiment */
  async function checkTexts(experiment) {
    await within(async (url) => {
      const { page } = await browser.open('about:blank', { width: 390 });
      await watchCanvases(page);
      await page.goto(`${url}#v1;experiment=${experiment};locale=de`);
      await activate(page);
      const { tokens, live } = await page.evaluate(async () => {
        const { scope } = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
        await scope?.train({ steps: 2 });
        const { details = {}, cellLabels = [], columnLabels = [] } = scope?.manifest ?? {};
        const { sourceWords = [], targetWords = [] } =
          /** @type {import('../../web/engine/shapes.js').TokenDetails} */ (details);
        const words = [...sourceWords, ...targetWords, ...cellLabels.flat(), ...columnLabels];
        return { live: scope !== null, tokens: words.map((token) => token.trim()) };
      });
      if (live) await waitUntil(page, ({ step }) => step === 2);
      await visitExplorations(page, async (name) => {
        const tests = await page.$$('attento-scope >>> .explain-tests button');
        for (const button of tests)
          await button.evaluate((node) => /** @type {HTMLElement} */ (node).click());
        if (tests.length > 0) await waitForText(page, '.explain-when', /⟦After step 2 of .*⟧/);
        expect(await findUntranslated(page, [...listDataWords(), ...tokens]), name).toEqual([]);
        expect(await findOverflowing(page), name).toEqual([]);
      });
    });
  }

  test('texts of translation are translated, and fit', () => checkTexts('translation'));

  test.each(names)('texts of %s are translated, and fit', { tags: 'full' }, checkTexts);

  test('the check finds an untranslated text (negative control)', () =>
    within(async (url) => {
      const { page } = await browser.open('about:blank');
      await watchCanvases(page);
      await page.goto(`${url}#v1;experiment=calculator;locale=de`);
      await activate(page);
      await page.evaluate(() => {
        document.querySelector('main')?.append('forgotten text');
        document.querySelector('main')?.setAttribute('aria-label', 'forgotten name');
        document.createElement('canvas').getContext('2d')?.fillText('forgotten sign', 0, 0);
      });
      const found = (await findUntranslated(page, listDataWords())).join('\n');
      for (const what of ['text', 'name', 'sign']) expect(found).toContain(`forgotten ${what}`);
    }));
});
