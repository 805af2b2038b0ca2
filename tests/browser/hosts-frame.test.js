/** Tests embed.html in frames of another site: its height, its messages, whose commands it accepts, and when it loads. */
import { expect, test } from 'vitest';
import { openLab } from './fixture.js';
import { readInstrument, waitForInstrumentFrame, waitUntil } from './instrument.js';
import { click, openExploration, pressButton, setAttributes } from './operate.js';

/** @import { Page } from 'puppeteer-core' */

/** Slow enough to be watched. */
const slow = 'v1;experiment=context-lookup;seed=8;speed=200';

const { site, onHost } = openLab('chromium', { fresh: true });

/**
 * A page of another site with these frames, which records the messages that it receives.
 * @param {string} frames ORIGIN is replaced by the origin of the page
 * @param {(page: Page, problems: string[]) => Promise<void>} act
 */
const around = (frames, act) =>
  onHost(
    `<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <script>globalThis.messages = []; addEventListener('message', ({ data }) => messages.push(data));</script>
      <script src="${site.url}embed-parent.js"></script>${frames}`,
    { address: '127.0.0.2', redirects: { 'old/embed.html': `${site.url}embed.html` } },
    act,
  );

/** The frame with the instrument. @param {Page} page */
async function findInstrumentFrame(page) {
  const frame = await waitForInstrumentFrame(page);
  await waitUntil(frame, ({ run }) => run === 'Run');
  return frame;
}

/** Adds a frame of the same origin as the page. @param {Page} page */
async function addNeighborFrame(page) {
  await page.evaluate(() => document.body.append(document.createElement('iframe')));
  return page.waitForFrame((frame) => frame.parentFrame() !== null && frame.url() === 'about:blank');
}

/** @param {Page} page @param {string} type */
const readMessages = (page, type) =>
  page.evaluate((type) => {
    const { messages } = /** @type {any} */ (globalThis);
    return /** @type {any[]} */ (messages).filter((one) => (one.type ?? one.subject) === type);
  }, type);

/** @param {Page} page */
const readFrameHeight = (page) => page.$eval('iframe', (frame) => frame.clientHeight);

/** Waits until the frame is exactly as high as its content. @param {Page} page @param {Page} frame @param {number} width of the frame */
async function waitUntilFitting(page, frame, width) {
  await page.$eval('iframe', (frame, width) => frame.setAttribute('width', String(width)), width);
  const isFitting = async () => {
    const height = await readFrameHeight(page);
    const sizes = await frame.evaluate(() => {
      const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
      return [document.body.getBoundingClientRect().height, scrollHeight, scrollWidth, clientWidth];
    });
    return sizes.map(Math.ceil).join() === [height, height, width, width].join();
  };
  await expect.poll(isFitting).toBe(true);
  return readFrameHeight(page);
}

test('a frame resizes to its content, trains, and posts messages', () =>
  around(`<iframe src="${site.url}embed.html?id=first#${slow}"></iframe>`, async (page) => {
    const frame = await findInstrumentFrame(page);
    await waitUntilFitting(page, frame, 1280);
    const height = await waitUntilFitting(page, frame, 320);
    const size = { type: 'attentoscope:height', v: 1, id: 'first', height };
    expect(await readMessages(page, 'attentoscope:height')).toContainEqual(size);
    expect(await readMessages(page, 'lti.frameResize')).toContainEqual({
      subject: 'lti.frameResize',
      height,
    });
    expect(await readMessages(page, 'attentoscope:ready')).toEqual([]);
    await click(frame, '.primary');
    await waitUntil(frame, ({ step, run }) => step > 20 && run === 'Pause');
    const ready = { type: 'attentoscope:ready', v: 1, id: 'first' };
    expect(await readMessages(page, 'attentoscope:ready')).toEqual([ready]);
    for (const width of [1280, 320]) await waitUntilFitting(page, frame, width);
    await click(frame, '.primary');
    await expect
      .poll(() => readMessages(page, 'attentoscope:pause'))
      .toContainEqual(expect.objectContaining({ id: 'first', reason: 'pause', step: expect.any(Number) }));
    await click(frame, '.bars-choice input', 1);
    await expect
      .poll(() => readMessages(page, 'attentoscope:change'))
      .toContainEqual(expect.objectContaining({ link: slow.replace(';speed', ';shown=embedding;speed') }));
  }));

