/** Tests the page before any interaction: the lab trains by itself, a poster shows the result, and the layout is stable. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { hasBegun, readTexts, waitForElements, waitForFrames, waitUntil } from './instrument.js';
import { activate, click, clickOnPage, setAttributes } from './operate.js';

const { onHost, onPage } = openLab('chromium', { fresh: true, reducedMotion: false });

test('the lab trains by itself, and replies to a prediction about the next seed with its run', () =>
  onPage('#v1;experiment=context-lookup', async (page) => {
    await waitUntil(page, hasBegun);
    await clickOnPage(page, '.question button');
    await waitUntil(page, (reading) => reading.link.includes('seed=8') && hasBegun(reading));
    await page.waitForFunction(() => /[Aa]s you predicted/.test(document.body.textContent ?? ''));
  }));

test('the poster shows the map of its preset, or a message if there is none', () =>
  onPage('embed/blog-post.html', async (page) => {
    await setAttributes(page, { experiment: 'translation', seed: '3' });
    const legend = () => readTexts(page, '.poster-note').then((all) => all.join(' ').replace(/\s+/g, ' '));
    await expect.poll(legend).toContain('learned after 626 steps with seed 7');
    const outlines = await page.$$('attento-scope >>> .poster-map rect[style*="var(--attento-ink)"]');
    expect(outlines).toHaveLength(4);
    await setAttributes(page, { preset: 'reversal' });
    await expect.poll(legend).toContain('learned after 625 steps with seed 7');
    // Run starts the preset that the poster shows.
    expect((await activate(page)).link).toMatch(/^v1;experiment=translation;.*seed=3;.*task=reversal/);

    await page.$eval('attento-scope', async (element) => {
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      element.removeAttribute('preset');
      element.setAttribute('window', '3.5');
      document.body.prepend(element);
    });
    await expect.poll(legend).toMatch(/There is no picture of these settings.*after 626 steps/);
  }));

test.each(['self-attention', 'calculator'])(
  '%s in a column of 640 pixels is as high live as its poster, and at most 560 pixels',
  (experiment) =>
    onHost(
      `<article style="inline-size: 640px"><attento-scope experiment="${experiment}"></attento-scope><p>And so on.</p></article>`,
      async (page) => {
        const height = async () => (await (await page.$('attento-scope'))?.boundingBox())?.height;
        const below = async () => (await (await page.$('article > p'))?.boundingBox())?.y;
        await waitForElements(page, '.primary');
        const where = await below();
        const before = await height();
        expect(before).toBeLessThanOrEqual(560);
        await click(page, '.primary');
        await waitUntil(page, ({ state }) => state === 'live');
        await waitForFrames(page, 20);
        expect(await height()).toBe(before);
        await setAttributes(page, { locale: 'de' });
        await expect.poll(() => readTexts(page, '.foot')).toEqual([expect.stringContaining('Labor')]);
        expect(await height()).toBe(before);
        expect(await below()).toBe(where);
      },
    ),
);

test('after Run, files are fetched in parallel', () =>
  onHost('<attento-scope experiment="context-lookup"></attento-scope>', async (page) => {
    await waitUntil(page, ({ run }) => run === 'Run');
    const session = await page.createCDPSession();
    const patterns = ['*/live-*.js', '*/create-scope-*.js'].map((urlPattern) => ({ urlPattern }));
    await session.send('Fetch.enable', { patterns });
    /** @type {string[]} */
    const held = [];
    session.on('Fetch.requestPaused', async ({ requestId }) => {
      held.push(requestId);
      if (held.length === patterns.length)
        for (const id of held) await session.send('Fetch.continueRequest', { requestId: id });
    });
    await click(page, '.primary');
    await waitUntil(page, ({ state, step }) => state === 'live' && step > 0);
  }));

test.each([{ width: 390, height: 844 }, {}])(
  'the layout does not shift while the lab starts and trains: %j',
  (view) =>
    onPage('#v1;experiment=context-lookup', view, async (page) => {
      // Below the fold it waits until it is visible.
      const scope = await page.waitForSelector('attento-scope');
      await scope?.evaluate((node) => node.scrollIntoView());
      await waitUntil(page, ({ run }) => run === 'Run on');
      await page.evaluate(() => {
        const globals = Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globals.shift += /** @type {any} */ (entry).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await waitForFrames(page, 30);
      expect(await page.evaluate('shift')).toBeLessThan(0.01);
    }),
);
