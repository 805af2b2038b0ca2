/** Tests holding rows of the alignment: by mouse, keys and touch, in links, in the game, and in a quiz. */
import { describe, expect, test } from 'vitest';
import { engineNames } from './driver.js';
import { openLab, screens } from './fixture.js';
import { readTexts, waitForElements, waitForText, waitUntil } from './instrument.js';
import { findAxeViolations } from './layout.js';
import { click, dragBetween, pressButton, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { AttentoScope } from '../../web/element/attento-scope.js' */
/** @import { Counterfactual, Prediction } from '../../web/engine/shapes.js' */

const small =
  'v1;experiment=translation;task=reversal;score=additive;hidden=16;batchSize=32;learningRate=0.01';
const planned = `${small};examples=6400;epochs=1`; // two hundred steps
const kSteps = 200;

const { onRun } = openLab();

/** Trains, and returns the answers to holding. @param {Page} page @returns {Promise<Counterfactual>} */
async function trainToHold(page) {
  await train(page, kSteps);
  return page.evaluate(() => {
    const element = /** @type {AttentoScope} */ (document.querySelector('attento-scope'));
    element.addEventListener('attento-hold', (event) => {
      Object.assign(globalThis, { held: /** @type {CustomEvent} */ (event).detail });
    });
    return /** @type {any} */ (element.scope).counterfactual({ example: 0 });
  });
}

/** The last answer to what is held. @param {Page} page @returns {Promise<{ hold: string, answer: Prediction }>} */
const readHeld = (page) => page.evaluate(() => /** @type {any} */ (globalThis).held);

/** Index of a cell of the map. @param {Counterfactual} found @param {number} row @param {number} column */
const findCell = ({ columnLabels }, row, column) => row * columnLabels.length + column;

/** Waits until a screen reader is told what a row says now. @param {Page} page @param {Counterfactual} found @param {number} row @param {number} column */
const waitForAnswer = (page, { labels, columnLabels }, row, column) =>
  waitForText(
    page,
    '.hold [role=status]',
    new RegExp(
      `^Row ${row + 1} held on “${columnLabels[column]}”: now says “${labels[row]?.[column]}”, \\d\\.\\d\\d\\.$`,
    ),
  );

/** @param {Page} page */
const waitForRelease = (page) => expect.poll(() => readTexts(page, '.hold, .align [data-held]')).toEqual([]);

test('a row is held by press, drag, keys and dial, spoken, linked, and let go', () =>
  onRun(planned, async (page) => {
    const found = await trainToHold(page);
    await click(page, '.align [role=gridcell]', findCell(found, 1, 0));
    await waitForAnswer(page, found, 1, 0);
    await waitUntil(page, ({ link }) => link.includes('hold=1%3A0'));
    await waitForElements(page, '.align [data-held]');
    expect(await findAxeViolations(page)).toEqual([]);

    await page.keyboard.press('Escape');
    await waitForRelease(page);
    await waitUntil(page, ({ link }) => !link.includes('hold='));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('h');
    await waitForAnswer(page, found, 1, 1);
    await page.keyboard.press('5');
    const readWeight = async () => (await readHeld(page)).answer.attention.weights[findCell(found, 1, 1)];
    await expect.poll(readWeight).toBeCloseTo(0.5);
    await page.keyboard.press('h');
    await waitForAnswer(page, found, 1, 1);

    // The dial goes back to the learned weights.
    await page.focus('attento-scope >>> .hold [type=range]');
    await page.keyboard.press('Home');
    await waitForText(page, '.hold [role=status]', new RegExp(`says “${found.learned[1]?.label}”`));
    await pressButton(page, '.hold', 'Let go');
    await waitForRelease(page);

    const [from, to] = [findCell(found, 2, 0), findCell(found, 2, 2)];
    await dragBetween(page, 'attento-scope >>> .align [role=gridcell]', from, to);
    await waitForAnswer(page, found, 2, 2);

    // Further rows follow what the model says, and hidden words are named.
    await click(page, '.hold [type=checkbox]');
    const readRows = async () => (await readTexts(page, '.align .bars-label')).map((text) => text.trim());
    await expect.poll(readRows).toEqual((await readHeld(page)).answer.attention.rowLabels);
    await click(page, '.align .bars-column', 1);
    await waitForText(page, '.hold-head', new RegExp(`Hidden from all rows: “${found.columnLabels[1]}”`));
    await pressButton(page, '.hold', 'Let go of all');
    await waitForRelease(page);
  }));

test('the game is won with the moves that it names', () =>
  onRun(planned, async (page) => {
    const found = await trainToHold(page);
    const names = await readTexts(page, '.align .bars-label');
    await pressButton(page, '.reading', 'Game: make it say something else');
    const status = async () => (await readTexts(page, '.conduct [role=status]')).join();
    for (let number = 0; ; number++) {
      await expect.poll(status).toMatch(/^Moves: 0; possible in \d\.$/);
      if (/possible in 1\./.test(await status())) {
        expect(await readTexts(page, '.align :is(.align-bad, [data-held])')).toEqual([]);
        const { row, column } = await page.evaluate(findMove, number);
        await click(page, '.align [role=gridcell]', findCell(found, row, column));
        break;
      }
      const before = await readTexts(page, '.conduct .hold-head');
      await pressButton(page, '.conduct', 'Another sentence');
      await expect.poll(() => readTexts(page, '.conduct .hold-head')).not.toEqual(before);
    }
    await expect.poll(status).toBe('It says so. Moves: 1; possible in 1.');
    // Each word of the target is marked; the rows keep their names, and only one is held.
    const words = await readTexts(page, '.conduct .hold-head > .align-good');
    expect(words.join()).toMatch(/^(\S+ ✓,?)+$/);
    expect(await readTexts(page, '.align .bars-label')).toEqual(names);
    expect(await readTexts(page, '.align :is(.align-bad, [data-held])')).toHaveLength(1);
    await waitUntil(page, ({ link }) => /hold=conduct%3A\d+%20\d%3A\d/.test(link));
    await pressButton(page, '.conduct', 'End the game');
    await waitForRelease(page);
  }));

test('a row is held by touch, even if the finger strays into the next row', () =>
  onRun(planned, screens.phone, async (page) => {
    const found = await trainToHold(page);
    /** @param {number} row @param {number} column */
    const findPoint = async (row, column) => {
      const cells = await page.$$('attento-scope >>> .align [role=gridcell]');
      const point = await cells[findCell(found, row, column)]?.clickablePoint();
      if (!point) throw new Error('no cell');
      return point;
    };
    const [from, to] = await Promise.all([findPoint(2, 0), findPoint(3, 2)]);
    await page.touchscreen.touchStart(from.x, from.y);
    for (let i = 1; i <= 6; i++)
      await page.touchscreen.touchMove(
        from.x + ((to.x - from.x) * i) / 6,
        from.y + ((to.y - from.y) * i) / 6,
      );
    await page.touchscreen.touchEnd();
    await waitForAnswer(page, found, 2, 2);
  }));

test('a quiz asks where a row must look, and judges each answer', () =>
  onRun(`${planned};mode=quiz;question=hold`, async (page) => {
    await waitForText(page, '.lesson', /^\s*Press Run\. At the end/);
    const { labels, columnLabels } = await trainToHold(page);
    const question = /Where must row (\d), “.+”, look so that the model says “(.+)”\?/;
    await waitForText(page, '.lesson', question);
    const [, number, word] = question.exec((await readTexts(page, '.lesson')).join()) ?? [];
    const row = Number(number) - 1;
    const answers = labels[row] ?? [];
    const [right, wrong] = [answers.indexOf(String(word)), answers.findIndex((other) => other !== word)];
    expect(right).toBeGreaterThanOrEqual(0);
    await click(page, '.align [role=gridcell]', row * columnLabels.length + wrong);
    await waitForText(
      page,
      '.lesson [role=status]',
      new RegExp(`^Not there: .* it says “${answers[wrong]}”, \\d`),
    );
    await click(page, '.align [role=gridcell]', row * columnLabels.length + right);
    await waitForText(page, '.lesson [role=status]', new RegExp(`^Right: .* it says “${word}”, \\d`));
    // The answers of all cells would give it away.
    expect(await page.$$('attento-scope >>> [data-explore=what-if]')).toEqual([]);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

describe.each(engineNames.filter((name) => name !== 'chromium'))('%s', (name) => {
  const { onRun } = openLab(name);

  test('a press and a key hold a row', () =>
    onRun(small, async (page) => {
      const width = (await readTexts(page, '.align .bars-column')).length;
      await click(page, '.align [role=gridcell]', width);
      await waitForText(page, '.hold [role=status]', /^Row 2 held on “.”: now says “.+”, \d\.\d\d\.$/);
      await page.keyboard.press('Escape');
      await waitForRelease(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('h');
      await waitForText(page, '.hold [role=status]', /^Row 3 held on “.”: now says “.+”, \d\.\d\d\.$/);
    }));
});

/** Finds the move of a challenge, in the page. @param {number} number */
async function findMove(number) {
  const scope = /** @type {any} */ (document.querySelector('attento-scope')).scope;
  const { rowLabels } = await scope.challenge({ example: 0, number });
  const { columnLabels } = await scope.attention({ example: 0 });
  const target = JSON.stringify(rowLabels);
  for (let row = 0; row < rowLabels.length; row++) {
    for (let column = 0; column < columnLabels.length; column++) {
      const weights = columnLabels.map((/** @type {string} */ _, /** @type {number} */ i) =>
        Number(i === column),
      );
      const input = { example: 0, prefix: 'own', attention: { rows: { [row]: weights } } };
      const { attention } = await scope.predict(input);
      if (JSON.stringify(attention.rowLabels) === target) return { row, column };
    }
  }
  throw new Error('no move');
}
