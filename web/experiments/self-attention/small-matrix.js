/**
 * A matrix as a small picture in the text of a page, a cell for each number: shares in the colors of the maps, signed
 * numbers blue below zero, white around it and brown above.
 * @module
 */
import { html, svg } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { findLargestMagnitude } from '../../parts/number-strip.js';
import { getColor, getDivergingColor } from '../../plots/palette.js';

/**
 * @param {object} matrix
 * @param {ArrayLike<number>} matrix.values one row after the other
 * @param {number} matrix.columns
 * @param {number} [matrix.most] absolute value of the full color; 0: the largest one; without it the values are shares
 * @param {number} [matrix.row] that is marked
 */
export function smallMatrixTemplate({ values, columns, most: limit, row = -1 }) {
  const most = limit === 0 ? findLargestMagnitude(values) : limit;
  const rows = Math.max(1, values.length / columns);
  /** @param {Element | undefined} element */
  const paint = (element) => {
    if (element instanceof HTMLCanvasElement) paintCells(element, values, columns, most);
  };
  return html`<span class="small-matrix" aria-hidden="true"><canvas ${ref(paint)}></canvas>${
    row < 0
      ? null
      : svg`<svg viewBox=${`0 0 1 ${rows}`} preserveAspectRatio="none">${['under', 'over'].map(
          (name) =>
            svg`<rect class=${name} y=${row} width="1" height="1" vector-effect="non-scaling-stroke" />`,
        )}</svg>`
  }</span>`;
}

/**
 * The vectors of several tokens side by side, on one color scale.
 * @param {Float32Array} values of one token after the other
 * @param {number} tokens
 */
export function tokenStripsTemplate(values, tokens) {
  const [width, most] = [values.length / tokens, findLargestMagnitude(values)];
  return Array.from({ length: tokens }, (_, t) =>
    smallMatrixTemplate({ values: values.subarray(t * width, (t + 1) * width), columns: width, most }),
  );
}

/** @param {HTMLCanvasElement} canvas @param {ArrayLike<number>} values @param {number} columns @param {number} [most] */
function paintCells(canvas, values, columns, most) {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || values.length === 0) return;
  [canvas.width, canvas.height] = [columns, values.length / columns];
  const pixels = context.createImageData(columns, canvas.height);
  for (let i = 0; i < values.length; ++i)
    pixels.data.set([...computeColor(values[i] ?? 0, most), 255], 4 * i);
  context.putImageData(pixels, 0, 0);
}

/** @param {number} value @param {number} [most] @returns {number[]} red, green, blue */
function computeColor(value, most) {
  if (most !== undefined) return getDivergingColor(0.5 + value / (2 * most));
  const code = Number.parseInt(getColor(value).slice(1), 16);
  return [code >> 16, (code >> 8) & 255, code & 255];
}
