/**
 * Paints an alignment: one cell per output and source token, its weight as color, the truth as outline. For local attention
 * the window of each row is drawn over its cells, and cells outside it stay empty, as does a row without any weight. For
 * hard attention a dot marks the selected cell.
 */

import { computeWindowWeight, findTrueColumns } from './alignment.js';
import { getColor, getTextColor } from './palette.js';

/** @import { Theme } from './theme.js' */
/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/**
 * @typedef {object} AlignmentRow
 * @property {Box} box of all its cells
 * @property {ArrayLike<number>} weights as they are painted
 * @property {ArrayLike<number>} [values] as they are printed, if they differ
 * @property {readonly number[]} truth columns
 * @property {import('./alignment.js').AttentionWindow | null} window
 * @property {import('./color-scale.js').ColorScale} [scale] of its colors; from 0 to 1 by default
 * @property {import('./alignment.js').Alignment['getCellColor']} [getCellColor] see Alignment
 * @property {boolean | undefined} [isHeld] whether the reader holds the row, which is then hatched
 */

/** Height of the Gaussian curve of a window, as a fraction of the row. */
const kBellHeight = 0.6;
/** Pixels between a number and the Gaussian curve below it. */
const kBellDistance = 6;
const kPointsOfBell = 24;
/** Radius of a dot, as a fraction of a cell. */
const kDotRadius = 0.1;
/** Weights from this one on are written in their cells, where there is room. */
const kLabeledWeight = 0.3;
/** Pixels between the hatching lines over a held row. */
const kHatchDistance = 7;
/** Smaller cells have no lines between them. */
const kMinimumLinedCell = 8;
const kMinimumLabelWidth = 3;
const kMinimumLabelHeight = 1.7;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {readonly AlignmentRow[]} rows
 * @param {Theme} theme
 * @param {{ row: number, column: number } | null} [pointedCell]
 * @param {{ size: number, format: (weight: number) => string } | null} [numbers] written in cells that have room for them
 */
export function paintAlignment(context, rows, theme, pointedCell = null, numbers = null) {
  rows.forEach(
    ({ box, weights, values = weights, window, scale = identityScale, getCellColor = getColor }) => {
      const hasWeight =
        getCellColor !== getColor || Array.prototype.some.call(weights, (weight) => weight !== 0);
      for (let column = 0; column < weights.length; ++column) {
        const isVisible =
          hasWeight && !Number.isNaN(weights[column]) && (!window || computeWindowWeight(window, column) > 0);
        const weight = weights[column] ?? 0;
        const [x, y, width, height] = computeCellRect(box, weights.length, column, theme.line);
        const hair = Math.min(width, height) < kMinimumLinedCell ? 0 : 1;
        context.fillStyle = isVisible ? theme.rule : theme.slot;
        context.fillRect(x, y, width, height);
        if (!isVisible) continue;
        context.fillStyle = getCellColor(scale(weight), theme);
        context.fillRect(x + hair, y + hair, width - 2 * hair, height - 2 * hair);
      }
      if (window && !window.quiet) paintWindow(context, box, window, weights.length, theme);
      if (numbers) paintNumbers(context, { box, values, scale }, theme, numbers, window?.bell ?? false);
    },
  );
  // Marks that extend beyond their cell are painted after all cells.
  rows.forEach(({ box, weights, window, truth, isHeld }, row) => {
    if (isHeld) paintHatching(context, box, theme);
    for (const column of truth)
      strokeFrame(context, computeCellRect(box, weights.length, column, theme.line), theme, []);
    if (pointedCell?.row === row && pointedCell.column < weights.length)
      strokeFrame(
        context,
        computeCellRect(box, weights.length, pointedCell.column, theme.line),
        theme,
        [3, 3],
      );
    if (window?.isHard && window.center < weights.length)
      paintDot(context, computeCellRect(box, weights.length, window.center, theme.line));
  });
}

/** @type {import('./color-scale.js').ColorScale} */
const identityScale = (weight) => weight;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Pick<AlignmentRow, 'box'> & Required<Pick<AlignmentRow, 'scale'>> & { values: ArrayLike<number> }} row
 * @param {Theme} theme
 * @param {{ size: number, format: (weight: number) => string }} numbers
 * @param {boolean} above whether the number must be above a Gaussian curve
 */
function paintNumbers(context, { box, values, scale }, theme, { size, format }, above) {
  const cell = box.width / values.length;
  const free = (1 - kBellHeight) * box.height - kBellDistance;
  if (cell < kMinimumLabelWidth * size || box.height < kMinimumLabelHeight * size || (above && free < size))
    return;
  context.font = `${size}px system-ui, sans-serif`;
  for (let column = 0; column < values.length; ++column) {
    const weight = values[column] ?? 0;
    const place = scale(weight);
    if (!(Math.abs(place) >= kLabeledWeight)) continue;
    const text = format(weight);
    context.fillStyle = getTextColor(place, theme);
    const { width } = context.measureText(text);
    context.fillText(
      text,
      box.left + (column + 0.5) * cell - width / 2,
      box.top + (above ? free : box.height / 2 + 0.35 * size),
    );
  }
}

