/** Tests DRAW in browsers: its steps, generated samples, and drawing by pointer and keyboard. */
import { expect, test } from 'vitest';
import { setImageFile } from '../../browser/files.js';
import { openLab } from '../../browser/fixture.js';
import { readTexts, waitForElements, waitForText, waitUntil } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, findBox, openExploration, pressButton, train } from '../../browser/operate.js';

/** @import { Page } from 'puppeteer-core' */

const small = 'experiment=draw;examples=400;hidden=16;latent=3;glimpses=4';

/** Draws a trusted stroke on the sheet, in its pixels. @param {Page} page @param {readonly [number, number][]} points */
async function stroke(page, points) {
  const box = await findBox(page, '.draw-pad');
  /** @param {[number, number]} point @returns {[number, number]} */
  const at = ([x, y]) => [box.x + (x * box.width) / 20, box.y + (y * box.height) / 20];
  const [first, ...rest] = points.map(at);
  await page.mouse.move(...(first ?? [0, 0]));
  await page.mouse.down();
  for (const point of rest) await page.mouse.move(...point, { steps: 5 });
  await page.mouse.up();
}

/** The amount of ink on a canvas. @param {Page} page @param {string} selector @param {number} [nth] */
const measureDarkness = (page, selector, nth = 0) =>
  page.evaluate(
    (selector, nth) => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      const canvas = /** @type {HTMLCanvasElement} */ (root?.querySelectorAll(selector)[nth]);
      // Reads a copy, because browsers warn about frequent reads of a painted canvas.
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext('2d'));
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      let dark = 0;
      for (let i = 0; i < data.length; i += 4) dark += (data[i] ?? 255) < 100 ? 1 : 0;
      return dark / (data.length / 4);
    },
    selector,
    nth,
  );

const { onRun } = openLab();

test('the windows of a step are held by press and keys', () =>
  onRun(`v1;${small}`, async (page) => {
    const head = '.reading .hold-head';
    await train(page, 20);
    await click(page, '[data-name=draw-steps] .draw-steps .draw-item', 1);
    const box = await findBox(page, '[data-name=draw-steps] .draw-squares canvas');
    await page.mouse.click(box.x + 0.23 * box.width, box.y + 0.63 * box.height);
    await waitForText(page, head, /Read window: “step 2” is made to look at “row 13, column 5”\./);
    await waitForText(page, '.reading .readout', /around row 13\.0, column 5\.0/);
    await waitForElements(page, '.draw-held figure', 2);
    await page.focus('attento-scope >>> .draw-squares');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.down('Shift');
    await page.keyboard.press('h');
    await page.keyboard.up('Shift');
    await waitForText(page, head, /Write window: “step 2” is made to look at “row 12, column 5”\./);
    const answer = /model says “\d+ % of the ink, [\d.]+ pixels beside it”/;
    await waitForText(page, '.reading .hold [role=status]', answer);
    await waitForElements(page, '.draw-squares [data-held]', 3);
    await waitForElements(page, '.draw-choose [data-held]', 1);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('steps are selected by click and arrow keys, played on request, and show pixel values', () =>
  onRun(`v1;${small}`, async (page) => {
    await train(page, 40);
    const where = '[data-name=draw-steps] .draw-which';
    // With reduced motion nothing plays by itself.
    await waitForText(page, where, /^Step 4 of 4\./);
    // All steps are visible with their numbers.
    const below = await page.$eval(
      'attento-scope >>> .main',
      (main) =>
        main.getBoundingClientRect().bottom -
        (main.querySelector('.draw-steps')?.getBoundingClientRect().bottom ?? Number.NaN),
    );
    expect(below).toBeGreaterThan(0);
    await click(page, '[data-name=draw-steps] .draw-steps .draw-item', 1);
    await waitForText(page, where, /^Step 2 of 4\./);
    await page.keyboard.press('ArrowRight');
    await waitForText(page, where, /^Step 3 of 4\./);
    await pressButton(page, '[data-name=draw-steps] .draw-steps', 'Play the steps');
    await waitForText(page, where, /^Step 4 of 4\./);
    const readButtons = () => readTexts(page, '[data-name=draw-steps] .draw-steps button');
    await expect.poll(readButtons).toEqual(['Play the steps']);

    await page.focus('attento-scope >>> .draw-squares');
    await page.keyboard.press('ArrowDown');
    await waitForText(page, '.draw-pointed', /^Row 12, column 11: ink [01]\.\d\d; on the canvas/);
    await click(page, '.draw-choose .draw-item', 2);
    await waitUntil(page, ({ link }) => link.includes('probeExample=2'));
    expect(await measureDarkness(page, '.draw-choose canvas', 2)).toBeGreaterThan(0.02);
  }));

test('a digit is drawn by pointer and keyboard; an empty and a full sheet have their own messages', () =>
  onRun(`v1;${small}`, async (page) => {
    await train(page, 60);
    await openExploration(page, 'own-drawing');
    const status = '.draw-own .panel-status';
    expect(await readTexts(page, '.draw-own .draw-result')).toEqual([]);
    await stroke(page, [
      [7, 5],
      [13, 5],
      [9, 15],
    ]);
    const verdict =
      /^DRAW writes \d+\s% of your ink, and .*; without windows writes .* Read after step 60; renewed/;
    await waitForText(page, status, verdict);
    expect(await measureDarkness(page, '.draw-pad canvas')).toBeGreaterThan(0.03);
    expect(await readTexts(page, '.draw-own .draw-steps .draw-note')).toHaveLength(4);

    await click(page, '.draw-own .draw-choose .draw-item', 3);
    await expect.poll(() => readTexts(page, '.draw-interpolation')).toHaveLength(1);
    await expect.poll(() => measureDarkness(page, '.draw-interpolation canvas')).toBeGreaterThan(0);

    await pressButton(page, '.draw-own', 'Clear');
    await waitForText(page, status, /^The picture is empty\./);
    expect(await measureDarkness(page, '.draw-pad canvas')).toBe(0);
    await pressButton(page, '.draw-own', 'Invert');
    await waitForText(page, status, /^100\s% of your picture is ink\./);

    await pressButton(page, '.draw-own', 'Clear');
    await waitForText(page, status, /^The picture is empty\./);
    // In an image file, light strokes on dark are ink, too.
    await setImageFile(page, '.draw-own input[type=file]', '#222', '#eee');
    await waitForText(page, status, /^DRAW writes/);
    const inked = await measureDarkness(page, '.draw-pad canvas');
    expect(inked).toBeGreaterThan(0.08);
    expect(inked).toBeLessThan(0.16);
    await pressButton(page, '.draw-own', 'Clear');
    await waitForText(page, status, /^The picture is empty\./);
    await page.focus('attento-scope >>> .draw-pad');
    await page.keyboard.down('Shift');
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.up('Shift');
    await waitForText(page, '.draw-pad', /row 16, column 11: ink 1\.0/);
    await waitForText(page, status, /^DRAW writes/);
    await page.keyboard.press('Backspace');
    await waitForText(page, '.draw-pad', /row 16, column 11: ink 0\.0/);
    expect(await findAxeViolations(page)).toEqual([]);
  }));
