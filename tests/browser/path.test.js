/** Tests the path through the lab: start page, chapters, scenes and their URLs, and that all of it fits on one screen. */
import { describe, expect, test } from 'vitest';
import { getChapters } from '../../web/lab/chapters.js';
import { isFullRun, selectSample, selectSeeds } from '../full-run.js';
import { defaultBrowsers } from './driver.js';
import { onCleanPage, openSharedBrowser, openSharedSite } from './fixture.js';
import {
  click,
  clickOnPage,
  findAxeViolations,
  hasBegun,
  openExploration,
  readInstrument,
  readTexts,
  train,
  waitForElements,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';
import { openHash, readStory } from './story.js';

const site = openSharedSite();
const numbers = getChapters().map(({ number }) => number);
/** Scenes whose text has a button that opens a part. */
const openers = getChapters().flatMap(({ number, scenes }) =>
  scenes.flatMap(({ text }, i) =>
    text.includes('](>') ? [{ hash: `#chapter=${number}&scene=${i + 1}` }] : [],
  ),
);
/** Maximum height of a chapter in screens, with references and classroom folded. */
const kScreens = 1.25;

describe.each(defaultBrowsers)('%s', (name) => {
  const browser = openSharedBrowser(name);
  const onPage = onCleanPage(browser, site);

  test('the start page links to the first chapter, and buttons lead to the next and previous scenes', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      expect(await page.$$('.cards a')).toHaveLength(numbers.length);
      await clickOnPage(page, '.start');
      await expect
        .poll(() => readStory(page))
        .toMatchObject({ chapter: '0 The bottleneck', scene: 'Scene 1 of 6' });
      const scenes = getChapters()[0]?.scenes.length ?? 0;
      for (let scene = 2; scene <= scenes; scene++) {
        await clickOnPage(page, '.way .next');
        await expect.poll(() => readStory(page)).toMatchObject({ scene: `Scene ${scene} of ${scenes}` });
      }
      expect(await page.$eval('.bridge', (node) => node.textContent)).toMatch(/not enough/);
      await clickOnPage(page, '.way .next');
      await expect
        .poll(() => readStory(page))
        .toMatchObject({ chapter: '1 Where to look', scene: 'Scene 1 of 6' });
      await clickOnPage(page, '.way .back');
      await expect.poll(() => readStory(page)).toMatchObject({ scene: `Scene ${scenes} of ${scenes}` });
      await page.goBack();
      await expect.poll(() => readStory(page)).toMatchObject({ chapter: '1 Where to look' });
      await clickOnPage(page, '.brand a');
      await expect.poll(() => page.$$('.cards a')).toHaveLength(numbers.length);
    }));

  test.runIf(isFullRun)('a measurement that ends after leaving its chapter does not reopen the chapter', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await page.evaluate(() => {
        /** @type {HTMLElement} */ (document.querySelector('.measure')).click();
        location.hash = '#start';
      });
      await page.waitForSelector('.home');
      await waitUntilLive(page);
      expect(await page.$$('.stage-page')).toEqual([]);
    }, '#chapter=0&scene=2'),
  );

  test('a link opens a scene, and contains the changes of the reader', () =>
    onPage(async (page) => {
      const { link } = await waitUntilLive(page);
      expect(link).toMatch(/^v1;experiment=translation;.*locality=local-p/);
      expect(await readStory(page)).toMatchObject({
        scene: 'Scene 6 of 9',
        hash: '#chapter=4&scene=6',
        notice: '',
      });
      await page.$eval('attento-scope', (element) => {
        const scope = /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (element);
        scope.configuration = `${scope.configuration};seed=9`;
      });
      await expect
        .poll(async () => (await readStory(page)).hash)
        .toMatch(/^#chapter=4&scene=6&v1;experiment=translation;.*seed=9/);
      // The next scene applies its settings, says so, and offers to undo this.
      const { hash } = await readStory(page);
      await clickOnPage(page, '.way .next');
      await expect
        .poll(async () => (await readStory(page)).shows)
        .toMatch(/Now shown: .*Back to the earlier settings$/);
      await waitUntil(
        page,
        ({ state, link: now }) => state === 'live' && now.includes('bidirectional=false'),
      );
      await clickOnPage(page, '.undo');
      await waitUntil(page, ({ state, link: now }) => state === 'live' && now.includes('seed=9'));
      // A reload shows the same.
      await openHash(page, hash);
      await page.reload();
      expect((await waitUntilLive(page)).link).toMatch(/seed=9/);
    }, '#chapter=4&scene=6'));

  test.runIf(isFullRun)('the text about the run disappears when the reader changes a setting', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await openHash(page, '#chapter=4&scene=7');
      await expect.poll(async () => (await readStory(page)).shows).toMatch(/Now shown: /);
      await waitUntil(page, ({ state, link }) => state === 'live' && link.includes('bidirectional=false'));
      await openExploration(page, 'settings');
      expect((await readStory(page)).shows).toMatch(/Now shown: /);
      await click(page, '.settings .button');
      await expect.poll(async () => (await readStory(page)).shows).toBe('');
    }, '#chapter=4&scene=6'),
  );

  test.each(
    selectSeeds(
      ['#chapter=99&scene=77', numbers.at(-1), 'last'],
      ['#chapter=x', 0, '1'],
      ['#chapter=3&scene=0', 3, '1'],
      ['#chapter=3&scene=-2', 3, '1'],
      ['#scene=4', 0, '4'],
    ),
  )('%s opens the nearest scene, with a notice', (hash, chapter, scene) =>
    onPage(async (page) => {
      await waitUntilLive(page);
      const { scenes = [] } = getChapters().find(({ number }) => number === chapter) ?? {};
      const sceneNumber = scene === 'last' ? scenes.length : Number(scene);
      const story = await readStory(page);
      expect(story.chapter).toMatch(new RegExp(`^${chapter} `));
      expect(story.scene).toBe(`Scene ${sceneNumber} of ${scenes.length}`);
      expect(story.notice).toMatch(/no chapter .* nearest/);
    }, hash),
  );

  test('an old link opens its configuration beside the matching chapter', () =>
    onPage(async (page) => {
      const link = 'v1;experiment=self-attention;heads=1;seed=3';
      expect((await waitUntilLive(page)).link).toBe(link);
      expect(await readStory(page)).toMatchObject({
        chapter: '6 Transformers',
        hash: `#${link}`,
        notice: '',
      });
    }, '#v1;experiment=self-attention;heads=1;seed=3'));

  test.runIf(isFullRun)('the theme is part of the URL, and the scene is unchanged', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await page.select('#theme', 'dark');
      await expect.poll(async () => (await readStory(page)).hash).toBe('#chapter=3&scene=2&v1;theme=dark');
      await page.reload();
      expect((await waitUntilLive(page)).link).toBe('v1;experiment=sentiment;theme=dark');
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
      expect(await readStory(page)).toMatchObject({ scene: 'Scene 2 of 7' });
      // A link that is opened in the same page.
      await openHash(page, '#chapter=4&scene=1&v1;theme=projector');
      await expect
        .poll(() => page.evaluate(() => document.documentElement.dataset['theme']))
        .toBe('projector');
      await openHash(page, '#chapter=4&scene=2');
      await expect.poll(async () => (await readStory(page)).scene).toBe('Scene 2 of 9');
      expect(await page.$eval('attento-scope', (element) => element.getAttribute('theme'))).toBe('projector');
    }, '#chapter=3&scene=2'),
  );

  test('the first tab stop skips to the content', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await page.bringToFront(); // a hidden page has no focus
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('skip');
      const { hash } = await readStory(page);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('story');
      expect((await readStory(page)).hash).toBe(hash);
    }, '#chapter=1'));

  test('a term opens its definition, and Escape closes it', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await clickOnPage(page, '[data-term=truth]');
      await page.waitForSelector('.term-card', { visible: true });
      expect(await page.$eval('.term-card', (node) => node.textContent)).toMatch(/True alignment/);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.term-card', { hidden: true });
    }, '#chapter=1'));

  test.each(selectSample(numbers, 4))('chapter %i fits on one screen before and after a run', (number) =>
    onPage(
      async (page) => {
        const { scenes = [] } = getChapters().find((one) => one.number === number) ?? {};
        for (const [i, scene] of selectSample([...scenes.entries()])) {
          await openHash(page, `#chapter=${number}&scene=${i + 1}`);
          await expect.poll(async () => (await readStory(page)).scene).toMatch(new RegExp(` ${i + 1} `));
          await waitUntil(
            page,
            ({ state, link }) => state === 'live' && link.startsWith(`v1;experiment=${scene.experiment}`),
          );
          if (i === 0 && (await readInstrument(page)).fingerprint) await train(page, 20);
          await waitForFrames(page, 2);
          const { height, width, isVisible } = await page.evaluate(() => ({
            height: document.documentElement.scrollHeight / innerHeight,
            width: document.documentElement.scrollWidth - innerWidth,
            isVisible: [...document.querySelectorAll('.story, .instrument')].map(
              (node) => node.getBoundingClientRect().bottom <= innerHeight + 1,
            ),
          }));
          expect(height).toBeLessThanOrEqual(kScreens);
          expect(width).toBeLessThanOrEqual(0);
          expect(isVisible).toEqual([true, true]);
        }
      },
      `#chapter=${number}`,
      { width: 1440, height: 900 },
    ),
  );

  test.each(selectSample(openers))('$hash: a button in the text opens the part with its name', ({ hash }) =>
    onPage(async (page) => {
      await waitUntilLive(page);
      for (const tag of ['en', 'de']) {
        await page.select('#language', tag);
        await page.waitForSelector(`html[lang="${tag}"]`);
        for (const opens of await page.$$('.opens')) {
          const label = await opens.evaluate((node) => node.textContent);
          const target = await opens.evaluate((node) => node.getAttribute('data-opens') ?? '');
          const [name, field] = target.split('.');
          await opens.click();
          await waitForElements(page, `.exploration[data-name="${name}"]`);
          if (field) {
            await waitForElements(page, `#field-${field}:focus`);
            expect((await readTexts(page, `label[for="field-${field}"]`))[0]).toMatch(
              new RegExp(`^${label}\\b`, 'i'),
            );
          } else {
            expect(await readTexts(page, `[data-explore="${name}"][aria-pressed="true"]`)).toEqual([label]);
          }
          await page.keyboard.press('Escape');
        }
      }
    }, hash),
  );

  test('compares the score functions with the values that the module computes for one pair', () =>
    onPage(async (page) => {
      const rows = () =>
        page.$$eval('.scores tr', (all) =>
          all.map((row) => [...row.children].map((cell) => cell.textContent?.trim())),
        );
      await expect.poll(rows).toHaveLength(4);
      expect((await rows())[0]).toEqual(['dot', 'z·h', '3.84']);
      await waitUntilLive(page);
      expect(await findAxeViolations(page)).toEqual([]);
    }, '#chapter=4&scene=3'));

  test.runIf(isFullRun)('presets are a list of pictures, above the page and inside the window', () =>
    onPage(async (page) => {
      await waitUntilLive(page);
      await click(page, '.preset-now');
      await waitForElements(page, '.preset-choice');
      const count = await page.$$eval('attento-scope >>> .preset-choice', (all) => all.length);
      await waitForElements(page, '.preset-thumbnail canvas', count);
      expect(count).toBeGreaterThan(10);
      const { top, bottom, left, right } = await page.$eval('attento-scope >>> .preset-list', (node) => {
        const box = node.getBoundingClientRect();
        return {
          top: box.top,
          bottom: innerHeight - box.bottom,
          left: box.left,
          right: innerWidth - box.right,
        };
      });
      expect(Math.min(top, bottom, left, right)).toBeGreaterThanOrEqual(0);
      // All pictures are different.
      const pictures = await page.$$eval('attento-scope >>> .preset-thumbnail canvas', (all) =>
        all.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()),
      );
      expect(new Set(pictures).size).toBeGreaterThan(count / 2);
      await page.keyboard.press('Escape');
      await page.waitForFunction(
        () => !document.querySelector('attento-scope')?.shadowRoot?.querySelector(':popover-open'),
      );
      expect(await findAxeViolations(page)).toEqual([]);
    }, '#chapter=4&scene=6'),
  );

  test.each(selectSeeds('', ...numbers.map((number) => `#chapter=${number}&scene=1`), '#chapter=6&scene=7'))(
    'axe finds nothing on %s',
    (hash) =>
      onPage(async (page) => {
        await waitUntilLive(page);
        expect(await findAxeViolations(page)).toEqual([]);
      }, hash),
  );
});

