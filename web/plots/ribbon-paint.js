/**
 * Paints lines from the label of a row to the labels of the columns that it attends to. They run between the cells, so that
 * no cell is covered.
 */

/** @import { Box } from './alignment-paint.js' */
/** @import { Theme } from './theme.js' */

/** Weights below this are not drawn. */
const kMinimumWeight = 0.03;
/** Width of a line of weight 1, in pixels. */
const kMaximumWidth = 2;
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
  context.strokeStyle = theme.accent;
  for (let column = 0; column < weights.length; column++) {
    const weight = weights[column] ?? 0;
    if (!(weight >= kMinimumWeight)) continue;
    const x = left + column * cell;
    context.lineWidth = Math.max(1, kMaximumWidth * weight);
    context.beginPath();
    context.moveTo(left - cell / 4, y);
    context.lineTo(x, y);
    context.lineTo(x, top);
    context.lineTo(x + cell / 2, top - kRise);
    context.stroke();
  }
}
