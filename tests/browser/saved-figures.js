/** Helpers to save a view, and to read and compare saved files with what is shown. */
import { captureDownload } from './files.js';
import { waitForText } from './instrument.js';
import { pressButton } from './operate.js';

/** @import { Page } from 'puppeteer-core' */
/** @typedef {import('puppeteer-core').ElementHandle<HTMLElement>} Handle */

export const kKinds = ['svg', 'png', 'copy', 'csv', 'json', 'excel'];

/**
 * Mean difference of two images at low resolution, in their common part.
 * @param {Page} blank a page without a policy
 * @param {string} svg
 * @param {string} png base64
 */
export function computeImageDifference(blank, svg, png) {
  return blank.evaluate(
    async (svg, png) => {
      /** @param {string} address */
      const load = async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image;
      };
      const drawn = await load(`data:image/svg+xml,${encodeURIComponent(svg)}`);
      const screenshot = await load(`data:image/png;base64,${png}`);
      const [, left = 0, top = 0] = /viewBox="(\S+) (\S+)/.exec(svg)?.map(Number) ?? [];
      const size = { width: screenshot.width, height: Math.min(screenshot.height, drawn.height + top - 16) };
      /** @param {HTMLImageElement} image @param {number} x @param {number} y */
      const downsample = (image, x, y) => {
        const whole = new OffscreenCanvas(size.width, size.height);
        whole.getContext('2d')?.drawImage(image, x, y);
        const small = new OffscreenCanvas(Math.ceil(size.width / 6), Math.ceil(size.height / 6));
        const context = small.getContext('2d');
        if (!context) throw new Error('no context');
        context.imageSmoothingQuality = 'high';
        context.drawImage(whole, 0, 0, small.width, small.height);
        return context.getImageData(0, 0, small.width, small.height).data;
      };
      const [a, b] = [downsample(drawn, left, top), downsample(screenshot, 0, 0)];
      return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
    },
    svg,
    png,
  );
}

/**
 * Parses an SVG strictly as XML.
 * @param {Page} blank
 * @param {string} svg
 */
export function readSvg(blank, svg) {
  return blank.evaluate((svg) => {
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const nodes = [...parsed.querySelectorAll('*')];
    return {
      wrong: parsed.querySelector('parsererror')?.textContent ?? '',
      names: [...new Set(nodes.map((node) => node.localName))],
      handlers: nodes.flatMap((node) => [...node.attributes]).filter(({ name }) => name.startsWith('on'))
        .length,
      text: [...parsed.querySelectorAll('text')].map((node) => node.textContent).join(' '),
    };
  }, svg);
}

/** @param {string} csv @returns {string[][]} */
export function parseCsvCells(csv) {
  return csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, '')),
    );
}

/** @param {string} text as a table writes a number @returns {number} */
export function parseNumber(text) {
  const readPower = (/** @type {string} */ signs) =>
    [...signs].map((sign) => '-0123456789'['⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign)]).join('');
  const powers = text.replace(/ × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, signs) => `e${readPower(signs)}`);
  return text === '' ? Number.NaN : Number(powers.replaceAll(',', '').replace('−', '-'));
}

/** The visible save controls in an area. @param {Page} page @param {string} [area] selector @returns {Promise<Handle[]>} */
export async function findSaveControls(page, area = '') {
  const controls = /** @type {Handle[]} */ (await page.$$(`attento-scope >>> ${area} .save-view`));
  const visible = await Promise.all(controls.map((one) => one.evaluate((node) => node.checkVisibility())));
  return controls.filter((_, i) => visible[i]);
}

/** The figure that a control saves. @param {Handle} control @returns {Promise<Handle>} */
export async function findFigure(control) {
  const figure = await control.evaluateHandle((node) => {
    const panel = /** @type {HTMLElement | null} */ (node.closest('.panel:not(.panel .panel)'));
    return panel ?? /** @type {HTMLElement} */ (node.closest('section'));
  });
  return /** @type {Handle} */ (figure);
}

/** Waits until an exploration shows its content. @param {Page} page @param {string} name */
export async function waitForExploration(page, name) {
  if (name === 'explanation') await waitForText(page, '.explain-table td', /\d/);
  if (name === 'decoder-steps') await waitForText(page, '.decoder', /Decoded after step 40/);
  if (name === 'residual-path') await waitForText(page, '.path .panel-note', /after step 40/);
  if (name !== 'race') return;
  await pressButton(page, '.race', 'Start the race');
  await waitForText(page, '.race [role=status]', /(First at|None of them)/);
}

/** @param {Page} page @param {Handle} control @param {string} kind */
export function save(page, control, kind) {
  return captureDownload(page, () =>
    control.evaluate((node, index) => {
      node.querySelector('summary')?.click();
      /** @type {NodeListOf<HTMLElement>} */ (
        node.querySelectorAll('.save-view-menu > button:not(.show-table)')
      )[index]?.click();
    }, kKinds.indexOf(kind)),
  );
}

/** @param {string} saved whole @param {string} visibleText rounded, or the beginning of a text @returns {boolean} */
export function isSameNumber(saved, visibleText) {
  const rounded = parseNumber(visibleText);
  if (!Number.isFinite(rounded)) return saved.startsWith(visibleText) || visibleText === '–';
  const exact = Number(saved);
  return saved !== '' && Math.abs(exact - rounded) <= Math.max(0.000_51, 0.006 * Math.abs(exact));
}
