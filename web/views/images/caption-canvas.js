/**
 * Paints a picture that is brighter where the attention weights are larger, or paints the weights as cells.
 */

import {
  interpolateLight,
  outlineCells,
  paintCells,
  paintPicture,
} from '../../plots/image-attention-paint.js';
import { computePixelSide, getRow } from './caption-data.js';

/** @import { CaptionData } from './caption-data.js' */

/**
 * Paints the weights of a word, with the outline of the object that it names.
 * @param {CanvasRenderingContext2D} context
 * @param {number} size of the picture on the canvas
 * @param {CaptionData} snapshot
 * @param {number} word
 * @param {object} options
 * @param {boolean} options.showsCells whether the weights are shown without the picture
 * @param {number} options.resolution pixels of the light per pixel of the picture
 * @param {import('../../plots/theme.js').Theme} options.theme
 * @param {number} [options.line] width of the outline; by default that of the theme
 * @param {Float32Array} [options.before] weights from which the light moves
 * @param {number} [options.progress] how far it has moved, from 0 to 1
 */
export function paintAttention(context, size, snapshot, word, options) {
  const { showsCells, resolution, theme, line = theme.line, progress = 1 } = options;
  const square = { x: 0, y: 0, size };
  const cells = Math.round(Math.sqrt(snapshot.columns));
  const [weights, truth] = [getRow(snapshot, word, 'weights'), getRow(snapshot, word, 'truth')];
  if (showsCells) {
    paintCells(context, square, weights, cells, theme);
  } else {
    const side = resolution * computePixelSide(snapshot.picture);
    const light =
      snapshot.kind === 'none'
        ? undefined
        : interpolateLight(options.before ?? weights, weights, progress, cells, side);
    paintPicture(context, size, snapshot.picture, resolution, light);
  }
  if (snapshot.truth.length > 0) outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, cells, line);
}
