/** Helpers of the browser tests: reading and operating an `<attento-scope>` on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';

/** @import { Frame, Page } from 'puppeteer-core' */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
 * @param {{ index?: number, timeout?: number }} [options]
 * @returns {Promise<Reading>}
 */
export async function waitUntil(page, condition, { index = 0, timeout = 100_000 } = {}) {
  const end = Date.now() + timeout;
  for (;;) {
    const reading = await readInstrument(page, index);
    if (condition(reading)) return reading;
    if (Date.now() > end)
      throw new Error(`not reached: ${condition}\nlast: ${JSON.stringify(reading, null, 2)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
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

/**
 * Opens an exploration; '' returns to the map.
 * @param {Page} page
 * @param {string} name
 */
export async function openExploration(page, name) {
  await page.$eval(
    'attento-scope',
    (element, name) => {
      /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (element).explore = name;
    },
    name,
  );
  if (name) await waitForElements(page, `.exploration[data-name="${name}"]`);
}

/** Chooses a preset in its list. @param {Page} page @param {string} label */
export async function choosePreset(page, label) {
  await click(page, '.preset-now');
  await waitForElements(page, '.preset-list:popover-open .preset-choice');
  const labels = await readTexts(page, '.preset-choice b');
  if (!labels.includes(label)) throw new Error(`no preset ${label}`);
  await click(page, '.preset-choice', labels.indexOf(label));
}

/** Shows the table of a view instead of its picture. @param {Page} page @param {string} figure inside the shadow root */
export async function showTable(page, figure) {
  await click(page, `${figure} .save-view > summary`);
  await click(page, `${figure} .show-table`);
  await waitForElements(page, `${figure} .table[open]`);
}

/** Number of attempts for a click whose target may move. */
const kClicks = 20;

/**
 * A trusted click on something inside an instrument.
 * @param {Page} page
 * @param {string} selector inside the shadow root
 * @param {number} [nth]
 */
export async function click(page, selector, nth = 0) {
  await waitForElements(page, selector, nth + 1);
  await clickOn(
    async () => (await page.$$(`attento-scope >>> ${selector}`))[nth],
    `${selector} number ${nth}`,
  );
}

/** A trusted click on an element outside the instruments. @param {Page} page @param {string} selector */
export async function clickOnPage(page, selector) {
  await clickOn(() => page.waitForSelector(selector), selector);
}

/**
 * Clicks, and repeats it if the click missed, because late updates may move or replace the target.
 * @param {() => Promise<import('puppeteer-core').ElementHandle<Element> | null | undefined>} find
 * @param {string} name for the message
 */
async function clickOn(find, name) {
  /** @type {string[]} */
  const misses = [];
  while (misses.length < kClicks) {
    const target = await find();
    if (!target) break;
    const hit = await target.evaluateHandle(async (node) => {
      node.scrollIntoView({ block: 'center' });
      for (let before = NaN, still = 0; still < 3; ) {
        await new Promise(requestAnimationFrame);
        const { top } = node.getBoundingClientRect();
        still = top === before ? still + 1 : 0;
        before = top;
      }
      const arrival = { reached: false, path: 'nothing' };
      /** @param {Event} event */
      const see = (event) => {
        const path = event.composedPath();
        arrival.reached = path.includes(node);
        arrival.path = path.map((part) => (part instanceof Element ? part.localName : '/')).join(' < ');
      };
      window.addEventListener('click', see, { capture: true, once: true });
      return arrival;
    });
    // The target was replaced meanwhile; find it again.
    try {
      await target.click();
    } catch (error) {
      if (!/detached/.test(String(error))) throw error;
    }
    const { reached, path } = await hit.jsonValue();
    if (reached) return;
    misses.push(path);
  }
  throw new Error(`clicks on ${name} reached ${misses.join('; ') || 'nothing, because it does not exist'}`);
}

/** @typedef {{ x: number, y: number }} Point */

/** Drags the mouse from one point to another. @param {Page} page @param {Point} from @param {Point} to */
export async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

/** The names of all explorations. @param {Page} page */
export const listExplorations = (page) =>
  page.$$eval('attento-scope >>> [data-explore]', (buttons) =>
    buttons.map((button) => button.getAttribute('data-explore') ?? ''),
  );

/** Replaces the text of a field, with trusted keys. @param {Page} page @param {string} field selector @param {string} text */
export async function typeInto(page, field, text) {
  await click(page, field);
  await page.keyboard.press('Home');
  await page.keyboard.down('Shift');
  await page.keyboard.press('End');
  await page.keyboard.up('Shift');
  await page.keyboard.type(text);
}

/** Sets the text of a field by script. @param {Page} page @param {string} field selector @param {string} text */
export function setText(page, field, text) {
  return page.$eval(
    `attento-scope >>> ${field}`,
    (node, value) => {
      /** @type {HTMLInputElement} */ (node).value = value;
    },
    text,
  );
}

/** Drops a file. @param {Page} page @param {string} target selector @param {string} text @param {string} name */
export function dropFile(page, target, text, name) {
  return page.$eval(
    `attento-scope >>> ${target}`,
    (node, content, called) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], called, { type: 'text/plain' }));
      node.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    text,
    name,
  );
}

/** Starts an instrument by script, as Run does, but without training. @param {Page} page @returns {Promise<Reading>} */
export async function activate(page) {
  await waitUntil(page, ({ run }) => run !== '');
  await page.$eval('attento-scope', (element) =>
    /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (element).activate(),
  );
  return waitUntil(page, ({ state }) => state === 'live');
}

/** Chooses full speed with the keyboard. @param {Page} page */
export async function chooseFullSpeed(page) {
  await waitForElements(page, '.speed input');
  const [slider] = await page.$$('attento-scope >>> .speed input');
  await slider?.focus();
  await page.keyboard.press('End');
  await waitUntil(page, ({ speed }) => speed === 'full speed');
}

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

/** Clicks a button by its text. @param {Page} page @param {string} area @param {string} label */
export async function pressButton(page, area, label) {
  const labels = async () => (await readTexts(page, `${area} button`)).map((text) => text.trim());
  await expect.poll(labels).toContain(label);
  await click(page, `${area} button`, (await labels()).indexOf(label));
}

/** Trains by script, and waits until the result is shown. @param {Page} page @param {number} steps */
export async function train(page, steps) {
  const { step, isVisible } = await page.evaluate(async (count) => {
    const { scope, shadowRoot } = /** @type {import('../../web/element/attento-scope.js').AttentoScope} */ (
      document.querySelector('attento-scope')
    );
    for (let done = 0; done < count; done += 20) await scope?.train({ steps: 20 });
    // A hidden page draws nothing.
    const drawn = document.visibilityState === 'visible' && shadowRoot?.querySelector('.count output');
    return { step: scope?.step, isVisible: Boolean(drawn) };
  }, steps);
  if (!isVisible) return;
  await waitUntil(page, (reading) => reading.step === step);
  await waitForFrames(page, 2);
}

/**
 * Returns the violations that axe finds on a page.
 * @param {Page} page
 * @param {string} [part] selector
 * @returns {Promise<string[]>}
 */
export async function findAxeViolations(page, part = 'html') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  return page.evaluate(async (part) => {
    const { axe } = /** @type {any} */ (globalThis);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await axe.run(part, { runOnly: { type: 'tag', values: tags } });
    return violations.map(
      (/** @type {any} */ { id, nodes }) =>
        `${id}: ${nodes.map((/** @type {any} */ node) => `${node.target.flat().join(' ')} ${node.failureSummary}`).join('\n')}`,
    );
  }, part);
}

/**
 * Finds the visible texts that are smaller than `least` pixels, in the page and in the instrument.
 * @param {Page} page
 * @param {number} minimum
 * @param {string} [part] selector
 * @returns {Promise<string[]>}
 */
export function findSmallText(page, minimum, part = 'body *') {
  return page.evaluate(
    (minimum, part) => {
      const inside = document.querySelector('attento-scope')?.shadowRoot?.querySelectorAll('.shell *') ?? [];
      const nodes = [...document.querySelectorAll(part), ...inside];
      return nodes.flatMap((node) => {
        const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim());
        if (!text || !node.checkVisibility({ visibilityProperty: true }) || node.closest('.visually-hidden'))
          return [];
        // The texts of a drawing scale with it, and may be slanted.
        const matrix = node instanceof SVGGraphicsElement ? node.getScreenCTM() : null;
        const scale = matrix ? Math.hypot(matrix.c, matrix.d) : 1;
        const size = scale * Number.parseFloat(getComputedStyle(node).fontSize);
        return size < minimum - 0.05 ? [`${size} px: ${node.textContent?.trim().slice(0, 40)}`] : [];
      });
    },
    minimum,
    part,
  );
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

/** Collects downloads of a page in `saved` instead of saving them. @param {Page} page */
export function keepDownloads(page) {
  return page.evaluate(() => {
    /** @type {{ name: string, blob: Blob, text: Promise<string> }[]} */
    const saved = [];
    /** @type {Map<string, Blob>} */
    const blobs = new Map();
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const address = make.call(URL, blob);
      blobs.set(address, /** @type {Blob} */ (blob));
      return address;
    };
    HTMLAnchorElement.prototype.click = function () {
      const blob = /** @type {Blob} */ (blobs.get(this.href));
      saved.push({ name: this.download, blob, text: blob.text() });
    };
    Object.assign(globalThis, { saved });
  });
}

/**
 * Returns the download that an action triggers.
 * @param {Page} page
 * @param {() => Promise<unknown>} action
 * @returns {Promise<{ name: string, text: string, data: string }>} `data` in base64
 */
export async function captureDownload(page, action) {
  const count = () => page.evaluate(() => /** @type {any} */ (globalThis).saved.length);
  const before = await count();
  await action();
  await expect.poll(count).toBeGreaterThan(before);
  return page.evaluate(async () => {
    const { name, blob, text } = /** @type {any} */ (globalThis).saved.at(-1);
    const address = await new Promise((resolve) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => resolve(reader.result));
      reader.readAsDataURL(blob);
    });
    return { name, text: await text, data: address.slice(address.indexOf(',') + 1) };
  });
}

/**
 * Sets the file of an input to an image: a background with a square of another color in its middle.
 * @param {Page} page
 * @param {string} selector
 * @param {string} paper
 * @param {string} square
 */
export function setImageFile(page, selector, paper, square) {
  return page.evaluate(
    async (selector, paper, square) => {
      const canvas = new OffscreenCanvas(90, 60);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.fillStyle = paper;
      context.fillRect(0, 0, 90, 60);
      context.fillStyle = square;
      context.fillRect(35, 20, 20, 20);
      const files = new DataTransfer();
      files.items.add(new File([await canvas.convertToBlob()], 'own.png', { type: 'image/png' }));
      const root = document.querySelector('attento-scope')?.shadowRoot;
      const input = /** @type {HTMLInputElement} */ (root?.querySelector(selector));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    },
    selector,
    paper,
    square,
  );
}

/** Opens the worksheet from the panel for teachers, which is open. @param {Page} page */
export async function openWorksheet(page) {
  await page.$$eval('.class-buttons button', (buttons) => {
    const worksheet = buttons.find(({ textContent }) => textContent === 'Worksheet');
    /** @type {HTMLElement | undefined} */ (worksheet)?.click();
  });
  await page.waitForSelector('.worksheet');
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

/** @param {Page} page @param {string} hash */
export const openHash = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
