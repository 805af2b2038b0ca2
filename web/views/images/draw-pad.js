/**
 * A sheet to draw on with finger, mouse or keys.
 * @module
 */

import { translate } from '../../language/translate.js';
import { findNeighbor } from '../../parts/cell-cursor.js';
import { h } from '../../parts/dom.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatFixed } from '../../parts/format.js';
import { createImage, kPixels } from './draw-image.js';

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

/** @typedef {{ row: number, column: number }} Cell */

export class Pad {
  ink;
  #onDraw;
  /** Pixels along a side. */
  #side;
  #width;
  #getBackground;
  #picture = createImage({ class: 'draw-write' });
  #value = h('span', { class: 'visually-hidden', role: 'status' });
  /** The last position of the pointer while it draws. @type {[number, number] | null} */
  #last = null;
  /** The position of the keyboard pen. @type {Cell | null} */
  #pen = null;

  /**
   * @param {object} options
   * @param {() => void} options.onDraw the ink has changed
   * @param {string} options.label
   * @param {Float32Array<ArrayBuffer>} [options.ink] to begin with
   * @param {number} [options.pen] half its width
   * @param {() => ArrayLike<number> | null} [options.getBackground] a picture that is drawn upon
   */
  constructor({ onDraw, label, ink = new Float32Array(kPixels), pen = kPen, getBackground = () => null }) {
    this.#onDraw = onDraw;
    this.ink = ink;
    this.#side = Math.round(Math.sqrt(ink.length));
    this.#width = pen;
    this.#getBackground = getBackground;
    const end = () => {
      this.#last = null;
    };
    this.element = h(
      'div',
      {
        class: 'draw-pad',
        role: 'group',
        tabindex: 0,
        'aria-roledescription': translate('sheet to draw on'),
        'aria-label': label,
        onpointerdown: (event) => this.#startStroke(event),
        onpointermove: (event) => this.#continueStroke(event),
        onpointerup: end,
        onpointercancel: end,
        onkeydown: (event) => this.#onKey(event),
        onblur: () => {
          this.#pen = null;
          this.show();
        },
      },
      this.#picture.canvas,
      this.#value,
    );
    this.show();
  }

  show() {
    const [pen, under] = [this.#pen, this.#getBackground()];
    this.#picture.show({
      side: this.#side,
      ...(under ? { values: under, over: this.ink } : { values: this.ink }),
      cursor: pen,
    });
    if (!pen) return;
    this.#value.textContent = translate('row {row}, column {column}: ink {ink}', {
      row: pen.row + 1,
      column: pen.column + 1,
      ink: formatFixed(this.ink[pen.row * this.#side + pen.column] ?? 0, 1),
    });
  }

  #update() {
    this.show();
    this.#onDraw();
  }

  /** @param {MouseEvent} event @returns {[number, number]} */
  #locate(event) {
    const { x, y, width, height } = toElementPoint(this.#picture.canvas, event);
    return [(x / width) * this.#side, (y / height) * this.#side];
  }

  /** @param {PointerEvent} event */
  #startStroke(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#pen = null;
    const at = this.#locate(event);
    drawStroke(this.ink, at, at, this.#width);
    this.#last = at;
    this.#update();
  }

  /** @param {PointerEvent} event */
  #continueStroke(event) {
    if (!this.#last) return;
    for (const part of [...(event.getCoalescedEvents?.() ?? []), event]) {
      const at = this.#locate(part);
      drawStroke(this.ink, this.#last, at, this.#width);
      this.#last = at;
    }
    this.#update();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const side = this.#side;
    const at = this.#pen ?? { row: side / 2, column: side / 2 };
    const next = findNeighbor(at, event.key, false, new Array(side).fill(side));
    if (next) {
      if (event.shiftKey) drawStroke(this.ink, getCellCenter(at), getCellCenter(next), this.#width);
    } else if (event.key === 'Enter' || event.key === ' ') {
      drawStroke(this.ink, getCellCenter(at), getCellCenter(at), this.#width);
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      this.ink[at.row * side + at.column] = 0;
    } else {
      return;
    }
    this.#pen = next ?? at;
    if (next && !event.shiftKey) this.show();
    else this.#update();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {(index: number) => number} ink of each pixel */
  fill(ink) {
    this.ink.set(this.ink.map((_, i) => ink(i)));
    this.#update();
  }

  repaint() {
    this.#picture.repaint();
  }

  dispose() {
    this.#picture.dispose();
  }
}

/** @param {Cell} cell @returns {[number, number]} */
const getCellCenter = ({ row, column }) => [column + 0.5, row + 0.5];
