/**
 * The grid of an alignment: cells on a canvas, tokens at its edges, and one cursor over all cells. It is rebuilt when the
 * tokens change.
 */

import { html } from 'lit';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { formatFixed } from '../../parts/format.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { createTemplateView } from '../../parts/view.js';
import { createPaintedRows, paintAlignment } from '../../plots/alignment-paint.js';
import { paintRibbons } from '../../plots/ribbon-paint.js';
import { createTokenGrid } from './token-grid.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { Tokens } from './alignment-text.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @typedef {ReturnType<typeof createTokenGrid>} TokenGrid */
/** @typedef {(row: number) => import('../../plots/alignment.js').AttentionWindow | null} GetWindow */

/** Scrolls a map that is higher than its container to its first true row. @param {HTMLElement} scroller @param {Alignment} alignment */
function scrollToTruth(scroller, { truth, rows, columns }) {
  const row = Math.floor(truth.findIndex((share) => share > 0) / columns);
  scroller.scrollTop = ((row + 0.5) / rows) * scroller.scrollHeight - scroller.clientHeight / 2;
}

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.aside heading of the texts at the ends of the rows
 * @param {boolean} [options.ribbons] whether to draw ribbons from the row that is pointed at to its columns
 * @param {() => void} options.onPoint
 * @param {(row: number, column: number) => void} [options.onPick] column −1: the whole row
 * @param {import('../../parts/holding.js').Holding} [options.holding]
 */
export function createAlignmentGrid({ label, aside, ribbons = false, onPoint, onPick, holding }) {
  /** @type {Tokens} */
  let tokens = { rows: [], columns: [] };
  let [builtKey, drawnKey, widths] = ['', '', ''];
  /** @type {[TokenGrid | null, Alignment | null]} */
  let [grid, currentAlignment] = [null, null];
  let moving = createAnimatedValues(0);
  /** @type {GetWindow} */
  let getWindow = () => null;

  /** @type {PaintPart} */
  const paint = ({ context, time, canvas, theme }) => {
    if (!currentAlignment || !grid) return false;
    const more = moving.advance(currentAlignment.weights, time);
    const size = Number.parseFloat(getComputedStyle(canvas).fontSize);
    if (builtKey !== drawnKey) scrollToTruth(view.element, currentAlignment);
    drawnKey = builtKey;
    const painted = { picture: currentAlignment, weights: moving.values };
    paintGrid(context, { ...painted, grid, getWindow, ribbons, theme, size, isHeld: holding?.isHeld });
    // Slanted labels move the cells, even if the size of the canvas stays the same.
    return grid.fitLabels(context, size) || more;
  };

  const view = createTemplateView({
    attributes: { class: 'align-scroll' },
    template: () => html`
      <div class="align-plate" .style=${widths}>
        <canvas aria-hidden="true" ${paintCanvas(paint)}></canvas>
        ${grid?.element}
      </div>
    `,
  });

  function point() {
    onPoint();
    view.repaint();
  }

  return {
    element: view.element,
    getPointedCell: () => grid?.getPointedCell() ?? null,
    /** @param {number} row @param {number} column @returns {number} index of the cell in the whole map */
    getCellIndex: (row, column) => row * tokens.columns.length + column,
    /**
     * @param {Alignment} alignment
     * @param {Tokens} newTokens one for each row and column
     * @param {GetWindow} window
     * @param {number} [chosen] row
     */
    show(alignment, newTokens, window, chosen = -1) {
      currentAlignment = alignment;
      getWindow = window;
      if (JSON.stringify(newTokens) !== builtKey) {
        tokens = newTokens;
        builtKey = JSON.stringify(tokens);
        grid = createTokenGrid({ label, tokens, aside, onPoint: point, onPick, holding });
        widths = grid.widths;
        view.element.style.setProperty('--align-rows', String(Math.max(1, tokens.rows.length)));
        moving = createAnimatedValues(alignment.weights.length);
        moving.jump(alignment.weights);
      }
      grid?.choose(chosen);
      grid?.markHeld();
      view.draw();
    },
    /**
     * Shows the model's output at the end of each row.
     * @param {readonly string[]} words
     * @param {readonly string[] | null} [targets] right outputs; null if the texts are no answers
     * @param {readonly string[]} [learned] outputs with the learned weights
     */
    showOutputs: (words, targets = tokens.rows, learned) => grid?.showOutputs(words, targets, learned),
    /** @param {(row: number, column: number) => string} text */
    describe: (text) => grid?.describe(text),
    moveTo: (/** @type {number} */ row) => grid?.moveToRow(row),
    repaint: view.repaint,
    dispose: view.dispose,
  };
}

/**
 * Paints the cells, and the ribbons of the row that is pointed at.
 * @param {CanvasRenderingContext2D} context
 * @param {object} options
 * @param {Alignment} options.picture
 * @param {Float32Array} options.weights animated weights, which move towards those of the picture
 * @param {TokenGrid} options.grid
 * @param {GetWindow} options.getWindow
 * @param {boolean} options.ribbons
 * @param {import('../../plots/theme.js').Theme} options.theme
 * @param {number} options.size of the font
 * @param {((row: number) => boolean) | undefined} options.isHeld
 */
function paintGrid(context, { picture, weights, grid, getWindow, ribbons, theme, size, isHeld }) {
  const rows = createPaintedRows(picture, getWindow, grid.computeRowBox, isHeld, weights);
  const digits = picture.getColorScale && !picture.getCellColor ? 3 : 2;
  // Numbers have no sign; in a map of differences, the color shows it.
  const format = (/** @type {number} */ weight) => formatFixed(Math.abs(weight), digits);
  const cell = grid.getPointedCell();
  paintAlignment(context, rows, theme, cell, { size: Math.max(12, 0.85 * size), format });
  const row = rows[cell?.row ?? -1];
  if (ribbons && row) paintRibbons(context, row.box, grid.computeRowBox(0).top, row.weights, theme);
}
