/** Compares the shown head with a pinned head of the same file, or of a file that was open before. */

import { html } from 'lit';
import { markText, translate } from '../language/translate.js';
import { buttonTemplate } from '../parts/button.js';
import { formatCount } from '../parts/format.js';
import { addPinButton } from '../parts/pinned-map.js';
import { createTemplateView } from '../parts/view.js';
import { describeComparison } from '../views/alignment/comparison-text.js';
import { createMapComparison } from '../views/alignment/map-comparison.js';
import { formatTileName } from '../views/heads/tile-data.js';
import { createScale, findOpenedTile, getHeadIndex, getStep, getWindow } from './head-maps.js';
import { getLabels } from './labels.js';

/** @import { MapRegion, OwnMap } from '../engine/own-maps.js' */
/** @import { RowDistances } from '../engine/shapes.js' */
/** @import { ShownMap } from '../engine/view-types.js' */
/** @import { DescribedMap } from '../views/alignment/map-comparison.js' */
/** @import { MapLocation } from './head-maps.js' */
/** @import { OpenedMaps } from './open-maps.js' */

const kExplanation = markText(
  'Pin a map, then choose another map, layer, head or step, or open a second file: maps with the same number of rows and columns are compared.',
);

/**
 * @param {object} options
 * @param {OpenedMaps} options.opened
 * @param {() => MapLocation} options.getPlace
 * @param {HTMLElement} options.map element that gets the button for pinning
 * @param {() => void} options.onPin called when a map was pinned with the button
 * @param {{ pinned: DescribedMap | null }} options.memory outlives the panel
 */
export function createComparePanel({ opened, getPlace, map, onPin, memory }) {
  const comparison = createMapComparison();
  /** @type {{ pinned: DescribedMap, present: DescribedMap, distances: RowDistances | null } | null} */
  let shown = null;

  function go() {
    shown = memory.pinned && compare(memory.pinned, opened, getPlace());
    view.draw();
  }

  function pin() {
    memory.pinned = readDescribedMap(opened, getPlace());
    go();
  }

  function unpin() {
    memory.pinned = null;
    go();
  }

  const view = createTemplateView({
    attributes: { class: 'panel compare', 'aria-label': translate('Compare') },
    template: () => html`
      <h2>${translate('Compare')}</h2>
      <div class="panel-row">
        ${buttonTemplate(translate('Pin the present map'), pin)} ${buttonTemplate(translate('Unpin'), unpin, !shown)}
      </div>
      ${shown ? comparison.template(shown.pinned, shown.present, shown.distances) : html`<p>${translate(kExplanation)}</p>`}
    `,
    summary: () =>
      shown?.distances
        ? describeComparison({ ...shown, pinned: shown.pinned.map, present: shown.present.map })
        : '',
    disposables: [comparison],
  });
  addPinButton(map, () => {
    pin();
    onPin();
  });
  return { ...view, name: 'compare', label: translate('compare'), repaint: comparison.repaint, go };
}

/** Reads the whole map of a head, and describes the head. @param {OpenedMaps} opened @param {MapLocation} place @returns {DescribedMap} */
function readDescribedMap({ file, name }, place) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const { rows, columns } = map;
  const labels = getLabels(map);
  const step = getStep(map, place);
  const isOnly = map.layers * map.heads === 1;
  const head = isOnly ? '' : formatTileName(map, findOpenedTile(map, place));
  return {
    map: {
      ...{ name: '', step, rows, columns, outputs: [], targets: [], windows: [] },
      weights: file.weights(getHeadIndex(place)),
      truth: file.truth(place.map),
      tokens: {
        rows: labels.rows,
        columns: labels.columns,
        names: [translate('row'), translate('column')],
      },
    },
    notes: [
      name,
      `${map.name} ${head}`.trim(),
      ...(Number.isNaN(step) ? [] : [translate('step {step}', { step: formatCount(step) })]),
    ],
  };
}

/**
 * @param {DescribedMap} pinned
 * @param {OpenedMaps} opened
 * @param {MapLocation} place
 * @returns {{ pinned: DescribedMap, present: DescribedMap, distances: RowDistances | null }} the visible part of both, with the
 *   distances of the whole rows
 */
function compare(pinned, opened, place) {
  const { file } = opened;
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const present = readDescribedMap(opened, place);
  const { rows, columns, weights } = present.map;
  if (rows !== pinned.map.rows || columns !== pinned.map.columns) return { pinned, present, distances: null };
  const part = getWindow(map, place);
  const all = file.compareRows(pinned.map.weights, weights, columns);
  const getColorScale =
    place.coloring === 'fixed'
      ? undefined
      : createScale(place.coloring, file.ranges(getHeadIndex(place), part));
  const shown = cropMap(present.map, part);
  return {
    pinned: { ...pinned, map: cropMap(pinned.map, part) },
    present: { ...present, map: getColorScale ? { ...shown, getColorScale } : shown },
    distances: { rows: all.rows.slice(part.row, part.row + part.rows), mean: all.mean },
  };
}

/** @param {ShownMap} map @param {MapRegion} part @returns {ShownMap} */
function cropMap({ tokens, weights, truth, ...map }, { row, column, rows, columns }) {
  /** @param {Float32Array} whole */
  const crop = (whole) => {
    const values = new Float32Array(rows * columns);
    for (let i = 0; i < rows; ++i) {
      const first = (row + i) * map.columns + column;
      values.set(whole.subarray(first, first + columns), i * columns);
    }
    return values;
  };
  return {
    ...map,
    ...{ rows, columns, weights: crop(weights), truth: crop(truth) },
    tokens: {
      ...tokens,
      rows: tokens.rows.slice(row, row + rows),
      columns: tokens.columns.slice(column, column + columns),
    },
  };
}
