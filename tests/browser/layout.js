/** Finds faults of what a page shows: accessibility and small text. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** @import { Page } from 'puppeteer-core' */

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
