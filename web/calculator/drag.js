/**
 * A directive for a number in a text field, which can be typed, stepped with the arrow keys, and dragged up and down.
 * @module
 */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { localizeNumber } from '../parts/format.js';
import { toElementPoint } from '../parts/element-point.js';

/** Pixels of a drag for one step. */
const kPixels = 6;

/** Pixels that the pointer may move before a click becomes a drag. */
const kTremble = 4;

/** Factor of a step with the shift key, Page Up or Page Down. */
const kLarge = 10;

/** Largest absolute value; beyond it float32 has fewer digits than the field shows. */
const kLimit = 1e6;

/**
 * @typedef {object} Draggable
 * @property {number} value
 * @property {number} step
 * @property {(value: number) => void} onValue
 */

class Drag extends Directive {
  /** @type {Draggable} */
  #now = { value: 0, step: 1, onValue: () => undefined };
  /** @type {HTMLInputElement | null} */
  #field = null;
  #typing = false;
  /** @type {{ y: number, value: number, moved: boolean } | null} */
  #from = null;

  /** @param {Draggable} options */
  // biome-ignore lint/correctness/noUnusedFunctionParameters: update() is what is called on an element
  render(options) {
    return noChange;
  }

  /** @override @param {import('lit/directive.js').ElementPart} part @param {[Draggable]} values */
  update(part, [options]) {
    this.#now = options;
    if (!this.#field) {
      this.#field = /** @type {HTMLInputElement} */ (part.element);
      this.#listen(this.#field);
    }
    // Do not overwrite the field while the reader is typing.
    if (!this.#typing) write(this.#field, options.value);
    return noChange;
  }

  /** @param {HTMLInputElement} field */
  #listen(field) {
    field.addEventListener('input', () => {
      this.#typing = true;
    });
    field.addEventListener('change', () => this.#typed(field));
    field.addEventListener('blur', () => {
      this.#typing = false;
    });
    field.addEventListener('focus', () => field.select());
    field.addEventListener('keydown', (event) => {
      const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: kLarge, PageDown: -kLarge }[event.key];
      if (!steps) return;
      event.preventDefault();
      this.#move(read(field) ?? this.#now.value, event.shiftKey ? steps * kLarge : steps);
    });
    field.addEventListener('pointerdown', (event) => {
      // Touch scrolls the page, unless the field has focus already.
      if (event.pointerType !== 'mouse' && !field.matches(':focus')) return;
      this.#from = { y: toElementPoint(field, event).y, value: this.#now.value, moved: false };
      field.setPointerCapture(event.pointerId);
    });
    field.addEventListener('pointermove', (event) => {
      const from = this.#from;
      if (!from) return;
      const far = from.y - toElementPoint(field, event).y;
      if (!from.moved && Math.abs(far) < kTremble) return;
      from.moved = true;
      this.#move(from.value, Math.round(far / kPixels));
    });
    for (const end of ['pointerup', 'pointercancel']) {
      field.addEventListener(end, () => {
        if (this.#from?.moved) field.select();
        this.#from = null;
      });
    }
  }

  /** @param {number} from @param {number} steps */
  #move(from, steps) {
    this.#take(from + steps * this.#now.step);
  }

  /** @param {HTMLInputElement} field */
  #typed(field) {
    const value = read(field);
    this.#typing = false;
    if (value === null) write(field, this.#now.value);
    else this.#take(value);
  }

  /** @param {number} value which is rounded to four decimals */
  #take(value) {
    const short = Number(Math.max(-kLimit, Math.min(kLimit, value)).toFixed(4)) + 0;
    if (this.#field) write(this.#field, short);
    this.#typing = false;
    this.#now.onValue(short);
  }
}

/** Writes a number with a typographic minus sign. @param {HTMLInputElement} field @param {number} value */
function write(field, value) {
  const text = localizeNumber(String(value));
  if (field.value !== text) field.value = text;
}

/**
 * @param {HTMLInputElement} field
 * @returns {number | null} null if the text is no number
 */
function read({ value }) {
  const text = value.trim().replace('−', '-').replace(',', '.');
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : null;
}

/** Directive on a text field; takes a `Draggable`. */
export const draggable = directive(Drag);
