/**
 * Paints glimpses over an image: the path of their positions, the patches of one of them, and the spread of its position.
 */

import { paintHatching } from './alignment-paint.js';

/** @typedef {{ row: number, column: number }} Place in image pixels from the upper left corner */

/**
 * @typedef {object} Glimpses
 * @property {readonly Place[]} path
 * @property {number} [chosen] the glimpse whose patches are drawn, and whose number is filled
 * @property {readonly number[]} [frames] side lengths of the patches of the chosen glimpse, in pixels
 * @property {readonly number[] | undefined} [held] the glimpses whose positions the reader holds; their smallest patches are hatched
 * @property {number} [sigma] standard deviation of the sampled position, in pixels
 * @property {Place & { size: number } | null} [truth] the square of the glyph
 * @property {Place | null} [cursor] pixel under the keyboard cursor
 */

const kFullCircle = 2 * Math.PI;
/** Radius of a numbered position, as a fraction of the image, and its limits in CSS pixels. */
const kMarkerRadius = { share: 0.035, minimum: 2, maximum: 11 };
/** Positions whose marker has a smaller radius have no number. */
const kMinimumLabeledRadius = 7;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Glimpses} glimpses
 * @param {number} size edge of the image in CSS pixels
 * @param {number} side edge of the image in image pixels
 * @param {{ ink: string, paper: string, accent: string, line: number, font: string }} theme
 */
export function paintGlimpses(context, glimpses, size, side, { ink, paper, accent, line, font }) {
  const { path, chosen = -1, frames = [], held = [], sigma = 0, truth, cursor } = glimpses;
  const cell = size / side;
  /** @param {string} color @param {number} width @param {Place} corner @param {number} edge */
  const strokeSquare = (color, width, { row, column }, edge) => {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.strokeRect(column * cell, row * cell, edge * cell, edge * cell);
  };
  if (truth) {
    strokeSquare(paper, line + 2, truth, truth.size);
    strokeSquare(ink, line, truth, truth.size);
  }
  const patch = (frames[0] ?? 0) * cell;
  for (const { row, column } of held.flatMap((t) => path[t] ?? [])) {
    const [left, top] = [column * cell - patch / 2, row * cell - patch / 2];
    paintHatching(context, { left, top, width: patch, height: patch }, { accent });
  }
  const at = path[chosen];
  if (at) {
    for (const [i, edge] of frames.entries()) {
      const corner = { row: at.row - edge / 2, column: at.column - edge / 2 };
      strokeSquare(paper, line + 2, corner, edge);
      strokeSquare(accent, Math.max(1, line - i / 2), corner, edge);
    }
    if (sigma > 0) {
      context.fillStyle = accent;
      context.globalAlpha = 0.16;
      context.beginPath();
      context.arc(at.column * cell, at.row * cell, sigma * cell, 0, kFullCircle);
      context.fill();
      context.globalAlpha = 1;
    }
  }
  for (const [color, width] of /** @type {const} */ ([
    [paper, line + 2],
    [accent, line],
  ])) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    path.forEach(({ row, column }, t) => {
      if (t === 0) context.moveTo(column * cell, row * cell);
      else context.lineTo(column * cell, row * cell);
    });
    context.stroke();
  }
  const radius = Math.min(kMarkerRadius.maximum, Math.max(kMarkerRadius.minimum, kMarkerRadius.share * size));
  path.forEach(({ row, column }, t) => {
    const filled = chosen < 0 ? t === path.length - 1 : t === chosen;
    context.beginPath();
    context.arc(column * cell, row * cell, radius, 0, kFullCircle);
    context.fillStyle = filled ? accent : paper;
    context.fill();
    context.strokeStyle = accent;
    context.lineWidth = line;
    context.stroke();
    if (radius < kMinimumLabeledRadius) return;
    context.fillStyle = filled ? paper : ink;
    context.font = `600 ${1.3 * radius}px ${font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(t + 1), column * cell, row * cell);
  });
  if (cursor) {
    strokeSquare(paper, line + 2, cursor, 1);
    strokeSquare(ink, line, cursor, 1);
  }
}
