/**
 * A lit directive for a grid: the pointer and the arrow keys move through its cells, such as the words of a sentence.
 */

import { html, render } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { createCellCursor } from './cell-cursor.js';
import { toElement } from './dom.js';

/** @import { Cell, CellCursorOptions } from './cell-cursor.js' */

/**
 * @typedef {object} CellGridOptions
 * @property {string} key identifies the content; another key creates a new grid
 * @property {string} label
 * @property {string} [className]
 * @property {unknown} content a template with rows; their cells are the elements with the attribute `tabindex`
 * @property {(cell: Cell | null) => void} onPoint called when another cell, or none, is pointed at
 * @property {(row: number, column: number) => void} [onPick] called on a click, a second tap or Enter
 * @property {CellCursorOptions['onHold']} [onHold] must be given when the grid is created
 */

class CellGrid extends Directive {
  /** @type {CellGridOptions | null} */
  #options = null;
  /** @type {HTMLElement | null} */
  #grid = null;

  /** @override @param {CellGridOptions} options */
  render(options) {
    const isSame = this.#options?.key === options.key;
    this.#options = options;
    const { label, className = '' } = options;
    const grid =
      isSame && this.#grid
        ? this.#grid
        : toElement(html`<div role="grid" class=${className} aria-label=${label}></div>`);
    render(options.content, grid);
    if (grid !== this.#grid) this.#watch(grid);
    this.#grid = grid;
    return grid;
  }

  /** @param {HTMLElement} grid */
  #watch(grid) {
    const cursor = createCellCursor({
      element: grid,
      rows: [...grid.querySelectorAll('[role=row]')].map((row) => [
        .../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('[tabindex]')),
      ]),
      onPoint: () => this.#options?.onPoint(cursor.getPointedCell()),
      onPick: (row, column) => this.#options?.onPick?.(row, column),
      ...(this.#options?.onHold && { onHold: (...held) => this.#options?.onHold?.(...held) }),
    });
  }
}

/** The directive that renders the grid in a template; takes `CellGridOptions`. */
export const cellGrid = directive(CellGrid);
