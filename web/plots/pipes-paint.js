/**
 * Paints attention as liquid in pipes from source words (above) to target words (below): hollow pipes are the true alignment,
 * and the width of the liquid is the weight. The liquids of a target word fill its opening side by side, since they sum to 1.
 */
import { getColor } from './palette.js';

/** @import { Theme } from './theme.js' */

/** Weights below this are not drawn. */
const kMinimumWeight = 0.03;
/** Width of a pipe as a share of a column, and its maximum width in pixels. */
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
 * @param {number} [picture.only] index of the only target word whose liquid is drawn; by default all are drawn
 */
export function paintPipes(context, { width, height, columns, weights, truth, theme, only = -1 }) {
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
  /** Liquids that are painted last, because they lie above the others. @type {(() => void)[]} */
  const leaks = [];
  for (let t = 0; t < rows; ++t) {
    const to = getCenter(t, rows);
    const row = Array.from({ length: columns }, (_, s) => Number(weights[t * columns + s]));
    const isTrue = row.map((_, s) => Number(truth[t * columns + s]) > 0);
    const leaked = row.reduce((sum, weight, s) => sum + (isTrue[s] ? 0 : weight), 0);
    let before = 0;
    row.forEach((weight, s) => {
      const from = getCenter(s, columns);
      if (isTrue[s]) {
        strokeCurve(from, to, pipe + 6 * wall, theme.paper);
        strokeCurve(from, to, pipe + 2 * wall, theme.ink);
        strokeCurve(from, to, pipe, theme.slot);
      }
      // The liquid from the true word is in the middle of the opening, the others are at its sides.
      const middleOfLeak = before + weight / 2;
      const side = middleOfLeak < leaked / 2 ? middleOfLeak - 0.5 : middleOfLeak + 0.5 - leaked;
      if (!isTrue[s]) before += weight;
      const strokeLiquid = () =>
        strokeCurve(from, to + (isTrue[s] ? 0 : side * pipe), weight * pipe, getColor(weight, theme));
      if (weight < kMinimumWeight || (only >= 0 && only !== t)) return;
      if (isTrue[s]) strokeLiquid();
      else leaks.push(strokeLiquid);
    });
  }
  for (const strokeLeak of leaks) strokeLeak();
}
