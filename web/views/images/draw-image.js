/**
 * One picture, or several as one sheet, on a canvas of its own, optionally with an attention window.
 * @module
 */

import { h } from '../../parts/dom.js';
import { createStage } from '../../parts/stage.js';
import { computeSheetSize, paintWindow, writeImages } from '../../plots/draw-paint.js';
import { readTheme } from '../../plots/theme.js';

/** Side of a picture of the drawing task, in pixels. */
export const kSide = 20;
export const kPixels = kSide * kSide;
/** Opacity of the cover. */
const kCoverOpacity = 0.7;

/**
 * @typedef {object} ImageContent
 * @property {ArrayLike<number>} values of one picture after the other
 * @property {number} [side] pixels along a side of each; default `kSide`
 * @property {boolean} [error] whether values are from −1 to 1, in two colors
 * @property {ArrayLike<number>} [over] how much of each pixel, from 0 to 1, is covered in the color of the class
 * @property {import('../../plots/draw-paint.js').DrawWindow} [window]
 * @property {{ row: number, column: number } | null} [cursor]
 */

/**
 * @param {{ columns?: number, class?: string }} [options] pictures in a row of the sheet; the windows have the color that the style
 *   of the class names
 */
export function createImage({ columns = 1, class: name = '' } = {}) {
  const canvas = h('canvas', { class: `draw-picture ${name}`, 'aria-hidden': 'true' });
  const pixels = h('canvas');
  /** @type {ImageContent | null} */
  let current = null;
  /** Whether `pixels` must be repainted. */
  let isStale = false;

  const stage = createStage(canvas, (context, width, height) => {
    if (!current) return;
    const theme = readTheme(canvas);
    const side = current.side ?? kSide;
    const layout = { side, columns, error: current.error ?? false };
    if (isStale) writeImages(pixels, current.values, layout, theme);
    isStale = false;
    context.imageSmoothingEnabled = false;
    context.drawImage(pixels, 0, 0, width, height);
    const cell = width / pixels.width;
    const style = { color: getComputedStyle(canvas).color, line: theme.line };
    if (current.over) paintOver(context, current.over, { cell, side }, style.color);
    if (current.window) paintWindow(context, current.window, cell, style);
    if (!current.cursor) return;
    const [x, y] = [current.cursor.column * cell, current.cursor.row * cell];
    for (const [color, reach] of /** @type {const} */ ([
      [theme.paper, 2],
      [theme.ink, 0.5],
    ])) {
      context.strokeStyle = color;
      context.lineWidth = theme.line;
      context.strokeRect(x - reach, y - reach, cell + 2 * reach, cell + 2 * reach);
    }
  });

  return {
    canvas,
    /** @param {ImageContent} next */
    show(next) {
      current = next;
      isStale = true;
      const side = next.side ?? kSide;
      const count = Math.max(1, Math.floor(next.values.length / (side * side)));
      const [width, height] = computeSheetSize(count, side, columns);
      canvas.style.setProperty('aspect-ratio', `${width} / ${height}`);
      stage.redraw();
    },
    repaint() {
      isStale = true;
      stage.redraw();
    },
    dispose: stage.dispose,
  };
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
export const getPart = (values, index, size = kPixels) =>
  Array.from({ length: size }, (_, i) => values[index * size + i] ?? Number.NaN);

/** @param {ArrayLike<number>} values @returns {number} ink, in pixels */
export const computeInk = (values) => Array.from(values).reduce((sum, value) => sum + value, 0);
