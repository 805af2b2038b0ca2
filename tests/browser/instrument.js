/** Reads an `<attento-scope>` and the page around it, and waits for what they show. */
import { expect } from 'vitest';

/** @import { Frame, Page } from 'puppeteer-core' */

/**
 * @typedef {object} Reading the visible state of an instrument
 * @property {string} state
 * @property {number} step
 * @property {string} run text of the main button
 * @property {string} speed
 * @property {string[]} verdicts one per row
 * @property {string[]} notices
 * @property {string} link
 * @property {string} fingerprint
 */

/**
 * @param {Page} page
 * @param {number} [index] which element of the page
 * @returns {Promise<Reading>}
 */
export function readInstrument(page, index = 0) {
  return page.evaluate(async (index) => {
    const element = /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (
      document.querySelectorAll('attento-scope')[index]
    );
    // The instrument may be missing while the page loads its texts.
    const root = element?.shadowRoot;
    /** @param {string} selector */
    const texts = (selector) =>
      [...(root?.querySelectorAll(selector) ?? [])].map(
        (node) => node.textContent?.trim().replace(/\s+/g, ' ') ?? '',
      );
    return {
      state: element?.state ?? '',
      step: Number((texts('.count output')[0] ?? '').replaceAll(',', '')),
      run: texts('.primary')[0] ?? '',
      speed: texts('.speed-text b')[0] ?? '',
      verdicts: texts('.bars-note'),
      notices: texts('.notice span'),
      link: element?.configuration ?? '',
      fingerprint: (await element?.scope?.fingerprint().catch(() => '')) ?? '',
    };
  }, index);
}

/**
 * Waits until the reading satisfies a condition; fails with the last reading.
 * @param {Page} page
 * @param {(reading: Reading) => boolean} condition
 * @param {{ index?: number }} [options]
 */
export async function waitUntil(page, condition, { index = 0 } = {}) {
  let reading = await readInstrument(page, index);
  const readAgain = async () => {
    reading = await readInstrument(page, index);
    return reading;
  };
  if (!condition(reading)) await expect.poll(readAgain).toSatisfy(condition);
  return reading;
}

/**
 * Waits for animation frames, so that a test can check that something does not happen.
 * @param {Page} page
 * @param {number} count
 */
export function waitForFrames(page, count) {
  return page.evaluate(async (count) => {
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
  }, count);
}

/**
 * Whether a run has begun and was not paused; on a busy machine it may have ended already.
 * @param {Reading} reading
 */
export const hasBegun = ({ run, step }) => step > 0 && (run === 'Pause' || run === 'Run on');

/** @param {Page} page @param {number} [index] */
export function waitUntilLive(page, index = 0) {
  return waitUntil(page, ({ state, step }) => state === 'live' && step === 0, { index });
}

/** The frame of embed.html, which can be used like a page. @param {Page} page @returns {Promise<Page>} */
export const waitForInstrumentFrame = async (page) =>
  /** @type {any} */ (await page.waitForFrame((frame) => frame.url().includes('embed.html')));

/** The names of all explorations. @param {Page} page */
export const readExplorationNames = (page) =>
  page.$$eval('attento-scope >>> [data-explore]', (buttons) =>
    buttons.map((button) => button.getAttribute('data-explore') ?? ''),
  );

/**
 * Texts of all visible elements that match.
 * @param {Page | Frame} page
 * @param {string} selector inside the shadow root
 * @returns {Promise<string[]>}
 */
export function readTexts(page, selector) {
  return page.evaluate((selector) => {
    const root = document.querySelector('attento-scope')?.shadowRoot;
    const nodes = /** @type {HTMLElement[]} */ ([...(root?.querySelectorAll(selector) ?? [])]);
    return nodes.filter((node) => !node.hidden).map((node) => node.textContent ?? '');
  }, selector);
}

/** @param {Page} page @param {string} selector @param {RegExp} pattern matches the text of one of them */
export async function waitForText(page, selector, pattern) {
  await expect.poll(() => readTexts(page, selector)).toContainEqual(expect.stringMatching(pattern));
}

/**
 * Waits until the instrument contains matching elements. Puppeteer's waitForSelector does not observe changes in shadow
 * roots.
 * @param {Page} page
 * @param {string} selector inside the shadow root
 * @param {number} [count] their number
 */
export async function waitForElements(page, selector, count = 1) {
  await expect
    .poll(async () => (await page.$$(`attento-scope >>> ${selector}`)).length)
    .toBeGreaterThanOrEqual(count);
}

/** The content of a canvas as a string. @param {Page} page @param {string} selector @param {number} [nth] @returns {Promise<string>} */
export function readPixels(page, selector, nth = 0) {
  return page.evaluate(
    (selector, nth) => {
      const root = document.querySelector('attento-scope')?.shadowRoot;
      const canvas = /** @type {HTMLCanvasElement} */ (root?.querySelectorAll(selector)[nth]);
      return canvas.toDataURL();
    },
    selector,
    nth,
  );
}

/** The current state of the story. @param {Page} page */
export const readStory = (page) =>
  page.evaluate(() => {
    const text = (/** @type {string} */ selector) =>
      document.querySelector(selector)?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
    return {
      chapter: text('.story h1'),
      scene: text('.scene-count').replace(/ · .*/, ''),
      notice: text('.address-notice'),
      shows: text('.shows'),
      hash: location.hash,
    };
  });
