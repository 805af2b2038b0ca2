/**
 * A row of signed numbers as a strip of colors: blue below zero, white around it, brown above.
 * @module
 */

import { getDivergingColor } from '../plots/palette.js';
import { h } from './dom.js';
import { toElementPoint } from './element-point.js';

/**
 * @param {(index: number | null) => void} onPoint called with the index of the number under the pointer
 */
export function createNumberStrip(onPoint) {
  const element = h('canvas', { class: 'strip', height: 1, 'aria-hidden': 'true' });
  for (const kind of /** @type {const} */ (['pointerdown', 'pointermove'])) {
    element.addEventListener(kind, (event) => {
      const { x, width } = toElementPoint(element, event);
      const index = Math.floor((x / width) * element.width);
      onPoint(Math.min(element.width - 1, Math.max(0, index)));
    });
  }
  // After a touch the selection stays.
  element.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && onPoint(null));
  return {
    element,
    /**
     * @param {ArrayLike<number>} values
     * @param {number} most absolute value with the full color
     */
    show(values, most) {
      const context = element.getContext('2d', { willReadFrequently: true });
      if (!context || values.length === 0) return;
      element.width = values.length;
      const pixels = context.createImageData(values.length, 1);
      for (let i = 0; i < values.length; ++i)
        pixels.data.set([...getDivergingColor(0.5 + (values[i] ?? 0) / (2 * most)), 255], 4 * i);
      context.putImageData(pixels, 0, 0);
    },
  };
}

/** @param {readonly ArrayLike<number>[]} lists @returns {number} the largest absolute value in the lists, at least 10⁻⁶ */
export function findLargestMagnitude(...lists) {
  let most = 1e-6;
  for (const list of lists) for (const value of Array.from(list)) most = Math.max(most, Math.abs(value));
  return most;
}
