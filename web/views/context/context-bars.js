/**
 * The map of a context-indexed attention: one row per context, one bar per position. The truth is an outline, what
 * the network has learned fills it. Bars are pixels on a canvas; labels, cursor, readout and table are DOM.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { createLegend } from '../../parts/legend.js';
import { createMapSwitch } from '../../parts/map-switch.js';
import { createNumberTable } from '../../parts/number-table.js';
import { throttle } from '../../parts/throttle.js';
import { createPlate } from './context-bars-plate.js';
import { createReadout } from './context-bars-readout.js';
import { contextBarsStyles } from './context-bars-styles.js';
import { summarizeMap } from './context-bars-text.js';

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
  let isSigned = false;
  /** @type {Frame | null} */
  let frame = null;

  const plate = createPlate({ of: options, onPoint: () => texts.point() });
  const texts = createTextUpdater(options, plate);
  const mapSwitch = createMapSwitch({
    maps,
    selected: map.name,
    onMap: (name) => {
      map = maps.find((m) => m.name === name) ?? map;
      options.events.onMap?.(map.name);
      show();
    },
    onSigned: (value) => {
      isSigned = value;
      element.toggleAttribute('data-signed', isSigned);
      show();
    },
  });
  const element = h(
    'section',
    { class: 'bars', 'aria-label': translate('Attention map') },
    mapSwitch.element,
    plate.element,
    createLegend(),
    texts.table,
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
    const numbers = readMapNumbers(frame, map);
    if (!numbers) return;
    plate.show(numbers, isSigned);
    texts.update({ map, numbers, factor: findFactor(frame, maps) });
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, mapSwitch.help, texts.readout),
    film: reel.film,
    update(next) {
      reel.record(next);
      present();
    },
    repaint: plate.redraw,
    summary: texts.summary,
    dispose() {
      texts.dispose();
      plate.dispose();
    },
  };
}

/**
 * Shows the map in numbers and words: readout, verdicts, table, and texts for screen readers.
 * @param {ViewOptions} options
 * @param {ReturnType<typeof createPlate>} plate
 */
function createTextUpdater({ rowLabels, columnLabels, axes, events }, plate) {
  /** @type {{ map: NamedMap, numbers: MapNumbers, factor: Float32Array | undefined } | null} */
  let current = null;
  const readout = createReadout({
    rowLabels,
    columnLabels,
    columnAxis: axes[1],
    onMove: events.onMove && plate.moveTruth,
  });
  const table = createNumberTable({
    rowLabels,
    columnLabels,
    corner: axes[0],
    note: translate('truth in bold'),
  });
  const showNumbers = throttle(() => {
    if (current) plate.showVerdicts(current.numbers);
    point();
  }, 120);
  const showTexts = throttle(() => {
    if (!current) return;
    plate.describe(`${current.map.label}. ${summary()}`, current.numbers);
    table.write(current.map.label, current.numbers);
  }, 1000);

  function point() {
    readout.show(plate.pointed(), current?.numbers ?? null, current?.factor);
  }

  function summary() {
    return current ? summarizeMap(current.numbers, rowLabels, columnLabels, axes[1]) : '';
  }

  return {
    readout: readout.element,
    table: table.element,
    /** @param {NonNullable<typeof current>} next */
    update(next) {
      current = next;
      showNumbers.call();
      showTexts.call();
    },
    point,
    summary,
    dispose() {
      showTexts.cancel();
      showNumbers.cancel();
    },
  };
}

/** @param {Frame | null} frame @param {NamedMap} map @returns {MapNumbers | null} */
function readMapNumbers(frame, map) {
  const weights = frame?.tensors[map.weights];
  const scores = frame?.tensors[map.scores];
  const truth = frame?.tensors[map.truth];
  return weights && scores && truth ? { weights, scores, truth } : null;
}

/** @param {Frame | null} frame @param {readonly NamedMap[]} maps @returns {Float32Array | undefined} the embedding a, the first factor of every product a·w */
function findFactor(frame, maps) {
  const raw = maps.find((m) => m.name === 'embedding');
  return raw && frame?.tensors[raw.scores];
}
