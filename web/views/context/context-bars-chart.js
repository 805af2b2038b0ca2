/**
 * The bars of all rows on a canvas, which move smoothly to new values, with a cursor over them and a verdict beside each row.
 */

import { html, render } from 'lit';
import { translate } from '../../language/translate.js';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { toElement } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { paintHatching } from '../../plots/alignment-paint.js';
import { paintBars } from '../../plots/context-bars-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { describeCell, isTruthFound } from './context-bars-text.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { CellCursorOptions } from '../../parts/cell-cursor.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/**
 * @param {ViewOptions} options
 * @param {() => void} onPoint called when another cell, or none, is pointed at
 * @param {{ hold: NonNullable<CellCursorOptions['onHold']>, isHeld: (row: number) => boolean }} holding
 */
export function createContextBarsChart(options, onPoint, { hold, isHeld }) {
  const { rowLabels, columnLabels, axes } = options;
  const [rows, columns] = [rowLabels.length, columnLabels.length];
  const target = new Float32Array(rows * columns);
  const truthColumns = new Float32Array(rows);
  const bars = createAnimatedValues(target.length);
  const outlines = createAnimatedValues(rows);
  let [isSigned, hasNumbers] = [false, false];
  const asides = rowLabels.map(() => toElement(html`<span class="bars-verdict"></span>`));
  const cursor = createGridCursor({
    label: translate('Attention, {rows} by {columns}', { rows: axes[0], columns: axes[1] }),
    rowLabels,
    columnLabels,
    corner: axes[1],
    asides: { label: translate('at the truth'), nodes: asides },
    onPoint,
    onHold: hold,
  });

  /** @param {MapNumbers} numbers @param {boolean} showsSigns */
  function show({ weights, scores, truth }, showsSigns) {
    isSigned = showsSigns;
    for (let row = 0; row < rows; ++row) truthColumns[row] = findLargestColumn(truth, row, columns);
    weights.forEach((share, i) => {
      target[i] = showsSigns && (scores[i] ?? 0) < 0 ? -share : share;
    });
    if (hasNumbers) return;
    bars.jump(target);
    outlines.jump(truthColumns);
    hasNumbers = true;
  }

  /** @type {PaintPart} */
  const paint = ({ context, width, height, time, theme }) => {
    const moving = [bars.advance(target, time), outlines.advance(truthColumns, time)];
    const picture = { rows, columns, values: bars.values, truth: outlines.values, signed: isSigned };
    paintBars(context, width, height, picture, theme);
    const rowHeight = height / rows;
    for (let row = 0; row < rows; ++row)
      if (isHeld(row))
        paintHatching(context, { left: 0, top: row * rowHeight, width, height: rowHeight }, theme);
    return moving.includes(true);
  };

  return {
    getPointedCell: cursor.getPointedCell,
    /**
     * @param {MapNumbers | null} numbers
     * @param {boolean} showsSigns whether bars of negative scores point down
     * @param {() => string} summary
     * @param {ThrottledPart} throttled
     */
    template(numbers, showsSigns, summary, throttled) {
      if (numbers) show(numbers, showsSigns);
      for (const [row, aside] of asides.entries()) render(verdictTemplate(numbers, row, columnLabels), aside);
      const describe = () => {
        if (!numbers) return null;
        cursor.describe((row, column) => describeCell(numbers, row, column, options));
        return summary();
      };
      return html`
        <div class="bars-plate" .style=${`--bars-rows: ${rows}; --bars-columns: ${columns}`}>
          <canvas class="bars-canvas" role="img" aria-label=${throttled(describe)} ${paintCanvas(paint)}></canvas>
          ${cursor.element}
        </div>
      `;
    },
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
