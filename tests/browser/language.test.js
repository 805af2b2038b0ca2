/** Tests that all texts of page and instrument are translated and fit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { experiments, mechanisms } from '../../web/index.js';
import { openLab } from './fixture.js';
import { readExplorationNames, readInstrument, waitForText, waitUntil } from './instrument.js';
import { activate, click, openExploration, openHash } from './operate.js';
import {
  findOverflowing,
  findUntranslated,
  openDetails,
  openPseudoSite,
  watchCanvases,
} from './pseudo-language.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */

const names = [...experiments().map(({ name }) => name), 'calculator'];

/** Words that are the same in every language: names of the library, units, names of programs and formats, and a sentence. */
const dataWords = [
  ...mechanisms().flatMap(({ inputs, options }) => [...inputs, ...options].map(({ name }) => name)),
  ...'kB MB min seed Attentoscope NumPy PyTorch SVG PNG CSV JSON safetensors softmax tanh relu'.split(' '),
  ...'The FBI is chasing criminal'.split(' '),
];

const { browser, onPage } = openLab();

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
    await waitUntil(page, ({ run, link }) => run === 'Start' && link.includes('locale=de'));
    await waitForText(page, '.metric-value', /^\s*0,\d{3}/);
  }));

test('the lab begins in the language of the browser, and keeps another that the reader chooses', () =>
  onPage('', {}, async (page) => {
    await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'language', { value: 'de-AT' }));
    const readHeading = () => page.$eval('h1', (node) => node.textContent);
    await page.reload();
    await expect.poll(readHeading).toMatch(/^Niemand/);
    await page.select('#language', 'en');
    await expect.poll(readHeading).toMatch(/^Nobody/);
    await page.reload();
    await page.waitForSelector('h1');
    expect(await readHeading()).toMatch(/^Nobody/);
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

/** The lab in a made-up language: texts of twice the length, marked as translated. @type {Awaited<ReturnType<typeof openPseudoSite>>} */
let pseudoSite;
beforeAll(async () => {
  pseudoSite = await openPseudoSite((text) => `⟦${text} ${text}⟧`);
});
afterAll(() => pseudoSite.close());

/** @param {string} experiment @param {import('./driver.js').PageOptions} [view] */
async function openInPseudoLanguage(experiment, view) {
  const { page } = await browser.open('about:blank', view);
  await watchCanvases(page);
  await page.goto(`${pseudoSite.url}#v1;experiment=${experiment};locale=de`);
  await activate(page);
  return page;
}

/** @param {string} experiment */
async function checkTexts(experiment) {
  const page = await openInPseudoLanguage(experiment, { width: 390 });
  const { tokens, live } = await page.evaluate(async () => {
    const scope = document.querySelector('attento-scope')?.scope;
    await scope?.train({ steps: 2 });
    const { details = {}, cellLabels = [], columnLabels = [] } = scope?.manifest ?? {};
    const { sourceWords = [], targetWords = [] } =
      /** @type {import('../../web/engine/shapes.js').TokenDetails} */ (details);
    const words = [...sourceWords, ...targetWords, ...cellLabels.flat(), ...columnLabels];
    return { live: Boolean(scope), tokens: words.map((token) => token.trim()) };
  });
  if (live) await waitUntil(page, ({ step }) => step === 2);
  for (const name of ['', ...(await readExplorationNames(page))]) {
    await openExploration(page, name);
    await openDetails(page);
    const tests = await page.$$('attento-scope >>> .explain-tests button');
    for (const button of tests) await button.evaluate((node) => /** @type {HTMLElement} */ (node).click());
    if (tests.length > 0) await waitForText(page, '.explain-when', /⟦After step 2 of .*⟧/);
    expect(await findUntranslated(page, [...dataWords, ...tokens]), name).toEqual([]);
    expect(await findOverflowing(page), name).toEqual([]);
  }
}

test('texts of translation are translated, and fit', () => checkTexts('translation'));

test.each(names)('texts of %s are translated, and fit', { tags: 'full' }, checkTexts);

test('the check finds an untranslated text (negative control)', async () => {
  const page = await openInPseudoLanguage('calculator');
  await page.evaluate(() => {
    document.querySelector('main')?.append('forgotten text');
    document.querySelector('main')?.setAttribute('aria-label', 'forgotten name');
    document.createElement('canvas').getContext('2d')?.fillText('forgotten sign', 0, 0);
  });
  const found = (await findUntranslated(page, dataWords)).join('\n');
  for (const what of ['text', 'name', 'sign']) expect(found).toContain(`forgotten ${what}`);
});