test('in a frame with sandbox="allow-scripts", Save and the lab link name the missing permission once', () =>
  around(
    `<iframe src="${site.url}embed.html#${slow}" sandbox="allow-scripts" width="900"></iframe>`,
    async (page, problems) => {
      const frame = await findInstrumentFrame(page);
      await setAttributes(frame, { parts: 'explore' });
      await click(frame, '.primary');
      await waitUntil(frame, ({ step }) => step > 0);
      await click(frame, '.foot a');
      await waitUntil(frame, ({ notices }) => notices.join().includes('its sandbox lacks allow-popups'));
      const dismiss = () =>
        frame.$eval('attento-scope >>> .notice button', (button) =>
          /** @type {HTMLElement} */ (button).click(),
        );
      await dismiss();
      await openExploration(frame, 'save');
      await pressButton(frame, '.save', 'Map as JSON');
      await waitUntil(frame, ({ notices }) => notices.join().includes('its sandbox lacks allow-downloads'));
      await dismiss();
      await pressButton(frame, '.save', 'Map as JSON');
      expect((await readInstrument(frame)).notices).toEqual([]);
      expect(problems.splice(0).filter((problem) => !/sandbox|download/i.test(problem))).toEqual([]);
    },
  ));

test('accepts three commands from the page named in its URL, and nothing from others', () =>
  around(`<iframe src="${site.url}embed.html?parent=ORIGIN#${slow}"></iframe>`, async (page) => {
    const frame = await findInstrumentFrame(page);
    /** @param {unknown} data */
    const send = (data) =>
      page.evaluate((data) => {
        document.querySelector('iframe')?.contentWindow?.postMessage(data, '*');
      }, data);
    const configure = { type: 'attentoscope:configure', v: 1 };
    await send({ ...configure, link: 'v1;seed=9', more: true });
    // The right origin, but not the embedding page.
    const other = await addNeighborFrame(page);
    const wrong = { ...configure, link: 'v1;seed=9' };
    await other.evaluate((data) => window.parent.frames[0].postMessage(data, '*'), wrong);
    /** @type {string[]} */
    const links = [];
    await expect
      .poll(async () => {
        await send({ ...configure, link: `${slow};shown=embedding` });
        const { link } = await readInstrument(frame);
        links.push(link);
        return link;
      })
      .toContain('shown=embedding');
    expect(links.join()).not.toContain('seed=9');
    expect(await readInstrument(frame)).toMatchObject({ state: 'off', notices: [] });
    const changed = slow.replace(';speed', ';shown=embedding;speed');
    await expect
      .poll(async () => (await readMessages(page, 'attentoscope:change')).at(-1)?.link)
      .toBe(changed);
    // The address follows the event: the frame loads what writes it on demand.
    await expect.poll(() => frame.evaluate(() => location.hash)).toBe(`#${changed}`);
    await send({ type: 'attentoscope:run', v: 1 });
    await waitUntil(frame, ({ step, run }) => step > 5 && run === 'Pause');
    await send({ type: 'attentoscope:pause', v: 1 });
    await waitUntil(frame, ({ run }) => run === 'Run');
  }));

// Its link is percent-encoded, and its URL redirects.
test('the parent script accepts heights only from its frames, and within limits', () =>
  around(`<iframe src="/old/embed.html#${encodeURIComponent(slow)}"></iframe>`, async (page) => {
    const frame = await findInstrumentFrame(page);
    /** @param {Pick<Page, 'evaluate'>} from @param {unknown} height */
    const requestHeight = (from, height) =>
      from.evaluate((data) => window.parent.postMessage(data, '*'), {
        type: 'attentoscope:height',
        v: 1,
        height,
      });
    // From the page itself, from a frame with other content, and with an invalid height.
    await requestHeight(page, 333);
    await requestHeight(/** @type {any} */ (await addNeighborFrame(page)), 333);
    await requestHeight(frame, '333');
    await requestHeight(frame, 1e9);
    await expect.poll(() => readFrameHeight(page)).toBe(20_000);
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
