/**
 * Paints a decision surface: a probability on a diverging scale, the contour of one half, and plus signs where y = 1 is
 * likelier, so that it can be read without color.
 */

import { getDivergingRgb, getTextColor } from './palette.js';
import { paintColors } from './pixels.js';
import { strokeLine } from './plot-paint.js';

/** @import { Theme } from './theme.js' */
/** @typedef {{ x: number, y: number, size: number }} Square */

/** Number of plus signs along a side of the plot. */
const kSigns = 6;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Square} square
 * @param {ArrayLike<number>} values [cells, cells] probabilities, the first row at the top
 * @param {number} cells along a side
 * @param {Theme} theme
 */
export function paintSurface(context, { x, y, size }, values, cells, theme) {
  const colors = Array.from(values, (value) => getDivergingRgb(toSigned(value), theme));
  paintColors(context, { x, y, width: size, height: size }, cells, colors);
  const cell = size / cells;
  const lines = computeContour(values, cells, 0.5);
  context.beginPath();
  for (const [x1, y1, x2, y2] of lines) {
    context.moveTo(x + x1 * cell, y + y1 * cell);
    context.lineTo(x + x2 * cell, y + y2 * cell);
  }
  context.lineCap = 'round';
  for (const [color, line] of /** @type {const} */ ([
    [theme.paper, theme.line + 2],
    [theme.ink, theme.line],
  ])) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.stroke();
  }
  const arm = Math.max(2, size / 50);
  context.lineWidth = Math.max(1, theme.line * 0.6);
  for (const { column, row } of findPlusSignCells(values, cells)) {
    const [cx, cy] = [x + (column + 0.5) * cell, y + (row + 0.5) * cell];
    context.strokeStyle = getTextColor(toSigned(values[row * cells + column]), theme);
    strokeLine(context, [cx - arm, cy, cx + arm, cy]);
    strokeLine(context, [cx, cy - arm, cx, cy + arm]);
  }
}

/** @param {number} [probability] @returns {number} from −1 to 1 */
const toSigned = (probability = 0.5) => 2 * probability - 1;

/**
 * The cells of a regular grid at which y = 1 is likelier.
 * @param {ArrayLike<number>} values
 * @param {number} cells
 */
export function findPlusSignCells(values, cells) {
  const places = Array.from({ length: kSigns }, (_, i) => Math.floor(((i + 0.5) * cells) / kSigns));
  return places.flatMap((row) =>
    places.filter((column) => (values[row * cells + column] ?? 0) > 0.5).map((column) => ({ row, column })),
  );
}

/**
 * The contour of a field of values, by marching squares over the centers of its cells; the outermost centers are moved
 * to the border.
 * @param {ArrayLike<number>} values [cells, cells]
 * @param {number} cells
 * @param {number} level
 * @returns {[number, number, number, number][]} segments x1 y1 x2 y2 in cells from the upper left corner
 */
export function computeContour(values, cells, level) {
  /** @param {number} row @param {number} column */
  const getExcess = (row, column) => (values[row * cells + column] ?? 0) - level;
  /** @type {[number, number, number, number][]} */
  const pieces = [];
  for (let row = 0; row + 1 < cells; ++row) {
    for (let column = 0; column + 1 < cells; ++column) {
      const corners = [
        { x: column, y: row, v: getExcess(row, column) },
        { x: column + 1, y: row, v: getExcess(row, column + 1) },
        { x: column + 1, y: row + 1, v: getExcess(row + 1, column + 1) },
        { x: column, y: row + 1, v: getExcess(row + 1, column) },
      ];
      const crossings = corners.flatMap((from, i) => {
        const to = corners[(i + 1) % 4] ?? from;
        if (from.v > 0 === to.v > 0) return [];
        const part = from.v / (from.v - to.v);
        return [{ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }];
      });
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        const [a, b] = [crossings[i], crossings[i + 1]];
        if (a && b) pieces.push([mapToBorder(a.x), mapToBorder(a.y), mapToBorder(b.x), mapToBorder(b.y)]);
      }
    }
  }
  return pieces;

  /** @param {number} center index of a cell @returns {number} its position, moved to the border for the outermost cells */
  function mapToBorder(center) {
    if (center === 0) return 0;
    return center === cells - 1 ? cells : center + 0.5;
  }
}
