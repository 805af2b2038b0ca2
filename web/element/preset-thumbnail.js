/**
 * A thumbnail of what a preset learns: the map of its poster, in the color scale of all maps.
 * @module
 */
import { html } from 'lit';
import { toElement } from '../parts/dom.js';
import { decodeShares } from '../parts/poster-code.js';
import { getColor } from '../plots/palette.js';

/** @import { Poster } from '../engine/shapes.js' */

/** Canvas pixels per cell; the style sheet sets the size of the thumbnail. */
const kCell = 4;
/** Each row is taken as a square image if it has more than this many columns per row of the map. */
const kImageRatio = 4;

/** @param {string} experiment @returns {Promise<Readonly<Record<string, Poster>>>} by preset name */
export const loadPosters = async (experiment) =>
  (await import(`../experiments/${experiment}/poster.js`)).posters;

/** @param {Poster} poster @returns {HTMLCanvasElement} shows its first head, or its first image */
export function createPresetThumbnail({ shape, weights }) {
  const [all = 1, length = 1] = shape.slice(-2);
  const side = Math.sqrt(length);
  const isImage = Number.isInteger(side) && length > kImageRatio * all;
  const [rows, columns] = isImage ? [side, side] : [all, length];
  const shares = decodeShares(weights).subarray(0, rows * columns);
  const most = isImage ? Math.max(...shares) : 1;
  const canvas = /** @type {HTMLCanvasElement} */ (
    toElement(html`<canvas width=${columns * kCell} height=${rows * kCell} aria-hidden="true"></canvas>`)
  );
  const context = canvas.getContext('2d');
  shares.forEach((share, i) => {
    if (!context) return;
    context.fillStyle = getColor(share / most);
    context.fillRect((i % columns) * kCell, Math.floor(i / columns) * kCell, kCell, kCell);
  });
  return canvas;
}
