/** Tests the path through the lab: start page, chapters, scenes and their URLs, and that all of it fits on one screen. */
import { expect, test } from 'vitest';
import { getChapters, loadChapter } from '../../web/lab/chapters.js';
import { openLab, screens } from './fixture.js';
import {
  hasBegun,
  readInstrument,
  readStory,
  readTexts,
  waitForElements,
  waitForFrames,
  waitUntil,
  waitUntilLive,
} from './instrument.js';
import { findAxeViolations } from './layout.js';
import { click, clickOnPage, openHash, train } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

const numbers = getChapters().map(({ number }) => number);
for (const number of numbers) await loadChapter(number);
/** Scenes whose text has a button that opens a part, and one of its fields. */
const openers = [/\]\(>[\w-]+\)/, /\]\(>[\w-]+\.\w+\)/].map((pattern) => {
  const all = getChapters().flatMap(({ number, scenes }) =>
    scenes.map(({ text }, i) => ({ text, hash: `#chapter=${number}&scene=${i + 1}` })),
  );
  return { hash: all.find(({ text }) => pattern.test(text))?.hash ?? '' };
});

const { onPage, onRun } = openLab();

/** @param {Page} page @param {Partial<Awaited<ReturnType<typeof readStory>>>} story */
const waitForStory = (page, story) => expect.poll(() => readStory(page)).toMatchObject(story);

test('the start page links to the first chapter, and buttons lead to the next and previous scenes', () =>
  onPage('', async (page) => {
    await expect.poll(() => page.$$('.cards a')).toHaveLength(numbers.length);
    await clickOnPage(page, '.cards a');
    const scenes = getChapters()[0]?.scenes.length ?? 0;
    await waitForStory(page, { chapter: '0 The bottleneck', scene: `Scene 1 of ${scenes}` });
    for (let scene = 2; scene <= scenes; scene++) {
      await clickOnPage(page, '.way .next');
      await waitForStory(page, { scene: `Scene ${scene} of ${scenes}` });
    }
    expect(await page.$eval('.bridge', (node) => node.textContent)).toMatch(/not enough/);
    await clickOnPage(page, '.way .next');
    await waitForStory(page, { chapter: '1 Where to look', scene: 'Scene 1 of 5' });
    await clickOnPage(page, '.way .back');
    await waitForStory(page, { scene: `Scene ${scenes} of ${scenes}` });
    await page.goBack();
    await waitForStory(page, { chapter: '1 Where to look' });
    await clickOnPage(page, '.brand a');
    await expect.poll(() => page.$$('.cards a')).toHaveLength(numbers.length);
  }));

test('the start page opens a lesson', () =>
  onPage('', async (page) => {
    await clickOnPage(page, '.audiences a');
    await waitForElements(page, '.lesson');
    expect((await readStory(page)).hash).toBe('#chapter=4&scene=1&v1;mode=lesson');
  }));

