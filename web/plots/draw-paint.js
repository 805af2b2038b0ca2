/**
 * Paints images: ink interpolated between the colors of paper and ink, errors on a diverging scale, and the attention window
 * as a box whose lines are blurred by the width of its filters.
 */

import { paintHatching } from './alignment-paint.js';
import { getDivergingRgb, mixColors, parseColor } from './palette.js';

/** @import { Theme } from './theme.js' */

/** Pixels between two images. */
const kGap = 2;
/** Half widths in σ of the strokes that make up a blurred line; they approximate a Gaussian. */
const kBlurWidths = [2.2, 1.7, 1.3, 1, 0.75, 0.5, 0.3];
/** Minimum opacity of a blurred line. */
const kMinimumOpacity = 0.4;

/** A window of DRAW, its center in pixels counted from 1; `grid` is the number of filters along each side. @typedef {{ x: number, y: number, sigma: number, stride: number, grid: number }} DrawWindow */

/**
 * @param {ArrayLike<number>} numbers (gx, gy, σ², δ, γ) for each window
 * @param {number} index
 * @param {number} grid
 * @returns {DrawWindow}
 */
export function readWindow(numbers, index, grid) {
  const [x = 0, y = 0, variance = 0, stride = 0] = Array.from(
    { length: 4 },
    (_, i) => numbers[5 * index + i],
  );
  return { x, y, sigma: Math.sqrt(variance), stride, grid };
}

/**
 * Paints images into a canvas with one canvas pixel per image pixel, and resizes the canvas to fit.
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayLike<number>} values [images, side, side]
 * @param {{ side: number, columns: number, error: boolean }} layout `columns`: images per row; errors are in [−1, 1]
 * @param {Theme} theme
 */
export function writeImages(canvas, values, { side, columns, error }, theme) {
  const size = side * side;
  const count = Math.max(1, Math.floor(values.length / size));
  const [width, height] = computeSheetSize(count, side, columns);
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const image = context.createImageData(width, height);
  const [paper, ink] = [parseColor(theme.paper), parseColor(theme.ink)];
  for (let i = 0; i < values.length; ++i) {
    const [picture, pixel] = [Math.floor(i / size), i % size];
    const x = (picture % columns) * (side + kGap) + (pixel % side);
    const y = Math.floor(picture / columns) * (side + kGap) + Math.floor(pixel / side);
    const value = values[i] ?? 0;
    const color = error
      ? getDivergingRgb(value, theme)
      : mixColors(paper, ink, Math.min(1, Math.max(0, value)));
    image.data.set([...color, 255], 4 * (y * width + x));
  }
  context.putImageData(image, 0, 0);
}

/**
 * @param {number} count of images
 * @param {number} side
 * @param {number} columns
 * @returns {[number, number]} width and height of the sheet, in image pixels
 */
export function computeSheetSize(count, side, columns) {
  /** @param {number} n */
  const computeLength = (n) => n * (side + kGap) - kGap;
  return [computeLength(Math.min(count, columns)), computeLength(Math.ceil(count / columns))];
}

/**
 * Paints the box of a window, through the centers of its outermost filters, its lines blurred by σ.
 * @param {CanvasRenderingContext2D} context
 * @param {DrawWindow} window
 * @param {number} cell edge of an image pixel
 * @param {{ color: string, line: number, isHeld?: boolean | undefined }} style `isHeld`: whether the reader holds the window, which is then hatched
 */
export function paintWindow(context, { x, y, sigma, stride, grid }, cell, { color, line, isHeld }) {
  const half = ((grid - 1) * stride) / 2;
  const [left, top] = [(x - 0.5 - half) * cell, (y - 0.5 - half) * cell];
  const box = /** @type {const} */ ([left, top, 2 * half * cell, 2 * half * cell]);
  context.strokeStyle = color;
  context.lineJoin = 'round';
  // A wider line is fainter; `opaque` is the opacity of all its strokes together.
  const opaque = Math.max(kMinimumOpacity, line / (line + sigma * cell));
  context.globalAlpha = 1 - (1 - opaque) ** (1 / kBlurWidths.length);
  for (const width of kBlurWidths) {
    context.lineWidth = line + 2 * width * sigma * cell;
    context.strokeRect(...box);
  }
  context.globalAlpha = 1;
  const [, , width, height] = box;
  if (isHeld) paintHatching(context, { left, top, width, height }, { accent: color });
}
