/**
 * The grid of a drawn prediction where its columns are the regions of a picture: a small picture for each word that names an
 * object, with cells to put weight on. It has the methods of `createAlignmentGrid()`.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { h } from '../../parts/dom.js';
import { quoteToken } from '../../parts/format.js';
import { createStage } from '../../parts/stage.js';
import { computeCellLight, outlineCells, writeImage } from '../../plots/image-attention-paint.js';
import { readTheme } from '../../plots/theme.js';
import { computePixelSide, computeSide, getRow } from './caption-scene.js';

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from '../alignment/alignment-text.js' */

/** Pixels of the light per pixel of the picture. */
const kLightResolution = 2;

/**
 * @param {object} options
 * @param {string} options.label
 * @param {() => { picture: ArrayLike<number>, words: readonly number[] }} options.of pixels, and the rows that are drawn
 */
export function createImageGrid({ label, of }) {
  return new ImageGrid(label, of);
}

class ImageGrid {
  #getImage;
  /** @type {Alignment | null} */
  #current = null;
  #builtKey = '';
  #image = h('canvas');
  /** @type {ReturnType<typeof createStage>[]} */
  #stages = [];
  /** @type {ReturnType<typeof createCellCursor> | null} */
  #cursor = null;
  #side = 1;
  element;

  /** @param {string} label @param {() => { picture: ArrayLike<number>, words: readonly number[] }} of */
  constructor(label, of) {
    this.#getImage = of;
    this.element = h('div', { class: 'caption-drawing', role: 'grid', 'aria-label': label });
  }

  /** @param {Alignment} picture @param {Tokens} tokens */
  show(picture, tokens) {
    this.#current = picture;
    const key = JSON.stringify([tokens.rows, this.#getImage().words]);
    if (key !== this.#builtKey) this.#buildBoards(tokens);
    this.#builtKey = key;
    this.repaint();
  }

  /** @param {number} row of cells @param {number} column @returns {number} index of the cell in the whole map */
  getCellIndex(row, column) {
    const word = this.#getImage().words[Math.floor(row / this.#side)] ?? 0;
    return word * this.#side ** 2 + (row % this.#side) * this.#side + column;
  }

  /** @param {(row: number, column: number) => string} text of a row and a column of the map */
  describe(text) {
    this.#cursor?.describe((row, column) => {
      const cell = this.getCellIndex(row, column);
      return text(Math.floor(cell / this.#side ** 2), cell % this.#side ** 2);
    });
  }

  repaint() {
    for (const stage of this.#stages) stage.redraw();
  }

  dispose() {
    for (const stage of this.#stages) stage.dispose();
  }

  /** @param {Tokens} tokens */
  #buildBoards({ rows, columns }) {
    this.dispose();
    this.#side = computeSide(columns);
    const boards = this.#getImage().words.map((word) => ({
      word,
      ...this.#createBoard(quoteToken(rows[word])),
    }));
    this.#stages = boards.map(({ canvas, word }) =>
      createStage(canvas, (context, size) => this.#paint(context, size, word)),
    );
    this.element.replaceChildren(...boards.map(({ element }) => element));
    this.#cursor = createCellCursor({
      element: this.element,
      rows: boards.flatMap(({ cells }) => cells),
      onPoint: () => this.repaint(),
    });
  }

  /** @param {string} word */
  #createBoard(word) {
    const cells = Array.from({ length: this.#side }, () =>
      Array.from({ length: this.#side }, () => h('span', { class: 'bars-cell' })),
    );
    const canvas = h('canvas', { 'aria-hidden': 'true' });
    const lines = cells.map((row) => h('div', { role: 'row' }, ...row));
    const scene = h(
      'div',
      { class: 'caption-scene' },
      canvas,
      h('div', { class: 'caption-cells', role: 'rowgroup', 'aria-label': word }, ...lines),
    );
    scene.style.setProperty('--caption-cells', String(this.#side));
    const rowLabel = h(
      'span',
      { class: 'caption-row-label', 'aria-hidden': 'true' },
      translate('at {word}', { word }),
    );
    return { element: h('div', { role: 'presentation' }, rowLabel, scene), canvas, cells };
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size @param {number} word */
  #paint(context, size, word) {
    const scene = this.#current;
    const { picture } = this.#getImage();
    if (!scene || picture.length === 0) return;
    const pixels = kLightResolution * computePixelSide(picture);
    this.#image.width = this.#image.height = pixels;
    const light = computeCellLight(getRow(scene, word, 'weights'), this.#side, pixels);
    writeImage(this.#image, picture, pixels / kLightResolution, light);
    const square = { x: 0, y: 0, size };
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#image, 0, 0, size, size);
    const truth = getRow(scene, word, 'truth');
    const { line } = readTheme(this.element);
    outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, this.#side, line);
    const cell = this.#cursor?.getPointedCell();
    if (!cell || this.#getImage().words[Math.floor(cell.row / this.#side)] !== word) return;
    const at = (cell.row % this.#side) * this.#side + cell.column;
    outlineCells(context, square, (i) => i === at, this.#side, line / 2, [3, 3]);
  }
}
