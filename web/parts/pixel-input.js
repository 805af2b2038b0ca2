/** Pointer and keyboard input on a square picture. */

import { findNeighbor } from './cell-cursor.js';
import { toElementPoint } from './element-point.js';

/** @import { Cell } from './cell-cursor.js' */

/**
 * @param {HTMLElement} picture
 * @param {MouseEvent} event
 * @param {number} side pixels along a side
 * @returns {[number, number]} x and y in pixels of the picture, from its upper left corner
 */
export function locatePixel(picture, event, side) {
  const { x, y, width, height } = toElementPoint(picture, event);
  return [(x / width) * side, (y / height) * side];
}

/**
 * Calls a function with each place where the pointer is pressed or to which it is dragged.
 * @template {object} Place
 * @param {(event: MouseEvent) => Place | null} locate
 * @param {(place: Place) => void} onPress
 */
export function createPressHandlers(locate, onPress) {
  let last = '';
  let hasDragged = false;
  return {
    start(/** @type {MouseEvent} */ event) {
      [last, hasDragged] = [JSON.stringify(locate(event)), false];
    },
    move(/** @type {MouseEvent} */ event) {
      const place = event.buttons === 1 ? locate(event) : null;
      if (!place || JSON.stringify(place) === last) return;
      [last, hasDragged] = [JSON.stringify(place), true];
      onPress(place);
    },
    click(/** @type {MouseEvent} */ event) {
      const place = hasDragged ? null : locate(event);
      if (place) onPress(place);
    },
  };
}

/** @typedef {Readonly<Record<string, 'put' | 'erase'>>} PixelKeys */

/** Keys that edit a picture. @type {PixelKeys} */
export const kEditKeys = { Enter: 'put', ' ': 'put', Backspace: 'erase', Delete: 'erase' };
/** Keys that hold the attention on a place, or release it. @type {PixelKeys} */
export const kHoldKeys = { Enter: 'put', h: 'put', H: 'put', Escape: 'erase' };

/**
 * Reads a key that moves a cursor or acts on its pixel; such a key has no other effect on the page.
 * @param {KeyboardEvent} event
 * @param {Cell | null} cursor null: the middle of the picture
 * @param {number} side
 * @param {PixelKeys} [keys]
 * @returns {{ action: 'move' | 'put' | 'erase', from: Cell, to: Cell } | null}
 */
export function readPixelKey(event, cursor, side, keys = kEditKeys) {
  if (event.altKey || event.metaKey) return null;
  const from = cursor ?? { row: side / 2, column: side / 2 };
  const next = findNeighbor(from, event.key, event.ctrlKey, new Array(side).fill(side));
  const action = next ? 'move' : keys[event.key];
  if (!action) return null;
  event.preventDefault();
  event.stopPropagation();
  return { action, from, to: next ?? from };
}
