/**
 * Paints lines from the label of a row to the labels of the columns that it attends to. They run between the cells, so that
 * no cell is covered.
 * @module
 */

/** @import { Box } from './alignment-paint.js' */
/** @import { Theme } from './theme.js' */

/** Weights below this are not drawn. */
const kMinimumWeight = 0.03;
/** Width of a line of weight 1, in pixels. */
const kMaximumWidth = 3;
/** Distance from the edge of a cell to the middle of its label. */
const kRise = 6;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box of the cells of the row
 * @param {number} top y of the column labels
 * @param {ArrayLike<number>} weights
 * @param {Theme} theme
 */
export function paintRibbons(context, { left, top: y, width }, top, weights, theme) {
  const cell = width / weights.length;
  // The strongest lines are painted last, over the others.
  const order = Array.from(weights, (weight, column) => ({ weight, column })).sort(
    (a, b) => a.weight - b.weight,
  );
  for (const { weight, column } of order) {
    if (!(weight >= kMinimumWeight)) continue;
    const x = left + column * cell;
    for (const [color, line] of /** @type {const} */ ([
      [theme.paper, kMaximumWidth * weight + theme.line],
      [theme.accent, Math.max(1, kMaximumWidth * weight)],
    ])) {
      context.strokeStyle = color;
      context.lineWidth = line;
      context.beginPath();
      context.moveTo(left - cell / 4, y);
      context.lineTo(x, y);
      context.lineTo(x, top);
      context.lineTo(x + cell / 2, top - kRise);
      context.stroke();
    }
  }
}
