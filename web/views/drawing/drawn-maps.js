/**
 * Shows the map that the reader draws, the model's map and the true map side by side, with the same rows and columns. Of a large
 * map it shows only the requested rows.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { translateRowLabel } from '../../language/translate-schema.js';
import { formatShare, formatToken } from '../../parts/format.js';
import { changeMark, createDrawingInput } from '../../plots/drawing-input.js';
import { createAlignmentGrid } from '../alignment/alignment-grid.js';
import { highlightRows, labelRequestedRows } from '../alignment/alignment-text.js';
import { describeEmptyRows, listScores, mapFigureTemplate, mapLegend } from './drawn-map-template.js';

/** @import { AttentionMap, Comparison } from '../../engine/shapes.js' */
/** @import { Board, CreateBoard } from '../../engine/view-types.js' */
/** @import { Tokens } from '../alignment/alignment-text.js' */

/** @implements {Board} */
export class DrawnMaps {
  #own;
  #axes;
  /** Whether the columns are the regions of a picture. */
  #isImage;
  /** The requested rows. @type {readonly number[]} */
  #requestedRows = [];
  #width = 0;
  /** Labels that are shown: of all rows of a map over a picture, else of the requested rows. @type {Tokens} */
  #tokens = { rows: [], columns: [] };
  #image = new Float32Array();
  #grids;
  /** A sentence for the reader that names the requested rows; null where all rows are requested. @type {unknown} */
  #requestedRowsNote = null;
  #strokes;
  scores = listScores;

  /**
   * @param {Parameters<CreateBoard>[0]} options
   * @param {typeof import('../images/image-grid.js').createImageGrid} [createImageGrid] for a map whose columns are the regions
   *   of a picture
   */
  constructor({ of: { axes }, own, onDraw }, createImageGrid) {
    this.#own = own;
    this.#axes = axes;
    this.#isImage = createImageGrid !== undefined;
    /** @param {string} label */
    const createGrid = (label) =>
      createImageGrid?.({ label, getData: () => ({ picture: this.#image, words: this.#requestedRows }) }) ??
      createAlignmentGrid({ label, aside: '', onPoint: () => undefined });
    this.#grids = {
      yours: createGrid(translate('Your prediction')),
      model: createGrid(translate('The model’s map')),
      truth: createGrid(translate('The truth')),
    };
    this.legend = mapLegend(this.#isImage);
    this.hint = translate(
      'Put weight where you expect the model to look: click or tap a cell for more of it, drag along a row, or walk with the arrow keys and press Enter or a digit. Backspace empties a cell. Each row is divided by its sum.',
    );
    this.clear = () => {
      own.marks.fill(0);
      onDraw();
    };
    const { yours } = this.#grids;
    this.#strokes = createDrawingInput(yours.element, (row, column, change) => {
      if (own.committed) return;
      const cell = yours.getCellIndex(row, column);
      const at = this.#getRowIndex(Math.floor(cell / this.#width)) * this.#width + (cell % this.#width);
      own.marks[at] = changeMark(own.marks[at] ?? 0, change);
      onDraw();
    });
  }

  /** @param {number} row that is shown @returns {number} its index among all rows */
  #getRowIndex(row) {
    return this.#isImage ? row : (this.#requestedRows[row] ?? 0);
  }

  /** @param {AttentionMap} map */
  setMap(map) {
    const rows = map.rowLabels.map(translateRowLabel);
    const size = rows.length * map.columnLabels.length;
    this.#width = map.columnLabels.length;
    this.#requestedRows = map.sampleRows ?? [];
    if (this.#own.marks.length !== size) this.#own.marks = new Float32Array(size);
    const visibleRows = this.#isImage ? rows : labelRequestedRows(rows, this.#requestedRows);
    this.#tokens = { rows: visibleRows, columns: map.columnLabels, names: this.#axes };
    if (this.#isImage) this.#image = Float32Array.from(map.picture ?? []);
    if (this.#requestedRows.length < rows.length)
      this.#requestedRowsNote = html`<p class="panel-note drawing-rows">${highlightRows(rows, this.#requestedRows)}</p>`;
  }

  describeMissing() {
    const marks = this.#own.marks;
    const isEmpty = (/** @type {number} */ row) => !this.#getRow(marks, row).some((mark) => mark > 0);
    return describeEmptyRows(this.#requestedRows.filter(isEmpty).length);
  }

  weights() {
    return this.#own.marks;
  }

  template() {
    const { yours, model, truth } = this.#grids;
    const compared = [
      mapFigureTemplate(translate('The model’s'), model.element),
      mapFigureTemplate(translate('The truth'), truth.element),
    ];
    return html`<div class="drawing-maps">${this.#requestedRowsNote} ${mapFigureTemplate(translate('Yours'), yours.element)} ${this.#own.committed ? compared : null}</div>`;
  }

  /** @param {Comparison} compared @param {number} step */
  show({ attention, drawn, learned }, step) {
    const { committed } = this.#own;
    const truth = attention.truth ?? new Float32Array();
    const knownTruth = committed ? truth : new Float32Array(truth.length);
    this.#show('yours', translate('you'), step, drawn.weights, knownTruth);
    if (!committed) return;
    this.#show('model', translate('the model'), step, learned.weights, truth);
    this.#show('truth', translate('the truth'), step, truth, truth);
  }

  /** The marks or weights of a row. @param {Float32Array} map @param {number} row index among all rows */
  #getRow(map, row) {
    return map.subarray(row * this.#width, (row + 1) * this.#width);
  }

  /** @param {Float32Array} map @returns {Float32Array} its rows that are shown */
  #selectRows(map) {
    const rows = this.#tokens.rows.map((_, row) => this.#getRow(map, this.#getRowIndex(row)));
    return Float32Array.from(rows.flatMap((row) => Array.from(row)));
  }

  /** @param {'yours' | 'model' | 'truth'} which @param {string} whose @param {number} step @param {Float32Array} map @param {Float32Array} truth */
  #show(which, whose, step, map, truth) {
    const grid = this.#grids[which];
    const { rows, columns } = this.#tokens;
    const weights = this.#selectRows(map);
    const shown = { step, weights, scores: weights, truth: this.#selectRows(truth), metrics: {} };
    grid.show({ ...shown, rows: rows.length, columns: columns.length }, this.#tokens, () => null);
    grid.describe((row, column) => {
      const share = formatShare(weights[row * this.#width + column] ?? 0);
      return `${formatToken(rows[row])}, ${formatToken(columns[column])}: ${share}, ${whose}`;
    });
  }

  dispose() {
    this.#strokes.dispose();
    for (const grid of Object.values(this.#grids)) grid.dispose();
  }
}
