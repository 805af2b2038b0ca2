/** Tests the machine reader: reading word by word by mouse and keyboard, and all words at once. */
import { expect, test } from 'vitest';
import { openLab } from '../../browser/fixture.js';
import { readTexts, waitForElements, waitForText } from '../../browser/instrument.js';
import { findAxeViolations } from '../../browser/layout.js';
import { click, pressButton, showTable, train, typeInto } from '../../browser/operate.js';

/** @import { Page } from 'puppeteer-core' */

const reader =
  'v1;experiment=sentiment;contrast=0;intensifiers=0;maximumLength=12;negation=1;neutralClauses=0;reportedSpeech=0;sentences=500;cell=lstmn;pooling=mean;baseline=mean;baselineCell=lstm';

const kIntraAttention = '[data-name=looks-back]';
const kNow = `${kIntraAttention} [role=gridcell][data-part=now]`;

/** The current word. @param {Page} page */
const readCurrentWord = async (page) => (await readTexts(page, kNow))[0];

const { onRun } = openLab();

test('shows a sentence word by word, and all words at once', () =>
  onRun(reader, async (page) => {
    await waitForElements(page, kNow);
    await train(page, 40);
    const words = await readTexts(page, `${kIntraAttention} [role=gridcell].looks-word`);
    // In this layout the modifier precedes the sentiment word.
    await expect.poll(() => readTexts(page, `${kIntraAttention} [role=gridcell][data-true]`)).toHaveLength(1);
    const at = words.indexOf((await readCurrentWord(page)) ?? '');
    expect(at).toBeGreaterThan(0);
    await waitForText(page, '.reading .readout', /looks back at .*\(the truth\)/);

    await click(page, `${kIntraAttention} [role=gridcell].looks-word`, 1);
    await expect.poll(() => readCurrentWord(page)).toBe(words[1]);
    const second = new RegExp(`^“${words[1]}” looks back at “${words[0]}” 1\\.000`);
    await waitForText(page, '.reading .readout', second);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(() => readCurrentWord(page)).toBe(words[0]);
    await waitForText(page, '.reading .readout', /is the first word/);
    await pressButton(page, kIntraAttention, 'Read it word by word');
    await expect.poll(() => readCurrentWord(page)).toBe(words[1]);
    await pressButton(page, kIntraAttention, 'Stop');
    await waitForElements(page, `${kIntraAttention} .looks-past .looks-words:not([hidden])`, 1);
    expect(await findAxeViolations(page)).toEqual([]);

    await click(page, `${kIntraAttention} .bars-choice input`, 1);
    const cells = words.length * words.length;
    await waitForElements(page, `${kIntraAttention} .align-plate [role=gridcell]`, cells);
    await click(page, `${kIntraAttention} .align-plate [role=gridcell]`, words.length);
    await waitForText(page, '.side .readout-where', new RegExp(`${words[1]}.*${words[0]}`));
    await showTable(page, kIntraAttention);
    await expect.poll(() => readTexts(page, `${kIntraAttention} tbody td`)).toHaveLength(cells);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

const small =
  'v1;experiment=sentiment;contrast=0;intensifiers=0;maximumLength=12;negation=1;neutralClauses=0;reportedSpeech=0;sentences=500';
const kSentences = '.sentences';

test('a word of a sentence is held, and a model without weights refuses', () =>
  onRun(small, async (page) => {
    await waitForElements(page, `${kSentences} .sentence`);
    await train(page, 20);
    await click(page, `${kSentences} .sentence:nth-child(2) .token`, 1);
    const answer = /^Held on “.*”: now says “(positive|negative)”, 0\.\d\d\.$/;
    await waitForText(page, '.reading .hold [role=status]', answer);
    await waitForElements(page, `${kSentences} .sentence[data-held]`, 1);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('h');
    await waitForElements(page, `${kSentences} .sentence:first-child[data-held]`, 1);
    await waitForElements(page, `${kSentences} .sentence[data-held]`, 1);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => readTexts(page, '.reading .hold')).toEqual([]);
    // A word of a typed sentence is released when another sentence is read.
    await typeInto(page, '.typed input', 'the screen is bad');
    await page.keyboard.press('Enter');
    await click(page, '.sentence-own .token', 3);
    await waitForText(page, '.reading .hold [role=status]', answer);
    await typeInto(page, '.typed input', 'the screen is great');
    await page.keyboard.press('Enter');
    await waitForText(page, '.sentence-own .token', /great/);
    await expect.poll(() => readTexts(page, '.reading .hold')).toEqual([]);
    await click(page, `${kSentences} .bars-choice input`, 1);
    await click(page, `${kSentences} .sentence:nth-child(2) .token`, 1);
    await waitForText(page, '.reading .hold [role=status]', /^This model computes no weights/);
  }));
