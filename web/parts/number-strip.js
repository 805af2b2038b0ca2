/**
 * Numbers as colors, a pixel for each: signed numbers on a scale from blue (negative) over the color of the paper (zero) to
 * brown (positive), shares in the colors of the maps.
 */

import { html } from 'lit';
import { getDivergingRgb, getRgb } from '../plots/palette.js';
import { paintColors } from '../plots/pixels.js';
import { toElementPoint } from './element-point.js';
import { paintCanvas } from './paint-canvas.js';

/**
 * A directive that paints numbers as colors on a canvas.
 * @param {ArrayLike<number>} values
 * @param {number} columns
 * @param {number} [maximum] absolute value that gets the full color; if omitted, the values are shares
 */
export const paintNumbers = (values, columns, maximum) =>
  paintCanvas(({ context, width, height, theme }) => {
    if (values.length === 0) return;
    const colors = Array.from(values, (value) =>
      maximum === undefined ? getRgb(value, theme) : getDivergingRgb(value / maximum, theme),
    );
    paintColors(context, { width, height }, columns, colors);
  });

/**
 * @param {ArrayLike<number>} values
 * @param {(index: number | null) => void} [onPoint] called with the index of the number under the pointer
 * @param {number} [maximum] absolute value that gets the full color
 */
export function numberStripTemplate(
  values,
  onPoint = () => undefined,
  maximum = findLargestMagnitude(values),
) {
  const count = values.length;
  /** @param {PointerEvent} event */
  const point = (event) => {
    const { x, width } = toElementPoint(/** @type {HTMLElement} */ (event.target), event);
    onPoint(Math.min(count - 1, Math.max(0, Math.floor((x / width) * count))));
  };
  // After a touch, the pointed number stays selected.
  const leave = (/** @type {PointerEvent} */ { pointerType }) => pointerType !== 'touch' && onPoint(null);
  return html`<canvas class="strip" aria-hidden="true" @pointerdown=${point} @pointermove=${point} @pointerleave=${leave} ${paintNumbers(values, count, maximum)}></canvas>`;
}

/** @param {number} share of a whole */
export const shareBarTemplate = (share) =>
  html`<span class="decoder-bar"><i .style=${`inline-size: ${(100 * share).toFixed(1)}%`}></i></span>`;

/** @param {readonly ArrayLike<number>[]} lists @returns {number} the largest absolute value in the lists, at least 10⁻⁶ */
export function findLargestMagnitude(...lists) {
  let maximum = 1e-6;
  for (const list of lists)
    for (const value of Array.from(list)) maximum = Math.max(maximum, Math.abs(value));
  return maximum;
}
