/** A pad on which the reader draws with finger, mouse or keys. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { locatePixel, readPixelKey } from '../../parts/pixel-input.js';
import { drawImage, kImagePixels } from './draw-image.js';

/** Half the width of the pen, like the average stroke of the task: full ink up to here, none one pixel further. */
const kPen = 0.3;

/**
 * Draws a straight stroke.
 * @param {Float32Array} ink of a square picture
 * @param {readonly [number, number]} from x and y in pixels from the upper left corner
 * @param {readonly [number, number]} to
 * @param {number} [pen]
 */
export function drawStroke(ink, [x1, y1], [x2, y2], pen = kPen) {
  const side = Math.round(Math.sqrt(ink.length));
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  for (let i = 0; i < ink.length; i++) {
    const [px, py] = [(i % side) + 0.5 - x1, Math.floor(i / side) + 0.5 - y1];
    const along = length > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / length)) : 0;
    const distance = Math.sqrt((px - along * dx) ** 2 + (py - along * dy) ** 2);
    ink[i] = Math.max(ink[i] ?? 0, Math.min(1, Math.max(0, 1 + pen - distance)));
  }
}

/** @import { Cell } from '../../parts/cell-cursor.js' */

/** @param {Cell} cell @returns {[number, number]} */
const getCellCenter = ({ row, column }) => [column + 0.5, row + 0.5];

/** @param {Float32Array} ink @param {number} side of the picture @param {Cell} cell */
const describeInk = (ink, side, { row, column }) =>
  translate('row {row}, column {column}: ink {ink}', {
    row: row + 1,
    column: column + 1,
    ink: formatFixed(ink[row * side + column] ?? 0, 1),
  });

/**
 * @param {object} options
 * @param {string} options.label
 * @param {() => void} options.onDraw the ink has changed
 * @param {() => void} options.draw called when the pen has moved
 * @param {Float32Array<ArrayBuffer>} [options.ink] to begin with
 * @param {number} [options.pen] half its width
 */
export function createDrawingPad({ label, onDraw, draw, ink = new Float32Array(kImagePixels), pen = kPen }) {
  const side = Math.round(Math.sqrt(ink.length));
  /** The last position of the pointer while it draws. @type {[number, number] | null} */
  let last = null;
  /** The position of the keyboard pen. @type {Cell | null} */
  let cursor = null;

  /** @param {PointerEvent} event */
  const locate = (event) => locatePixel(/** @type {HTMLElement} */ (event.currentTarget), event, side);

  /** @param {PointerEvent} event */
  function startStroke(event) {
    if (event.button !== 0) return;
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    cursor = null;
    last = locate(event);
    drawStroke(ink, last, last, pen);
    onDraw();
  }

  /** @param {PointerEvent} event */
  function continueStroke(event) {
    if (!last) return;
    const element = /** @type {HTMLElement} */ (event.currentTarget);
    for (const part of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const at = locatePixel(element, part, side);
      drawStroke(ink, last, at, pen);
      last = at;
    }
    onDraw();
  }

  /** @param {PointerEvent} event */
  function endStroke({ currentTarget }) {
    last = null;
    // A touch that moves ends without a click, by which a page knows that the reader uses the instrument.
    /** @type {HTMLElement} */ (currentTarget).click();
  }

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    const key = readPixelKey(event, cursor, side);
    if (!key) return;
    const { action, from, to } = key;
    if (action === 'erase') ink[from.row * side + from.column] = 0;
    else if (action === 'put' || event.shiftKey) drawStroke(ink, getCellCenter(from), getCellCenter(to), pen);
    cursor = to;
    if (action === 'move' && !event.shiftKey) draw();
    else onDraw();
  }

  function removeCursor() {
    cursor = null;
    draw();
  }

  return {
    ink,
    /** @param {ArrayLike<number> | null} [background] a picture that is drawn upon @param {boolean} [isInert] */
    template: (background = null, isInert = false) => html`
      <div class="draw-pad" role="group" tabindex="0" aria-roledescription=${translate('sheet to draw on')} aria-label=${label} ?inert=${isInert}
        @pointerdown=${startStroke} @pointermove=${continueStroke} @pointerup=${endStroke} @pointercancel=${endStroke}
        @keydown=${pressKey} @blur=${removeCursor}>
        ${drawImage({ side, values: background ?? ink, ...(background && { over: ink }), cursor }, { name: 'draw-write' })}
        <span class="visually-hidden" role="status">${cursor && describeInk(ink, side, cursor)}</span>
      </div>
    `,
    /** @param {(index: number) => number} value of each pixel */
    fill(value) {
      ink.set(ink.map((_, i) => value(i)));
      onDraw();
    },
  };
}
