/**
 * Numbers as colors, a pixel for each: signed numbers blue below zero, white around it, brown above; shares as in maps.
 * @module
 */

import { html, noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { getColor, getDivergingColor } from '../plots/palette.js';
import { toElementPoint } from './element-point.js';

class PaintNumbers extends Directive {
  /** @override @param {ArrayLike<number>} _values @param {number} _columns @param {number} [_most] */
  render(_values, _columns, _most) {
    return noChange;
  }

  /** @override @param {import('lit').ElementPart} part @param {[ArrayLike<number>, number, number?]} values */
  update({ element }, [values, columns, most]) {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context || values.length === 0) return noChange;
    [canvas.width, canvas.height] = [columns, values.length / columns];
    const pixels = context.createImageData(columns, canvas.height);
    for (let i = 0; i < values.length; ++i)
      pixels.data.set([...computeColor(values[i] ?? 0, most), 255], 4 * i);
    context.putImageData(pixels, 0, 0);
    return noChange;
  }
}

/** @param {number} value @param {number} [most] @returns {number[]} red, green, blue */
function computeColor(value, most) {
  if (most !== undefined) return getDivergingColor(0.5 + value / (2 * most));
  const code = Number.parseInt(getColor(value).slice(1), 16);
  return [code >> 16, (code >> 8) & 255, code & 255];
}

/** Paints a canvas of a template: values, columns, and the absolute value of the full color; without it the values are shares. */
export const paintNumbers = directive(PaintNumbers);

/**
 * @param {ArrayLike<number>} values
 * @param {(index: number | null) => void} [onPoint] called with the index of the number under the pointer
 * @param {number} [most] absolute value with the full color
 */
export function numberStrip(values, onPoint = () => undefined, most = findLargestMagnitude(values)) {
  const count = values.length;
  /** @param {PointerEvent} event */
  const point = (event) => {
    const { x, width } = toElementPoint(/** @type {HTMLElement} */ (event.target), event);
    onPoint(Math.min(count - 1, Math.max(0, Math.floor((x / width) * count))));
  };
  // After a touch the selection stays.
  const leave = (/** @type {PointerEvent} */ { pointerType }) => pointerType !== 'touch' && onPoint(null);
  return html`<canvas class="strip" aria-hidden="true" @pointerdown=${point} @pointermove=${point} @pointerleave=${leave} ${paintNumbers(values, count, most)}></canvas>`;
}

/** @param {number} share of a whole */
export const shareBarTemplate = (share) =>
  html`<span class="decoder-bar"><i .style=${`inline-size: ${(100 * share).toFixed(1)}%`}></i></span>`;

/** @param {readonly ArrayLike<number>[]} lists @returns {number} the largest absolute value in the lists, at least 10⁻⁶ */
export function findLargestMagnitude(...lists) {
  let most = 1e-6;
  for (const list of lists) for (const value of Array.from(list)) most = Math.max(most, Math.abs(value));
  return most;
}
