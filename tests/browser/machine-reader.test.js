/** Tests the machine reader: reading word by word by mouse and keyboard, all words at once, and own sentences. */
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { onCleanPage, onLivePage, openSharedBrowser, openSharedSite } from './fixture.js';
import {
  captureDownload,
  click,
  findAxeViolations,
  keepDownloads,
  openExploration,
  pressButton,
  readTexts,
  showTable,
  train,
  waitForElements,
  waitForText,
} from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

const plain =
  'v1;experiment=sentiment;contrast=0;intensifiers=0;maximumLength=12;negation=1;neutralClauses=0;reportedSpeech=0;sentences=500';
const reader = `${plain};cell=lstmn;pooling=mean;baseline=mean;baselineCell=lstm`;

const site = openSharedSite();

const kIntraAttention = '[data-name=looks-back]';
const kNow = `${kIntraAttention} [role=gridcell][data-part=now]`;

/** The current word. @param {Page} page */
const readCurrentWord = async (page) => (await readTexts(page, kNow))[0];

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);
  const onPage = onCleanPage(browser, site);
  const onRun = onLivePage(onPage);

  test('shows a sentence word by word, and all words at once', () =>
    onRun(reader, async (page) => {
      await waitForElements(page, kNow);
      await train(page, 40);
      const words = await readTexts(page, `${kIntraAttention} [role=gridcell].looks-word`);
      // In this layout the modifier precedes the sentiment word.
      await expect
        .poll(() => readTexts(page, `${kIntraAttention} [role=gridcell][data-true]`))
        .toHaveLength(1);
      const at = words.indexOf((await readCurrentWord(page)) ?? '');
      expect(at).toBeGreaterThan(0);
      await waitForText(page, '.reading .readout', /looks back at .*\(the truth\)/);

      await click(page, `${kIntraAttention} [role=gridcell].looks-word`, 1);
      await expect.poll(() => readCurrentWord(page)).toBe(words[1]);
      await waitForText(
        page,
        '.reading .readout',
        new RegExp(`^“${words[1]}” looks back at “${words[0]}” 1\\.000`),
      );
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await expect.poll(() => readCurrentWord(page)).toBe(words[0]);
      await waitForText(page, '.reading .readout', /is the first word/);
      await pressButton(page, kIntraAttention, 'Read it word by word');
      await expect.poll(() => readCurrentWord(page)).toBe(words[1]);
      await pressButton(page, kIntraAttention, 'Stop');
      await waitForElements(page, `${kIntraAttention} .looks-past .looks-words:not([hidden])`, 1);
      expect(await findAxeViolations(page)).toEqual([]);

      const before = words.join(' ');
      await pressButton(page, kIntraAttention, '›');
      await expect
        .poll(async () => (await readTexts(page, `${kIntraAttention} [role=gridcell].looks-word`)).join(' '))
        .not.toBe(before);
      await pressButton(page, kIntraAttention, '‹');
      await expect
        .poll(async () => (await readTexts(page, `${kIntraAttention} [role=gridcell].looks-word`)).join(' '))
        .toBe(before);

      const menu = `${kIntraAttention} > .view-foot .save-view`;
      await keepDownloads(page);
      const drawing = await captureDownload(page, async () => {
        await click(page, `${menu} > summary`);
        await click(page, `${menu} .save-view-menu > button`, 1);
      });
      expect(drawing.name).toMatch(/^sentiment-looks-back-step-40\.svg$|^sentiment-step-40\.svg$/);
      for (const word of words) expect(drawing.text).toContain(word);

      await click(page, `${kIntraAttention} .bars-choice input`, 1);
      const cells = words.length * words.length;
      await waitForElements(page, `${kIntraAttention} .align-plate [role=gridcell]`, cells);
      await click(page, `${kIntraAttention} .align-plate [role=gridcell]`, words.length);
      await waitForText(page, '.side .readout-where', new RegExp(`${words[1]}.*${words[0]}`));
      await showTable(page, kIntraAttention);
      await expect.poll(() => readTexts(page, `${kIntraAttention} tbody td`)).toHaveLength(cells);
      expect(await findAxeViolations(page)).toEqual([]);
    }));

  test.runIf(isFullRun)('reads the reader’s own sentence and marks unknown words', () =>
    onRun(reader, async (page) => {
      await train(page, 20);
      await pressButton(page, '.typed', 'Read it');
      await waitForText(page, '.looks-verdict', /Never met in training: .*“fbi”, .*“criminal”/);
      expect(await readTexts(page, `${kIntraAttention} [role=gridcell].looks-word`)).toEqual(
        'the fbi is chasing a criminal on the run'.split(' '),
      );
      expect(await readTexts(page, `${kIntraAttention} [role=gridcell][data-unknown]`)).toContain('fbi');
      await train(page, 20);
      expect(await readTexts(page, `${kIntraAttention} [role=gridcell].looks-word`)).toContain('fbi');
      expect(await findAxeViolations(page)).toEqual([]);
    }),
  );

  test('another cell shows its own views instead', () =>
    onRun(plain, async (page) => {
      await waitForElements(page, '.main .sentences .token');
      expect(await readTexts(page, kIntraAttention)).toEqual([]);
      expect((await readTexts(page, '.metric-label')).includes('Weight on the modifier')).toBe(false);
    }));

  test('the explanation tests work on the attention of a word', () =>
    onRun(reader, async (page) => {
      await openExploration(page, 'explanation');
      await click(page, '.explain .bars-choice input', 2);
      await waitForElements(page, '.explain .explain-field:not([hidden]) select option', 2);
    }));
});
