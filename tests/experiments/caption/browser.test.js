/** Tests captions in browsers: highlighting of the attended region, cell values, own pictures, and drawn predictions. */
import { expect, test } from 'vitest';
import { setImageFile } from '../../browser/files.js';
import { openLab } from '../../browser/fixture.js';
import { readPixels, readTexts, waitForElements, waitForText } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, openExploration, pressButton, showTable, train } from '../../browser/operate.js';

/** @import { Page } from 'puppeteer-core' */

const small =
  'v1;experiment=caption;batchSize=8;embedding=8;examples=1000;features=8;hidden=16;objects=1;steps=200';

const kPicture = '[data-name=caption-picture]';
const kYours = '.exploration[data-name=own-picture]';

/** The selected word of the caption. @param {Page} page @param {string} area */
const readSelectedWord = async (page, area) => (await readTexts(page, `${area} .caption-line b`))[0];

const { onPage, onRun } = openLab();

test('highlights the picture word by word, and shows the values of cells', () =>
  onRun(small, async (page) => {
    await waitForElements(page, `${kPicture} .caption-word`, 3);
    const first = await readPixels(page, `${kPicture} .caption-thumb`);
    await train(page, 100);
    await expect.poll(() => readPixels(page, `${kPicture} .caption-thumb`)).not.toBe(first);

    // With reduced motion the animation does not start by itself.
    const words = await readTexts(page, `${kPicture} .caption-line > *`);
    expect(words).toHaveLength(3);
    expect(await readSelectedWord(page, kPicture)).toBe(words[0]);
    const readButtons = () => readTexts(page, `${kPicture} .caption-row > .button`);
    expect(await readButtons()).toEqual(['Play the caption']);
    await click(page, `${kPicture} .caption-word input`, 1);
    await expect.poll(() => readSelectedWord(page, kPicture)).toBe(words[1]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readSelectedWord(page, kPicture)).toBe(words[2]);
    await waitForText(page, '.reading .readout', /^“<end>”: largest weight \d+\s%, .* names no object/);
    await page.keyboard.press('ArrowLeft');
    await pressButton(page, kPicture, 'Play the caption');
    await expect.poll(() => readSelectedWord(page, kPicture)).toBe(words[2]);
    // It plays once and returns to the beginning.
    await expect.poll(readButtons).toEqual(['Play the caption']);
    expect(await readSelectedWord(page, kPicture)).toBe(words[0]);

    const light = await readPixels(page, `${kPicture} .caption-scene canvas`);
    await click(page, `${kPicture} .bars-choice input`, 1);
    await expect.poll(() => readPixels(page, `${kPicture} .caption-scene canvas`)).not.toBe(light);
    await click(page, `${kPicture} .caption-cells [role=gridcell]`, 7);
    await waitForText(page, '.reading .readout-where', /, row 2, column 2/);
    await waitForText(page, '.reading .readout', /weight 1\.000/); // because the click holds the word there
    await page.keyboard.press('h');
    await page.keyboard.press('ArrowDown');
    await waitForText(page, '.reading .readout-where', /, row 3, column 2/);
    await waitForText(page, '.reading .readout', /weight \d\.\d{3}, score e = .*a=.*exp/s);

    await showTable(page, kPicture);
    await expect.poll(() => readTexts(page, `${kPicture} tbody td`)).toHaveLength(36);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('captions the reader’s own picture at once, by mouse and keyboard', () =>
  onRun(small, async (page) => {
    await openExploration(page, 'own-picture');
    await waitForText(page, `${kYours} .caption-output`, /should be: red square$|^red square ✓/);
    await pressButton(page, kYours, 'Two of one color');
    const twoOfOneColor = /Training pictures never have two shapes of one color/;
    await waitForText(page, `${kYours} .panel-status`, twoOfOneColor);
    const output = (await readTexts(page, `${kYours} .caption-output`)).join();
    expect(output).toMatch(/ ✓$| ✗ should be: red square left-of red circle$/);
    await pressButton(page, kYours, 'An empty picture');
    await waitForText(page, `${kYours} .panel-status`, /An empty picture never occurs in training/);
    const empty = await readPixels(page, `${kYours} .caption-board canvas`);
    await click(page, `${kYours} .caption-palette .bars-choice input`, 2);
    await click(page, `${kYours} .caption-palette .bars-choice input`, 7);
    await click(page, `${kYours} .caption-board [role=gridcell]`, 4);
    await waitForText(page, `${kYours} .caption-output`, /should be: blue cross|^blue cross ✓/);
    expect(await readPixels(page, `${kYours} .caption-board canvas`)).not.toBe(empty);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await waitForText(page, `${kYours} .panel-status`, /Training pictures never have two/);
    await page.keyboard.press('Delete');
    await waitForText(page, `${kYours} .caption-output`, /should be: blue cross$|^blue cross ✓/);
    await setImageFile(page, `${kYours} input[type=file]`, '#000', '#f00');
    await waitForText(page, `${kYours} .panel-status`, /The image stays in this page/);
    expect((await readTexts(page, `${kYours} .caption-output`)).join()).not.toMatch('should be');
    await train(page, 200);
    await waitForText(page, `${kYours} .panel-status`, /^Read after step 200; renewed/);
    expect(await findAxeViolations(page)).toEqual([]);
    // If the browser alters canvas data, the image is read without a canvas, or a message is shown.
    await pressButton(page, kYours, 'An empty picture');
    await waitForText(page, `${kYours} .panel-status`, /An empty picture/);
    await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const read = prototype.getImageData;
      /** @param {[number, number, number, number]} box */
      prototype.getImageData = function (...box) {
        const image = read.apply(this, box);
        for (let i = 0; i < image.data.length; i += 40) image.data[i] = Number(image.data[i]) ^ 1;
        return image;
      };
    });
    await setImageFile(page, `${kYours} input[type=file]`, '#000', '#f00');
    await waitForText(page, `${kYours} .panel-status`, /The image stays in this page/);
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'VideoFrame'));
    await setImageFile(page, `${kYours} input[type=file]`, '#000', '#f00');
    await waitForText(page, `${kYours} .panel-status`, /protection against fingerprinting/);
  }));

test('a quiz shows the attention after the reader has predicted it for each word', () =>
  onPage(`#${small};mode=quiz`, async (page) => {
    await waitForElements(page, '.caption-drawing [role=gridcell]', 72);
    expect(await page.$$(`attento-scope >>> ${kPicture}`)).toHaveLength(0);
    await waitForText(page, '.drawing .panel-status', /^2 rows have no weight yet/);
    await click(page, '.caption-drawing [role=gridcell]', 0);
    await waitForText(page, '.drawing .panel-status', /^One row|^1 row has no weight yet/);
    await click(page, '.caption-drawing [role=gridcell]', 36);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('3');
    const cells = await page.$$('attento-scope >>> .caption-drawing [role=gridcell]');
    await expect.poll(() => cells[37]?.evaluate((node) => node.ariaLabel)).toMatch(/1,2: 0\.750, you$/);
    await pressButton(page, '.drawing', 'That is my prediction');
    await waitForText(page, '.drawing th', /rows whose largest weight is at the truth/);
    await waitForElements(page, '.drawing .caption-drawing', 3);
    await pressButton(page, '.lesson-next', 'The model’s map');
    await waitForElements(page, kPicture);
    expect(await findAxeViolations(page)).toEqual([]);
  }));
