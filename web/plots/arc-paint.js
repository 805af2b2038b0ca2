/** Paints arcs between tokens: the width is the weight, the color the head. */

/** @import { Theme } from './theme.js' */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ from: Point, to: Point, weight: number, head: number, heads: number, top?: number }} Arc `top`: an arch stays below it */

/** Colors of the heads, distinguishable on light and on dark paper. */
const kHeadColors = ['#3b7dd8', '#d1691a', '#2e9a5b', '#9a5fd0', '#d6455d', '#1f94a3', '#9c7430', '#cc5aa8'];

/** Weights below this are not drawn. */
const kMinimumWeight = 0.01;
/** Width of an arc of weight 1, and distance of two heads, in pixels. */
const kMaximumWidth = 9;
const kHeadDistance = 5;

/** @param {number} head @returns {string} CSS color */
export function getHeadColor(head) {
  return /** @type {string} */ (kHeadColors[head % kHeadColors.length]);
}

/** The largest of the weights that are drawn, with their indices, largest first. @param {ArrayLike<number>} weights @param {number} count */
export const selectStrongest = (weights, count) =>
  Array.from(weights, (weight, index) => ({ weight, index }))
    .filter(({ weight }) => weight >= kMinimumWeight)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count);

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly Arc[]} arcs between points at the same height are arches, others S-curves
 * @param {number} scale of all widths
 */
export function paintArcs(context, arcs, scale) {
  context.lineCap = 'round';
  // The strongest arcs are painted last, over the others.
  for (const { from, to, weight, head, heads, top = 0 } of [...arcs].sort((a, b) => a.weight - b.weight)) {
    if (!(weight >= kMinimumWeight)) continue;
    const width = Math.max(1, kMaximumWidth * scale * weight);
    const aside = (head - (heads - 1) / 2) * kHeadDistance * scale;
    // No arc is cut at the left edge.
    const [x0, x1] = [Math.max(width / 2, from.x + aside), Math.max(width / 2, to.x + aside)];
    context.strokeStyle = getHeadColor(head);
    context.globalAlpha = 0.35 + 0.55 * weight;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(x0, from.y);
    if (from.y === to.y) {
      const rise = computeRise(Math.abs(x1 - x0), from.y - top, head, heads);
      // Attention of a token to itself is drawn as a loop.
      const out = x0 === x1 ? 12 * scale : 0;
      context.bezierCurveTo(x0 - out, from.y - rise, x1 + out, to.y - rise, x1, to.y);
    } else {
      const middle = (from.y + to.y) / 2;
      context.bezierCurveTo(x0, middle, x1, middle, x1, to.y);
    }
    context.stroke();
  }
  context.globalAlpha = 1;
}

/**
 * @param {number} span between the ends
 * @param {number} room above them
 * @param {number} head
 * @param {number} heads
 * @returns {number} height of the control points; the curve reaches three quarters of it
 */
function computeRise(span, room, head, heads) {
  const maximum = Math.max(0, room - 8) / 0.75;
  const part = 0.8 + (0.2 * (head + 1)) / heads;
  return Math.min(maximum, 26 + span * 0.55) * part;
}
