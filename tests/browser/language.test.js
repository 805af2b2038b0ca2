/** Tests that all texts of page and instrument are translated and fit. */
import { describe, expect, test } from 'vitest';
import { experiments, mechanisms } from '../../web/index.js';
import { isFullRun, selectSample, selectSeeds } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { click, openSite, readInstrument, waitForText, waitUntil } from './instrument.js';
import {
  findOverflowing,
  findSqueezed,
  findUntranslated,
  openPseudoSite,
  textTransforms,
  visitExplorations,
  watchCanvases,
} from './pseudo-language.js';

/** @import { Page } from 'puppeteer-core' */

const names = [...experiments().map(({ name }) => name), 'calculator'];

/** Starts the instrument, wherever it is on the page. @param {Page} page */
async function start(page) {
  await waitUntil(page, ({ run }) => run !== '');
  await page.evaluate(() => {
    const scope = /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (
      document.querySelector('attento-scope')
    );
    return scope.activate();
  });
  await waitUntil(page, ({ state }) => state === 'live');
}

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

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);
  const site = openSharedSite();

  test('a link opens the page in German with German numbers, and copied links keep the language', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=context-lookup;locale=de`);
    await start(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect((await readInstrument(page)).run).toBe('Start');
    expect((await readInstrument(page)).link).toContain('locale=de');
    await waitForText(page, '.metric-value', /^\s*0,\d{3}/);
    expect(await page.$eval('h1', (node) => node.textContent)).toBe('1 Wohin schauen');
    expect(problems).toEqual([]);
  });

  test('changing the language during training keeps the run and its curve', async () => {
    const { page } = await browser.open(`${site.url}#v1;experiment=context-lookup`);
    await start(page);
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
    await page.evaluate(() => {
      location.hash = 'v1;experiment=context-lookup;seed=3;locale=de';
    });
    await expect.poll(() => page.$eval('h1', (node) => node.textContent)).toBe('1 Wohin schauen');
    await waitUntil(page, ({ run }) => run === 'Start');
  });

  test('an element follows the language of its page, and fetches no translation for English', async () => {
    // A site without cached files.
    const { url, requests, close } = await openSite();
    const { page } = await browser.open(`${url}embed/blog-post.html`);
    await waitUntil(page, ({ run }) => run === 'Run');
    const fetched = () => requests.filter((path) => path.includes('language-')).length;
    expect(fetched()).toBe(0);
    await page.evaluate(() => {
      const section = document.createElement('section');
      section.lang = 'de-AT';
      const scope = document.querySelector('attento-scope');
      scope?.replaceWith(section);
      if (scope) section.append(scope);
    });
    await waitUntil(page, ({ run }) => run === 'Start');
    expect(fetched()).toBe(1);
    await page.close();
    await close();
  });
});

