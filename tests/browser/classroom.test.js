/** Tests the classroom: students see what the teacher has set up, and all see the same numbers. */
import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { openLab, screens } from './fixture.js';
import { hasBegun, readTexts, waitForElements, waitForText, waitUntil, waitUntilLive } from './instrument.js';
import {
  choosePreset,
  click,
  clickOnPage,
  clickWorksheetButton,
  dragBetween,
  openExploration,
  openHash,
  pressButton,
  setProperties,
  train,
} from './operate.js';

/** @import { Page } from 'puppeteer-core' */

/** Opens the panel for teachers. @param {Page} page */
async function openPanel(page) {
  await page.evaluate(() => {
    const panel = /** @type {HTMLDetailsElement} */ (document.querySelector('.classroom'));
    panel.open = true;
  });
  await page.waitForSelector('.class-link input');
}

/** @param {Page} page */
const readStudentLink = (page) =>
  page.$eval('.class-link input', (field) => /** @type {HTMLInputElement} */ (field).value);

const { site, onPage, onRun } = openLab();

test('every part that a link hides disappears', () =>
  onRun('v1;experiment=translation', async (page) => {
    const parts = () =>
      page.$$eval('attento-scope >>> :is([data-name], [data-explore])', (nodes) =>
        nodes.map((node) => node.getAttribute('data-name') ?? node.getAttribute('data-explore')),
      );
    for (const hidden of ['presets', 'speed', 'save', 'race', 'decoder-steps']) {
      await expect.poll(parts).toContain(hidden);
      await openHash(page, `v1;experiment=translation;hide=${hidden}`);
      await waitUntil(page, ({ state, link }) => state === 'live' && link.includes(`hide=${hidden}`));
      await expect.poll(parts).not.toContain(hidden);
    }
  }));

test('locked settings cannot be changed by mouse, keyboard or preset, and are labeled as locked', () =>
  onRun('v1;experiment=translation;lock=seed,learningRate,reset,probeExample;seed=5', async (page) => {
    await train(page, 40);
    await waitUntil(page, ({ step }) => step === 40);
    await page.focus('attento-scope >>> [data-name=step]');
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowRight');
    await waitUntil(page, ({ step }) => step === 41);
    await openExploration(page, 'settings');
    for (const locked of ['#field-seed', '#field-learningRate', '[data-name=reset]'])
      await waitForElements(page, `${locked}:disabled`);
    for (const free of ['#field-hidden', '[data-name=step]']) await waitForElements(page, `${free}:enabled`);
    await waitForElements(page, '[data-name=seed] .lock[aria-label="locked by this link"]');
    await click(page, '.align-pair button', 1);
    await waitForText(page, '.notice', /probeExample is locked by this link/);
    await choosePreset(page, 'Reversal');
    const { link } = await waitUntil(
      page,
      (reading) => reading.link.includes('task=reversal') && hasBegun(reading),
    );
    expect(link).toContain('seed=5');
    expect(link).toContain('lock=seed,learningRate,reset,probeExample');
  }));

test('a quiz hides the answer until a prediction is drawn, then scores prediction and model alike', () =>
  onPage('#v1;experiment=context-lookup;mode=quiz', async (page) => {
    await waitForElements(page, '.drawing [role=gridcell]');
    expect(await readTexts(page, '.screen, .metric, .bars-note, .row')).toEqual([]);
    // The page around it does not show them either, and offers students no worksheet with answers.
    expect(await page.$$('.scene-text, h2')).toEqual([]);
    expect(await page.$eval('.classroom', (node) => node.checkVisibility())).toBe(false);
    // The prediction covers three of five rows: one by keyboard, one by dragging, one by a click.
    const selector = 'attento-scope >>> .drawing-map:not([hidden]) [role=gridcell]';
    const cells = await page.$$(selector);
    expect(cells).toHaveLength(24);
    await page.focus('attento-scope >>> .drawing [role=gridcell]');
    await page.keyboard.press('3');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitForText(page, '.drawing .panel-status', /^2 rows have no weight yet/);
    await cells[9]?.scrollIntoView();
    await dragBetween(page, selector, 8, 9);
    await cells[16]?.click();
    const readLabel = (/** @type {number} */ cell) =>
      cells[cell]?.evaluate((node) => node.getAttribute('aria-label'));
    await expect.poll(() => readLabel(0)).toMatch(/^context \d, 0: 0\.750, you$/);
    await expect.poll(() => readLabel(9)).toMatch(/^context \d, 1: 0\.500, you$/);
    await pressButton(page, '.drawing', 'That is my prediction');
    await waitForElements(page, '.screen');
    // The focus moves to the next button.
    await waitForElements(page, '.primary:focus');
    await page.waitForSelector('.scene-text');
    await train(page, 100);
    await waitForText(page, '.drawing caption', /after step 100/);
    // The prediction survives a reload.
    const read = async () =>
      (await readTexts(page, '.drawing tbody tr')).map((row) => /^\D+\d\.\d{3}/.exec(row)?.[0]);
    const score = await read();
    expect(score.join()).toMatch(/at the truth\d.*weight on the truth\d/);
    await page.reload();
    await expect.poll(read).toEqual(score);
  }));

