/**
 * A row of signed numbers as a strip of colors: blue below zero, white around it, brown above.
 * @module
 */

import { html, noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { getDivergingColor } from '../plots/palette.js';
import { toElementPoint } from './element-point.js';

class PaintNumbers extends Directive {
  /** @override @param {ArrayLike<number>} _values @param {number} _most */
  render(_values, _most) {
    return noChange;
  }

  /** @override @param {import('lit').ElementPart} part @param {[ArrayLike<number>, number]} values */
  update({ element }, [values, most]) {
    const context = /** @type {HTMLCanvasElement} */ (element).getContext('2d', { willReadFrequently: true });
    if (!context || values.length === 0) return noChange;
    const pixels = context.createImageData(values.length, 1);
    for (let i = 0; i < values.length; ++i)
      pixels.data.set([...getDivergingColor(0.5 + (values[i] ?? 0) / (2 * most)), 255], 4 * i);
    context.putImageData(pixels, 0, 0);
    return noChange;
  }
}

const paintNumbers = directive(PaintNumbers);

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
  return html`<canvas class="strip" width=${count} height="1" aria-hidden="true" @pointerdown=${point} @pointermove=${point} @pointerleave=${leave} ${paintNumbers(values, most)}></canvas>`;
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
