/** Tests own data from a URL or a link: they are fetched when the instrument starts, checked, and not sent elsewhere. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../.tools/serve.js';
import { isFullRun, selectSample, selectSeeds } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import {
  openExploration,
  pressButton,
  readInstrument,
  readTexts,
  train,
  waitForElements,
  waitForText,
  waitUntil,
  waitUntilLive,
} from './instrument.js';

/** @import { AttentoScope } from '../../web/element/attento-scope.js' */
/** @import { Page } from 'puppeteer-core' */

const guide = readFileSync(new URL('../../web/embed/own-data.md', import.meta.url), 'utf8');
/** The example of the documentation. */
const [, proverbs = ''] = /```tsv\n([\s\S]*?)```/.exec(guide) ?? [];

const root = fileURLToPath(new URL('../../dist', import.meta.url));
const site = openSharedSite();

/** @type {Awaited<ReturnType<typeof serve>>} */
let files;
/** Two servers of other origins: one with CORS, one without. @type {Awaited<ReturnType<typeof openHost>>[]} */
let others;
beforeAll(async () => {
  files = await serve({ root });
  others = await Promise.all([
    openHost({ 'pairs.tsv': proverbs }, { headers: { 'Access-Control-Allow-Origin': '*' } }),
    openHost({ 'pairs.tsv': proverbs }),
  ]);
});
afterAll(() => Promise.all([files, ...others].map((one) => one.close())));

