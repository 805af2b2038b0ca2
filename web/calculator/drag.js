/**
 * A number in a text field that can be typed, stepped with the arrow keys, and dragged up and down.
 * @module
 */

import { noChange } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { written } from '../parts/format.js';
import { placeIn } from '../parts/place.js';

/** Pixels for one step. */
const kPixels = 6;

/** So far the pointer may tremble before a click is a drag. */
const kTremble = 4;

/** Steps of ten with the shift key or Page Up. */
const kLarge = 10;

/** Beyond this float32 has fewer digits than the field. */
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
    // What is half typed is nobody else's business.
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
      // A finger scrolls the page, unless it has chosen this number first.
      if (event.pointerType !== 'mouse' && !field.matches(':focus')) return;
      this.#from = { y: placeIn(field, event).y, value: this.#now.value, moved: false };
      field.setPointerCapture(event.pointerId);
    });
    field.addEventListener('pointermove', (event) => {
      const from = this.#from;
      if (!from) return;
      const far = from.y - placeIn(field, event).y;
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

  /** @param {number} value as short as people write it */
  #take(value) {
    const short = Number(Math.max(-kLimit, Math.min(kLimit, value)).toFixed(4)) + 0;
    if (this.#field) write(this.#field, short);
    this.#typing = false;
    this.#now.onValue(short);
  }
}

/** @param {HTMLInputElement} field @param {number} value with a true minus sign */
function write(field, value) {
  const text = written(String(value));
  if (field.value !== text) field.value = text;
}

/**
 * @param {HTMLInputElement} field
 * @returns {number | null} null for what is no number
 */
function read({ value }) {
  const text = value.trim().replace('−', '-').replace(',', '.');
  const number = Number(text);
  return text !== '' && Number.isFinite(number) ? number : null;
}

/** On a text field: what it holds, and whom to tell. */
export const draggable = directive(Drag);
