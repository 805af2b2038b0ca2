/** A canvas with one picture, or with several as one sheet, and optionally an attention window; the ink of a picture. */

import { html, nothing } from 'lit';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { computeSheetSize, paintWindow, writeImages } from '../../plots/draw-paint.js';
import { paintPixels } from '../../plots/pixels.js';

/** Side of a picture of the drawing task, in pixels. */
export const kImageSide = 20;
export const kImagePixels = kImageSide * kImageSide;
/** Opacity of the color over covered pixels. */
const kCoverOpacity = 0.7;
/** A drawing with less ink than this, in pixels, counts as empty. */
const kMinimumInkPixels = 3;
/** A drawing that covers a larger share of the pixels counts as full; training pictures cover about a tenth. */
const kMaximumInkShare = 0.4;

/**
 * @typedef {object} ImageContent
 * @property {ArrayLike<number>} values of one picture after the other
 * @property {number} [side] pixels along a side of each; default `kImageSide`
 * @property {boolean} [error] whether values are from −1 to 1, in two colors
 * @property {ArrayLike<number>} [over] how much of each pixel, from 0 to 1, is covered in the color of the class
 * @property {import('../../plots/draw-paint.js').DrawWindow} [window]
 * @property {boolean | undefined} [isHeld] whether the reader holds the window
 * @property {{ row: number, column: number } | null} [cursor]
 */

/**
 * @param {ImageContent | null} content null: nothing is painted
 * @param {{ columns?: number, name?: string, label?: string }} [options] `columns`: pictures in a row of the sheet; `name`: a
 *   class, whose style names the color of the windows; `label`: accessible name, where nothing else describes the picture
 */
export function drawImage(content, { columns = 1, name = '', label } = {}) {
  const { values = [], side = kImageSide, error = false, over, window, isHeld, cursor } = content ?? {};
  const count = Math.max(1, Math.floor(values.length / (side * side)));
  const ratio = computeSheetSize(count, side, columns).join(' / ');
  /** @type {import('../../parts/paint-canvas.js').PaintPart} */
  const paint = ({ context, width, height, canvas, theme }) => {
    if (!content) return;
    const cell =
      width /
      paintPixels(context, width, height, (pixels) =>
        writeImages(pixels, values, { side, columns, error }, theme),
      );
    const style = { color: getComputedStyle(canvas).color, line: theme.line, isHeld };
    if (over) paintOver(context, over, { cell, side }, style.color);
    if (window) paintWindow(context, window, cell, style);
    if (!cursor) return;
    const [x, y] = [cursor.column * cell, cursor.row * cell];
    for (const [color, reach] of /** @type {const} */ ([
      [theme.paper, 2],
      [theme.ink, 0.5],
    ])) {
      context.strokeStyle = color;
      context.lineWidth = theme.line;
      context.strokeRect(x - reach, y - reach, cell + 2 * reach, cell + 2 * reach);
    }
  };
  return html`
    <canvas class="draw-picture ${name}" role=${label ? 'img' : nothing} aria-label=${label ?? nothing} aria-hidden=${label ? nothing : 'true'}
      .style=${content ? `aspect-ratio: ${ratio}` : ''} ${paintCanvas(paint)}></canvas>
  `;
}

/** @param {CanvasRenderingContext2D} context @param {ArrayLike<number>} over @param {{ cell: number, side: number }} grid @param {string} color */
function paintOver(context, over, { cell, side }, color) {
  context.fillStyle = color;
  for (let i = 0; i < over.length; i++) {
    context.globalAlpha = kCoverOpacity * (over[i] ?? 0);
    if (context.globalAlpha > 0) context.fillRect((i % side) * cell, Math.floor(i / side) * cell, cell, cell);
  }
  context.globalAlpha = 1;
}

/** @param {ArrayLike<number>} values @param {number} index @param {number} [size] */
export const getImage = (values, index, size = kImagePixels) =>
  Array.from({ length: size }, (_, i) => values[index * size + i] ?? Number.NaN);

/** @param {ArrayLike<number>} values @returns {number} ink, in pixels */
export const sumInk = (values) => Array.from(values).reduce((sum, value) => sum + value, 0);

/**
 * Tells whether a picture of the reader's own is empty or full.
 * @param {ArrayLike<number>} picture
 * @returns {'empty' | 'full' | ''}
 */
export function findInkProblem(picture) {
  const ink = sumInk(picture);
  return ink < kMinimumInkPixels ? 'empty' : ink > kMaximumInkShare * kImagePixels ? 'full' : '';
}
