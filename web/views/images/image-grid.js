/**
 * The grid for a drawn prediction whose columns are the regions of a picture: a small picture for each word that names an
 * object, with cells to put weight on. The grid has the methods of that of `createAlignmentGrid()`.
 */

import { html, render } from 'lit';
import { translate } from '../../language/translate.js';
import { redrawCanvases } from '../../parts/canvas-painter.js';
import { createCellCursor, readRows, rowsTemplate } from '../../parts/cell-cursor.js';
import { toElement } from '../../parts/dom.js';
import { quoteToken } from '../../parts/format.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { computeCellLight, outlineCells, paintPicture } from '../../plots/image-attention-paint.js';
import { computePixelSide, computeSide, getRow } from './caption-data.js';

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { Tokens } from '../alignment/alignment-text.js' */

/** Pixels of the painted attention, along a side, per pixel of the picture. */
const kLightResolution = 2;

/**
 * @param {object} options
 * @param {string} options.label
 * @param {() => { picture: ArrayLike<number>, words: readonly number[] }} options.getData pixels, and the rows that are drawn
 */
export function createImageGrid({ label, getData }) {
  const element = toElement(html`<div class="caption-drawing" role="grid" aria-label=${label}></div>`);
  /** @type {Alignment | null} */
  let current = null;
  let builtKey = '';
  let side = 1;
  /** @type {ReturnType<typeof createCellCursor> | null} */
  let cursor = null;
  /** @type {import('lit').RootPart | null} */
  let root = null;

  /** @param {number} row of cells @param {number} column @returns {number} index of the cell in the whole map */
  function getCellIndex(row, column) {
    const word = getData().words[Math.floor(row / side)] ?? 0;
    return word * side ** 2 + (row % side) * side + column;
  }

  /** @param {number} word @returns {PaintPart} */
  const createPaint =
    (word) =>
    ({ context, width: size, theme: { line } }) => {
      const { picture } = getData();
      if (!current || picture.length === 0) return;
      const pixels = kLightResolution * computePixelSide(picture);
      const light = computeCellLight(getRow(current, word, 'weights'), side, pixels);
      paintPicture(context, size, picture, kLightResolution, light);
      const square = { x: 0, y: 0, size };
      const truth = getRow(current, word, 'truth');
      outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, side, line);
      const cell = cursor?.getPointedCell();
      const at = cell ? getCellIndex(cell.row, cell.column) - word * side ** 2 : -1;
      outlineCells(context, square, (i) => i === at, side, line / 2, [3, 3]);
    };

  /** @param {Tokens} tokens */
  function build({ rows, columns }) {
    side = computeSide(columns);
    const boards = getData().words.map((row) => {
      const word = quoteToken(rows[row]);
      return html`
        <div role="presentation">
          <span class="caption-row-label" aria-hidden="true">${translate('at {word}', { word })}</span>
          <div class="caption-scene" .style=${`--caption-cells: ${side}`}>
            <canvas aria-hidden="true" ${paintCanvas(createPaint(row))}></canvas>
            <div class="caption-cells" role="rowgroup" aria-label=${word}>${rowsTemplate(side)}</div>
          </div>
        </div>
      `;
    });
    // Cells keep their listeners and labels, so the elements are created anew.
    render(null, element);
    root = render(boards, element);
    cursor = createCellCursor({ element, rows: readRows(element), onPoint: repaint });
  }

  const repaint = () => redrawCanvases(element);

  return {
    element,
    /** @param {Alignment} picture @param {Tokens} tokens */
    show(picture, tokens) {
      current = picture;
      const key = JSON.stringify([tokens.rows, getData().words]);
      if (key !== builtKey) build(tokens);
      builtKey = key;
      repaint();
    },
    getCellIndex,
    /** @param {(row: number, column: number) => string} text of a row and a column of the map */
    describe(text) {
      cursor?.describe((row, column) => {
        const cell = getCellIndex(row, column);
        return text(Math.floor(cell / side ** 2), cell % side ** 2);
      });
    },
    repaint,
    dispose: () => root?.setConnected(false),
  };
}
