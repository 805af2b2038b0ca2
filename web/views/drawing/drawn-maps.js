/**
 * Shows the map that the reader draws, the model's map and the true map side by side, with the same rows and columns. Of a large
 * map it shows only the requested rows.
 */

import { html } from 'lit';
import { translate, translateCount } from '../../language/translate.js';
import { translateRowLabel } from '../../language/translate-schema.js';
import { formatCount, formatNumber, formatShare, formatToken } from '../../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { createDrawingInput } from '../../plots/drawing-input.js';
import { createAlignmentGrid } from '../alignment/alignment-grid.js';
import { highlightRows, labelRequestedRows } from '../alignment/alignment-text.js';

/** @import { AttentionMap, Comparison, MapScore } from '../../engine/shapes.js' */
/** @import { Board, CreateBoard } from '../../engine/view-types.js' */
/** @import { Tokens } from '../alignment/alignment-text.js' */

/** Largest mark of a cell; one more stroke empties it. */
const kLargestMark = 9;

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

  /**
   * @param {Parameters<CreateBoard>[0]} options
   * @param {typeof import('../images/image-grid.js').createImageGrid} [createImageGrid] for a map whose columns are the regions
   *   of a picture
   */
  constructor({ of: { axes }, own, onDraw }, createImageGrid) {
    this.#own = own;
    this.#axes = axes;
    this.onDraw = onDraw;
    this.#isImage = createImageGrid !== undefined;
    /** @param {string} label */
    const createGrid = (label) =>
      createImageGrid?.({ label, of: () => ({ picture: this.#image, words: this.#requestedRows }) }) ??
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
    const { yours } = this.#grids;
    this.#strokes = createDrawingInput(yours.element, (row, column, change) => {
      if (own.committed) return;
      const cell = yours.getCellIndex(row, column);
      const at = this.#getRowIndex(Math.floor(cell / this.#width)) * this.#width + (cell % this.#width);
      own.marks[at] = updateMark(own.marks[at] ?? 0, change);
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
    const emptyCount = this.#requestedRows.filter(
      (row) => !this.#getRow(this.#own.marks, row).some((mark) => mark > 0),
    ).length;
    if (emptyCount === 0) return '';
    return translateCount(
      emptyCount,
      { one: '{count} row has no weight yet.', other: '{count} rows have no weight yet.' },
      { count: formatCount(emptyCount) },
    );
  }

  weights() {
    return this.#own.marks;
  }

  clear() {
    this.#own.marks.fill(0);
    this.onDraw();
  }

  template() {
    const { yours, model, truth } = this.#grids;
    const compared =
      this.#own.committed &&
      html`${figureTemplate(translate('The model’s'), model.element)} ${figureTemplate(translate('The truth'), truth.element)}`;
    return html`<div class="drawing-maps">${this.#requestedRowsNote} ${figureTemplate(translate('Yours'), yours.element)} ${compared || null}</div>`;
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

  /** @param {Float32Array} map @param {number} row index among all rows */
  #getRow(map, row) {
    return map.subarray(row * this.#width, (row + 1) * this.#width);
  }

  /** @param {'yours' | 'model' | 'truth'} which @param {string} whose @param {number} step @param {...Float32Array} maps weights and truth */
  #show(which, whose, step, ...maps) {
    const tokens = this.#tokens;
    const [weights, truth] = maps.map((map) =>
      Float32Array.from(
        tokens.rows.flatMap((_, row) => Array.from(this.#getRow(map, this.#getRowIndex(row)))),
      ),
    );
    if (!weights || !truth) return;
    const grid = this.#grids[which];
    const [rows, columns] = [tokens.rows.length, tokens.columns.length];
    const alignment = { step, rows, columns, weights, scores: weights, truth, metrics: {} };
    grid.show(alignment, tokens, () => null);
    grid.describe((row, column) => {
      const share = formatShare(weights[row * this.#width + column] ?? 0);
      return `${formatToken(tokens.rows[row])}, ${formatToken(tokens.columns[column])}: ${share}, ${whose}`;
    });
  }

  /** @param {MapScore} score @returns {[string, string][]} */
  scores({ alignmentAccuracy, massOnTruth, divergence }) {
    return [
      [translate('rows whose largest weight is at the truth'), formatShare(alignmentAccuracy)],
      [translate('weight on the truth'), formatShare(massOnTruth)],
      [translate('divergence from the truth, in nats'), formatNumber(divergence)],
    ];
  }

  dispose() {
    this.#strokes.dispose();
    for (const grid of Object.values(this.#grids)) grid.dispose();
  }
}

/**
 * @param {number} before
 * @param {import('../../plots/drawing-input.js').Change} change
 * @returns {number} the new mark of a cell, 0 to kLargestMark
 */
function updateMark(before, change) {
  if (change === 'more') return (before + 1) % (kLargestMark + 1);
  return change === 'some' ? Math.max(1, before) : change;
}

/** A map or a picture with its caption. @param {string} caption @param {unknown} content */
export const figureTemplate = (caption, content) =>
  html`<figure class="drawing-map"><figcaption>${caption}</figcaption>${content}</figure>`;

/** @param {boolean} ofPicture */
function mapLegend(ofPicture) {
  const weight = ofPicture
    ? [legendMarkTemplate('light'), translate('bright: much weight')]
    : [translate('weight'), ...createLegendRamp()];
  return legendTemplate(weight, [legendMarkTemplate('truth'), translate('truth')]);
}
