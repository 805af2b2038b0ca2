/** Tests the lab on a phone: map, questions, explorations and metrics stay visible together with the text. */
import { expect, test } from 'vitest';
import { getChapters, loadChapter } from '../../web/lab/chapters.js';
import { openLab, screens } from './fixture.js';
import { readStory, waitForElements, waitForFrames, waitUntil } from './instrument.js';
import { click, clickOnPage, findBox, openHash, train } from './operate.js';

const numbers = getChapters().map(({ number }) => number);
// Only loaded scenes have their questions.
for (const number of numbers) await loadChapter(number);

const { onPage, onRun } = openLab();

/** @import { Page } from 'puppeteer-core' */
/** @import { PageOptions } from './driver.js' */

test('the map stays visible while the story scrolls, and a way home', () =>
  onRun('chapter=4&scene=1', screens.phone, async (page) => {
    await page.evaluate(() => scrollTo(0, 200));
    await waitForFrames(page, 2);
    const { top, bottom, width } = await page.evaluate(() => ({
      ...document.querySelector('.instrument')?.getBoundingClientRect().toJSON(),
      width: document.documentElement.scrollWidth,
    }));
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThan(0.65 * 844);
    expect(width).toBeLessThanOrEqual(390);
    await clickOnPage(page, '.way .home-link');
    await page.waitForSelector('.home');
  }));

test('an exploration takes most of the height until it is closed or the story scrolls', () =>
  onRun('chapter=4&scene=1', screens.phone, async (page) => {
    const height = () =>
      page.$eval('.instrument', (node) => node.getBoundingClientRect().height / innerHeight);
    // Beside a long story it only gets its share.
    await expect.poll(height).toBeCloseTo(0.48);
    const before = await height();
    await click(page, '.unfold');
    await click(page, '.choice[data-explore=race]');
    await expect.poll(height).toBeCloseTo(0.72);
    await page.evaluate(() => scrollTo(0, 50));
    await page.keyboard.press('Escape');
    await expect.poll(height).toBe(before);
    expect(await page.evaluate(() => scrollY)).toBe(50);
    // The metrics, too; the map stays visible beside them.
    await click(page, '.numbers');
    await expect.poll(height).toBeCloseTo(0.72);
    // At the story there is no room for both.
    await page.$eval('.story h1', (node) => /** @type {HTMLElement} */ (node).click());
    await expect.poll(height).toBe(before);
    const isVisible = (/** @type {string} */ part) =>
      page.$eval(`attento-scope >>> ${part}`, (node) => node.checkVisibility());
    expect([await isVisible('.main'), await isVisible('.side')]).toEqual([true, false]);
    await click(page, '.numbers');
    await expect.poll(height).toBe(before);
    // An exploration that a scene opens leaves the text visible until the reader uses it.
    await openHash(page, '#chapter=5&scene=1');
    await waitForElements(page, '.explain-tests button', 4);
    const asking = await height();
    expect(asking).toBeLessThan(0.6);
    await click(page, '.explain-tests button', 0);
    await expect.poll(height).toBeCloseTo(0.72);
    // The map of the answer stays above its tests.
    const isMapInPanel = await page.$eval('attento-scope >>> .exploration-body', (panel) => {
      panel.scrollTop = 9999;
      const [map, all] = [panel.querySelector('.explain-map'), panel].map((part) =>
        part?.getBoundingClientRect(),
      );
      return panel.scrollTop > 100 && Number(map?.top) >= Number(all?.top);
    });
    expect(isMapInPanel).toBe(true);
    await page.$eval('.story h1', (node) => /** @type {HTMLElement} */ (node).click());
    await expect.poll(height).toBe(asking);
    // Running without a prediction also shows the whole instrument.
    await openHash(page, '#chapter=4&scene=5');
    await waitUntil(page, ({ state, link }) => state === 'live' && link.includes('local-p'));
    expect(await height()).toBeLessThan(before);
    expect(await page.$eval('attento-scope >>> .bar', (node) => node.checkVisibility())).toBe(false);
    await click(page, '.transport .primary');
    await expect.poll(height).toBeGreaterThanOrEqual(before);
    expect(await page.$eval('attento-scope >>> .bar', (node) => node.checkVisibility())).toBe(true);
  }));

