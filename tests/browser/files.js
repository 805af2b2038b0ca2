/** Gives files to an `<attento-scope>`, and catches those that it saves. */
import { expect } from 'vitest';

/** @import { Page } from 'puppeteer-core' */

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

/** Collects downloads of a page in `saved` instead of saving them. @param {Page} page */
export function keepDownloads(page) {
  return page.evaluate(() => {
    /** @type {{ name: string, blob: Blob }[]} */
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
      saved.push({ name: this.download, blob });
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
    const { name, blob } = /** @type {any} */ (globalThis).saved.at(-1);
    const bytes = /** @type {any} */ (new Uint8Array(await blob.arrayBuffer()));
    return { name, text: await blob.text(), data: bytes.toBase64() };
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
