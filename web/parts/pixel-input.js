/**
 * Pointer and keys on a square picture.
 * @module
 */

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
 * Reads a key that moves a cursor or edits its pixel; such a key has no other effect on the page.
 * @param {KeyboardEvent} event
 * @param {Cell | null} cursor null: the middle of the picture
 * @param {number} side
 * @param {boolean} [isEditable] whether Enter, Space, Backspace and Delete are read
 * @returns {{ action: 'move' | 'put' | 'erase', from: Cell, to: Cell } | null}
 */
export function readPixelKey(event, cursor, side, isEditable = true) {
  if (event.altKey || event.metaKey) return null;
  const from = cursor ?? { row: side / 2, column: side / 2 };
  const next = findNeighbor(from, event.key, event.ctrlKey, new Array(side).fill(side));
  const isErased = event.key === 'Backspace' || event.key === 'Delete';
  if (!next && !(isEditable && (isErased || event.key === 'Enter' || event.key === ' '))) return null;
  event.preventDefault();
  event.stopPropagation();
  return { action: next ? 'move' : isErased ? 'erase' : 'put', from, to: next ?? from };
}