/** Hatches a box to show that the reader holds its weights. @param {CanvasRenderingContext2D} context @param {Box} box @param {Pick<Theme, 'accent'>} theme */
export function paintHatching(context, { left, top, width, height }, theme) {
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.6;
  context.beginPath();
  for (let x = left - height; x < left + width; x += kHatchDistance) {
    const [start, end] = [Math.max(x, left), Math.min(x + height, left + width)];
    context.moveTo(start, top + height - (start - x));
    context.lineTo(end, top + height - (end - x));
  }
  context.stroke();
  context.globalAlpha = 1;
}

/**
 * Paints a dot in the upper right corner of a cell, beside its number.
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number, number, number]} cell
 */
function paintDot(context, [x, y, width, height]) {
  const radius = Math.max(3, kDotRadius * Math.min(width, height));
  // The dot does not touch the outline of the truth.
  const inside = radius + Math.max(4, radius);
  context.beginPath();
  context.arc(x + width - inside, y + Math.min(inside, height / 2), radius, 0, 2 * Math.PI);
  context.fillStyle = '#ffffff';
  context.fill();
  context.strokeStyle = '#14171c';
  context.lineWidth = 1;
  context.stroke();
}

/** @param {Float32Array} weights @param {number} row @param {number} columns */
const getRow = (weights, row, columns) => weights.subarray(row * columns, (row + 1) * columns);

/**
 * @param {import('./alignment.js').Alignment} alignment
 * @param {(row: number) => import('./alignment.js').AttentionWindow | null} getWindow
 * @param {(row: number) => Box} getBox
 * @param {(row: number) => boolean} [isHeld]
 * @param {Float32Array} [weights] as they are painted, if they are moving
 */
export const createPaintedRows = (alignment, getWindow, getBox, isHeld, weights = alignment.weights) =>
  Array.from({ length: alignment.rows }, (_, row) => ({
    box: getBox(row),
    weights: getRow(weights, row, alignment.columns),
    values: getRow(alignment.weights, row, alignment.columns),
    truth: findTrueColumns(alignment, row),
    window: getWindow(row),
    scale: alignment.getColorScale?.(row),
    getCellColor: alignment.getCellColor,
    isHeld: isHeld?.(row),
  }));

/**
 * Paints a whole alignment, with thinner lines.
 * @param {{ context: CanvasRenderingContext2D, width: number, height: number, theme: Theme }} frame
 * @param {import('./alignment.js').Alignment} alignment
 * @param {(row: number) => import('./alignment.js').AttentionWindow | null} getWindow
 */
export function paintAlignmentThumbnail({ context, width, height, theme }, alignment, getWindow) {
  const row = height / alignment.rows;
  const rows = createPaintedRows(alignment, getWindow, (i) => ({
    left: 0,
    top: i * row,
    width,
    height: row,
  }));
  paintAlignment(context, rows, { ...theme, line: theme.line / 2 });
}

/**
 * @param {Box} box
 * @param {number} columns
 * @param {number} column
 * @param {number} line width of an outline
 * @returns {[number, number, number, number]} x, y, width and height of a cell's fill
 */
function computeCellRect({ left, top, width, height }, columns, column, line) {
  const cell = width / columns;
  const gap =
    Math.min(cell, height) < kMinimumLinedCell ? 0 : Math.min(0.5 + line / 2, cell * 0.08, height * 0.08);
  return [left + column * cell + gap, top + gap, cell - 2 * gap, height - 2 * gap];
}

/**
 * Paints an outline that is visible on any fill: ink with a rim of paper.
 * @param {CanvasRenderingContext2D} context
 * @param {[number, number, number, number]} cell
 * @param {Theme} theme
 * @param {number[]} dashes
 */
export function strokeFrame(context, [x, y, width, height], theme, dashes) {
  const line = Math.min(theme.line, width / 8);
  for (const [color, wide, inset] of /** @type {const} */ ([
    [theme.paper, 1.75 * line, 0.85 * line],
    [theme.ink, line, 0],
  ])) {
    context.strokeStyle = color;
    context.lineWidth = wide;
    context.setLineDash(dashes);
    context.beginPath();
    context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 1);
    context.stroke();
  }
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box
 * @param {import('./alignment.js').AttentionWindow} window
 * @param {number} columns
 * @param {Theme} theme
 */
function paintWindow(context, { left, top, width, height }, window, columns, theme) {
  const cell = width / columns;
  /** @param {number} column @param {number} share */
  const place = (column, share) =>
    /** @type {const} */ ([
      left + (Math.min(columns - 0.5, Math.max(-0.5, column)) + 0.5) * cell,
      top + height * (1 - 0.06 - kBellHeight * share),
    ]);
  const [from, to] = [window.center - window.halfWidth, window.center + window.halfWidth];
  for (const [color, line] of /** @type {const} */ ([
    [theme.paper, theme.line + 2],
    [theme.accent, theme.line * 0.8],
  ])) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.lineJoin = 'round';
    context.beginPath();
    context.moveTo(...place(from, 0));
    for (let i = 0; i <= kPointsOfBell; ++i) {
      const column = from + ((to - from) * i) / kPointsOfBell;
      if (column > -0.5 && column < columns - 0.5)
        context.lineTo(...place(column, window.bell ? computeWindowWeight(window, column) : 0.25));
    }
    context.lineTo(...place(to, 0));
    context.stroke();
    context.beginPath();
    context.moveTo(...place(window.center, 0));
    context.lineTo(...place(window.center, window.bell ? 1 : 0.45));
    context.stroke();
  }
}
