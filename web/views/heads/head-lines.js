/** A line for each head, with the head's color and what it attended to. */

import { html } from 'lit';
import { getHeadColor } from '../../plots/arc-paint.js';

/** @param {readonly string[]} lines one per head @returns items of a list */
export const headLinesTemplate = (lines) =>
  lines.map(
    (line, head) =>
      html`<li><i class="head-swatch" aria-hidden="true" .style=${`background-color: ${getHeadColor(head)}`}></i>${line}</li>`,
  );

export const headLinesStyles = /* css */ `
.head-swatch { flex: none; inline-size: 0.9em; block-size: 0.55em; border-radius: 2px; forced-color-adjust: none; }
`;
