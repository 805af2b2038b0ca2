/**
 * The picture of a chapter: a small trained map, with outlines at its truth.
 * @module
 */
import { html } from 'lit';
import { paintCanvas } from '../parts/paint-canvas.js';
import { decodeShares } from '../parts/poster-code.js';
import { getColor } from '../plots/palette.js';

/** A trained map: weights and truth as letters, row by row. @typedef {{ rows: number, columns: number, weights: string, truth: string }} CardPicture */

/** Outlines and gaps are left out in smaller cells, in pixels. */
const kMinimumCell = 5;

/** @param {CardPicture} picture @returns {import('lit').TemplateResult} a canvas, sized by the style sheet */
export const cardPictureTemplate = (picture) =>
  html`<canvas aria-hidden="true" ${paintCanvas((frame) => paintCard(picture, frame))}></canvas>`;

/** @param {CardPicture} picture @param {Parameters<import('../parts/paint-canvas.js').PaintPart>[0]} frame */
function paintCard({ rows, columns, weights, truth }, { context, width, height, theme }) {
  const cell = Math.min(width / columns, height / rows);
  const [left, top] = [(width - columns * cell) / 2, (height - rows * cell) / 2];
  const marks = decodeShares(truth);
  const gap = cell > kMinimumCell ? 1 : 0;
  context.strokeStyle = theme.ink;
  decodeShares(weights).forEach((weight, i) => {
    const [x, y] = [left + (i % columns) * cell, top + Math.floor(i / columns) * cell];
    context.fillStyle = getColor(weight);
    context.fillRect(x, y, cell - gap, cell - gap);
    if (gap && marks[i]) context.strokeRect(x + 0.5, y + 0.5, cell - 2, cell - 2);
  });
}
