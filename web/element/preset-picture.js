/**
 * What a preset learns, as a thumbnail: the map of its poster, in the colours of every map.
 * @module
 */
import { h } from '../parts/dom.js';
import { colourOf } from '../plots/palette.js';
import { sharesOf } from './poster-code.js';

/** @import { Poster } from '../engine/shapes.js' */

/** Pixels of a cell; the style sheet gives the picture its size. */
const kCell = 4;
/** Where the rows are pictures, their pixels are the columns, and there are few rows. */
const kPixels = 4;

/** @param {string} experiment @returns {Promise<Readonly<Record<string, Poster>>>} by the names of presets */
export const postersOf = async (experiment) =>
  (await import(`../experiments/${experiment}/poster.js`)).posters;

/** @param {Poster} poster @returns {HTMLCanvasElement} of its first head, or of its first picture */
export function presetPicture({ shape, weights }) {
  const [all = 1, length = 1] = shape.slice(-2);
  const side = Math.sqrt(length);
  const pictures = Number.isInteger(side) && length > kPixels * all;
  const [rows, columns] = pictures ? [side, side] : [all, length];
  const shares = sharesOf(weights).subarray(0, rows * columns);
  const most = pictures ? Math.max(...shares) : 1;
  const canvas = h('canvas', { width: columns * kCell, height: rows * kCell, 'aria-hidden': 'true' });
  const context = canvas.getContext('2d');
  shares.forEach((share, i) => {
    if (!context) return;
    context.fillStyle = colourOf(share / most);
    context.fillRect((i % columns) * kCell, Math.floor(i / columns) * kCell, kCell, kCell);
  });
  return canvas;
}