describe('a made-up language', () => {
  const browser = openSharedBrowser('chromium');

  /**
   * @param {keyof typeof textTransforms} kind
   * @param {(url: string) => Promise<void>} use
   */
  async function within(kind, use) {
    const site = await openPseudoSite(/** @type {(text: string) => string} */ (textTransforms[kind]));
    try {
      await use(site.url);
    } finally {
      await site.close();
    }
  }

  test.each(selectSample(names, 3))('%s has no untranslated text', async (experiment) => {
    await within('marked', async (url) => {
      const { page } = await browser.open('about:blank');
      await watchCanvases(page);
      await page.goto(`${url}#v1;experiment=${experiment};locale=de`);
      await start(page);
      const { tokens, live } = await page.evaluate(async () => {
        const { scope } = /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (
          document.querySelector('attento-scope')
        );
        await scope?.train({ steps: 2 });
        const { details = {}, cellLabels = [], columnLabels = [] } = scope?.manifest ?? {};
        const { sourceWords = [], targetWords = [] } =
          /** @type {import('../../web/engine/shapes.js').TokenDetails} */ (details);
        return {
          live: scope !== null,
          tokens: [...sourceWords, ...targetWords, ...cellLabels.flat(), ...columnLabels].map((token) =>
            token.trim(),
          ),
        };
      });
      if (live) await waitUntil(page, ({ step }) => step === 2);
      await visitExplorations(page, async (name) => {
        const tests = await page.$$('attento-scope >>> .explain-tests button');
        for (const button of tests)
          await button.evaluate((node) => /** @type {HTMLElement} */ (node).click());
        if (tests.length > 0) await waitForText(page, '.explain-when', /⟦After step 2 of .*⟧/);
        expect(await findUntranslated(page, [...listDataWords(), ...tokens]), name).toEqual([]);
      });
    });
  });

  test.runIf(isFullRun)('the check finds an untranslated text (negative control)', async () => {
    await within('marked', async (url) => {
      const { page } = await browser.open('about:blank');
      await watchCanvases(page);
      await page.goto(`${url}#v1;experiment=calculator;locale=de`);
      await start(page);
      await page.evaluate(() => {
        document.querySelector('main')?.append('forgotten text');
        document.querySelector('main')?.setAttribute('aria-label', 'forgotten name');
        document.createElement('canvas').getContext('2d')?.fillText('forgotten sign', 0, 0);
      });
      const found = (await findUntranslated(page, listDataWords())).join('\n');
      for (const what of ['text', 'name', 'sign']) expect(found).toContain(`forgotten ${what}`);
    });
  });

  test.each(selectSample(names))('texts of %s are never parsed as markup', async (experiment) => {
    await within('xss', async (url) => {
      const { page } = await browser.open(`${url}#v1;experiment=${experiment};locale=de`);
      await start(page);
      await visitExplorations(page, async () => {
        const found = await page.evaluate(() => {
          const root = document.querySelector('attento-scope')?.shadowRoot;
          /** @param {string} selector */
          const count = (selector) =>
            document.body.querySelectorAll(selector).length + (root?.querySelectorAll(selector).length ?? 0);
          return {
            images: count('img'),
            scripts: count('script'),
            hacked: 'hacked' in globalThis,
            isMarkupVisible: root?.textContent?.includes('<img src=x') ?? false,
          };
        });
        expect(found).toEqual({ images: 0, scripts: 0, hacked: false, isMarkupVisible: true });
      });
    });
  });

  test.runIf(isFullRun)('the check finds a squeezed sentence (negative control)', async () => {
    await within('marked', async (url) => {
      const { page } = await browser.open(`${url}#v1;experiment=calculator;locale=de`);
      await start(page);
      expect(await findSqueezed(page)).toEqual([]);
      await page.$eval('attento-scope >>> .calc-slopes', (node) =>
        /** @type {HTMLElement} */ (node).style.setProperty('max-inline-size', '2em'),
      );
      expect(await findSqueezed(page)).toHaveLength(1);
    });
  });

  const sizes = selectSeeds('double', 'long').flatMap((kind) =>
    selectSample(names, 4).map((experiment) => ({ kind, experiment })),
  );
  test.each(sizes)('$kind texts of $experiment fit', async ({ kind, experiment }) => {
    await within(kind, async (url) => {
      for (const width of selectSeeds(390, 1280)) {
        const { page } = await browser.open(`${url}#v1;experiment=${experiment};locale=de`, { width });
        await start(page);
        expect(await findOverflowing(page), `${width}`).toEqual([]);
        await visitExplorations(page, async (name) => {
          expect(await findOverflowing(page), `${name} at ${width}`).toEqual([]);
        });
        await page.close();
      }
    });
  });

  test.runIf(isFullRun).each(names)(
    '%s keeps its order and fits in a right-to-left page',
    async (experiment) => {
      const site = await openSite();
      try {
        const { page } = await browser.open(`${site.url}#v1;experiment=${experiment}`);
        await start(page);
        /** Horizontal positions of elements. */
        const places = () =>
          page.evaluate(() => {
            const root = document.querySelector('attento-scope')?.shadowRoot;
            /** @param {string} selector */
            const left = (selector) => root?.querySelector(selector)?.getBoundingClientRect().left ?? 0;
            const grids = [...(root?.querySelectorAll('[role=grid]') ?? [])].map((grid) =>
              [...grid.querySelectorAll('.bars-column')].map((node) => node.getBoundingClientRect().left),
            );
            return {
              mapFirst: left('.main') < left('.side'),
              rising: grids.every((columns) =>
                columns.every((at, i) => at === 0 || i === 0 || at > (columns[i - 1] ?? 0)),
              ),
            };
          });
        expect(await places(), experiment).toEqual({ mapFirst: true, rising: true });
        expect(await findSqueezed(page), experiment).toEqual([]);
        await page.evaluate(() => {
          document.documentElement.dir = 'rtl';
        });
        expect(await places(), experiment).toEqual({ mapFirst: true, rising: true });
        await visitExplorations(page, async (name) => {
          expect(await findOverflowing(page), `${experiment} ${name}`).toEqual([]);
          expect(await findSqueezed(page), `${experiment} ${name}`).toEqual([]);
        });
        await page.close();
      } finally {
        await site.close();
      }
    },
  );
});
