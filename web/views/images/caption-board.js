/**
 * A board of places on which the reader puts shapes: by click, by touch, or with the arrow keys and Enter.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createChoices } from '../../parts/choices.js';
import { h } from '../../parts/dom.js';
import { createStage } from '../../parts/stage.js';
import { outlineCells, writeImage } from '../../plots/image-attention-paint.js';
import { computePixelSide } from './caption-scene.js';

/** The vocabulary of the pictures, as in the captions. */
const kColors = ['red', 'green', 'blue', 'yellow'];
const kShapes = ['square', 'circle', 'triangle', 'cross'];

/** Places along a side. */
const kPlacesPerSide = 3;

/** Objects by their place, such as 'red square'. @typedef {ReadonlyMap<number, string>} Placed */

/** @param {Placed} placed @returns {string} as input of the model: 'red square 0, blue circle 5' */
export const formatPlaced = (placed) => [...placed].map(([place, what]) => `${what} ${place}`).join(', ');

/** @param {string} text as in a prediction @returns {Placed} */
export const parsePlaced = (text) =>
  new Map(
    [...text.matchAll(/(\w+ \w+) (\d)/g)].map(
      ([, what = '', place]) => /** @type {const} */ ([Number(place), what]),
    ),
  );

export class CaptionBoard {
  #onChange;
  /** @type {Map<number, string>} */
  #placed = new Map();
  #brush = { color: 'red', shape: 'square' };
  /** @type {Float32Array | null} */
  #pixels = null;
  #image = h('canvas');
  #canvas = h('canvas', { 'aria-hidden': 'true' });
  #stage;
  #cursor;
  element;

  /** @param {(placed: Placed) => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    const cells = Array.from({ length: kPlacesPerSide }, () =>
      Array.from({ length: kPlacesPerSide }, () => h('span', { class: 'bars-cell' })),
    );
    const grid = h(
      'div',
      {
        class: 'caption-cells',
        role: 'grid',
        'aria-label': translate('Places of the picture'),
        onclick: (/** @type {Event} */ event) => this.#editCell(event),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if ([' ', 'Backspace', 'Delete'].includes(event.key)) this.#editCell(event, event.key !== ' ');
        },
      },
      ...cells.map((row) => h('div', { role: 'row' }, ...row)),
    );
    cells.flat().forEach((cell, place) => {
      cell.dataset['place'] = String(place);
    });
    this.#cursor = createCellCursor({ element: grid, rows: cells, onPoint: () => this.#stage.redraw() });
    grid.addEventListener('keydown', (event) => event.key === 'Enter' && this.#editCell(event));
    this.#stage = createStage(this.#canvas, (context, size) => this.#paint(context, size));
    const board = h('div', { class: 'caption-scene caption-board' }, this.#canvas, grid);
    board.style.setProperty('--caption-cells', String(kPlacesPerSide));
    this.element = h('div', { class: 'caption-palette' }, this.#createChoices(), board);
  }

  /** @param {Placed} placed @param {ArrayLike<number>} picture of it */
  show(placed, picture) {
    this.#placed = new Map(placed);
    this.#pixels = Float32Array.from(picture);
    this.#cursor.describe((row, column) => {
      const what = this.#placed.get(row * kPlacesPerSide + column) ?? translate('empty');
      return translate('place {row}, {column}: {what}', { row: row + 1, column: column + 1, what });
    });
    this.#stage.redraw();
  }

  repaint() {
    this.#stage.redraw();
  }

  dispose() {
    this.#stage.dispose();
  }

  #createChoices() {
    /** @param {readonly string[]} names */
    const createChoiceList = (names) => names.map((value) => ({ value, label: value }));
    return h(
      'div',
      { class: 'caption-row' },
      createChoices({
        label: translate('Colour'),
        choices: createChoiceList(kColors),
        selected: this.#brush.color,
        onChoose: (color) => {
          this.#brush.color = color;
        },
      }),
      createChoices({
        label: translate('Shape'),
        choices: createChoiceList(kShapes),
        selected: this.#brush.shape,
        onChoose: (shape) => {
          this.#brush.shape = shape;
        },
      }),
    );
  }

  /** Puts the chosen shape on a place, or removes it if it is there. @param {Event} event @param {boolean} [away] */
  #editCell(event, away = false) {
    const cell = event.target instanceof Element && event.target.closest('[role=gridcell]');
    if (!(cell instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const place = Number(cell.dataset['place']);
    const what = `${this.#brush.color} ${this.#brush.shape}`;
    const placed = new Map(this.#placed);
    if (away || placed.get(place) === what) placed.delete(place);
    else placed.set(place, what);
    // The next touch may come before the answer to this one.
    this.#placed = placed;
    this.#onChange(placed);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size */
  #paint(context, size) {
    const square = { x: 0, y: 0, size };
    if (this.#pixels) {
      const side = computePixelSide(this.#pixels);
      this.#image.width = this.#image.height = side;
      writeImage(this.#image, this.#pixels, side);
      context.imageSmoothingEnabled = false;
      context.drawImage(this.#image, 0, 0, size, size);
    }
    context.globalAlpha = 0.35;
    for (let place = 0; place < kPlacesPerSide ** 2; ++place)
      outlineCells(context, square, (i) => i === place, kPlacesPerSide, 0.75);
    context.globalAlpha = 1;
    const cell = this.#cursor.getPointedCell();
    const at = cell ? cell.row * kPlacesPerSide + cell.column : -1;
    outlineCells(context, square, (i) => i === at, kPlacesPerSide, 1.5, [4, 4]);
  }
}
