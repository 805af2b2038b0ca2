/**
 * Glimpses over a picture: the path from place to place, the frames of what one of them sees, how wide places scatter.
 * @module
 */

/** @typedef {{ row: number, column: number }} Place in pixels of the picture from its upper left corner */

/**
 * @typedef {object} Glimpses
 * @property {readonly Place[]} path
 * @property {number} [chosen] the glimpse whose frames are drawn, and whose number is filled
 * @property {readonly number[]} [frames] edges of its patches, in pixels
 * @property {number} [sigma] how wide places scatter around the chosen one, in pixels
 * @property {Place & { size: number } | null} [truth] the square of the glyph
 * @property {Place | null} [cursor] a pixel
 */

const kFull = 2 * Math.PI;
/** Radius of a numbered place, in parts of the picture, and the least and largest in CSS pixels. */
const kSpot = { share: 0.035, least: 2, most: 11 };
/** Where a number can be read. */
const kReadable = 7;

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Glimpses} glimpses
 * @param {number} size edge of the picture in CSS pixels
 * @param {number} side edge of the picture in its pixels
 * @param {{ ink: string, paper: string, accent: string, line: number, font: string }} theme
 */
export function paintGlimpses(context, glimpses, size, side, { ink, paper, accent, line, font }) {
  const { path, chosen = -1, frames = [], sigma = 0, truth, cursor } = glimpses;
  const cell = size / side;
  /** @param {string} colour @param {number} width @param {Place} corner @param {number} edge */
  const box = (colour, width, { row, column }, edge) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.strokeRect(column * cell, row * cell, edge * cell, edge * cell);
  };
  if (truth) {
    box(paper, line + 2, truth, truth.size);
    box(ink, line, truth, truth.size);
  }
  const at = path[chosen];
  if (at) {
    for (const [i, edge] of frames.entries()) {
      const corner = { row: at.row - edge / 2, column: at.column - edge / 2 };
      box(paper, line + 2, corner, edge);
      box(accent, Math.max(1, line - i / 2), corner, edge);
    }
    if (sigma > 0) {
      context.fillStyle = accent;
      context.globalAlpha = 0.16;
      context.beginPath();
      context.arc(at.column * cell, at.row * cell, sigma * cell, 0, kFull);
      context.fill();
      context.globalAlpha = 1;
    }
  }
  for (const [colour, width] of /** @type {const} */ ([
    [paper, line + 2],
    [accent, line],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    path.forEach(({ row, column }, t) => {
      if (t === 0) context.moveTo(column * cell, row * cell);
      else context.lineTo(column * cell, row * cell);
    });
    context.stroke();
  }
  const radius = Math.min(kSpot.most, Math.max(kSpot.least, kSpot.share * size));
  path.forEach(({ row, column }, t) => {
    const filled = chosen < 0 ? t === path.length - 1 : t === chosen;
    context.beginPath();
    context.arc(column * cell, row * cell, radius, 0, kFull);
    context.fillStyle = filled ? accent : paper;
    context.fill();
    context.strokeStyle = accent;
    context.lineWidth = line;
    context.stroke();
    if (radius < kReadable) return;
    context.fillStyle = filled ? paper : ink;
    context.font = `600 ${1.3 * radius}px ${font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(t + 1), column * cell, row * cell);
  });
  if (cursor) {
    box(paper, line + 2, cursor, 1);
    box(ink, line, cursor, 1);
  }
}