const moving = onCleanPage(openSharedBrowser('chromium', { reducedMotion: false }), site);

test.each(selectSeeds('de', 'en'))('on a wide screen the row of chapters is not cut off: %s', (locale) =>
  moving(
    async (page) => {
      await waitForElements(page, '.main > *');
      const cut = () => page.$eval('#chapters', (row) => row.scrollWidth - row.clientWidth);
      expect(await cut()).toBeLessThanOrEqual(1);
    },
    `#chapter=8&scene=1&v1;locale=${locale}`,
    { width: 1440, height: 900 },
  ),
);

test('an explanation test pauses the run, shows its step, and the run can continue', () =>
  moving(async (page) => {
    await waitUntilLive(page);
    await click(page, '.transport .primary');
    await waitUntil(page, ({ run, step }) => run === 'Pause' && step > 0);
    await waitForElements(page, '.explain-tests button', 4);
    await click(page, '.explain-tests button', 1);
    await waitForElements(page, '.explain-when');
    const [when = ''] = await readTexts(page, '.explain-when');
    const [, step = '', rest] = /^After step (\d+) of [\d,]+: (.*)/.exec(when) ?? [];
    expect(rest).toMatch(/^the training has not ended/);
    await waitUntil(page, ({ run, step: now }) => run === 'Pause' && now > Number(step));
  }, '#chapter=5&scene=2&v1;speed=20'));