test('a link opens a scene, and contains the changes of the reader', () =>
  onPage('#chapter=4&scene=5', async (page) => {
    const { link } = await waitUntilLive(page);
    expect(link).toMatch(/^v1;experiment=translation;.*locality=local-p/);
    expect(await readStory(page)).toMatchObject({
      scene: 'Scene 5 of 6',
      hash: '#chapter=4&scene=5',
      notice: '',
    });
    await page.$eval('attento-scope', (scope) => {
      scope.configuration += ';seed=9';
    });
    await waitForStory(page, {
      hash: expect.stringMatching(/^#chapter=4&scene=5&v1;experiment=translation;.*seed=9/),
    });
    // The next scene applies its settings, says so, and offers to undo this.
    const { hash } = await readStory(page);
    await clickOnPage(page, '.way .next');
    await waitForStory(page, { shows: expect.stringMatching(/Now shown: .*Back to the earlier settings$/) });
    await waitUntil(page, ({ state, link: now }) => state === 'live' && now.includes('attention=hard'));
    await clickOnPage(page, '.undo');
    await waitUntil(page, ({ state, link: now }) => state === 'live' && now.includes('seed=9'));
    // A reload shows the same.
    await openHash(page, hash);
    await page.reload();
    expect((await waitUntilLive(page)).link).toMatch(/seed=9/);
  }));

test('an address of no scene opens the nearest one, with a notice', () =>
  onRun('chapter=99&scene=77', async (page) => {
    const { chapter, scene, notice } = await readStory(page);
    expect(chapter).toMatch(new RegExp(`^${numbers.at(-1)} `));
    const last = getChapters().at(-1)?.scenes.length;
    expect(scene).toBe(`Scene ${last} of ${last}`);
    expect(notice).toMatch(/no chapter .* nearest/);
  }));

test('the theme is part of the URL, and the scene is unchanged', () =>
  onRun('chapter=3&scene=1', async (page) => {
    await page.select('#theme', 'dark');
    await waitForStory(page, { hash: '#chapter=3&scene=1&v1;theme=dark' });
    await page.reload();
    expect((await waitUntilLive(page)).link).toBe('v1;experiment=sentiment;theme=dark');
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    expect(await readStory(page)).toMatchObject({ scene: 'Scene 1 of 5' });
    // A link that is opened in the same page.
    await openHash(page, '#chapter=4&scene=1&v1;theme=projector');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('projector');
    await openHash(page, '#chapter=4&scene=2');
    await waitForStory(page, { scene: 'Scene 2 of 6' });
    expect(await page.$eval('attento-scope', (element) => element.getAttribute('theme'))).toBe('projector');
  }));

test('the first tab stop skips to the content', () =>
  onRun('chapter=1', async (page) => {
    await page.bringToFront(); // a hidden page has no focus
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('skip');
    const { hash } = await readStory(page);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('story');
    expect((await readStory(page)).hash).toBe(hash);
  }));

test('a term opens its definition, and Escape closes it', () =>
  onRun('chapter=1', async (page) => {
    await clickOnPage(page, '[data-term=truth]');
    await page.waitForSelector('.term-card', { visible: true });
    expect(await page.$eval('.term-card', (node) => node.textContent)).toMatch(/True alignment/);
    const [card, word, body] = await Promise.all(
      ['.term-card', '[data-term=truth]', '.story-body'].map((selector) =>
        page.$eval(selector, (node) => node.getBoundingClientRect().toJSON()),
      ),
    );
    const distance = Math.max(card.top - word.bottom, word.top - card.bottom);
    expect(distance, 'beside its word').toBeCloseTo(8, 0);
    const room = Math.min(card.left - body.left, body.right - card.right, body.bottom - card.bottom);
    expect(room).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.term-card', { hidden: true });
  }));

test.each(openers)('$hash: a button in the text opens the part with its name', ({ hash }) =>
  onPage(hash, async (page) => {
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
  }),
);

test('presets are a list of pictures, above the page and inside the window', () =>
  onRun('chapter=4&scene=5', async (page) => {
    const isVisible = (/** @type {string} */ part) =>
      page.$eval(`attento-scope >>> ${part}`, (node) => node.checkVisibility());
    // Beside a question one line stands for numbers and tools; it hands over the focus.
    expect([await isVisible('.metrics'), await isVisible('.preset-now')]).toEqual([false, false]);
    await click(page, '.unfold');
    expect([await isVisible('.metrics'), await isVisible('.unfold')]).toEqual([true, false]);
    expect(await page.$$('attento-scope >>> .choice:focus')).toHaveLength(1);
    await click(page, '.preset-now');
    await waitForElements(page, '.preset-choice');
    const count = await page.$$eval('attento-scope >>> .preset-choice', (all) => all.length);
    await waitForElements(page, '.preset-thumbnail svg', count);
    expect(count).toBeGreaterThan(10);
    const room = await page.$eval('attento-scope >>> .preset-list', (node) => {
      const { top, bottom, left, right } = node.getBoundingClientRect();
      return Math.min(top, innerHeight - bottom, left, innerWidth - right);
    });
    expect(room).toBeGreaterThanOrEqual(0);
    // All pictures are different.
    const pictures = await page.$$eval('attento-scope >>> .preset-thumbnail svg', (all) =>
      all.map(({ innerHTML }) => innerHTML),
    );
    expect(new Set(pictures).size).toBeGreaterThan(count / 2);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('next and back keep to the tour, across chapters, until the reader leaves it', () =>
  onRun('chapter=4&scene=1', async (page) => {
    await clickOnPage(page, '.way .tour');
    await waitForStory(page, { hash: '#chapter=4&scene=1&tour' });
    await clickOnPage(page, '.way .next');
    await waitForStory(page, { hash: '#chapter=5&scene=1&tour' });
    await page.reload();
    await waitUntilLive(page);
    expect(await page.$eval('.way .tour', (button) => button.getAttribute('aria-pressed'))).toBe('true');
    await clickOnPage(page, '.way .back');
    await waitForStory(page, { hash: '#chapter=4&scene=1&tour' });
    await clickOnPage(page, '.way .tour');
    await clickOnPage(page, '.way .next');
    await waitForStory(page, { hash: '#chapter=4&scene=2' });
    expect(await findAxeViolations(page)).toEqual([]);
  }));

const { onPage: moving } = openLab('chromium', { reducedMotion: false });

test('on a wide screen the row of chapters is not cut off', () =>
  moving('#chapter=8&scene=1&v1;locale=de', screens.desktop, async (page) => {
    await waitForElements(page, '.main > *');
    const cut = await page.$eval('#chapters', (row) => row.scrollWidth - row.clientWidth);
    expect(cut).toBeLessThanOrEqual(1);
  }));

test('a preset named by a scene is shown beside that scene', () =>
  moving('#chapter=9&scene=5', async (page) => {
    await waitUntil(page, ({ state }) => state === 'live');
    await clickOnPage(page, '.scene-text a');
    await waitUntil(page, ({ link }) => link.includes('initialSigma=0.15'));
    expect((await readStory(page)).hash).toMatch(/^#chapter=9&scene=5&v1;/);
    expect((await readStory(page)).scene).toMatch(/ 5 /);
  }));

test('the bottleneck shows three lengths, follows the run and the slider, and the bet is answered', () =>
  moving('#chapter=0', screens.desktop, async (page) => {
    await page.waitForSelector('.question-choices button:nth-child(3)');
    await clickOnPage(page, '.question-choices button:nth-child(3)');
    await page.waitForSelector('.question-answer ::-p-text(12 digits)');
    expect(await readTexts(page, '.bottleneck-length')).toEqual(['3 digits', '7 digits', '12 digits']);
    const bars = await readTexts(page, '.lengths-bars span');
    const right = bars.map((text) => Number(text.split('/')[0]));
    expect(right[0]).toBeGreaterThan(Number(right.at(-1)));
    await page.focus('attento-scope >>> .lengths input');
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => readTexts(page, '.bottleneck-length'))
      .toEqual(['3 digits', '8 digits', '12 digits']);
    // The result is in view without scrolling.
    expect(
      await page.$eval('attento-scope >>> .main > .bars', (view) => view.scrollHeight - view.clientHeight),
    ).toBeLessThanOrEqual(1);
    expect(await findAxeViolations(page)).toEqual([]);
  }));

test('a scene in presentation mode shows its question, and waits for Run', () =>
  moving('#chapter=4&scene=5&v1;mode=projector', async (page) => {
    await waitUntilLive(page);
    expect(await page.$$('.question-choices button')).toHaveLength(2);
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('projector');
    await waitForFrames(page, 20);
    expect(await readInstrument(page)).toMatchObject({ run: 'Run', step: 0 });
    await click(page, '.transport .primary');
    await waitUntil(page, hasBegun);
  }));

test('a scene replies to a row that is held, and forgets it when the row is let go', () =>
  onRun('chapter=5&scene=2', async (page) => {
    await train(page, 60);
    const readReply = () => page.$eval('[data-name=hold-reply]', (node) => node.textContent?.trim());
    expect(await readReply()).toBe('');
    await click(page, '.align [role=gridcell]', 1);
    await expect
      .poll(readReply)
      .toMatch(
        /^Row “\d”, held on “\d”, (now|still) says “.+”, \d+\u00a0%\. Looking there, it should say (just that|“\d”)\./,
      );
    await page.keyboard.press('Escape');
    await expect.poll(readReply).toBe('');
  }));

test('a chapter that cannot be loaded says so, and can be tried again', () =>
  onPage('#start', async (page, problems) => {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.setBlockedURLs', { urls: ['*/chapter-page-*'] });
    await page.waitForSelector('.cards a');
    await openHash(page, '#chapter=1');
    await page.waitForSelector('#chapter [role=alert]');
    expect(await page.$eval('#chapter', (node) => node.textContent?.replace(/\s+/g, ' ').trim())).toBe(
      'This chapter could not be loaded. Try again',
    );
    problems.length = 0; // reports of the blocked request
    await session.send('Network.setBlockedURLs', { urls: [] });
    await clickOnPage(page, '#chapter [role=alert] button');
    await waitUntilLive(page);
  }));

test('another scene of the same model keeps what is learned, and lets go of what is held', () =>
  onRun('chapter=4&scene=1', async (page) => {
    await train(page, 10);
    await click(page, '.align [role=gridcell]', 1);
    const before = await waitUntil(page, ({ link }) => link.includes('hold='));
    await openHash(page, '#chapter=4&scene=2');
    await waitUntil(page, ({ link }) => !link.includes('hold='));
    expect((await readInstrument(page)).fingerprint).toBe(before.fingerprint);
  }));