test('a press holds a row without moving the map, and the word that it says then is readable', () =>
  onRun('chapter=4&scene=1', screens.phone, async (page) => {
    await train(page, 20);
    const readLayout = () =>
      page.evaluate(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const [cell, word] = ['.align [role=gridcell]', '.align .align-word'].map((selector) =>
          root?.querySelector(selector),
        );
        const { top = 0, height = 0 } = cell?.getBoundingClientRect() ?? {};
        const edge = Number(word?.closest('.bars-aside')?.getBoundingClientRect().right);
        const isWhole = Number(word?.getBoundingClientRect().right) <= edge + 4; // it ends with a blank
        const reply = document.querySelector('[data-name=hold-reply]')?.getBoundingClientRect();
        const isReplyVisible = Number(reply?.bottom) <= innerHeight;
        return { layout: [top, height, scrollY].map(Math.round), isWhole, isReplyVisible };
      });
    const { layout } = await readLayout();
    await click(page, '.align [role=gridcell]', 1);
    await page.waitForSelector('[data-name=hold-reply].filled');
    await waitForElements(page, '.hold-words');
    await expect.poll(readLayout).toEqual({ layout, isWhole: true, isReplyVisible: true });
  }));

test('the map is whole, and a button shows it on the whole screen, where it pans', () =>
  onRun('chapter=10&scene=1', screens.phone, async (page) => {
    const readMap = () =>
      page.$eval('attento-scope >>> .align-scroll', (map) => ({
        isWhole: map.scrollWidth <= map.clientWidth && map.scrollHeight <= map.clientHeight + 1,
        height: map.getBoundingClientRect().height / innerHeight,
      }));
    const isWhole = async () => (await readMap()).isWhole;
    await expect.poll(isWhole).toBe(true);
    const { height } = await readMap();
    await click(page, '.zoom');
    await expect.poll(isWhole).toBe(false);
    await expect.poll(async () => (await readMap()).height).toBeGreaterThan(0.6);
    await page.keyboard.press('Escape');
    await expect.poll(readMap).toEqual({ isWhole: true, height });
    expect(await page.$$('.way .dots[data-count="1/4"]')).toHaveLength(1);
  }));

test('the bars of a typed sentence and the reply to it are visible', () =>
  onRun('chapter=3&scene=2', screens.phone, async (page) => {
    await clickOnPage(page, '.question-choices button');
    const answer = await page.waitForSelector('.told', { timeout: 100_000 });
    await expect.poll(() => answer?.isIntersectingViewport()).toBe(true);
    await page.$eval('attento-scope >>> .typed', (form) => {
      const input = /** @type {HTMLInputElement} */ (form.querySelector('input'));
      input.value = input.value.replace('i love', 'i do not love');
      /** @type {HTMLFormElement} */ (form).requestSubmit();
    });
    const reply = await page.waitForSelector('[data-name=hold-reply].filled');
    expect(await reply?.evaluate((node) => node.textContent)).toMatch(/do not love it”.*negative/);
    const measureRest = () =>
      page.$eval('attento-scope >>> .sentences', (panel) => {
        const bars = [...panel.querySelectorAll('.sentence-own .token-bar:not([data-none])')];
        const bottoms = bars.map((bar) => bar.getBoundingClientRect().bottom);
        return panel.getBoundingClientRect().bottom - Math.max(...bottoms);
      });
    await expect.poll(measureRest).toBeGreaterThanOrEqual(0);
  }));

test('all heads of a layer fit beside each other, and so do pinned and present map', () =>
  onRun('chapter=6&scene=4', screens.phone, async (page) => {
    await waitForElements(page, '.heads .head', 5);
    // Beside the question there is one map, which is whole.
    const readMapRest = () =>
      page.evaluate(() => {
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const [map, main] = ['.align-plate', '.main'].map((part) => root?.querySelector(part));
        return Number(main?.getBoundingClientRect().bottom) - Number(map?.getBoundingClientRect().bottom);
      });
    await expect.poll(readMapRest).toBeGreaterThanOrEqual(-1);
    await clickOnPage(page, '.question-choices button');
    const isHeadVisible = () => page.$eval('attento-scope >>> .heads', (heads) => heads.checkVisibility());
    await expect.poll(isHeadVisible).toBe(true);
    const readRest = () =>
      page.$eval('attento-scope >>> .heads', (heads) => heads.clientWidth - heads.scrollWidth);
    await expect.poll(readRest).toBe(0);
    await page.$eval('attento-scope >>> .pin', (pin) => /** @type {HTMLElement} */ (pin).click());
    await waitForElements(page, '.compare-maps > section', 3);
    const readTops = () =>
      page.$$eval('attento-scope >>> .compare-maps > section', (all) =>
        all.map((one) => one.getBoundingClientRect().top),
      );
    const [pinned, present, difference] = await readTops();
    expect(present).toBe(pinned);
    expect(difference).toBeGreaterThan(Number(present));
  }));

