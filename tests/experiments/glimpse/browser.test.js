/** Tests glimpses in browsers: stepping through a path, many pictures, and placing a glyph by pointer and keyboard. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readPixels, readTexts, waitForElements, waitForText, waitUntil } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, dragMouse, findBox, openExploration, pressButton, train } from '../../browser/operate.js';

const small = 'experiment=glimpse;examples=400;features=16;hidden=16;batchSize=4;samples=4';

const { onRun } = openLab();

test('glimpses are selected by click and arrow keys, and many pictures are shown at once', () =>
  onRun(`v1;${small}`, async (page) => {
    await train(page, 40);
    const readout = '.reading .readout';
    await waitForText(page, readout, /^Glimpse 4 at row .* the glyph\. It would answer/);
    await click(page, '[data-name=glimpse-path] .glimpse-beside .bars-choice', 0);
    await waitForText(page, readout, /^Glimpse 1 at row 12\.0, column 12\.0/);
    await page.keyboard.press('ArrowRight');
    await waitForText(page, readout, /^Glimpse 2 at row/);
    expect(await readTexts(page, '[data-name=glimpse-path] .glimpse-confidence tbody th')).toHaveLength(6);
    await openExploration(page, 'many-pictures');
    await expect.poll(() => readTexts(page, '.glimpse-many figcaption')).toHaveLength(12);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('a glimpse is held by press, drag and keys, also by a link', () =>
  onRun(`v1;${small};hold=1%3A30`, async (page) => {
    const [head, status] = ['.reading .hold-head', '.reading .hold [role=status]'];
    await waitForText(page, head, /“Glimpse 2” is made to look at “row 2, column 7”\./);
    await train(page, 40);
    const box = await findBox(page, '[data-name=glimpse-path] .glimpse-plot');
    /** @param {number} row @param {number} column */
    const locate = (row, column) => ({
      x: box.x + ((column - 0.5) * box.width) / 24,
      y: box.y + ((row - 0.5) * box.height) / 24,
    });
    const pressed = locate(20, 5);
    await page.mouse.click(pressed.x, pressed.y);
    await waitForText(page, head, /“Glimpse 4” is made to look at “row 20, column 5”\./);
    await waitForText(page, status, /^Row 4 held on “row 20, column 5”: now says “.+”, \d\.\d\d\.$/);
    await waitForText(page, '.reading .readout', /^Glimpse 4 at row 19\.5, column 4\.5/);
    // The place of the second glimpse is dragged away.
    await dragMouse(page, locate(2, 7), locate(10, 9));
    await waitForText(page, head, /“Glimpse 2” is made to look at “row 10, column 9”\./);
    await waitForElements(page, '.glimpse-confidence [data-held]', 2);
    await waitUntil(page, ({ link }) => link.includes('hold=3%3A460%201%3A224'));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.focus('attento-scope >>> [data-name=glimpse-path] .glimpse-plot');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('h');
    await waitForText(page, head, /“Glimpse 2” is made to look at “row 12, column 13”\./);
    await page.keyboard.press('Escape');
    await waitForText(page, head, /“Glimpse 4” is made to look at “row 20, column 5”\./);
    await openExploration(page, 'many-pictures');
    await waitForElements(page, '.glimpse-many [data-held]', 1);
  }));

test('a glyph is placed by pointer and keyboard; an empty and a full picture have their own messages', () =>
  onRun(`v1;${small}`, async (page) => {
    await train(page, 40);
    await openExploration(page, 'own-glimpses');
    const own = '.glimpse-own';
    await waitForText(page, `${own} .panel-status`, /^Read after step 40/);
    await pressButton(page, own, 'No glyph');
    await waitForText(page, `${own} .panel-status`, /without a glyph never occurs in training/);
    await waitForText(page, `${own} .readout`, /^Glimpse 4 at row [\d.]+, column [\d.]+\. It would answer/);
    await pressButton(page, own, 'No dots');
    await click(page, `${own} .bars-choice`, 2);
    await click(page, `${own} .glimpse-plot`);
    await waitForText(page, `${own} .readout`, /right is “diamond”|that is right/);
    await page.focus(`attento-scope >>> ${own} .glimpse-plot`);
    await page.keyboard.press('ArrowUp');
    await waitForText(page, `${own} .glimpse-main`, /row 12, column 13/);
    await page.keyboard.press('Backspace');
    await waitForText(page, `${own} .panel-status`, /without a glyph/);
    await pressButton(page, own, 'Strew dots');
    await expect.poll(() => readPixels(page, `${own} .glimpse-plot canvas`)).toBeTruthy();
    expect(await findAxeViolations(page)).toEqual([]);
  }));
