/** Paints losses over steps on a logarithmic axis, with epochs as ticks and marks at changes of the run. */
import { computePosition, computeTicks } from './log-axis.js';
import { computeLabelWidth, getSeriesStyle, paintEndLabels, paintPoint, strokeLine } from './plot-paint.js';

/** @import { CurvePoint } from '../engine/view-types.js' */
/** @import { Theme } from './theme.js' */

/** Margins in font sizes, for '10⁻¹²' at the left and for epochs below. */
const kMargin = { left: 3, right: 0.8, top: 0.8, bottom: 1.7 };

/**
 * @typedef {object} Losses
 * @property {readonly { name: string, points: readonly CurvePoint[], markedPoint: CurvePoint | undefined }[]} curves
 * @property {[number, number]} range of the losses, in exponents of ten
 * @property {number} last step on the axis
 * @property {number} epochSteps
 * @property {readonly { step: number }[]} marks
 * @property {CurvePoint | undefined} cursor
 * @property {(exponent: number, hasDecadesOnly: boolean) => string} lossLabel `hasDecadesOnly`: all labels are integer powers of ten
 * @property {(epoch: number) => string} epochLabel
 */

/** @typedef {ReturnType<typeof computeCurveLayout>} Layout */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2D | null} context gets the font of the plot
 * @param {number} width @param {number} height of the canvas in CSS pixels
 * @param {readonly string[] | null} names written at the ends of the curves
 */
export function computeCurveLayout(canvas, context, width, height, names) {
  const style = getComputedStyle(canvas);
  const size = Math.max(12, Number.parseFloat(style.fontSize) * 0.8);
  if (context) context.font = `${size}px ${style.fontFamily}`;
  const [left, top] = [kMargin.left * size, kMargin.top * size];
  const right = names && context ? computeLabelWidth(context, names, size) : kMargin.right * size;
  const inner = { width: width - left - right, height: height - top - kMargin.bottom * size };
  return { size, left, top, width, height, inner, names };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Layout} layout
 * @param {Losses} losses
 * @param {Theme} theme
 */
export function paintLosses(context, layout, losses, theme) {
  const { left, top, inner } = layout;
  /** @param {number} step */
  const x = (step) => left + (inner.width * step) / losses.last;
  /** @param {number} loss */
  const y = (loss) => top + inner.height * (1 - computePosition(loss, losses.range));
  context.lineWidth = 1;
  paintTicks(context, layout, losses, theme, y);
  paintEpochs(context, layout, losses, theme, x);
  for (const { step } of losses.marks) paintMark(context, x(step), layout, theme);
  if (losses.cursor) {
    const at = x(losses.cursor.step);
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    strokeLine(context, [at, top, at, top + inner.height]);
  }
  context.lineJoin = 'round';
  const ends = losses.curves.map(({ points, markedPoint }, index) => {
    const { color, dashes } = getSeriesStyle(theme, index);
    context.strokeStyle = color;
    context.lineWidth = theme.line;
    const line = points.flatMap((p) => [x(p.step), y(p.value)]);
    strokeLine(context, line, dashes);
    if (markedPoint) paintPoint(context, x(markedPoint.step), y(markedPoint.value), index, theme);
    return { name: layout.names?.[index] ?? '', x: line.at(-2) ?? 0, y: line.at(-1) ?? 0 };
  });
  if (layout.names) paintEndLabels(context, ends, layout.size, theme);
}

/** @param {CanvasRenderingContext2D} context @param {Layout} layout @param {Losses} losses @param {Theme} theme @param {(loss: number) => number} y */
function paintTicks(context, { size, left, inner }, { range, lossLabel }, theme, y) {
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  let lastLabelY = Number.POSITIVE_INFINITY;
  for (const { at: exponent, hasDecadesOnly } of computeTicks(range)) {
    const at = Math.round(y(10 ** exponent)) + 0.5;
    context.fillStyle = theme.rule;
    context.fillRect(left, at - 0.5, inner.width, 1);
    if (lastLabelY - at < size * 1.3) continue;
    lastLabelY = at;
    context.fillStyle = theme.muted;
    context.fillText(lossLabel(exponent, hasDecadesOnly), left - size / 2, at);
  }
}

/** @param {CanvasRenderingContext2D} context @param {Layout} layout @param {Losses} losses @param {Theme} theme @param {(step: number) => number} x */
function paintEpochs(context, { size, left, top, width, height, inner }, losses, theme, x) {
  context.textBaseline = 'alphabetic';
  const epochs = losses.last / losses.epochSteps;
  const stride = Math.max(1, Math.ceil(epochs / Math.max(1, inner.width / (size * 3.2))));
  for (let epoch = 0; epoch <= epochs; epoch += stride) {
    const at = x(epoch * losses.epochSteps);
    context.fillStyle = theme.muted;
    context.fillRect(at - 0.5, top + inner.height, 1, 4);
    context.textAlign = epoch === 0 ? 'left' : 'center';
    if (epoch > 0 && epoch + stride > epochs) context.textAlign = 'right';
    // The first label is long; labels that would touch it are left out.
    if (epoch > 0 && at - left < size * 5.4) continue;
    const reach = context.textAlign === 'right' ? 5 : 0;
    context.fillText(losses.epochLabel(epoch), Math.min(at + reach, width), height - 4);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} at @param {Layout} layout @param {Theme} theme */
function paintMark(context, at, { top, inner }, theme) {
  context.strokeStyle = theme.muted;
  strokeLine(context, [at, top, at, top + inner.height], [3, 3]);
  context.fillStyle = theme.ink;
  context.beginPath();
  context.moveTo(at - 4, top - 7);
  context.lineTo(at + 4, top - 7);
  context.lineTo(at, top);
  context.fill();
}
