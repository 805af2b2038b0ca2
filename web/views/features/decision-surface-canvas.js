/** Paints maps of probabilities over two features side by side, with their names and scales. */

import { paintSurface } from '../../plots/decision-surface-paint.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { Square } from '../../plots/decision-surface-paint.js' */
/** @import { Theme } from '../../plots/theme.js' */

/**
 * Probabilities over two features, the first row at the top.
 * @typedef {object} Surfaces
 * @property {readonly { name: string, tensor: string, values: Float32Array }[]} maps the truth, then the networks
 * @property {number} cells along a side
 * @property {number} edge the maps reach from −edge to edge in both features
 * @property {string} across name of the feature from left to right
 * @property {string} up name of the feature from bottom to top
 */

/** @param {HTMLCanvasElement} canvas @param {number} width in CSS pixels @param {number} count of maps, side by side */
export function computeLayout(canvas, width, count) {
  const size = Math.max(12, 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize));
  const [left, gap] = [size * 1.7, size * 0.8];
  const side = (width - left - gap * (count - 1)) / count;
  const squares = Array.from({ length: count }, (_, i) => ({
    x: left + i * (side + gap),
    y: size * 1.5,
    size: side,
  }));
  return { size, squares };
}

/** @param {Parameters<PaintPart>[0]} frame @param {Surfaces} surfaces @param {Cell | null} cursor */
export function paintSurfaces({ context, width, canvas, theme }, surfaces, cursor) {
  const { maps, cells, edge, up } = surfaces;
  const { size, squares } = computeLayout(canvas, width, maps.length);
  context.font = `${size}px ${theme.font}`;
  if (cells === 0) return;
  squares.forEach((square, i) => {
    paintMap(context, square, surfaces, i, size, theme);
    if (cursor) paintCursor(context, square, cells, cursor, theme);
  });
  if (squares[0]) paintScale(context, squares[0], { up, edge }, size, theme);
}

/**
 * One map with its name above and the scale of its first feature below.
 * @param {CanvasRenderingContext2D} context
 * @param {Square} square
 * @param {Surfaces} surfaces
 * @param {number} index
 * @param {number} size of the font
 * @param {Theme} theme
 */
function paintMap(context, square, { maps, cells, edge, across }, index, size, theme) {
  const { name, values } = /** @type {Surfaces['maps'][number]} */ (maps[index]);
  if (values.length > 0) paintSurface(context, square, values, cells, theme);
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.fillStyle = theme.ink;
  context.fillText(name, square.x, square.y - size * 0.5, square.size);
  context.fillStyle = theme.muted;
  const below = square.y + square.size + size * 1.15;
  context.fillText(`−${edge}`, square.x, below);
  context.textAlign = 'right';
  context.fillText(String(edge), square.x + square.size, below);
  context.textAlign = 'center';
  context.fillText(across, square.x + square.size / 2, below);
}

/** @param {CanvasRenderingContext2D} context @param {Square} square @param {number} cells @param {Cell} at @param {Theme} theme */
function paintCursor(context, square, cells, { row, column }, theme) {
  const cell = square.size / cells;
  const [x, y] = [square.x + column * cell, square.y + row * cell];
  context.lineWidth = theme.line;
  context.strokeStyle = theme.paper;
  context.strokeRect(x - 3, y - 3, cell + 6, cell + 6);
  context.strokeStyle = theme.ink;
  context.strokeRect(x - 1.5, y - 1.5, cell + 3, cell + 3);
}

/** The scale of the second feature, left of a map. @param {CanvasRenderingContext2D} context @param {Square} square @param {Pick<Surfaces, "up" | "edge">} surfaces @param {number} size of the font @param {Theme} theme */
function paintScale(context, square, { up, edge }, size, theme) {
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = theme.muted;
  for (const [text, part] of /** @type {const} */ ([
    [String(edge), 0.06],
    [up, 0.5],
    [`−${edge}`, 0.94],
  ]))
    context.fillText(text, square.x - size * 0.35, square.y + part * square.size);
}
