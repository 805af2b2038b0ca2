/** Operates an `<attento-scope>` and the page around it, with trusted events where not said otherwise. */
import { expect } from 'vitest';
import { readTexts, waitForElements, waitForFrames, waitUntil } from './instrument.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { Reading } from './instrument.js' */

/** Sets properties of the instrument. @param {Page} page @param {{ configuration?: string, explore?: string }} properties */
export const setProperties = (page, properties) =>
  page.$eval('attento-scope', (element, values) => void Object.assign(element, values), properties);

/** Opens an exploration; '' returns to the map. @param {Page} page @param {string} name */
export async function openExploration(page, name) {
  await setProperties(page, { explore: name });
  if (name) await waitForElements(page, `.exploration[data-name="${name}"]`);
}

/** Sets attributes of the instrument. @param {Page} page @param {Record<string, string>} attributes */
export const setAttributes = (page, attributes) =>
  page.$eval(
    'attento-scope',
    (element, values) => {
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
    },
    attributes,
  );

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
  const find = async () => (await page.$$(`attento-scope >>> ${selector}`))[nth];
  await clickOn(page, find, `${selector} number ${nth}`);
}

/** A trusted click on an element outside the instruments. @param {Page} page @param {string} selector */
export async function clickOnPage(page, selector) {
  await clickOn(page, () => page.waitForSelector(selector), selector);
}

/**
 * Clicks, and repeats it if the click missed, because late updates may move or replace the target.
 * @param {Page} page
 * @param {() => Promise<import('puppeteer-core').ElementHandle<Element> | null | undefined>} find
 * @param {string} name for the message
 */
async function clickOn(page, find, name) {
  /** @type {string[]} */
  const misses = [];
  while (misses.length < kClicks) {
    const target = await find();
    if (!target) break;
    await target.evaluate(async (node) => {
      node.scrollIntoView({ block: 'center' });
      for (let before = NaN, still = 0; still < 3; ) {
        await new Promise(requestAnimationFrame);
        const { top } = node.getBoundingClientRect();
        still = top === before ? still + 1 : 0;
        before = top;
      }
      const arrival = { reached: false, path: 'nothing' };
      Object.assign(globalThis, { arrival });
      /** @param {Event} event */
      const see = (event) => {
        const path = event.composedPath();
        arrival.reached = path.includes(node);
        arrival.path = path.map((part) => (part instanceof Element ? part.localName : '/')).join(' < ');
      };
      window.addEventListener('click', see, { capture: true, once: true });
    });
    // The target was replaced meanwhile; find it again.
    try {
      await target.click();
    } catch (error) {
      if (!/detached/.test(String(error))) throw error;
    }
    const { reached, path } = await page.evaluate(() => /** @type {any} */ (globalThis).arrival);
    if (reached) return;
    misses.push(path);
  }
  throw new Error(`clicks on ${name} reached ${misses.join('; ') || 'nothing, because it does not exist'}`);
}

/** @typedef {{ x: number, y: number }} Point */

/** Scrolls an element into view, and returns its box. @param {Page} page @param {string} selector inside the shadow root */
export async function findBox(page, selector) {
  const [element] = await page.$$(`attento-scope >>> ${selector}`);
  await element?.evaluate((node) => node.scrollIntoView({ block: 'center' }));
  const box = await element?.boundingBox();
  if (!box) throw new Error(`nothing at ${selector}`);
  return box;
}

/** Drags the mouse from the middle of an element. @param {Page} page @param {string} selector @param {Point} by */
export async function dragBy(page, selector, by) {
  const box = await findBox(page, selector);
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await dragMouse(page, from, { x: from.x + by.x, y: from.y + by.y });
}

/** Drags the mouse between two of the elements that match. @param {Page} page @param {string} selector @param {number} from @param {number} to */
export async function dragBetween(page, selector, from, to) {
  const nodes = await page.$$(selector);
  const [start, end] = await Promise.all([from, to].map((nth) => nodes[nth]?.clickablePoint()));
  if (!start || !end) throw new Error(`nothing to drag: ${selector}`);
  await dragMouse(page, start, end);
}

/** Drags the mouse from one point to another. @param {Page} page @param {Point} from @param {Point} to */
export async function dragMouse(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

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

/** Starts an instrument by script, as Run does, but without training. @param {Page} page @returns {Promise<Reading>} */
export async function activate(page) {
  await waitUntil(page, ({ run }) => run !== '');
  await page.$eval('attento-scope', (element) => element.activate());
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

/** Clicks a button by its text. @param {Page} page @param {string} area @param {string} label */
export async function pressButton(page, area, label) {
  const labels = async () => (await readTexts(page, `${area} button`)).map((text) => text.trim());
  await expect.poll(labels).toContain(label);
  await click(page, `${area} button`, (await labels()).indexOf(label));
}

/** Trains by script, and waits until the result is shown. @param {Page} page @param {number} steps */
export async function train(page, steps) {
  const { step, isVisible } = await page.evaluate(async (count) => {
    const { scope, shadowRoot } = document.querySelector('attento-scope') ?? {};
    for (let done = 0; done < count; done += 20) await scope?.train({ steps: 20 });
    // A hidden page draws nothing.
    const drawn = document.visibilityState === 'visible' && shadowRoot?.querySelector('.count output');
    return { step: scope?.step, isVisible: Boolean(drawn) };
  }, steps);
  if (!isVisible) return;
  await waitUntil(page, (reading) => reading.step === step);
  await waitForFrames(page, 2);
}

/** Opens the worksheet from the panel for teachers, which is open. @param {Page} page */
export async function clickWorksheetButton(page) {
  await clickOnPage(page, '.class-buttons ::-p-text(Worksheet)');
  await page.waitForSelector('.worksheet');
}

/** @param {Page} page @param {string} hash */
export const openHash = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
