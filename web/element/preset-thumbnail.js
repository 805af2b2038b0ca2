/**
 * A thumbnail of what a preset learns: the map of its poster, in the color scale of all maps.
 * @module
 */
import { html, svg } from 'lit';
import { getColorStyle } from '../plots/palette.js';
import { decodeShares } from './poster-code.js';

/** @import { Poster } from '../engine/shapes.js' */

/** Cells with less than this share have the color of the paper, and are left out. */
const kLeastShare = 0.01;
/** Each row is taken as a square image if it has more than this many columns per row of the map. */
const kImageRatio = 4;

/** @param {string} experiment @returns {Promise<Readonly<Record<string, Poster>>>} by preset name */
export const loadPosters = async (experiment) =>
  (await import(`../experiments/${experiment}/poster.js`)).posters;

/** The first head of a poster, or its first image, as SVG. @param {Poster} poster */
export function presetThumbnailTemplate({ shape, weights }) {
  const [all = 1, length = 1] = shape.slice(-2);
  const side = Math.sqrt(length);
  const isImage = Number.isInteger(side) && length > kImageRatio * all;
  const [rows, columns] = isImage ? [side, side] : [all, length];
  const shares = decodeShares(weights).subarray(0, rows * columns);
  const most = isImage ? Math.max(...shares) : 1;
  return html`<svg viewBox=${`0 0 ${columns} ${rows}`} shape-rendering="crispEdges" aria-hidden="true">
    <rect width=${columns} height=${rows} fill="none" stroke="var(--attento-line-color)" vector-effect="non-scaling-stroke" />
    ${Array.from(shares, (share, i) =>
      share > kLeastShare
        ? svg`<rect x=${i % columns} y=${Math.floor(i / columns)} width="1" height="1" fill=${getColorStyle(share / most)} />`
        : null,
    )}
  </svg>`;
}
