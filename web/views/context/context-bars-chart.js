/**
 * The bars of all rows on a canvas, which move smoothly to new values, with a cursor over them and a verdict beside each row.
 */

import { html, render } from 'lit';
import { translate } from '../../language/translate.js';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { formatFixed } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { paintHatching } from '../../plots/alignment-paint.js';
import { paintBars } from '../../plots/context-bars-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { formatCell, isTruthFound } from './context-bars-text.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { CellCursorOptions } from '../../parts/cell-cursor.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

export class ContextBarsChart {
  #options;
  #rows = 0;
  #columns = 0;
  #target;
  #truthColumns;
  #bars;
  #outlines;
  #asides;
  #cursor;
  #isSigned = false;
  #hasNumbers = false;
  #isHeld;

  /**
   * @param {ViewOptions} options
   * @param {() => void} onPoint called when another cell, or none, is pointed at
   * @param {{ hold: NonNullable<CellCursorOptions['onHold']>, isHeld: (row: number) => boolean }} holding
   */
  constructor(options, onPoint, { hold, isHeld }) {
    this.#isHeld = isHeld;
    const { rowLabels, columnLabels, axes } = options;
    this.#options = options;
    [this.#rows, this.#columns] = [rowLabels.length, columnLabels.length];
    this.#target = new Float32Array(this.#rows * this.#columns);
    this.#truthColumns = new Float32Array(this.#rows);
    this.#bars = createAnimatedValues(this.#target.length);
    this.#outlines = createAnimatedValues(this.#rows);
    this.#asides = rowLabels.map(() => document.createElement('span'));
    for (const aside of this.#asides) aside.className = 'bars-verdict';
    this.#cursor = createGridCursor({
      label: translate('Attention, {rows} by {columns}', { rows: axes[0], columns: axes[1] }),
      rowLabels,
      columnLabels,
      corner: axes[1],
      asides: { label: translate('at the truth'), nodes: this.#asides },
      onPoint,
      onHold: hold,
    });
  }

  get pointedCell() {
    return this.#cursor.getPointedCell();
  }

  /**
   * @param {MapNumbers | null} numbers
   * @param {boolean} showsSigns whether bars of negative scores point down
   * @param {() => string} summary
   * @param {ThrottledPart} throttled
   */
  template(numbers, showsSigns, summary, throttled) {
    if (numbers) this.#show(numbers, showsSigns);
    for (const [row, aside] of this.#asides.entries())
      render(verdictTemplate(numbers, row, this.#options.columnLabels), aside);
    return html`
      <div class="bars-plate" .style=${`--bars-rows: ${this.#rows}; --bars-columns: ${this.#columns}`}>
        <canvas class="bars-canvas" role="img" aria-label=${throttled(() => numbers && this.#describe(numbers, summary()))} ${paintCanvas(this.#paint)}></canvas>
        ${this.#cursor.element}
      </div>
    `;
  }

  /** @param {MapNumbers} numbers @param {boolean} showsSigns */
  #show({ weights, scores, truth }, showsSigns) {
    this.#isSigned = showsSigns;
    for (let row = 0; row < this.#rows; ++row)
      this.#truthColumns[row] = findLargestColumn(truth, row, this.#columns);
    weights.forEach((share, i) => {
      this.#target[i] = showsSigns && (scores[i] ?? 0) < 0 ? -share : share;
    });
    if (this.#hasNumbers) return;
    this.#bars.jump(this.#target);
    this.#outlines.jump(this.#truthColumns);
    this.#hasNumbers = true;
  }

  /** Describes the cells for a screen reader. @param {MapNumbers} numbers @param {string} summary */
  #describe(numbers, summary) {
    const { rowLabels, columnLabels, axes } = this.#options;
    this.#cursor.describe((row, column) =>
      formatCell(numbers, row, column, rowLabels, columnLabels, axes[1]),
    );
    return summary;
  }

  /** @type {PaintPart} */
  #paint = ({ context, width, height, time, theme }) => {
    const moving = [this.#bars.advance(this.#target, time), this.#outlines.advance(this.#truthColumns, time)];
    const picture = {
      rows: this.#rows,
      columns: this.#columns,
      values: this.#bars.values,
      truth: this.#outlines.values,
      signed: this.#isSigned,
    };
    paintBars(context, width, height, picture, theme);
    const rowHeight = height / this.#rows;
    for (let row = 0; row < this.#rows; ++row)
      if (this.#isHeld(row))
        paintHatching(context, { left: 0, top: row * rowHeight, width, height: rowHeight }, theme);
    return moving.includes(true);
  };
}

/**
 * The text beside a row: its share at the true position, and the position that has the largest share instead.
 * @param {MapNumbers | null} numbers
 * @param {number} row
 * @param {readonly string[]} columnLabels
 */
function verdictTemplate(numbers, row, columnLabels) {
  const columns = columnLabels.length;
  if (!numbers) return html`<span class="bars-share">–</span><span class="bars-note"></span>`;
  const { weights, truth } = numbers;
  const isFound = isTruthFound(numbers, row, columns);
  const place = columnLabels[findLargestColumn(weights, row, columns)] ?? '';
  const share = weights[row * columns + findLargestColumn(truth, row, columns)] ?? 0;
  const note = isFound ? `✓ ${translate('found')}` : translate('looks at {place}', { place });
  return html`<span class="bars-share">${formatFixed(share, 2)}</span><span class="bars-note ${isFound ? 'bars-found' : ''}">${note}</span>`;
}
