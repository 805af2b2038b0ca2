/**
 * Paints the context bars: one slot per context and position, the learned share as the height and color of its fill,
 * the truth as an outline that a perfect network fills completely.
 */

import { getColor } from './palette.js';

/**
 * @typedef {object} ContextBars
 * @property {number} rows
 * @property {number} columns
 * @property {ArrayLike<number>} values [rows, columns]: shares in [0, 1]; with `signed` in [-1, 1]
 * @property {ArrayLike<number>} truth [rows]: column of the truth, fractional while the outline is animated
 * @property {boolean} signed whether bars grow from the middle, upwards for positive values
 */

/** @import { Theme } from './theme.js' */

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} width
 * @param {number} height
 * @param {ContextBars} picture
 * @param {Theme} theme
 */
export function paintBars(context, width, height, picture, theme) {
  const { rows, columns, values, truth, signed } = picture;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const slot = computeSlot(width, height, rows, columns, row, column, theme.line);
      paintSlot(context, slot, values[row * columns + column] ?? 0, signed, theme);
    }
    const slot = computeSlot(width, height, rows, columns, row, truth[row] ?? 0, theme.line);
    outlineSlot(context, slot, theme.ink, theme.line, []);
  }
}

/**
 * @typedef {object} Slot
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * @param {number} width
 * @param {number} height
 * @param {number} rows
 * @param {number} columns
 * @param {number} row
 * @param {number} column may be fractional
 * @param {number} line outline width, for which room is left around the slot
 * @returns {Slot} the inside of a slot
 */
export function computeSlot(width, height, rows, columns, row, column, line) {
  const cellWidth = width / columns;
  const cellHeight = height / rows;
  const gapX = Math.min(line + 3, cellWidth * 0.14);
  const gapY = Math.min(line + 4, cellHeight * 0.1);
  return {
    x: column * cellWidth + gapX,
    y: row * cellHeight + gapY,
    width: cellWidth - 2 * gapX,
    height: cellHeight - 2 * gapY,
  };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Slot} slot
 * @param {number} value
 * @param {boolean} signed
 * @param {Theme} theme
 * @param {string} [color] of the fill; by default that of the share
 */
export function paintSlot(context, slot, value, signed, theme, color) {
  const { x, y, width, height } = slot;
  context.fillStyle = theme.slot;
  context.fillRect(x, y, width, height);
  const size = Math.min(1, Math.abs(value || 0));
  const reach = signed ? height / 2 : height;
  const base = signed ? y + height / 2 : y + height;
  const fill = size * reach;
  const up = !(signed && value < 0);
  const top = up ? base - fill : base;
  context.fillStyle = color ?? getColor(size, theme);
  context.fillRect(x, top, width, fill);
  // The edge of the fill is ink, so that the height is visible on any background.
  const edge = Math.min(theme.line * 0.75, Math.max(0.75, fill));
  context.fillStyle = theme.ink;
  context.globalAlpha = size < 0.004 ? 0.3 : 0.85;
  context.fillRect(x, up ? Math.min(top, base - edge) : base + fill - edge, width, edge);
  context.globalAlpha = 1;
  if (signed) {
    context.fillStyle = theme.muted;
    context.fillRect(x, base - 0.5, width, 1);
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Slot} slot
 * @param {string} color
 * @param {number} line
 * @param {number[]} dashes
 */
export function outlineSlot(context, slot, color, line, dashes) {
  const out = line / 2 + 1;
  context.strokeStyle = color;
  context.lineWidth = line;
  context.setLineDash(dashes);
  context.beginPath();
  context.roundRect(slot.x - out, slot.y - out, slot.width + 2 * out, slot.height + 2 * out, 2 + out);
  context.stroke();
  context.setLineDash([]);
}
