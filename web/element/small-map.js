/** An attention map as a small SVG image in the text of a page: colored cells, the truth outlined. */
import { svg } from 'lit';
import { showInvisibleCharacters } from '../parts/format.js';
import { getColorStyle } from '../plots/palette.js';

/** Edge of a cell and margin for labels, in SVG units. */
const kMap = { cell: 12, label: 15 };

/**
 * @param {import('../engine/shapes.js').AttentionMap} map
 * @param {string} name accessible name
 */
export function smallMapTemplate({ weights, truth, rowLabels, columnLabels }, name) {
  const { cell, label } = kMap;
  const columns = columnLabels.length;
  const [width, height] = [columns, rowLabels.length].map((count) => label + count * cell);
  const cells = Array.from(weights, (weight, i) => {
    const [x, y] = [label + (i % columns) * cell + 0.5, label + Math.floor(i / columns) * cell + 0.5];
    /** @param {number} inset @param {string} fill */
    const square = (inset, fill) =>
      svg`<rect x=${x + inset} y=${y + inset} width=${cell - 1 - 2 * inset} height=${cell - 1 - 2 * inset} fill=${fill} />`;
    const frame = truth?.[i]
      ? [square(0, 'var(--attento-ink)'), square(1, 'var(--attento-paper)')]
      : square(0, 'var(--attento-rule)');
    return [frame, square(truth?.[i] ? 1.5 : 0.5, getColorStyle(weight))];
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
const abbreviateLabel = (token) => (token.length > 1 ? '·' : showInvisibleCharacters(token));
