/** Tests saving of every view: its image resembles it, its numbers are those shown; and the film of a training. */
import { beforeEach, describe, expect, test } from 'vitest';
import { contentSecurityPolicy, serve } from '../../.tools/serve.js';
import { isFullRun, selectSample } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { openSharedBrowser, openSharedSite } from './fixture.js';
import {
  captureDownload,
  click,
  keepDownloads,
  openExploration,
  pressButton,
  readTexts,
  train,
  waitForFrames,
  waitForText,
  waitUntilLive,
} from './instrument.js';
import {
  computeImageDifference,
  filterWithin,
  findFigure,
  findSaveControls,
  isSameNumber,
  parseCsvCells,
  readSvg,
  save,
  waitForExploration,
} from './saved-figures.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../web/element/attento-scope.js' */
/** @typedef {import('puppeteer-core').ElementHandle<HTMLElement>} Handle */

/** Fast experiments, and the number of their figures. */
const experiments = [
  { name: 'context-lookup', link: 'experiment=context-lookup', figures: 2 },
  { name: 'feature-attention', link: 'experiment=feature-attention;examples=20000', figures: 4 },
  { name: 'sentiment', link: 'experiment=sentiment', figures: 5 },
  {
    name: 'translation',
    link: 'experiment=translation;task=reversal;score=additive;hidden=16;batchSize=32;learningRate=0.01;examples=3200;epochs=1',
    figures: 5,
  },
  {
    name: 'self-attention',
    link: 'experiment=self-attention;batchSize=16;dModel=16;examples=1600;maximumLength=4;minimumLength=2;steps=60;warmup=30',
    figures: 6,
  },
];
/** A long timeout, because every kind of every figure is saved. */
const kLongMs = 300_000;
/** Allowed mean difference of two images, of 255, because of antialiasing and omitted buttons. */
const kAlike = 9;

/** Explorations without a figure. */
const kNoFigures = ['settings', 'data', 'save', 'keys', 'prediction'];

