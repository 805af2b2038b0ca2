/**
 * The map of a context-indexed attention: one row per context, one bar per position. The truth is an outline, what
 * the network has learned fills it. Bars are pixels on a canvas; labels, cursor, read-out and table are DOM.
 * @module
 */

import { say } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { createLegend } from '../../parts/legend.js';
import { createMapSwitch } from '../../parts/map-switch.js';
import { createNumberTable } from '../../parts/number-table.js';
import { createReel } from '../../parts/reel.js';
import { createStage, prefersStillness } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { paintBars } from '../../plots/context-bars-paint.js';
import { createGlide } from '../../plots/glide.js';
import { largestOf } from '../../plots/largest.js';
import { themeOf } from '../../plots/theme.js';
import { createReadout } from './context-bars-readout.js';
import { contextBarsStyles } from './context-bars-styles.js';
import { cellLabel, isRight, summarise } from './context-bars-text.js';

export const styles = contextBarsStyles;

/** @import { NamedMap, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { maps, rowLabels, columnLabels, axes } = options;
  const rows = rowLabels.length;
  const columns = columnLabels.length;
  let map = /** @type {NamedMap} */ (maps.find((m) => m.name === options.shownMap) ?? maps[0]);
  let signed = false;
  /** @type {import('../../engine/shapes.js').Frame | null} */
  let frame = null;
  let lastPaint = 0;

  const target = new Float32Array(rows * columns);
  const truthColumns = new Float32Array(rows);
  const bars = createGlide(rows * columns);
  const outlines = createGlide(rows);

  const canvas = h('canvas', { class: 'bars-canvas', role: 'img' });
  const verdicts = rowLabels.map(() => createVerdict());
  const cursor = createGridCursor({
    label: say('Attention, {rows} by {columns}', { rows: axes[0], columns: axes[1] }),
    rowLabels,
    columnLabels,
    corner: axes[1],
    asides: { label: say('at the truth'), nodes: verdicts.map((v) => v.element) },
    onPoint: () => {
      readout.show(cursor.pointed(), numbersOf(map), factorOf());
      stage.redraw();
    },
    onPick: (row, column) => moveTruth(row, column),
  });
  const mapSwitch = createMapSwitch({
    maps,
    shown: map.name,
    onMap: (name) => {
      map = maps.find((m) => m.name === name) ?? map;
      options.onMap?.(map.name);
      show();
    },
    onSigned: (value) => {
      signed = value;
      element.toggleAttribute('data-signed', signed);
      show();
    },
  });
  const readout = createReadout({
    rowLabels,
    columnLabels,
    columnAxis: axes[1],
    onMove: options.onMove && ((row, column) => moveTruth(row, column)),
  });
  const table = createNumberTable({ rowLabels, columnLabels, corner: axes[0], note: say('truth in bold') });

  const element = h(
    'section',
    { class: 'bars', 'aria-label': say('Attention map') },
    mapSwitch.element,
    h('div', { class: 'bars-plate' }, canvas, cursor.element),
    createLegend(),
    table.element,
  );
  element.style.setProperty('--bars-rows', String(rows));
  element.style.setProperty('--bars-columns', String(columns));
  element.classList.toggle('bars-dense', columns > 16 || rows > 10);

  const stage = createStage(canvas, (context, width, height, time) => {
    const elapsed = Math.min(50, time - lastPaint);
    lastPaint = time;
    let moving = false;
    if (prefersStillness()) {
      bars.settle(target);
      outlines.settle(truthColumns);
    } else {
      moving = bars.advance(target, elapsed) || moving;
      moving = outlines.advance(truthColumns, elapsed) || moving;
    }
    const pointed = cursor.pointed();
    const ghost = options.onMove && pointed && truthColumns[pointed.row] !== pointed.column ? pointed : null;
    const picture = { rows, columns, values: bars.values, truth: outlines.values, signed, ghost };
    paintBars(context, width, height, picture, themeOf(canvas));
    return moving;
  });
  const reel = /** @type {ReturnType<typeof createReel<import('../../engine/shapes.js').Frame>>} */ (
    createReel({ onShow: present, lossOf: ({ loss }) => loss })
  );
  const words = throttle(writeWords, 1000);
  const figures = throttle(writeFigures, 120);

  /**
   * @param {NamedMap} of
   * @returns {MapNumbers | null}
   */
  function numbersOf(of) {
    const weights = frame?.tensors[of.weights];
    const scores = frame?.tensors[of.scores];
    const truth = frame?.tensors[of.truth];
    return weights && scores && truth ? { weights, scores, truth } : null;
  }

  /** @returns {Float32Array | undefined} the embedding a, the first factor of every product a·w */
  function factorOf() {
    const raw = maps.find((m) => m.name === 'embedding');
    return raw && frame?.tensors[raw.scores];
  }

  /** @param {number} row @param {number} column */
  function moveTruth(row, column) {
    if (options.onMove && truthColumns[row] !== column) options.onMove(row, column);
  }

  function present() {
    frame = reel.wanted();
    show();
  }

  function show() {
    const numbers = numbersOf(map);
    if (!numbers) return;
    for (let row = 0; row < rows; ++row) {
      truthColumns[row] = largestOf(numbers.truth, row, columns);
      for (let i = row * columns; i < (row + 1) * columns; ++i) {
        const share = numbers.weights[i] ?? 0;
        target[i] = signed && (numbers.scores[i] ?? 0) < 0 ? -share : share;
      }
    }
    stage.redraw();
    figures.call();
    words.call();
  }

  function writeFigures() {
    const numbers = numbersOf(map);
    if (!numbers) return;
    verdicts.forEach((verdict, row) => {
      const at = largestOf(numbers.truth, row, columns);
      const looksAt = columnLabels[largestOf(numbers.weights, row, columns)] ?? '';
      verdict.write(
        numbers.weights[row * columns + at] ?? 0,
        isRight(numbers, row, columns) ? null : looksAt,
      );
    });
    readout.show(cursor.pointed(), numbers, factorOf());
  }

  function writeWords() {
    const numbers = numbersOf(map);
    if (!numbers) return;
    canvas.setAttribute(
      'aria-label',
      `${map.label}. ${summarise(numbers, rowLabels, columnLabels, axes[1])}`,
    );
    cursor.describe((row, column) => cellLabel(numbers, row, column, rowLabels, columnLabels, axes[1]));
    table.write(map.label, numbers);
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, mapSwitch.help, readout.element),
    film: reel.film,
    update(next) {
      const first = frame === null;
      reel.take(next);
      present();
      if (first) {
        bars.settle(target);
        outlines.settle(truthColumns);
      }
    },
    repaint: stage.redraw,
    summary() {
      const numbers = numbersOf(map);
      return numbers ? summarise(numbers, rowLabels, columnLabels, axes[1]) : '';
    },
    dispose() {
      words.cancel();
      figures.cancel();
      stage.dispose();
    },
  };
}

/**
 * The margin of a row: the share that it gives to its truth, and where it looks instead.
 */
function createVerdict() {
  const share = h('span', { class: 'bars-share' }, '–');
  const note = h('span', { class: 'bars-note' });
  return {
    element: h('span', { class: 'bars-verdict' }, share, note),
    /** @param {number} value @param {string | null} elsewhere label of the position it prefers, null when right */
    write(value, elsewhere) {
      share.textContent = formatFixed(value, 2);
      note.textContent =
        elsewhere === null ? `✓ ${say('found')}` : say('looks at {place}', { place: elsewhere });
      note.classList.toggle('bars-found', elsewhere === null);
    },
  };
}
