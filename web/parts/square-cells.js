/** A square of invisible cells over a picture. The pointer and the arrow keys move through them. */

import { html } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { createCellCursor, readRows, rowsTemplate } from './cell-cursor.js';
import { toElement } from './dom.js';

/**
 * @typedef {object} SquareCellsOptions
 * @property {number} side cells along a side; must not change
 * @property {string} label
 * @property {(cell: number) => string} [describe] accessible name of a cell
 * @property {(cell: number) => void} onPoint called when another cell is pointed at; −1 for none
 * @property {(cell: number, key: string) => void} [onPress] called when Enter, Space, Backspace or Delete is pressed on a cell;
 *   a click counts as Enter
 * @property {(cell: number, gesture: HoldGesture) => void} [onHold] as in `createCellCursor()`; must be given when the cells are
 *   created
 */

/** @import { HoldGesture } from './cell-cursor.js' */

const kKeys = ['Enter', ' ', 'Backspace', 'Delete'];

class SquareCells extends Directive {
  /** @type {SquareCellsOptions | null} */
  #options = null;
  /** @type {HTMLElement | null} */
  #grid = null;
  /** @type {ReturnType<typeof createCellCursor> | null} */
  #cursor = null;

  /** @override @param {SquareCellsOptions} options */
  render(options) {
    this.#options = options;
    this.#grid ??= this.#build(options);
    const { describe, side } = options;
    if (describe) this.#cursor?.describe((row, column) => describe(row * side + column));
    return this.#grid;
  }

  /** @param {SquareCellsOptions} options */
  #build({ side, label, onHold }) {
    const grid = toElement(html`
      <div class="caption-cells" role="grid" aria-label=${label} @click=${this.#press} @keydown=${this.#press}>${rowsTemplate(side)}</div>
    `);
    const rows = readRows(grid);
    const cursor = createCellCursor({
      element: grid,
      rows,
      onPoint: () => {
        const cell = cursor.getPointedCell();
        this.#options?.onPoint(cell ? cell.row * side + cell.column : -1);
      },
      isOneRow: true,
      ...(onHold && {
        onHold: (row, column, gesture) => this.#options?.onHold?.(row * side + column, gesture),
      }),
    });
    this.#cursor = cursor;
    return grid;
  }

  #press = (/** @type {MouseEvent | KeyboardEvent} */ event) => {
    const key = 'key' in event ? event.key : 'Enter';
    const cell = event.target instanceof Element && event.target.closest('[role=gridcell]');
    if (!cell || !this.#options?.onPress || !kKeys.includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#options.onPress([...(this.#grid?.querySelectorAll('[role=gridcell]') ?? [])].indexOf(cell), key);
  };
}

/** The directive that renders the cells in a template; takes `SquareCellsOptions`. */
export const squareCells = directive(SquareCells);
