/**
 * Paints attention as liquid in pipes from source words (above) to target words (below): hollow pipes are the true alignment,
 * and the width of the liquid is the weight. The liquids of a target word fill its opening side by side, since they sum to 1.
 * @module
 */
import { getColor } from './palette.js';

/** @import { Theme } from './theme.js' */

/** Weights below this are not drawn. */
const kMinimumWeight = 0.01;
/** Width of a pipe in shares of a column, and at most so many pixels. */
const kPipeShare = 0.3;
const kMaximumPipe = 44;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {object} picture
 * @param {number} picture.width in CSS pixels, as all sizes
 * @param {number} picture.height
 * @param {number} picture.columns source words
 * @param {ArrayLike<number>} picture.weights of each target word [T, S]
 * @param {ArrayLike<number>} picture.truth the true alignment [T, S]
 * @param {Theme} picture.theme
 */
export function paintPipes(context, { width, height, columns, weights, truth, theme }) {
  const rows = weights.length / columns;
  const pipe = Math.min(kMaximumPipe, (kPipeShare * width) / Math.max(columns, rows));
  /** @param {number} i @param {number} count */
  const getCenter = (i, count) => ((i + 0.5) * width) / count;
  const middle = height / 2;
  /** @param {number} from @param {number} to @param {number} lineWidth @param {string} color */
  const strokeCurve = (from, to, lineWidth, color) => {
    context.strokeStyle = color;
    context.lineWidth = lineWidth;
    context.beginPath();
    context.moveTo(from, 0);
    context.bezierCurveTo(from, middle, to, middle, to, height);
    context.stroke();
  };
  context.clearRect(0, 0, width, height);
  context.lineCap = 'butt';
  const wall = Math.max(1.5, pipe / 14);
  // Leaks are painted below the pipes, and wide liquids over thin ones.
  const curves = Array.from({ length: rows }, (_, t) => {
    const to = getCenter(t, rows);
    let filled = 0;
    return Array.from({ length: columns }, (__, s) => {
      const weight = weights[t * columns + s] ?? 0;
      const offset = (filled + weight / 2 - 0.5) * pipe;
      filled += weight;
      const isTrue = (truth[t * columns + s] ?? 0) > 0;
      return { from: getCenter(s, columns), to, weight, offset, isTrue };
    });
  }).flat();
  const sorted = curves.sort((a, b) => Number(a.isTrue) - Number(b.isTrue) || a.weight - b.weight);
  for (const { from, to, weight, offset, isTrue } of sorted) {
    if (isTrue) {
      strokeCurve(from, to, pipe + 6 * wall, theme.paper);
      strokeCurve(from, to, pipe + 2 * wall, theme.ink);
      strokeCurve(from, to, pipe, theme.slot);
    }
    if (weight >= kMinimumWeight)
      strokeCurve(from + (isTrue ? offset : 0), to + offset, weight * pipe, getColor(weight, theme));
  }
}
