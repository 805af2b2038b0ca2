/** Tests embed.html in frames of another site: its height, its messages, whose commands it accepts, and when it loads. */
import { describe, expect, test } from 'vitest';
import { selectSeeds } from '../full-run.js';
import { browserNames } from './driver.js';
import { alternateBrowsers, openSharedBrowser, openSharedSite } from './fixture.js';
import { openHost } from './host-site.js';
import { click, openExploration, pressButton, readInstrument, waitUntil } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */

/** Slow enough to be watched. */
const slow = 'v1;experiment=context-lookup;seed=8;speed=200';

const site = openSharedSite();

describe.each(browserNames)('%s', (name) => {
  alternateBrowsers();
  const browser = openSharedBrowser(name, { fresh: true });

  /**
   * A page of another site with these frames, which records the messages that it receives.
   * @param {string} frames ORIGIN is replaced by the origin of the page
   * @param {(page: Page) => Promise<void>} act
   * @param {RegExp} [ignoredProblems] errors and warnings to ignore
   */
  async function around(frames, act, ignoredProblems = /^$/) {
    const pages = { '': '' };
    const redirects = { 'old/embed.html': `${site.url}embed.html` };
    const host = await openHost(pages, { address: '127.0.0.2', redirects });
    pages[''] = `<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <script>globalThis.messages = []; addEventListener('message', ({ data }) => messages.push(data));</script>
      <script src="${site.url}embed-parent.js"></script>
      ${frames.replaceAll('ORIGIN', host.origin)}`;
    const { page, problems } = await browser.open(host.url);
    try {
      await act(page);
      expect(problems.filter((problem) => !ignoredProblems.test(problem))).toEqual([]);
    } finally {
      await page.close();
      await host.close();
    }
  }

  /**
   * The frame with the instrument, which can be used like a page.
   * @param {Page} page
   * @returns {Promise<Page>}
   */
  async function findInstrumentFrame(page) {
    const found = () => page.frames().find((one) => one.url().startsWith(site.url));
    await expect.poll(found).toBeTruthy();
    const frame = /** @type {Page} */ (/** @type {unknown} */ (found()));
    await waitUntil(frame, ({ run }) => run === 'Run');
    return frame;
  }

  /** Adds a frame of the same origin as the page. @param {Page} page */
  async function addNeighborFrame(page) {
    await page.evaluate(() => document.body.append(document.createElement('iframe')));
    const found = () => page.frames().find((one) => one.parentFrame() && one.url() === 'about:blank');
    await expect.poll(found).toBeTruthy();
    return /** @type {import('puppeteer-core').Frame} */ (found());
  }

  /** @param {Page} page @param {string} type */
  const readMessages = (page, type) =>
    page.evaluate((type) => {
      const { messages } = /** @type {any} */ (globalThis);
      return /** @type {any[]} */ (messages).filter((one) => (one.type ?? one.subject) === type);
    }, type);

  /** @param {Page} page */
  const readFrameHeight = (page) => page.$eval('iframe', (frame) => frame.clientHeight);

  /**
   * Waits until the frame is exactly as high as its content.
   * @param {Page} page
   * @param {Page} frame
   * @param {number} width of the frame
   */
  async function waitUntilFitting(page, frame, width) {
    await page.$eval('iframe', (frame, width) => frame.setAttribute('width', String(width)), width);
    await expect
      .poll(async () => {
        const inside = await frame.evaluate(() => {
          const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
          const { height } = document.body.getBoundingClientRect();
          return { needed: Math.ceil(height), scrollHeight, scrollWidth, clientWidth };
        });
        return { ...inside, frameHeight: await readFrameHeight(page) };
      })
      .toSatisfy(
        ({ needed, frameHeight, scrollHeight, scrollWidth, clientWidth }) =>
          needed === frameHeight &&
          scrollHeight === frameHeight &&
          scrollWidth === width &&
          clientWidth === width,
      );
    return readFrameHeight(page);
  }

  const sandbox = 'sandbox="allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"';

  test.each(selectSeeds(['sandboxed', sandbox], ['', '']))(
    'a frame %s resizes to its content, trains, and posts messages',
    (_, attributes) =>
      around(`<iframe src="${site.url}embed.html?id=first#${slow}" ${attributes}></iframe>`, async (page) => {
        const frame = await findInstrumentFrame(page);
        const wide = await waitUntilFitting(page, frame, 900);
        for (const width of [1280, 1024, 640]) await waitUntilFitting(page, frame, width);
        const height = await waitUntilFitting(page, frame, 320);
        // At the minimum width it still fits its content.
        expect(height).toBe(wide);
        const size = { type: 'attentoscope:height', v: 1, id: 'first', height };
        expect(await readMessages(page, 'attentoscope:height')).toContainEqual(size);
        expect(await readMessages(page, 'lti.frameResize')).toContainEqual({
          subject: 'lti.frameResize',
          height,
        });
        expect(await readMessages(page, 'attentoscope:ready')).toEqual([]);
        await click(frame, '.primary');
        await waitUntil(frame, ({ step, run }) => step > 20 && run === 'Pause');
        expect(await readMessages(page, 'attentoscope:ready')).toEqual([
          { type: 'attentoscope:ready', v: 1, id: 'first' },
        ]);
        for (const width of [1280, 1024, 640, 320]) await waitUntilFitting(page, frame, width);
        await click(frame, '.primary');
        await expect
          .poll(() => readMessages(page, 'attentoscope:pause'))
          .toContainEqual(
            expect.objectContaining({ id: 'first', reason: 'pause', step: expect.any(Number) }),
          );
        await click(frame, '.bars-choice input', 1);
        await expect
          .poll(() => readMessages(page, 'attentoscope:change'))
          .toContainEqual(
            expect.objectContaining({ link: slow.replace(';speed', ';shown=embedding;speed') }),
          );
      }),
  );

  test('messages to a page of unknown origin contain neither links nor error texts', () =>
    around(
      `<iframe src="${site.url}embed.html#${slow}" referrerpolicy="no-referrer"></iframe>`,
      async (page) => {
        const frame = await findInstrumentFrame(page);
        await frame.$eval('attento-scope', (element) => element.setAttribute('seed', '11'));
        // Some browsers reveal the origin of the embedding page in any case.
        const hasAncestorOrigin = await frame.evaluate(() =>
          Boolean(location.ancestorOrigins?.[0]?.startsWith('http')),
        );
        await expect.poll(() => readMessages(page, 'attentoscope:change')).toHaveLength(1);
        const [change] = await readMessages(page, 'attentoscope:change');
        expect('link' in change).toBe(hasAncestorOrigin);
      },
    ));

  test('in a frame with sandbox="allow-scripts", Save and the lab link name the missing permission once', () =>
    around(
      `<iframe src="${site.url}embed.html#${slow}" sandbox="allow-scripts" width="900"></iframe>`,
      async (page) => {
        const frame = await findInstrumentFrame(page);
        await frame.$eval('attento-scope', (element) => element.setAttribute('parts', 'explore'));
        await click(frame, '.primary');
        await waitUntil(frame, ({ step }) => step > 0);
        await click(frame, '.foot a');
        await waitUntil(frame, ({ notices }) => notices.join().includes('its sandbox lacks allow-popups'));
        const dismiss = () =>
          frame.$eval('attento-scope >>> .notice button', (button) =>
            /** @type {HTMLElement} */ (button).click(),
          );
        await dismiss();
        await frame.evaluate(() => {
          const globals = Object.assign(globalThis, { saved: 0 });
          const make = URL.createObjectURL;
          URL.createObjectURL = (blob) => {
            globals.saved++;
            return make(blob);
          };
        });
        await openExploration(frame, 'save');
        await pressButton(frame, '.save', 'Map as JSON');
        await waitUntil(frame, ({ notices }) => notices.join().includes('its sandbox lacks allow-downloads'));
        await dismiss();
        await pressButton(frame, '.save', 'Map as JSON');
        await frame.waitForFunction('saved === 2');
        expect((await readInstrument(frame)).notices).toEqual([]);
      },
      /sandbox|download/i,
    ));

  test('accepts three commands from the page named in its URL, and nothing else', () =>
    around(`<iframe src="${site.url}embed.html?parent=ORIGIN#${slow}"></iframe>`, async (page) => {
      const frame = await findInstrumentFrame(page);
      /** @param {unknown} data */
      const send = (data) =>
        page.evaluate((data) => {
          document.querySelector('iframe')?.contentWindow?.postMessage(data, '*');
        }, data);
      const linked = { type: 'attentoscope:configure', v: 1 };
      await send({ type: 'attentoscope:erase', v: 1 });
      await send({ type: 'attentoscope:run' });
      await send({ ...linked, link: `v1;seed=9;${'x'.repeat(5000)}` });
      await send({ ...linked, link: 'v1;seed=9', more: true });
      // The right origin, but not the embedding page.
      const other = await addNeighborFrame(page);
      await other.evaluate((data) => window.parent.frames[0].postMessage(data, '*'), {
        ...linked,
        link: 'v1;seed=9',
      });
      /** @type {string[]} */
      const links = [];
      await expect
        .poll(async () => {
          await send({ ...linked, link: `${slow};shown=embedding` });
          const { link } = await readInstrument(frame);
          links.push(link);
          return link;
        })
        .toContain('shown=embedding');
      expect(links.join()).not.toContain('seed=9');
      expect(await readInstrument(frame)).toMatchObject({ state: 'off', notices: [] });
      const changes = () => readMessages(page, 'attentoscope:change');
      await expect
        .poll(async () => (await changes()).at(-1)?.link)
        .toBe(slow.replace(';speed', ';shown=embedding;speed'));
      // The address follows the event: the frame loads what writes it on demand.
      await expect.poll(() => frame.evaluate(() => location.hash)).toBe(`#${(await changes()).at(-1)?.link}`);
      await send({ type: 'attentoscope:run', v: 1 });
      await waitUntil(frame, ({ step, run }) => step > 5 && run === 'Pause');
      await send({ type: 'attentoscope:pause', v: 1 });
      await waitUntil(frame, ({ run }) => run === 'Run');
    }));

  test.each(
    selectSeeds(
      ['no parent is named', ''],
      ['another page is named', '?parent=https://blog.example'],
      ['the name is not an origin', '?parent=ORIGIN/'],
    ),
  )('ignores all commands if %s', (_, query) =>
    around(`<iframe src="${site.url}embed.html${query}#${slow}"></iframe>`, async (page) => {
      const frame = await findInstrumentFrame(page);
      const { link } = await readInstrument(frame);
      await frame.evaluate(() => {
        const globals = /** @type {any} */ (globalThis);
        globals.received = 0;
        window.addEventListener('message', () => globals.received++);
      });
      await page.evaluate(() => {
        const frame = document.querySelector('iframe')?.contentWindow;
        frame?.postMessage({ type: 'attentoscope:configure', v: 1, link: 'v1;seed=9' }, '*');
        frame?.postMessage({ type: 'attentoscope:run', v: 1 }, '*');
      });
      await frame.waitForFunction('received === 2');
      expect(await readInstrument(frame)).toMatchObject({ state: 'off', link });
    }),
  );

  // Its link is percent-encoded, and its URL redirects.
  test('the parent script accepts heights only from its frames, and within limits', () =>
    around(`<iframe src="/old/embed.html#${encodeURIComponent(slow)}"></iframe>`, async (page) => {
      const frame = await findInstrumentFrame(page);
      /** @param {Pick<Page, 'evaluate'>} from @param {unknown} height @param {string} [type] */
      const requestHeight = (from, height, type = 'attentoscope:height') =>
        from.evaluate((data) => window.parent.postMessage(data, '*'), { type, v: 1, height });
      // From the page itself, from a frame with other content, and with an invalid height.
      await requestHeight(page, 333);
      await requestHeight(/** @type {any} */ (await addNeighborFrame(page)), 333);
      await requestHeight(frame, '333');
      await requestHeight(frame, 333, 'other:height');
      await requestHeight(frame, 1e9);
      await expect.poll(() => readFrameHeight(page)).toBe(20_000);
      expect(await readMessages(page, 'other:height')).toHaveLength(1);
      const wrong = (await readMessages(page, 'attentoscope:height')).filter(
        ({ height }) => Number(height) === 333,
      );
      expect(wrong).toHaveLength(3);
      const heights = await page.$$eval('iframe', (frames) => frames.map(({ style }) => style.height));
      expect(heights).toEqual(['20000px', '']);
      await requestHeight(frame, -1);
      await expect.poll(() => readFrameHeight(page)).toBe(120);
    }));

  test('a lazy frame below the viewport loads nothing, then a poster, and pauses when out of view', () => {
    const far = 20_000;
    const frames = `<svg width="1" height="${far}"></svg>
      <iframe loading="lazy" src="${site.url}embed.html#${slow}"></iframe>`;
    /** @param {Page} page @param {number} top */
    const scroll = (page, top) => page.evaluate((top) => window.scrollTo(0, top), top);
    site.requests.length = 0;
    return around(frames, async (page) => {
      expect(site.requests).toEqual(['/embed-parent.js']);
      await scroll(page, far);
      const frame = await findInstrumentFrame(page);
      expect(site.requests.filter((path) => /wasm|live|worker/.test(path))).toEqual([]);
      await click(frame, '.primary');
      await waitUntil(frame, ({ step }) => step > 0);
      expect(site.requests).toContain('/core.wasm');
      await scroll(page, 0);
      const rested = await waitUntil(frame, ({ run }) => run === 'Run');
      await scroll(page, far);
      await waitUntil(frame, ({ run, step }) => run === 'Pause' && step > rested.step);
    });
  });
});
