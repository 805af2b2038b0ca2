/**
 * The map of a context-indexed attention: one row per context, one bar per position. The truth is an outline, what
 * the network has learned fills it. Bars are pixels on a canvas; labels, cursor, readout and table are DOM.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createLegend } from '../../parts/legend.js';
import { createMapSwitch } from '../../parts/map-switch.js';
import { createNumberTable } from '../../parts/number-table.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { throttle } from '../../parts/throttle.js';
import { createPlate } from './context-bars-plate.js';
import { createReadout } from './context-bars-readout.js';
import { contextBarsStyles } from './context-bars-styles.js';
import { summarise } from './context-bars-text.js';

export const styles = contextBarsStyles;

/** @import { Frame, NamedMap, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { maps, rowLabels, columnLabels } = options;
  let map = /** @type {NamedMap} */ (maps.find((m) => m.name === options.initialMap) ?? maps[0]);
  let signed = false;
  /** @type {Frame | null} */
  let frame = null;

  const plate = createPlate({ of: options, onPoint: () => told.point() });
  const told = createTelling(options, plate);
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
  const element = h(
    'section',
    { class: 'bars', 'aria-label': translate('Attention map') },
    mapSwitch.element,
    plate.element,
    createLegend(),
    told.table,
  );
  element.style.setProperty('--bars-rows', String(rowLabels.length));
  element.style.setProperty('--bars-columns', String(columnLabels.length));
  element.classList.toggle('bars-dense', columnLabels.length > 16 || rowLabels.length > 10);

  const reel = /** @type {ReturnType<typeof createFilmHistory<Frame>>} */ (
    createFilmHistory({ onShow: present, getLoss: ({ loss }) => loss })
  );
  function present() {
    frame = reel.getFrame();
    show();
  }

  function show() {
    const numbers = numbersOf(frame, map);
    if (!numbers) return;
    plate.show(numbers, signed);
    told.tell({ map, numbers, factor: factorOf(frame, maps) });
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, mapSwitch.help, told.readout),
    film: reel.film,
    update(next) {
      reel.record(next);
      present();
    },
    repaint: plate.redraw,
    summary: told.summary,
    dispose() {
      told.dispose();
      plate.dispose();
    },
  };
}

/**
 * Shows the map in numbers and words: readout, verdicts, table, and texts for screen readers.
 * @param {ViewOptions} options
 * @param {ReturnType<typeof createPlate>} plate
 */
function createTelling({ rowLabels, columnLabels, axes, onMove }, plate) {
  /** @type {{ map: NamedMap, numbers: MapNumbers, factor: Float32Array | undefined } | null} */
  let told = null;
  const readout = createReadout({
    rowLabels,
    columnLabels,
    columnAxis: axes[1],
    onMove: onMove && plate.moveTruth,
  });
  const table = createNumberTable({ rowLabels, columnLabels, corner: axes[0], note: translate('truth in bold') });
  const figures = throttle(() => {
    if (told) plate.judge(told.numbers);
    point();
  }, 120);
  const words = throttle(() => {
    if (!told) return;
    plate.describe(`${told.map.label}. ${summary()}`, told.numbers);
    table.write(told.map.label, told.numbers);
  }, 1000);

  function point() {
    readout.show(plate.pointed(), told?.numbers ?? null, told?.factor);
  }

  function summary() {
    return told ? summarise(told.numbers, rowLabels, columnLabels, axes[1]) : '';
  }

  return {
    readout: readout.element,
    table: table.element,
    /** @param {NonNullable<typeof told>} next */
    tell(next) {
      told = next;
      figures.call();
      words.call();
    },
    point,
    summary,
    dispose() {
      words.cancel();
      figures.cancel();
    },
  };
}

/** @param {Frame | null} frame @param {NamedMap} map @returns {MapNumbers | null} */
function numbersOf(frame, map) {
  const weights = frame?.tensors[map.weights];
  const scores = frame?.tensors[map.scores];
  const truth = frame?.tensors[map.truth];
  return weights && scores && truth ? { weights, scores, truth } : null;
}

/** @param {Frame | null} frame @param {readonly NamedMap[]} maps @returns {Float32Array | undefined} the embedding a, the first factor of every product a·w */
function factorOf(frame, maps) {
  const raw = maps.find((m) => m.name === 'embedding');
  return raw && frame?.tensors[raw.scores];
}
