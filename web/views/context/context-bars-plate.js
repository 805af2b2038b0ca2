/**
 * The bars of all rows on a canvas, gliding to the shown values, with a cursor over them and a verdict beside each row.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { createStage, prefersReducedMotion } from '../../parts/stage.js';
import { createAnimatedValues } from '../../plots/animated-values.js';
import { paintBars } from '../../plots/context-bars-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { readTheme } from '../../plots/theme.js';
import { formatCell, isTruthFound } from './context-bars-text.js';

/** @import { MapNumbers } from './context-bars-text.js' */

/**
 * @param {object} options
 * @param {Pick<import('../../engine/shapes.js').ViewOptions, 'rowLabels' | 'columnLabels' | 'axes' | 'events'>} options.of
 * @param {() => void} options.onPoint another cell, or none, is pointed at
 */
export function createPlate({ of, onPoint }) {
  const { rowLabels, columnLabels, axes } = of;
  const { onMove } = of.events;
  const [rows, columns] = [rowLabels.length, columnLabels.length];
  const target = new Float32Array(rows * columns);
  const truthColumns = new Float32Array(rows);
  const bars = createAnimatedValues(rows * columns);
  const outlines = createAnimatedValues(rows);
  let isSigned = false;
  let hasNumbers = false;
  let lastPaint = 0;

  const canvas = h('canvas', { class: 'bars-canvas', role: 'img' });
  const verdicts = rowLabels.map((_, row) => createVerdict(row, columnLabels));
  const cursor = createGridCursor({
    label: translate('Attention, {rows} by {columns}', { rows: axes[0], columns: axes[1] }),
    rowLabels,
    columnLabels,
    corner: axes[1],
    asides: { label: translate('at the truth'), nodes: verdicts.map((v) => v.element) },
    onPoint: () => {
      onPoint();
      stage.redraw();
    },
    onPick: moveTruth,
  });
  const stage = createStage(canvas, (context, width, height, time) => {
    const elapsed = Math.min(50, time - lastPaint);
    lastPaint = time;
    const still = prefersReducedMotion();
    if (still) settle();
    const moving = still ? [] : [bars.advance(target, elapsed), outlines.advance(truthColumns, elapsed)];
    const pointed = cursor.getPointedCell();
    const ghost = onMove && pointed && truthColumns[pointed.row] !== pointed.column ? pointed : null;
    const picture = { rows, columns, values: bars.values, truth: outlines.values, signed: isSigned, ghost };
    paintBars(context, width, height, picture, readTheme(canvas));
    return moving.includes(true);
  });

  function settle() {
    bars.jump(target);
    outlines.jump(truthColumns);
  }

  /** @param {number} row @param {number} column */
  function moveTruth(row, column) {
    if (onMove && truthColumns[row] !== column) onMove(row, column);
  }

  return {
    element: h('div', { class: 'bars-plate' }, canvas, cursor.element),
    pointed: cursor.getPointedCell,
    moveTruth,
    /** @param {MapNumbers} numbers @param {boolean} showsSigns whether bars of negative scores point down */
    show({ weights, scores, truth }, showsSigns) {
      isSigned = showsSigns;
      for (let row = 0; row < rows; ++row) truthColumns[row] = findLargestColumn(truth, row, columns);
      weights.forEach((share, i) => {
        target[i] = isSigned && (scores[i] ?? 0) < 0 ? -share : share;
      });
      if (!hasNumbers) settle();
      hasNumbers = true;
      stage.redraw();
    },
    /** @param {MapNumbers} numbers */
    showVerdicts(numbers) {
      for (const verdict of verdicts) verdict.write(numbers);
    },
    /** For a screen reader. @param {string} summary @param {MapNumbers} numbers */
    describe(summary, numbers) {
      canvas.setAttribute('aria-label', summary);
      cursor.describe((row, column) => formatCell(numbers, row, column, rowLabels, columnLabels, axes[1]));
    },
    redraw: stage.redraw,
    dispose: stage.dispose,
  };
}

/**
 * The margin of a row: the share that it gives to its truth, and where it looks instead.
 * @param {number} row
 * @param {readonly string[]} columnLabels
 */
function createVerdict(row, columnLabels) {
  const columns = columnLabels.length;
  const share = h('span', { class: 'bars-share' }, '–');
  const note = h('span', { class: 'bars-note' });
  return {
    element: h('span', { class: 'bars-verdict' }, share, note),
    /** @param {MapNumbers} numbers */
    write(numbers) {
      const { weights, truth } = numbers;
      const right = isTruthFound(numbers, row, columns);
      const place = columnLabels[findLargestColumn(weights, row, columns)] ?? '';
      share.textContent = formatFixed(
        weights[row * columns + findLargestColumn(truth, row, columns)] ?? 0,
        2,
      );
      note.textContent = right ? `✓ ${translate('found')}` : translate('looks at {place}', { place });
      note.classList.toggle('bars-found', right);
    },
  };
}
