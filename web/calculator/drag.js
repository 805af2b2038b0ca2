/**
 * A directive for a number in a text field, which can be typed, stepped with the arrow keys, and dragged up and down.
 */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { toElementPoint } from '../parts/element-point.js';
import { localizeNumber } from '../parts/format.js';

/** Pixels of dragging that change the number by one step. */
const kPixelsPerStep = 6;

/** Pixels that the pointer may move before a click becomes a drag. */
const kDragThreshold = 4;

/** The shift key, Page Up and Page Down multiply a step by this factor. */
const kLargeStep = 10;

/** Largest absolute value; beyond it float32 has fewer digits than the field shows. */
const kMaximumValue = 1e6;

/**
 * @typedef {object} DragOptions
 * @property {number} value
 * @property {number} step
 * @property {(value: number) => void} onValue
 */

class Drag extends Directive {
  /** @type {DragOptions} */
  #options = { value: 0, step: 1, onValue: () => undefined };
  /** @type {HTMLInputElement | null} */
  #field = null;
  #isTyping = false;
  /** @type {{ y: number, value: number, moved: boolean } | null} */
  #dragStart = null;

  /** @param {DragOptions} options */
  // biome-ignore lint/correctness/noUnusedFunctionParameters: update() is what is called on an element
  render(options) {
    return noChange;
  }

  /** @override @param {import('lit/directive.js').ElementPart} part @param {[DragOptions]} values */
  update(part, [options]) {
    this.#options = options;
    if (!this.#field) {
      this.#field = /** @type {HTMLInputElement} */ (part.element);
      this.#listen(this.#field);
    }
    // Do not overwrite the field while the reader is typing.
    if (!this.#isTyping) writeField(this.#field, options.value);
    return noChange;
  }

  /** @param {HTMLInputElement} field */
  #listen(field) {
    field.addEventListener('input', () => {
      this.#isTyping = true;
    });
    field.addEventListener('change', () => this.#commit(field));
    field.addEventListener('blur', () => {
      this.#isTyping = false;
    });
    field.addEventListener('focus', () => field.select());
    field.addEventListener('keydown', (event) => {
      const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: kLargeStep, PageDown: -kLargeStep }[event.key];
      if (!steps) return;
      event.preventDefault();
      this.#move(readField(field) ?? this.#options.value, event.shiftKey ? steps * kLargeStep : steps);
    });
    field.addEventListener('pointerdown', (event) => {
      // Touch scrolls the page, unless the field has focus already.
      if (event.pointerType !== 'mouse' && !field.matches(':focus')) return;
      this.#dragStart = { y: toElementPoint(field, event).y, value: this.#options.value, moved: false };
      field.setPointerCapture(event.pointerId);
    });
    field.addEventListener('pointermove', (event) => {
      const from = this.#dragStart;
      if (!from) return;
      const distance = from.y - toElementPoint(field, event).y;
      if (!from.moved && Math.abs(distance) < kDragThreshold) return;
      from.moved = true;
      this.#move(from.value, Math.round(distance / kPixelsPerStep));
    });
    for (const end of ['pointerup', 'pointercancel']) {
      field.addEventListener(end, () => {
        if (this.#dragStart?.moved) field.select();
        this.#dragStart = null;
      });
    }
  }

  /** @param {number} from @param {number} steps */
  #move(from, steps) {
    this.#setValue(from + steps * this.#options.step);
  }

  /** @param {HTMLInputElement} field */
  #commit(field) {
    const value = readField(field);
    this.#isTyping = false;
    if (value === null) writeField(field, this.#options.value);
    else this.#setValue(value);
  }

  /** Sets the number, rounded to four decimals. @param {number} value */
  #setValue(value) {
    const short = Number(Math.max(-kMaximumValue, Math.min(kMaximumValue, value)).toFixed(4)) + 0;
    if (this.#field) writeField(this.#field, short);
    this.#isTyping = false;
    this.#options.onValue(short);
  }
}

/** Writes a number with a typographic minus sign. @param {HTMLInputElement} field @param {number} value */
function writeField(field, value) {
  const text = localizeNumber(String(value));
  if (field.value !== text) field.value = text;
}

/** @param {HTMLInputElement} field @returns {number | null} null if the text is no number */
function readField({ value }) {
  const text = value.trim().replace('−', '-').replace(',', '.');
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : null;
}

/** Directive on a text field; takes `DragOptions`. */
export const draggable = directive(Drag);