test('a preset named by a scene is shown beside that scene', () =>
  moving(async (page) => {
    await waitUntil(page, ({ state }) => state === 'live');
    await clickOnPage(page, '.scene-text a');
    await waitUntil(page, ({ link }) => link.includes('readWindow=false'));
    expect((await readStory(page)).hash).toMatch(/^#chapter=9&scene=3&v1;/);
    expect((await readStory(page)).scene).toMatch(/ 3 /);
  }, '#chapter=9&scene=3'));

test.runIf(isFullRun)('replies to a prediction with the result and its reason', () =>
  moving(async (page) => {
    await waitUntilLive(page);
    await clickOnPage(page, '.question-choices button');
    await page.waitForFunction(() =>
      /^(You predicted “.*It was “.*|As you predicted: “.*)”, because .+\. .+\.$/.test(
        document.querySelector('.question-answer')?.textContent?.trim().replace(/\s+/g, ' ') ?? '',
      ),
    );
    await waitUntil(page, ({ link }) => link.includes('bidirectional=false'));
  }, '#chapter=4&scene=7'),
);

test('a scene runs by itself to its end, and measures accuracy by length with its model', () =>
  moving(async (page) => {
    await waitUntil(page, hasBegun);
    await clickOnPage(page, '.way .next');
    await page.waitForSelector('.question-choices button:nth-child(2)');
    await clickOnPage(page, '.question-choices button:nth-child(2)');
    await page.waitForFunction(() => document.querySelectorAll('.by-length tbody tr').length >= 5);
    await page.waitForFunction(() =>
      document.querySelector('.question-answer')?.textContent?.includes('digits'),
    );
    const shares = await page.$$eval('.by-length td', (cells) =>
      cells.map((cell) => Number.parseFloat(cell.textContent ?? '')),
    );
    expect(shares[0]).toBeGreaterThan(Number(shares.at(-1)) + 10);
  }, '#chapter=0'));

test('a scene in presentation mode waits for Run', () =>
  moving(async (page) => {
    await waitUntilLive(page);
    await waitForFrames(page, 20);
    expect(await readInstrument(page)).toMatchObject({ run: 'Run', step: 0 });
    await click(page, '.transport .primary');
    await waitUntil(page, hasBegun);
  }, '#chapter=0&scene=1&v1;mode=projector'));
