/**
 * An attention map as a small SVG image in the text of a page: colored cells, the truth outlined.
 * @module
 */
import { svg } from 'lit';
import { markInvisible } from '../parts/format.js';
import { getColor } from '../plots/palette.js';

/** SVG units: edge of a cell, margin for labels, width of an outline. */
const kMap = { cell: 12, label: 15, outline: 1.5 };

/**
 * @param {import('../engine/shapes.js').AttentionMap} map
 * @param {string} name accessible name
 */
export function smallMapTemplate({ weights, truth, rowLabels, columnLabels }, name) {
  const { cell, label, outline } = kMap;
  const columns = columnLabels.length;
  const [width, height] = [columns, rowLabels.length].map((count) => label + count * cell);
  const cells = Array.from(weights, (weight, i) => {
    const [x, y] = [label + (i % columns) * cell + 0.5, label + Math.floor(i / columns) * cell + 0.5];
    const [size, inset] = [cell - 1, outline / 2];
    return svg`<rect x=${x} y=${y} width=${size} height=${size} fill=${getColor(weight)} />${
      truth?.[i]
        ? svg`<rect class="truth" x=${x + inset} y=${y + inset} width=${size - outline} height=${size - outline} stroke-width=${outline} />`
        : null
    }`;
  });
  return svg`
    <svg class="small-map" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${name}>
      ${columnLabels.map((text, s) => svg`<text x=${label + (s + 0.5) * cell} y=${label - 4} text-anchor="middle">${abbreviateLabel(text)}</text>`)}
      ${rowLabels.map((text, t) => svg`<text x=${label - 4} y=${label + (t + 0.8) * cell} text-anchor="end">${abbreviateLabel(text)}</text>`)}
      ${cells}
    </svg>
  `;
}

/** @param {string} token @returns {string} the token, or a dot if it is longer than one letter */
const abbreviateLabel = (token) => (token.length > 1 ? '·' : markInvisible(token));
