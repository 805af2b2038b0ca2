/**
 * What each head looked at: a line for each, beside its color.
 * @module
 */

import { h } from '../../parts/dom.js';
import { getHeadColor } from '../../plots/arc-paint.js';

/** @param {readonly string[]} lines one per head @returns {HTMLElement[]} items of a list */
export const createHeadLines = (lines) =>
  lines.map((line, head) => {
    const swatch = h('i', { class: 'head-swatch', 'aria-hidden': 'true' });
    swatch.style.backgroundColor = getHeadColor(head);
    return h('li', {}, swatch, line);
  });

/** Styles of their colors. */
export const headLinesStyles = /* css */ `
.head-swatch { flex: none; inline-size: 0.9em; block-size: 0.55em; border-radius: 2px; forced-color-adjust: none; print-color-adjust: exact; }
`;
