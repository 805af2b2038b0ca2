/** Tests saving of every view: its image resembles it, its numbers are those shown; and the film of a training. */
import { beforeEach, expect, test } from 'vitest';
import { captureDownload, keepDownloads } from './files.js';
import { openLab } from './fixture.js';
import { readExplorationNames, waitForElements, waitForFrames, waitForText } from './instrument.js';
import { click, openExploration, train } from './operate.js';
import {
  computeImageDifference,
  findFigure,
  findSaveControls,
  isSameNumber,
  parseCsvCells,
  readSvg,
  save,
  waitForExploration,
} from './saved-figures.js';

/** @import { Page } from 'puppeteer-core' */

/** Fast experiments, their parameters, and the number of their figures. @type {[string, string, number][]} */
const experiments = [
  ['context-lookup', '', 2],
  [
    'translation',
    ';task=reversal;score=additive;hidden=16;batchSize=32;learningRate=0.01;examples=3200;epochs=1',
    6,
  ],
];
/** Allowed mean difference of two images, of 255, because of antialiasing and omitted buttons. */
const kAlike = 9;

/** Explorations without a figure, or without one until a map is pinned. */
const kNoFigures = ['settings', 'data', 'save', 'keys', 'prediction', 'compare'];

const { browser, onRun } = openLab();
/** @type {Page} */
let blank;
beforeEach(async () => {
  blank = (await browser.open('data:text/html,<title>blank</title>')).page;
  // Chromium sometimes never responds if a hidden page requests it first.
  await blank.evaluate(() => document.title);
});

test.each(experiments)(
  '%s: the image and the numbers of every view are saved',
  (experiment, parameters, figures) =>
    // Tall enough that nothing scrolls, so that saved and shown images are comparable.
    onRun(`v1;experiment=${experiment}${parameters}`, { height: 2400 }, async (page) => {
      await train(page, 40);
      await keepDownloads(page);
      let saved = 0;
      const names = await readExplorationNames(page);
      for (const name of ['', ...names.filter((one) => !kNoFigures.includes(one))]) {
        await openExploration(page, name);
        if (name) await waitForExploration(page, name);
        // The curve is beside every map, so it is saved only once.
        const area = name && '.exploration';
        // Some figures are computed first.
        await expect.poll(() => findSaveControls(page, area)).not.toHaveLength(0);
        const controls = await findSaveControls(page, area);
        saved += controls.length;
        for (const control of controls) {
          const figure = await findFigure(control);
          const drawing = await save(page, control, 'svg');
          expect(drawing.name).toMatch(new RegExp(`^${experiment}-[a-z-]+-step-40\\.svg$`));
          const read = await readSvg(blank, drawing.text);
          expect(read).toMatchObject({ wrong: '', handlers: 0 });
          for (const bad of ['image', 'script', 'foreignObject', 'use'])
            expect(read.names).not.toContain(bad);
          const screenshot = await figure.screenshot({ encoding: 'base64' });
          expect(await computeImageDifference(blank, drawing.text, screenshot)).toBeLessThan(kAlike);
          const { data } = await save(page, control, 'png');
          expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');

          const numbers = parseCsvCells((await save(page, control, 'csv')).text);
          const { tables, step } = JSON.parse((await save(page, control, 'json')).text);
          expect([step, tables.length > 0]).toEqual([40, true]);
          const visibleRows = await figure.evaluate(async (node) => {
            /** @param {Element} one */
            const isOwn = (one) => (one.closest('.panel:not(.panel .panel)') ?? node) === node;
            for (const fold of node.querySelectorAll('.table'))
              if (isOwn(fold)) fold.toggleAttribute('open', true);
            await new Promise((resolve) => setTimeout(resolve));
            return [...node.querySelectorAll('tbody tr')]
              .filter((row) => isOwn(row) && row.checkVisibility())
              .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''));
          });
          expect(visibleRows.length).toBeGreaterThan(0);
          for (const row of visibleRows) {
            const cells = row.flatMap((text) =>
              /^[−\d].* [−\d]/.test(text) ? text.split(/ (?!×)(?<!× )/) : [text],
            );
            const isSaved = numbers.some((line) =>
              cells.every((text, k) => isSameNumber(line[k] ?? '', text)),
            );
            expect(isSaved, cells.join(' | ')).toBe(true);
          }
        }
      }
      expect(saved).toBe(figures);
    }),
);

test('the menu is operable by keyboard and does not shift the layout', () =>
  onRun('v1;experiment=context-lookup', async (page) => {
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
  }));

test('a printed map keeps its proportions on white, and the screen is unchanged afterwards', () =>
  onRun('v1;experiment=context-lookup;theme=dark', async (page, problems) => {
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
    expect(paper.clientWidth).toBe(screen.clientWidth);
    // The zoom of the page rounds heights.
    expect(Math.abs(paper.clientHeight - screen.clientHeight)).toBeLessThanOrEqual(1);
    expect(paper).toMatchObject({ width: 3 * paper.clientWidth, height: 3 * paper.clientHeight, run: false });
    expect(paper.paper).not.toBe(screen.paper);
    expect(await measure('afterprint')).toEqual({ ...screen, height: expect.closeTo(screen.height, -1) });
    // Chromium warns that the test reads a canvas.
    problems.splice(0);
  }));

test('saves the training as a film', { tags: 'full' }, () =>
  onRun('v1;experiment=context-lookup', async (page) => {
    await keepDownloads(page);
    const film = '.save-view-menu .panel-row button';
    const pressFilm = async () => {
      await page.$eval('attento-scope >>> .save-view', (menu) => menu.toggleAttribute('open', true));
      await click(page, film);
    };
    await pressFilm();
    await waitForText(page, '.save-view-menu .panel-status', /train first/);
    await train(page, 200);
    await pressFilm();
    await waitForText(page, film, /^Cancel$/);
    await pressFilm();
    await waitForText(page, '.save-view-menu .panel-status', /^Cancelled/);
    const { name: file, data } = await captureDownload(page, pressFilm);
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
        const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
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
    await pressFilm();
    await waitForText(page, '.save-view-menu .panel-status', /cannot record WebM/);
  }),
);

test('a picture of the map goes to the clipboard, and a page that may not use it says so', () =>
  onRun('v1;experiment=translation', async (page) => {
    await page.bringToFront(); // only the page in front may use the clipboard
    await page
      .browserContext()
      .overridePermissions(new URL(page.url()).origin, ['clipboard-read', 'clipboard-sanitized-write']);
    const copy = async () => {
      await click(page, '.save-view > summary');
      await click(page, '.save-view[open] .save-view-menu > button:nth-of-type(4)');
    };
    await copy();
    const readTypes = () =>
      page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    await expect.poll(readTypes).toEqual(['image/png']);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await copy();
    await waitForElements(page, '.notice');
    expect(await page.$eval('attento-scope >>> .notice', (node) => node.textContent)).toMatch(/clipboard/);
  }));
