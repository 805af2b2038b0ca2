/** Tests the lab on a phone: map, questions, explorations and metrics stay visible together with the text. */
import { describe, expect, test } from 'vitest';
import { getChapters } from '../../web/lab/chapters.js';
import { selectSample } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { onCleanPage, openSharedBrowser, openSharedSite } from './fixture.js';
import {
  click,
  clickOnPage,
  waitForElements,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';
import { openHash, readStory } from './story.js';

const site = openSharedSite();
const numbers = getChapters().map(({ number }) => number);

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);
  const onPage = onCleanPage(browser, site);

  test('the map stays visible while the story scrolls', () =>
    onPage(
      async (page) => {
        await waitUntilLive(page);
        await page.evaluate(() => scrollTo(0, 200));
        await waitForFrames(page, 2);
        const { top, bottom, width } = await page.evaluate(() => ({
          ...document.querySelector('.instrument')?.getBoundingClientRect().toJSON(),
          width: document.documentElement.scrollWidth,
        }));
        expect(top).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeLessThan(0.65 * 844);
        expect(width).toBeLessThanOrEqual(390);
      },
      '#chapter=4&scene=1',
      { width: 390, height: 844 },
    ));

  test('an exploration takes most of the height until it is closed or the story scrolls', () =>
    onPage(
      async (page) => {
        await waitUntilLive(page);
        const height = () =>
          page.$eval('.instrument', (node) => node.getBoundingClientRect().height / innerHeight);
        // Beside a long story it only gets its share.
        await expect.poll(height).toBeCloseTo(0.48);
        const before = await height();
        await click(page, '.tab:last-child');
        await click(page, '.choice[data-explore=race]');
        await expect.poll(height).toBeCloseTo(0.72);
        await page.evaluate(() => scrollTo(0, 50));
        await page.keyboard.press('Escape');
        await expect.poll(height).toBe(before);
        expect(await page.evaluate(() => scrollY)).toBe(50);
        // The metrics, too; the map stays visible beside them.
        await click(page, '.tab:first-child');
        await expect.poll(height).toBeCloseTo(0.72);
        await click(page, '.tab:first-child');
        await expect.poll(height).toBe(before);
        // An exploration that a scene opens leaves the text visible until the reader uses it.
        await openHash(page, '#chapter=5&scene=1');
        await waitForElements(page, '.explain-tests button', 4);
        const asking = await height();
        expect(asking).toBeLessThan(0.6);
        await click(page, '.explain-tests button', 0);
        await expect.poll(height).toBeCloseTo(0.72);
        await page.$eval('.story h1', (node) => /** @type {HTMLElement} */ (node).click());
        await expect.poll(height).toBe(asking);
        // Running without a prediction also shows the whole instrument.
        await openHash(page, '#chapter=4&scene=5');
        await waitUntil(page, ({ state, link }) => state === 'live' && link.includes('local-m'));
        expect(await height()).toBeLessThan(before);
        expect(await page.$eval('attento-scope >>> .tabs', (node) => node.checkVisibility())).toBe(false);
        await click(page, '.transport .primary');
        await expect.poll(height).toBeGreaterThanOrEqual(before);
        await waitForElements(page, '.tab', 2);
      },
      '#chapter=4&scene=1',
      { width: 390, height: 844 },
    ));

  test('another scene begins with the map, whatever was open before', () =>
    onPage(
      async (page) => {
        await waitUntilLive(page);
        await click(page, '.tab:last-child');
        await waitForElements(page, '.tab[aria-pressed=true]');
        await openHash(page, '#chapter=0&scene=2');
        await expect.poll(() => page.$$('attento-scope >>> .tab[aria-pressed=true]')).toEqual([]);
      },
      '#chapter=0&scene=1',
      { width: 390, height: 844 },
    ));

  test('all lines of the formula are visible while a number is edited', () =>
    onPage(
      async (page) => {
        await waitForElements(page, '.tab', 3);
        await clickOnPage(page, '.question-choices button');
        await click(page, '.tab:first-child');
        await expect
          .poll(() =>
            page.$eval('attento-scope >>> .calc-main', (main) => {
              const numbers = [...main.querySelectorAll('.num')].map((node) => node.getBoundingClientRect());
              return (
                numbers.length > 40 &&
                numbers.every(({ bottom }) => bottom <= main.getBoundingClientRect().bottom)
              );
            }),
          )
          .toBe(true);
      },
      '#chapter=2&scene=3',
      { width: 390, height: 844, touch: true },
    ));

  test('selecting a row of the weights shows its formula, and all rows stay visible', () =>
    onPage(
      async (page) => {
        await click(page, '.calc-map th button', 5);
        await expect
          .poll(() =>
            page.$eval('attento-scope >>> .side', (side) => {
              const { top, bottom } = side.getBoundingClientRect();
              const rows = [...side.querySelectorAll('.calc-map tr')].map((row) =>
                row.getBoundingClientRect(),
              );
              const formula = side.parentElement?.querySelectorAll('.calc-lines tr') ?? [];
              const above = [...formula].filter((row) => row.getBoundingClientRect().bottom <= top);
              return {
                rows: rows.filter((row) => row.top >= top && row.bottom <= bottom + 1).length,
                formula: above.length >= 6,
              };
            }),
          )
          .toEqual({ rows: 7, formula: true });
      },
      '#chapter=2&scene=6',
      { width: 390, height: 844, touch: true },
    ));

  test('one press is enough if the instrument grows below the pointer', () =>
    onPage(
      async (page) => {
        await waitUntilLive(page);
        await waitForElements(page, '.race .button', 6);
        const { x, y } = await page.$eval('attento-scope >>> .race', (node) => {
          const start = Array.from(node.querySelectorAll('button')).find((one) =>
            /^Start/.test(one.textContent),
          );
          start?.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = start?.getBoundingClientRect() ?? new DOMRect();
          return { x: left + width / 2, y: top + height / 2 };
        });
        await page.mouse.click(x, y);
        await waitForElements(page, '.race-lanes canvas', 4);
        await expect
          .poll(() => page.$eval('.instrument', (node) => node.getBoundingClientRect().height / innerHeight))
          .toBeCloseTo(0.72);
      },
      '#chapter=4&scene=3',
      { width: 390, height: 844 },
    ));

  test.each(selectSample(numbers, 1))(
    'chapter %i shows the map and each whole question, from the top of every scene',
    (number) =>
      onPage(
        async (page) => {
          const { scenes = [] } = getChapters().find((one) => one.number === number) ?? {};
          for (const [i, { question, experiment }] of selectSample([...scenes.entries()], 1)) {
            // The first scene is open.
            if (i > 0) await page.evaluate(() => scrollTo(0, 9999));
            await openHash(page, `#chapter=${number}&scene=${i + 1}`);
            await expect.poll(async () => (await readStory(page)).scene).toMatch(new RegExp(` ${i + 1} `));
            await waitUntil(
              page,
              ({ state, link }) => state === 'live' && link.startsWith(`v1;experiment=${experiment}`),
            );
            await waitForFrames(page, 2);
            const layout = await page.evaluate(() => {
              const box = (/** @type {Element | null | undefined} */ node) => node?.getBoundingClientRect();
              const root = document.querySelector('attento-scope')?.shadowRoot;
              return {
                top: scrollY,
                width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
                // Settings opened by a scene replace the map.
                map: [...(root?.querySelectorAll('.main, .calc-main, .exploration') ?? [])].some(
                  (part) => Number(box(part)?.height) >= 100,
                ),
                bottom: box([...document.querySelectorAll('.question-choices button')].at(-1))?.bottom ?? 0,
                bar: Number(box(document.querySelector('.way'))?.top),
              };
            });
            expect({ scene: i + 1, ...layout }).toMatchObject({ top: 0, width: 0, map: true });
            if (question) expect(layout.bottom, `scene ${i + 1}`).toBeLessThanOrEqual(layout.bar + 1);
          }
        },
        `#chapter=${number}`,
        { width: 390, height: 844, touch: true },
      ),
  );

  test('the board for an own picture is fully visible, with its colors and shapes', () =>
    onPage(
      async (page) => {
        await waitForElements(page, '.caption-board');
        await waitForElements(page, '.caption-palette .bars-choices', 2);
        await waitForFrames(page, 2);
        const inside = await page.evaluate(() => {
          const root = document.querySelector('attento-scope')?.shadowRoot;
          const place = root?.querySelector('.exploration-body')?.getBoundingClientRect();
          return ['.caption-board', '.caption-palette .bars-choices:last-child'].map((part) => {
            const node = root?.querySelector(part);
            const box = node?.getBoundingClientRect();
            return Boolean(
              box && place && node?.checkVisibility() && box.bottom <= place.bottom && box.top >= place.top,
            );
          });
        });
        expect(inside).toEqual([true, true]);
      },
      '#chapter=7&scene=2',
      { width: 390, height: 844, touch: true },
    ));
});