test('mode and locks are kept during a visit, and the start page does not reveal answers', () =>
  onPage('#chapter=0&scene=5&v1;lock=seed,settings,data;mode=quiz', async (page) => {
    const visit = 'v1;lock=seed,settings,data;mode=quiz';
    const hash = () => page.evaluate(() => location.hash);
    // A model without attention has no prediction.
    await waitForText(page, '.lesson-head', /has no attention/);
    await page.waitForSelector('.scene-text');
    await clickOnPage(page, '.way .next');
    await waitForElements(page, '.drawing [role=gridcell]');
    await expect.poll(hash).toBe(`#chapter=1&scene=1&${visit}`);
    await clickOnPage(page, '.brand a');
    await page.waitForSelector('.home');
    expect(await hash()).toBe(`#start&${visit}`);
    expect(await page.$$('attento-scope')).toEqual([]);
    const links = await page.$$eval('.home a[href*="#"], #chapters a', (all) => all.map((one) => one.hash));
    expect(links.filter((link) => !/mode=quiz/.test(link) && /^#(chapter|v1|start)/.test(link))).toEqual([]);
  }));

test('a lesson goes from prediction to reflection, with the map visible on a phone', () =>
  onRun('v1;experiment=feature-attention;mode=lesson', screens.phone, async (page) => {
    // An open exploration closes.
    await setProperties(page, { explore: 'decision-surface' });
    const current = () => readTexts(page, '.lesson-steps [aria-current=step]');
    const measureVisibleMap = () =>
      page.evaluate(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const canvas = [...(root?.querySelectorAll('.main canvas') ?? [])].find((one) =>
          one.checkVisibility(),
        );
        const [map, room] = [canvas, root?.querySelector('.main')].map((one) => one?.getBoundingClientRect());
        return map && room ? Math.min(map.bottom, room.bottom) - Math.max(map.top, room.top) : 0;
      });
    await waitForElements(page, '.drawing [role=gridcell]');
    expect((await current()).join()).toContain('Predict');
    await page.focus('attento-scope >>> .drawing [role=gridcell]');
    await page.keyboard.press('Enter');
    await waitForElements(page, '.drawing .panel-row button:enabled');
    await pressButton(page, '.drawing', 'That is my prediction');
    await expect.poll(current).toEqual([expect.stringContaining('Run')]);
    await expect.poll(measureVisibleMap).toBeGreaterThan(60);
    await train(page, 20);
    await waitForElements(page, '.lesson-next .button:enabled');
    await pressButton(page, '.lesson-next', 'Compare');
    await expect.poll(current).toEqual([expect.stringContaining('Compare')]);
    await waitForText(page, '.drawing caption', /after step 20/);
    await expect.poll(measureVisibleMap).toBeGreaterThan(60);
    await pressButton(page, '.lesson-next', 'Reflect');
    await waitForText(page, '.lesson-text', /In your own words/);
    await expect.poll(measureVisibleMap).toBeGreaterThan(60);
  }));

test('the panel writes a link and a QR code with the same link', () =>
  onRun('v1;experiment=sentiment;seed=11', async (page) => {
    await openPanel(page);
    await clickOnPage(page, '.class-recipes input[value=quiz]');
    await clickOnPage(page, '.class-advanced > summary');
    await clickOnPage(page, '[data-key=hide-save]');
    const link = await readStudentLink(page);
    expect(link.slice(link.indexOf('#'))).toBe(
      '#v1;experiment=sentiment;hide=save;lock=seed,settings,data;mode=quiz;seed=11',
    );
    // The QR code fills the whole window.
    await clickOnPage(page, '.class-full');
    await page.waitForSelector('.full-code svg');
    const side = await page.$eval('.full-code svg', (node) => node.getBoundingClientRect().height);
    expect(side).toBeGreaterThan(0.7 * 800);
    const picture = await page.evaluate(() => {
      const svg = /** @type {SVGSVGElement} */ (document.querySelector('.full-code svg'));
      const [edge = 0, , side = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = side * 4;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.scale(4, 4);
      context.translate(-edge, -edge);
      for (const path of svg.querySelectorAll('path')) {
        context.fillStyle = path.getAttribute('fill') ?? '';
        context.fill(new Path2D(path.getAttribute('d') ?? ''));
      }
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      return { data: Array.from(data), width, height };
    });
    const code = jsqr(Uint8ClampedArray.from(picture.data), picture.width, picture.height);
    expect(code?.data).toBe(link);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.full-code', { hidden: true });
  }));

test('the recipes give short links with chapter and scene, which open that scene', () =>
  onRun('chapter=4&scene=5', async (page) => {
    await openPanel(page);
    const scene = '#chapter=4&scene=5&v1';
    for (const [recipe, hash] of [
      ['demonstrate', `${scene};mode=projector`],
      ['quiz', `${scene};lock=seed,settings,data;mode=quiz`],
      ['hold', `${scene};lock=seed,settings,data;mode=quiz;question=hold`],
      ['together', `${scene};lock=seed,settings,data;mode=lesson`],
    ]) {
      await clickOnPage(page, `.class-recipes input[value=${recipe}]`);
      const link = await readStudentLink(page);
      expect(link.slice(link.indexOf('#'))).toBe(hash);
    }
    const students = await readStudentLink(page);
    await page.goto('about:blank');
    await page.goto(students);
    await waitUntil(page, ({ link }) => link.includes('locality=local-p') && link.includes('mode=lesson'));
    await waitForElements(page, '.drawing [role=gridcell]');
    // After a change of settings the link contains the whole configuration instead of a scene.
    await page.goto('about:blank');
    await page.goto(`${site.url}#chapter=4&scene=5&v1;experiment=translation;seed=9`);
    await waitUntil(page, ({ state, link }) => state === 'live' && link.includes('seed=9'));
    await openPanel(page);
    expect(await readStudentLink(page)).toMatch(/#v1;experiment=translation;.*seed=9$/);
  }));

test('a worksheet has a page for the class without answers, and answers from the finished run', () =>
  onPage(
    '#chapter=6&scene=1&v1;experiment=self-attention;kind=encoder;layers=2;steps=100;task=recall',
    async (page) => {
      await waitUntilLive(page);
      await train(page, 20);
      await openPanel(page);
      await clickWorksheetButton(page);
      /** @param {'a4' | 'letter'} format @returns {Promise<number | undefined>} */
      const countPages = async (format) =>
        Buffer.from(await page.pdf({ format }))
          .toString('latin1')
          .match(/\/Type\s*\/Page\b/g)?.length;
      expect([await countPages('a4'), await countPages('letter')]).toEqual([1, 1]);
      // No answer, room to write, no controls in print.
      expect(await page.$eval('.sheet-page', ({ textContent }) => textContent)).not.toMatch(/0\.\d{3}/);
      expect(
        await page.$$eval('.sheet-lines', (all) => all.every(({ clientHeight }) => clientHeight > 50)),
      ).toBe(true);
      await page.emulateMediaType('print');
      for (const hidden of ['.sheet-bar', 'main'])
        expect(await page.$eval(hidden, (node) => getComputedStyle(node).display)).toBe('none');
      await page.emulateMediaType();
      expect(await page.$eval('.sheet-page li', (first) => first.textContent)).toMatch(/^Before the run/);
      expect(await page.$eval('.sheet-page', (first) => first.textContent)).not.toMatch(
        /Watch cross-attention/,
      );
      await page.waitForSelector('.sheet-bar ::-p-text(at step 20 of 100)');
      await clickOnPage(page, '.sheet-bar button:last-of-type');
      await page.waitForSelector('.sheet-page + .sheet-page');
      const answers = await page.$eval('.sheet-page:last-child', (last) => last.textContent);
      expect(answers).toMatch(/after step 100.*0\.\d{3}.*Watch cross-attention/s);
      expect(await countPages('a4')).toBe(2);
      const rows = await page.$$eval('.sheet-page:last-child .sheet-map tbody tr', (all) =>
        all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => Number(textContent))),
      );
      for (const row of rows) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 1);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.worksheet', { hidden: true });
    },
  ));