const site = openSharedSite();

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);
  /** @type {Page} */
  let blank;
  beforeEach(async () => {
    blank = (await browser.open('data:text/html,<title>blank</title>')).page;
    // Chromium sometimes never responds if a hidden page requests it first.
    await blank.evaluate(() => document.title);
  });

  test.each(selectSample(experiments))(
    '$name: saves every view',
    async ({ name: experiment, link, figures }) => {
      // Tall enough that nothing scrolls, so that saved and shown images are comparable.
      const { page, problems } = await browser.open(`${site.url}#v1;${link}`, { height: 2400 });
      await waitUntilLive(page);
      await train(page, 40);
      if (experiment === 'sentiment') {
        await pressButton(page, '.typed', 'Read it');
        await waitForText(page, '.sentences .panel-status', /Read after step/);
      }
      await keepDownloads(page);
      let before = '';
      let precise = 0;
      let saved = 0;
      const names = await page.$$eval('attento-scope >>> [data-explore]', (buttons) =>
        buttons.map((button) => button.getAttribute('data-explore') ?? ''),
      );
      for (const name of ['', ...names.filter((one) => !kNoFigures.includes(one))]) {
        await openExploration(page, name);
        if (name) await waitForExploration(page, name);
        const all = await findSaveControls(page);
        // The curve is beside every map, so it is saved only once.
        const controls = name === '' ? all : await filterWithin(all, '.exploration');
        saved += controls.length;
        for (const control of controls) {
          const figure = await findFigure(control);
          const drawing = await save(page, control, 'svg');
          expect(drawing.name).toMatch(new RegExp(`^${experiment}-[a-z-]+-step-40\\.svg$`));
          const read = await readSvg(blank, drawing.text);
          expect(read).toMatchObject({ wrong: '', handlers: 0 });
          for (const bad of ['image', 'script', 'foreignObject', 'use'])
            expect(read.names).not.toContain(bad);
          const words = await figure.evaluate((node) =>
            [
              ...node.querySelectorAll(
                'h2, .legend, .bars-row, .curve-head, .arcs-token, .path-chip, .token-word, .decoder-output',
              ),
            ]
              .filter(
                (one) => one.checkVisibility() && (one.closest('.panel:not(.panel .panel)') ?? node) === node,
              )
              .flatMap((one) => /** @type {HTMLElement} */ (one).innerText.match(/\S+/g) ?? []),
          );
          const savedWords = new Set(read.text.match(/\S+/g));
          expect(words.filter((word) => !savedWords.has(word))).toEqual([]);
          expect(savedWords.size).toBeGreaterThan(10);

          const screenshot = await figure.screenshot({ encoding: 'base64' });
          const own = await computeImageDifference(blank, drawing.text, screenshot);
          expect(own).toBeLessThan(kAlike);
          // Negative control with another image; and the saved image does not depend on the page's scale.
          if (before)
            expect(await computeImageDifference(blank, before, screenshot)).toBeGreaterThan(1.5 * own);
          if (!before) {
            /** @param {string} transform */
            const transformHost = (transform) =>
              page.$eval(
                'attento-scope',
                (host, value) => {
                  /** @type {HTMLElement} */ (host).style.setProperty('transform', value);
                },
                transform,
              );
            await transformHost('rotate(90deg) scale(.5)');
            expect((await save(page, control, 'svg')).text).toBe(drawing.text);
            await transformHost('none');
          }
          before = drawing.text;

          const { data } = await save(page, control, 'png');
          expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');

          const numbers = parseCsvCells((await save(page, control, 'csv')).text);
          const { tables, step } = JSON.parse((await save(page, control, 'json')).text);
          expect(step).toBe(40);
          expect(tables.length).toBeGreaterThan(0);
          const visibleRows = await figure.evaluate(async (node) => {
            /** @param {Element} one */
            const own = (one) => (one.closest('.panel:not(.panel .panel)') ?? node) === node;
            for (const fold of node.querySelectorAll('.table'))
              if (own(fold)) /** @type {HTMLDetailsElement} */ (fold).open = true;
            await new Promise((resolve) => setTimeout(resolve));
            return [...node.querySelectorAll('tbody tr')]
              .filter((row) => own(row) && row.checkVisibility())
              .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));
          });
          expect(visibleRows.length).toBeGreaterThan(0);
          for (const row of visibleRows) {
            const cells = row.flatMap((text) =>
              /^[−\d].* [−\d]/.test(text) ? text.split(/ (?!×)(?<!× )/) : [text],
            );
            const found = numbers.some((saved) =>
              cells.every((text, k) => isSameNumber(saved[k] ?? '', text)),
            );
            expect(found, cells.join(' | ')).toBe(true);
          }
          precise += numbers.flat().filter((text) => text.length > 6 && Number.isFinite(Number(text))).length;
        }
      }
      expect(saved).toBe(figures);
      expect(precise).toBeGreaterThan(20);
      expect(problems).toEqual([]);
    },
    kLongMs,
  );

  test.runIf(isFullRun)('typed markup stays text in saved files', async () => {
    const { page, problems } = await browser.open(`${site.url}#v1;${experiments[3]?.link}`);
    await waitUntilLive(page);
    await keepDownloads(page);
    await openExploration(page, 'decoder-steps');
    await click(page, '.decoder form input');
    await page.keyboard.down('Shift');
    await page.keyboard.press('Home');
    await page.keyboard.up('Shift');
    await page.keyboard.type('<script>&"');
    await pressButton(page, '.decoder', 'Decode');
    await waitForText(page, '.decoder .panel-status', /Never met in training/);
    const index = await page.$$eval('attento-scope >>> .save-view', (all) =>
      all.findIndex((node) => node.closest('.decoder')),
    );
    const control = /** @type {Handle} */ ((await page.$$('attento-scope >>> .save-view'))[index]);
    const { text } = await save(page, control, 'svg');
    expect(text).not.toContain('<script');
    const read = await readSvg(blank, text);
    expect(read).toMatchObject({ wrong: '', handlers: 0 });
    expect(read.text).toContain('<script>&"');
    expect(problems).toEqual([]);
  });

  test('the menu is operable by keyboard and does not shift the layout', async () => {
    const { page } = await browser.open(`${site.url}#v1;experiment=context-lookup`);
    await waitUntilLive(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    const [summary] = await page.$$('attento-scope >>> .save-view > summary');
    await summary?.focus();
    await page.keyboard.press('Enter');
    const open = () =>
      page.$$eval('attento-scope >>> .save-view', (all) => all.map((node) => node.hasAttribute('open')));
    await expect.poll(open).toEqual([true, false]);
    expect(await height()).toBe(before);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect.poll(open).toEqual([false, false]);
  });

  test('a printed map keeps its proportions on white, and the screen is unchanged afterwards', async () => {
    const { page } = await browser.open(`${site.url}#v1;experiment=context-lookup;theme=dark`);
    await waitUntilLive(page);
    await waitForFrames(page, 3);
    /** @param {string} event */
    const measure = (event) =>
      page.$eval(
        'attento-scope',
        ({ shadowRoot }, event) => {
          if (event) window.dispatchEvent(new Event(event));
          const canvas = shadowRoot?.querySelector('canvas');
          const { clientWidth = 0, clientHeight = 0, width = 0, height = 0 } = canvas ?? {};
          const [, , , alpha] =
            canvas?.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data ?? [];
          const paper = getComputedStyle(shadowRoot?.querySelector('.screen') ?? document.body).color;
          const run = shadowRoot?.querySelector('.transport')?.checkVisibility();
          return { clientWidth, clientHeight, width, height, alpha, paper, run };
        },
        event,
      );
    const screen = await measure('');
    const paper = await measure('beforeprint');
    expect([paper.clientWidth, paper.clientHeight]).toEqual([screen.clientWidth, screen.clientHeight]);
    expect(paper).toMatchObject({ width: 3 * paper.clientWidth, height: 3 * paper.clientHeight, run: false });
    expect(paper.paper).not.toBe(screen.paper);
    expect(await measure('afterprint')).toEqual(screen);
  });

  test('if the policy blocks images, a message says so, and SVG can still be saved', async () => {
    const closed = await serve({
      root: new URL('../../dist', import.meta.url).pathname,
      headers: {
        'Content-Security-Policy': contentSecurityPolicy.replace(
          "img-src 'self' blob: data:",
          "img-src 'self'",
        ),
      },
    });
    const { page } = await browser.open(`${closed.url}#v1;experiment=context-lookup`);
    await waitUntilLive(page);
    await keepDownloads(page);
    const [control] = await findSaveControls(page);
    await control?.evaluate((node) => {
      /** @type {NodeListOf<HTMLElement>} */ (
        node.querySelectorAll('.save-view-menu > button:not(.show-table)')
      )[1]?.click();
    });
    await waitForText(page, '.notice', /img-src.*Save the picture as SVG/);
    expect((await save(page, /** @type {Handle} */ (control), 'svg')).text).toContain('<svg');
    await page.close();
    await closed.close();
  });

  test.runIf(isFullRun)(
    'saves the training as a film',
    async () => {
      const { page, problems } = await browser.open(`${site.url}#v1;experiment=context-lookup`);
      await waitUntilLive(page);
      await keepDownloads(page);
      const film = '.save-view-menu .panel-row button';
      await click(page, '.save-view > summary');
      await click(page, film);
      await waitForText(page, '.save-view-menu .panel-status', /train first/);
      await train(page, 200);
      const [control] = await findSaveControls(page);
      // The cell under the pointer would be outlined.
      const aside = () => page.mouse.move(0, 0).then(() => waitForFrames(page, 3));
      await aside();
      const now = (await save(page, /** @type {Handle} */ (control), 'svg')).text;
      expect(now).toContain('step 200');
      await click(page, '.save-view > summary');
      await click(page, film);
      await waitForText(page, film, /^Cancel$/);
      await click(page, film);
      await waitForText(page, '.save-view-menu .panel-status', /^Cancelled/);
      await aside();
      expect((await save(page, /** @type {Handle} */ (control), 'svg')).text).toBe(now);
      await click(page, '.save-view > summary');

      const { name: file, data } = await captureDownload(page, () => click(page, film));
      expect(file).toBe('context-lookup-context-bars-film-step-0-to-200.webm');
      expect(Buffer.from(data, 'base64').subarray(0, 4).toString('hex')).toBe('1a45dfa3');
      // A hidden video does not play.
      await blank.bringToFront();
      const played = await blank.evaluate(async (data) => {
        const video = document.createElement('video');
        video.muted = true;
        video.src = `data:video/webm;base64,${data}`;
        /** @param {string} event */
        const waitForEvent = (event) =>
          new Promise((resolve, reject) => {
            video.addEventListener(event, resolve, { once: true });
            video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
          });
        await waitForEvent('loadeddata');
        const pixels = () => {
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
          const context = canvas.getContext('2d');
          context?.drawImage(video, 0, 0);
          return context?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
        };
        const first = pixels();
        const ended = waitForEvent('ended');
        await video.play();
        await ended;
        const last = pixels();
        const { length } = first.filter((value, i) => Math.abs(value - (last[i] ?? 0)) > 40);
        return { seconds: video.currentTime, width: video.videoWidth, changed: length / first.length };
      }, data);
      await page.bringToFront();
      // A busy machine may have shown only a few steps.
      expect(played.seconds).toBeGreaterThan(0.2);
      expect(played.seconds).toBeLessThan(60);
      expect(played.width).toBeGreaterThan(400);
      expect(played.changed).toBeGreaterThan(0.005);

      await page.evaluate(() => Reflect.deleteProperty(globalThis, 'MediaRecorder'));
      await click(page, '.save-view > summary');
      await click(page, film);
      await waitForText(page, '.save-view-menu .panel-status', /cannot record WebM/);
      expect(problems).toEqual([]);
    },
    kLongMs,
  );

  test.each(selectSample(experiments))('$name has a film', async ({ link }) => {
    const { page } = await browser.open(`${site.url}#v1;${link}`);
    await waitUntilLive(page);
    expect(await readTexts(page, '.save-view-menu .panel-row button')).toEqual(['Film (WebM)']);
  });
});