test('the planes of arrows are as wide as the screen, beside an open question', () =>
  onRun('chapter=2&scene=1', screens.phone, async (page) => {
    const readSides = () =>
      page.$$eval('attento-scope >>> .calc-plane', (planes) =>
        planes.map((plane) => Math.min(plane.clientWidth, plane.clientHeight)),
      );
    await expect.poll(async () => Math.min(...(await readSides()))).toBeGreaterThanOrEqual(160);
  }));

test('five names in the bar are visible', () =>
  onRun('chapter=4&scene=1', screens.phone, async (page) => {
    await click(page, '.unfold');
    const countVisible = () =>
      page.$$eval('attento-scope >>> .bar > .choice', (all) => {
        const right = Number(all[0]?.parentElement?.getBoundingClientRect().right);
        return all.filter((one) => one.checkVisibility() && one.getBoundingClientRect().right <= right)
          .length;
      });
    await expect.poll(countVisible).toBeGreaterThanOrEqual(5);
  }));

test('a drawing by finger shows its copy', () =>
  onRun('chapter=9&scene=3', screens.phone, async (page) => {
    const { x, y, width, height } = await findBox(page, '.draw-pad');
    await page.touchscreen.touchStart(x + width / 2, y + height / 4);
    for (const part of [3, 4, 5, 6]) await page.touchscreen.touchMove(x + width / 2, y + (part * height) / 8);
    await page.touchscreen.touchEnd();
    const readRest = () =>
      page.$eval('attento-scope >>> .exploration-body', (panel) => {
        const copy = panel.querySelector('.draw-squares figure:last-child canvas')?.getBoundingClientRect();
        return copy?.height ? panel.getBoundingClientRect().bottom - copy.bottom : Number.NaN;
      });
    await expect.poll(readRest).toBeGreaterThanOrEqual(0);
  }));

/** Opens every scene of a chapter. @param {number} number @param {PageOptions} view @param {(page: Page, scene: number, hasQuestion: boolean) => Promise<void>} check */
const visitScenes = (number, view, check) =>
  onPage(`#chapter=${number}`, view, async (page) => {
    const { scenes = [] } = getChapters().find((one) => one.number === number) ?? {};
    for (const [i, { question, experiment }] of scenes.entries()) {
      if (i > 0) await page.evaluate(() => scrollTo(0, 9999));
      await openHash(page, `#chapter=${number}&scene=${i + 1}`);
      await expect.poll(async () => (await readStory(page)).scene).toMatch(new RegExp(` ${i + 1} `));
      await waitUntil(page, ({ state, link }) => state === 'live' && link.includes(String(experiment)));
      await waitForFrames(page, 2);
      await check(page, i + 1, Boolean(question));
    }
  });

/** On a phone map and each whole question are visible, from the top of every scene. @param {number} number */
const checkOnPhone = (number) =>
  visitScenes(number, screens.phone, async (page, scene, hasQuestion) => {
    const readLayout = () =>
      page.evaluate(() => {
        const box = (/** @type {Element | null | undefined} */ node) => node?.getBoundingClientRect();
        const root = document.querySelector('attento-scope')?.shadowRoot;
        const bottom = box([...document.querySelectorAll('.question-choices button')].at(-1))?.bottom ?? 0;
        return {
          top: scrollY,
          width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          // Settings opened by a scene replace the map.
          hasMap: [...(root?.querySelectorAll('.main, .calc-main, .exploration') ?? [])].some(
            (part) => Number(box(part)?.height) >= 100,
          ),
          isQuestionVisible: bottom <= Number(box(document.querySelector('.way'))?.top) + 1,
        };
      });
    await expect
      .poll(readLayout, { message: `scene ${scene}` })
      .toMatchObject({ top: 0, width: 0, hasMap: true, ...(hasQuestion && { isQuestionVisible: true }) });
  });

/** On a desktop story and instrument fit on one screen, without references and classroom. @param {number} number */
const checkOnDesktop = (number) =>
  visitScenes(number, screens.desktop, async (page, scene) => {
    const readLayout = () =>
      page.evaluate(() => ({
        height: document.documentElement.scrollHeight / innerHeight <= 1.25,
        width: document.documentElement.scrollWidth - innerWidth <= 0,
        visible: [...document.querySelectorAll('.story, .instrument')].every(
          (node) => node.getBoundingClientRect().bottom <= innerHeight + 1,
        ),
      }));
    await expect
      .poll(readLayout, { message: `scene ${scene}` })
      .toEqual({ height: true, width: true, visible: true });
  });

test('the scenes of chapter 4 fit on a phone and on a desktop', async () => {
  await checkOnPhone(4);
  await checkOnDesktop(4);
});

test.each(numbers.filter((number) => number !== 4))(
  'the scenes of chapter %i fit on a phone and on a desktop',
  { tags: 'full' },
  async (number) => {
    await checkOnPhone(number);
    await checkOnDesktop(number);
  },
);
