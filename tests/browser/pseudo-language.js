/** The built site with a pseudo-language instead of German, to test texts that are not English. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../.tools/serve.js';
import { collectTexts } from '../../.tools/texts.js';
import { packTexts } from '../../web/language/key.js';

/** @import { Page } from 'puppeteer-core' */

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/**
 * @param {(text: string) => string} change
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} a server on which the language is selected as German
 */
export async function openPseudoSite(change) {
  const root = mkdtempSync(join(tmpdir(), 'attentoscope-language-'));
  cpSync(dist, root, { recursive: true });
  const texts = Object.entries(await collectTexts()).map(([key, text]) => [
    key,
    typeof text === 'string'
      ? change(text)
      : Object.fromEntries(Object.entries(text).map(([category, form]) => [category, change(form)])),
  ]);
  const chunk = readdirSync(root).find((name) => /^language-de-.*\.js$/.test(name));
  if (!chunk || !readFileSync(join(root, chunk), 'utf8').includes('export{'))
    throw new Error('dist/ has no German translation');
  writeFileSync(
    join(root, chunk),
    `const texts = ${JSON.stringify(packTexts(Object.fromEntries(texts)))};\nexport { texts as default };\n`,
  );
  const server = await serve({ root });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      rmSync(root, { recursive: true });
    },
  };
}

/** Records texts drawn on canvases. Call it before the page is loaded. @param {Page} page */
export function watchCanvases(page) {
  return page.evaluateOnNewDocument(() => {
    const { prototype } = CanvasRenderingContext2D;
    const { fillText } = prototype;
    const painted = new Set();
    Object.assign(globalThis, { painted });
    prototype.fillText = function (text, ...place) {
      painted.add(text);
      return fillText.call(this, text, ...place);
    };
  });
}

/** Opens all details elements. @param {Page} page */
export async function openDetails(page) {
  await page.evaluate(() => {
    for (const root of [document, document.querySelector('attento-scope')?.shadowRoot])
      for (const details of root?.querySelectorAll('details') ?? []) details.open = true;
  });
}

/**
 * Finds untranslated texts, which are outside of ⟦ and ⟧, in elements, attributes and on canvases.
 * @param {Page} page
 * @param {readonly string[]} data allowed words: tokens, names of the library
 * @returns {Promise<string[]>}
 */
export function findUntranslated(page, data) {
  return page.evaluate((data) => {
    const dataWords = new Set(data);
    /** @param {string} word */
    const isData = (word) => dataWords.has(word.replace('␣', '')) || /^(?:(?:<\w+>)+|\p{L}?\d+)$/u.test(word);
    /** Ignored: formulas, code, names of languages, and input of the reader. */
    const kOther =
      'math, cite, .formula, .bars-formula, var, sub, code, textarea, style, script, option[lang]';
    const attributes = 'aria-label title aria-valuetext aria-roledescription placeholder alt'.split(' ');
    /** @type {string[]} */
    const found = [];
    /** @param {string} text @param {string} where */
    const checkText = (text, where) => {
      const rest = text
        .split(/[\s,;:()“”"…·×=/|]+/u)
        .filter((word) => /\p{L}{2}/u.test(word) && !isData(word));
      if (rest.length > 0) found.push(`${where}: ${text.trim()}`);
    };
    let depth = 0;
    /** @param {Node} node */
    const walk = (node) => {
      if (node instanceof Text) {
        if (node.parentElement?.closest(kOther)) return;
        let outside = '';
        for (const sign of node.data) {
          if (sign === '⟦') depth++;
          else if (sign === '⟧') depth--;
          else if (depth === 0) outside += sign;
        }
        checkText(outside, node.parentElement?.className || node.parentElement?.localName || '');
        return;
      }
      if (node instanceof Element) {
        for (const name of attributes) {
          const text = node.getAttribute(name) ?? '';
          if (!text.includes('⟦')) checkText(text, `${node.localName}[${name}]`);
        }
        if (node instanceof HTMLElement && node.hidden) return;
        if (node.shadowRoot) walk(node.shadowRoot);
      }
      for (const child of node.childNodes) walk(child);
    };
    walk(document.body);
    for (const text of /** @type {{ painted: Set<string> }} */ (/** @type {unknown} */ (globalThis)).painted)
      if (!text.includes('⟦')) checkText(text, 'canvas');
    return [...new Set(found)];
  }, data);
}

/**
 * Finds elements that overflow the page at its right edge, or their box.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export function findOverflowing(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const found = wide > 0 ? [`the page by ${wide}`] : [];
    const root = document.querySelector('attento-scope')?.shadowRoot;
    const all = [...document.querySelectorAll('body *'), ...(root?.querySelectorAll('*') ?? [])];
    /** Whether an ancestor scrolls or clips. @param {Element} node */
    const isContained = (node) => {
      for (let around = node.parentElement; around; around = around.parentElement)
        // The outer box clips, too, but its content should not be that wide.
        if (getComputedStyle(around).overflowX !== 'visible' && !around.matches('.scope')) return true;
      return false;
    };
    for (const node of all) {
      const { left, right, width } = node.getBoundingClientRect();
      if (width === 0 || !node.checkVisibility() || isContained(node)) continue;
      if (right > document.documentElement.clientWidth + 1 || left < -1)
        found.push(`${node.localName}.${node.className}: ${node.textContent?.trim().slice(0, 40)}`);
    }
    return found;
  });
}
