/** Checks the lab and a blog post with axe, in light and dark, with everything unfolded. */
import { describe, expect, test } from 'vitest';
import { getChapters } from '../../web/lab/chapters.js';
import { openLab } from './fixture.js';
import { readStory, waitForElements, waitUntil, waitUntilLive } from './instrument.js';
import { findAxeViolations, findSmallText } from './layout.js';
import { click, clickWorksheetButton, openExploration, openHash, showTable, train } from './operate.js';

/** Minimum text size in pixels. */
const kReadable = 12;

const { onPage, onRun } = openLab();

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  const tags = theme === 'dark' ? ['full'] : [];
  test(
    'axe finds nothing and no text is too small on the start page and in the first scene of each chapter',
    { tags },
    () =>
      onPage(`#start&v1;theme=${theme}`, async (page) => {
        await page.waitForSelector('.pipes');
        expect(await findAxeViolations(page)).toEqual([]);
        expect(await findSmallText(page, kReadable)).toEqual([]);
        // Negative control: the check sees text.
        expect(await findSmallText(page, 40)).not.toEqual([]);
        for (const { number } of getChapters()) {
          await openHash(page, `#chapter=${number}&scene=1&v1;theme=${theme}`);
          await expect.poll(async () => (await readStory(page)).chapter).toMatch(new RegExp(`^${number} `));
          await waitUntil(page, ({ state }) => state === 'live');
          expect(await findAxeViolations(page), `chapter ${number}`).toEqual([]);
          expect(await findSmallText(page, kReadable), `chapter ${number}`).toEqual([]);
        }
      }),
  );

  test('axe finds nothing in a run with a notice, its explorations and its tables', () =>
    onRun(`v1;theme=${theme};nonsense=1`, async (page) => {
      await train(page, 100);
      await page.$$eval('attento-scope >>> .side :is(.metric, .more-metrics)', (folds) => {
        for (const fold of folds) fold.toggleAttribute('open', true);
      });
      await click(page, '[role=gridcell]', 12);
      expect(await findAxeViolations(page)).toEqual([]);
      for (const name of ['settings', 'save', 'keys', 'prediction']) {
        await openExploration(page, name);
        expect(await findAxeViolations(page), name).toEqual([]);
      }
      await openExploration(page, '');
      await showTable(page, '.main .bars');
      await showTable(page, '.curve');
      expect(await findAxeViolations(page)).toEqual([]);
    }));
});

test('axe finds nothing in a quiz, the panel for teachers and the worksheet', () =>
  onPage('#v1;experiment=translation;lock=seed;mode=quiz', async (page) => {
    await waitForElements(page, '.drawing [role=gridcell]');
    expect(await findAxeViolations(page)).toEqual([]);
    await openHash(page, 'v1;experiment=translation;lock=seed');
    await waitUntilLive(page);
    await page.$eval('.classroom', (panel) => panel.toggleAttribute('open', true));
    await page.waitForSelector('.class-qr svg');
    expect(await findAxeViolations(page)).toEqual([]);
    await clickWorksheetButton(page);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test.each(['reference.html', 'embed/blog-post.html'])(
  'axe finds nothing on %s, but a button without a name',
  (path) =>
    onPage(path, async (page) => {
      await page.waitForSelector(path === 'reference.html' ? 'section math' : 'attento-scope >>> .primary');
      expect(await findAxeViolations(page)).toEqual([]);
      await page.evaluate(() => document.body.append(document.createElement('button')));
      expect((await findAxeViolations(page)).join()).toContain('button-name');
    }),
);