/** Experiments that learn pairs. */
const learners = selectSeeds('translation', 'self-attention');

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);

  /**
   * A host page under the documented policy.
   * @param {string} attributes of the tag
   * @param {string} connect allowed URLs besides our own files
   * @param {(page: Page, problems: string[]) => Promise<void>} act
   */
  async function at(attributes, connect, act) {
    const policy = `default-src 'none'; img-src data:; script-src ${files.url} 'wasm-unsafe-eval'; worker-src blob:; connect-src ${files.url} ${connect}`;
    const page = `<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <script type="module" src="${files.url}attentoscope.js"></script>
      <attento-scope parts="inspector try explore" ${attributes}></attento-scope>`;
    const host = await openHost({ '': page, 'pairs.tsv': proverbs, 'short.tsv': 'a\tb\n' }, { policy });
    const opened = await browser.open(host.url);
    try {
      await act(opened.page, opened.problems);
    } finally {
      await opened.page.close();
      await host.close();
    }
  }

  /** @param {Page} page */
  const activate = async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    await page.evaluate(() =>
      /** @type {AttentoScope} */ (document.querySelector('attento-scope')).activate(),
    );
    return waitUntilLive(page);
  };

  /** @param {Page} page */
  const readData = (page) =>
    page.evaluate(
      () => /** @type {AttentoScope} */ (document.querySelector('attento-scope')).scope?.manifest.data,
    );

  /** @param {Page} page */
  const countRequests = (page) =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter((one) => /\.tsv$/.test(one.name)).length,
    );

  test.each(learners)('%s learns pairs from the URL in data-src', (experiment) =>
    at(`experiment="${experiment}" data-src="pairs.tsv"`, "'self'", async (page, problems) => {
      await waitUntil(page, ({ run }) => run === 'Run');
      expect(await countRequests(page)).toBe(0);
      const { notices, link } = await activate(page);
      expect(await countRequests(page)).toBe(1);
      expect(await readData(page)).toMatchObject({ source: 'own', aligned: 20, report: { accepted: 20 } });
      expect(notices).toEqual([]);
      expect(link).toBe(`v1;experiment=${experiment}`);
      // It shows the number of given alignments, and no checkbox for the link.
      await waitForText(page, '.metric-label', /^Alignment error rate/);
      await openExploration(page, 'data');
      await waitForText(page, '.own-data', /pairs\.tsv/);
      expect(await page.$$('attento-scope >>> .own-data-link')).toEqual([]);
      // Changing another setting keeps the data without a new request.
      await page.evaluate(() => document.querySelector('attento-scope')?.setAttribute('seed', '8'));
      await waitUntil(page, (reading) => reading.state === 'live' && /seed=8/.test(reading.link));
      expect([await countRequests(page), (await readInstrument(page)).link]).toEqual([
        1,
        `v1;experiment=${experiment};seed=8`,
      ]);
      expect(await readData(page)).toMatchObject({ aligned: 20 });
      expect(problems).toEqual([]);
    }),
  );

  test('data from another origin are loaded only with CORS', async () => {
    const [open, shut] = others;
    await at(
      `experiment="translation" data-src="${open?.url}pairs.tsv"`,
      open?.origin ?? '',
      async (page) => {
        await activate(page);
        expect(await readData(page)).toMatchObject({ aligned: 20 });
      },
    );
    /** @type {[string, string, RegExp][]} */
    const refused = [
      [
        `${shut?.url}pairs.tsv`,
        shut?.origin ?? '',
        /could not be read; expected .*Access-Control-Allow-Origin/,
      ],
      [`${open?.url}pairs.tsv`, '', /could not be read; expected .*connect-src/],
      ['gone.tsv', "'self'", /gone\.tsv was answered with status 404; expected status 200/],
      ['short.tsv', "'self'", /At least 10 are needed/],
    ];
    for (const [address, connect, expected] of selectSample(refused)) {
      await at(`experiment="translation" data-src="${address}"`, connect, async (page) => {
        await page.evaluate(() => {
          const globals = /** @type {any} */ (globalThis);
          document.addEventListener('attento-error', (event) => {
            globals.error = /** @type {CustomEvent} */ (event).detail.error.code;
          });
        });
        const { notices } = await activate(page);
        expect(notices[0]).toMatch(expected);
        expect(notices[1]).toMatch(/learns from the task’s own data/);
        expect(await page.evaluate('error')).toBe(address === 'short.tsv' ? 'BAD_FILE' : 'FETCH_FAILED');
        expect(await readData(page)).toBeUndefined();
        expect(await readTexts(page, '.metric-label')).not.toContain('Alignment error rate');
      });
    }
    await at('experiment="context-lookup" data-src="pairs.tsv"', "'self'", async (page) => {
      const { notices } = await activate(page);
      expect(notices[0]).toMatch(/data-src: "pairs\.tsv".*context-lookup makes its own data/);
      expect(await countRequests(page)).toBe(0);
    });
  });

  test('data-src is fetched when it is set later or changes', () =>
    at('experiment="translation" data-src="short.tsv"', "'self'", async (page) => {
      await activate(page);
      await page.evaluate(() =>
        document.querySelector('attento-scope')?.setAttribute('data-src', 'pairs.tsv'),
      );
      await expect.poll(() => readData(page)).toMatchObject({ aligned: 20 });
    }));

  test.runIf(isFullRun)('the language model learns a small text from a link', async () => {
    const text = 'The ox is slow. The ox ploughs the field. The field is wide, and so is the day.\n'.repeat(
      20,
    );
    const data = Buffer.from(text).toString('base64url');
    const link = `v1;experiment=language-model;tokens=characters;context=8;data=${data}`;
    const { page, problems } = await browser.open(`${site.url}#${link}`);
    const opened = await waitUntilLive(page);
    expect(opened.notices).toEqual([]);
    expect(opened.link).toContain(`;data=${data}`);
    expect(await readData(page)).toMatchObject({ source: 'own' });
    await train(page, 5);
    expect(problems).toEqual([]);
  });

  test('pairs of the reader are included in the link on request, and opening it restores them', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;experiment=translation`);
    const before = await waitUntilLive(page);
    await openExploration(page, 'data');
    /** @param {string} text */
    const enterData = async (text) => {
      await page.$eval(
        'attento-scope >>> .own-data textarea',
        (box, text) => {
          /** @type {HTMLTextAreaElement} */ (box).value = text;
        },
        text,
      );
      await pressButton(page, '.own-data', 'Learn from this text');
      await waitForText(page, '.own-data-report', /lines taken/);
    };
    await enterData(proverbs);
    const { link, fingerprint } = await readInstrument(page);
    // Story and presets of the built-in task are hidden.
    const story = () => page.$eval('.story-body', (part) => part.textContent);
    expect(await story()).toMatch(/trains on your own data/);
    await waitForText(page, '.try', /learns from your own data: 16 to learn from, 4 held out/);
    const size = Buffer.byteLength(proverbs).toLocaleString('en');
    await waitForText(page, '.own-data-link', new RegExp(`these pairs into the link \\(${size} bytes\\)`));
    expect(link).toBe(before.link);
    const tick = () =>
      page.$eval('attento-scope >>> .own-data-link input', (box) => /** @type {HTMLElement} */ (box).click());
    await tick();
    const linked = await waitUntil(page, (reading) => reading.link.includes(';data='));
    expect(Buffer.from(/data=([\w-]*)/.exec(linked.link)?.[1] ?? '', 'base64url').toString()).toBe(proverbs);
    const field = linked.link.slice(linked.link.indexOf('data='));
    await expect.poll(() => page.evaluate('location.hash')).toContain(field);

    const again = await browser.open(`${site.url}#${linked.link}`);
    const opened = await waitUntilLive(again.page);
    expect([opened.fingerprint, opened.notices]).toEqual([fingerprint, []]);
    expect(await readData(again.page)).toEqual(await readData(page));
    await again.page.close();

    await tick();
    await waitUntil(page, (reading) => reading.link === before.link);
    // Data that are too large for a link show a message and disable the checkbox.
    await enterData(`${proverbs}${proverbs}`);
    await waitForText(page, '.own-data', /A link holds at most 2\s?kB/);
    expect(
      await page.$eval('attento-scope >>> .own-data-link input', (box) => {
        const { checked, disabled } = /** @type {HTMLInputElement} */ (box);
        return [checked, disabled];
      }),
    ).toEqual([false, true]);
    expect((await readInstrument(page)).link).toBe(before.link);
    expect(problems).toEqual([]);
  });

  test.each([
    ['that are not base64', 'a*b', /data: .*base64url/],
    ['that are not pairs', 'QUJD', /At least 10 are needed/],
  ])('a link with data %s shows an error, and the instrument still works', async (_, field, expected) => {
    const { page } = await browser.open(`${site.url}#v1;experiment=translation;data=${field}`);
    const { notices, link } = await waitUntilLive(page);
    expect(notices.join('\n')).toMatch(expected);
    expect(notices.join('\n')).toMatch(/task’s own data\. Not used: data of the link/);
    expect(link).not.toContain('data=');
    await waitForElements(page, '.primary');
  });
});
