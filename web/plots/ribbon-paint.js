/**
 * Ribbons over a row of a map: from its label to the labels of the columns that have its weight, as wide as the weight.
 * @module
 */

/** @import { Box } from './alignment-paint.js' */
/** @import { Theme } from './theme.js' */

/** Weights below this are not drawn. */
const kLeast = 0.03;
/** Width of a whole weight, as part of the height or width of a cell, whichever is less. */
const kWidest = 0.22;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box of the cells of the row
 * @param {number} top where the labels of the columns stand
 * @param {ArrayLike<number>} weights
 * @param {Theme} theme
 */
export function paintRibbons(context, { left, top: y, width, height }, top, weights, theme) {
  const cell = width / weights.length;
  const middle = y + height / 2;
  context.lineCap = 'butt';
  // The strongest come last, over the others.
  const order = Array.from(weights, (weight, column) => ({ weight, column })).sort(
    (a, b) => a.weight - b.weight,
  );
  for (const { weight, column } of order) {
    if (!(weight >= kLeast)) continue;
    const x = left + (column + 0.5) * cell;
    const wide = Math.max(1, kWidest * Math.min(cell, height) * weight);
    for (const [colour, line] of /** @type {const} */ ([
      [theme.accent, wide + theme.line],
      [theme.paper, wide],
    ])) {
      context.globalAlpha = 0.35 + 0.55 * weight;
      context.strokeStyle = colour;
      context.lineWidth = line;
      context.beginPath();
      context.moveTo(left, middle);
      context.quadraticCurveTo(x, middle, x, top);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
}
