/** One map of a file: its heads as small maps, and one head enlarged, with the measures of that head. */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../language/translate.js';
import { toElement } from '../parts/dom.js';
import { formatCount, formatFixed, formatNumber, formatPercent } from '../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../parts/legend.js';
import { runInSlices } from '../parts/slices.js';
import { createTemplateView } from '../parts/view.js';
import { createAlignmentPanel } from '../views/alignment/alignment-panel.js';
import { summarizeAlignment } from '../views/alignment/alignment-summary.js';
import { createHeadTiles } from '../views/heads/head-tiles.js';
import { formatTileName, getTileIndex, locateHead } from '../views/heads/tile-data.js';
import {
  clampStart,
  createHeadThumbnails,
  createScale,
  findOpenedTile,
  getHeadIndex,
  getStep,
  getVisibleLayers,
  getWindow,
  isCropped,
  kWindowSize,
} from './head-maps.js';
import { getLabels } from './labels.js';
import { listRemarks } from './remarks.js';

/** @import { HeadIndex, OwnMap, OwnMaps, WeightRanges } from '../engine/own-maps.js' */
/** @import { View } from '../engine/view-types.js' */
/** @import { HeadMap } from '../views/heads/head-data.js' */
/** @import { MapLocation } from './head-maps.js' */

/** Numbers that are read before yielding to the event loop. */
const kNumbersPerSlice = 2 ** 21;

/**
 * @param {object} options
 * @param {OwnMaps} options.file
 * @param {MapLocation} options.place that is shown first
 * @param {(place: MapLocation) => void} options.onPlace is called when the reader chooses another place
 * @returns {View & { go: (place: MapLocation) => void }}
 */
export function createFileMapView({ file, place, onPlace }) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const overview =
    map.layers * map.heads > 1 || isCropped(map)
      ? createOverview({ file, map, onOpen: (to) => onPlace({ ...place, ...to }) })
      : null;
  /** What is shown beside the maps. @type {{ ends: WeightRanges | null, measures: string[][], summary: string } | null} */
  let snapshot = null;
  const panel = createAlignmentPanel({ label: translate('Attention'), aside: '', ribbons: true });
  const remarks = remarksTemplate(map, file);
  const axes = /** @type {const} */ (['row', 'column']).filter((axis) => map[`${axis}s`] > kWindowSize);
  const view = createTemplateView({
    attributes: { class: 'bars align heads-view maps-view', 'aria-label': translate('Attention') },
    template() {
      const ranges = axes.map((axis) =>
        rangeTemplate(map, place, axis, (from) => onPlace({ ...place, [axis]: from })),
      );
      return html`
        ${ranges.length > 0 ? html`<div class="align-head maps-part">${ranges}</div>` : null}
        ${overview ? [overview.element, overview.heading, panel.grid] : panel.grid}
        ${mapLegend(map, overview !== null, place.coloring, snapshot?.ends)} ${panel.tableTemplate()}
      `;
    },
    readout: () => html`
      <dl class="maps-measures">${snapshot?.measures.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${remarks} ${panel.readout}
    `,
    ...(map.steps.length > 1 && { film: createStepFilm({ map, getPlace: () => place, go, onEnd: onPlace }) }),
    summary: () => snapshot?.summary ?? '',
    disposables: [overview, panel],
  });

  /** @param {MapLocation} next @param {boolean} [readAll] whether to read all thumbnails synchronously */
  function go(next, readAll = false) {
    place = next;
    const headName = overview?.show(place, readAll) ?? '';
    const { alignment, tokens, ranges: ends } = readWeights(file, map, place);
    panel.show({ picture: alignment, tokens, outputs: [], mapName: headName, getWindow: () => null });
    const steps =
      map.steps.length > 0 && translate('step {step}', { step: formatCount(getStep(map, place)) });
    const name = [overview ? '' : map.name, headName, steps].filter(Boolean).join(', ');
    snapshot = {
      ends,
      measures: formatMeasures(file, map, getHeadIndex(place)),
      summary: `${name}: ${summarizeAlignment(alignment, tokens)}`,
    };
    view.draw();
  }

  go(place);
  return { ...view, go };
}

/**
 * The heads of the shown layers as small maps, with the name of the enlarged head.
 * @param {object} options
 * @param {OwnMaps} options.file
 * @param {OwnMap} options.map
 * @param {(to: { layer: number, head: number }) => void} options.onOpen
 */
function createOverview({ file, map, onOpen }) {
  /** @type {HeadMap | null} */
  let smallMaps = null;
  /** Key of the step, layers and coloring that the small maps show. */
  let visibleKey = '';
  /** @type {MapLocation | null} */
  let place = null;
  const heading = toElement(html`<h3 class="head-opened"></h3>`);
  const tiles = createHeadTiles({
    onOpen: (tile) => {
      const { layer, head } = locateHead(map, tile);
      onOpen({ layer: layer + (smallMaps?.layersBefore ?? 0), head });
    },
  });

  /** Reads all small maps again, in slices unless `readAll`. @param {MapLocation} of @param {boolean} readAll */
  function readSmall(of, readAll) {
    const { heads, pieces } = createHeadThumbnails(file, of);
    smallMaps = heads;
    for (let numbers = 0; readAll || numbers < kNumbersPerSlice; ) {
      const { value, done } = pieces.next();
      if (done) return;
      numbers += value;
    }
    runInSlices({
      next() {
        if (smallMaps !== heads) return { done: true, value: undefined };
        const piece = pieces.next();
        draw();
        return piece;
      },
    });
  }

  /** @returns {string} name of the enlarged head */
  function draw() {
    if (!smallMaps || !place) return '';
    const { rows, columns } = map;
    const { row, column, ...part } = getWindow(map, place);
    if (isCropped(map))
      smallMaps.frame = {
        left: column / columns,
        top: row / rows,
        width: part.columns / columns,
        height: part.rows / rows,
      };
    const tile = findOpenedTile(map, place, smallMaps.layersBefore);
    tiles.show(smallMaps, { opened: tile, kind: map.name });
    const named = `${map.name} ${formatTileName(smallMaps, tile)}`;
    heading.textContent = isBestHead(map, smallMaps, tile)
      ? translate('{name}, most weight on the truth of the heads that are shown', { name: named })
      : named;
    return named;
  }

  return {
    element: tiles.element,
    heading,
    /** @param {MapLocation} next @param {boolean} whole whether to read all small maps at once @returns {string} name of the enlarged head */
    show(next, whole) {
      place = next;
      const key = `${place.stepIndex}/${getVisibleLayers(map, place).first}/${place.coloring}`;
      if (key !== visibleKey) readSmall(place, whole);
      visibleKey = key;
      return draw();
    },
    dispose() {
      smallMaps = null;
      tiles.dispose();
    },
  };
}

/**
 * The legend of the colors, with the ends of their scale.
 * @param {OwnMap} map
 * @param {boolean} hasSmallMaps whether small maps are shown
 * @param {MapLocation['coloring']} coloring
 * @param {WeightRanges | null} [ends]
 */
function mapLegend(map, hasSmallMaps, coloring, ends) {
  return legendTemplate(
    map.truth && [legendMarkTemplate('truth'), translate('true place')],
    [
      coloring === 'log' ? translate('weight, logarithmic') : translate('weight'),
      ...createLegendRamp(undefined, ends ? formatScaleEnds(coloring, ends) : ['0', '1']),
    ],
    isCropped(map) && hasSmallMaps && [translate('small maps: the largest weight of each block')],
  );
}

/** @param {MapLocation['coloring']} coloring @param {WeightRanges} ends @returns {[string, string]} */
function formatScaleEnds(coloring, { rows, largest, smallest }) {
  if (coloring === 'log') return [formatNumber(smallest), formatNumber(largest)];
  if (coloring === 'map') return ['0', formatNumber(largest)];
  const sorted = [...rows].sort((a, b) => a - b);
  const [from, to] = [formatNumber(sorted[0] ?? 0), formatNumber(sorted.at(-1) ?? 0)];
  return ['0', translate('largest of its row ({range})', { range: from === to ? from : `${from}–${to}` })];
}

/** List of remarks about the map. @param {OwnMap} map @param {OwnMaps} file */
function remarksTemplate(map, file) {
  const remarks = listRemarks(map, file);
  return remarks.length > 0
    ? html`<ul class="maps-remarks">${remarks.map((remark) => html`<li>${remark}</li>`)}</ul>`
    : null;
}

/** Whether a small map is the head with most weight on the truth. @param {OwnMap} map @param {HeadMap} small @param {number} tile */
function isBestHead(map, { best }, tile) {
  return best >= 0 && getTileIndex(map, best) === tile && map.heads > 1;
}

/** The enlarged weights, and the tokens of their rows and columns. @param {OwnMaps} file @param {OwnMap} map @param {MapLocation} place */
function readWeights(file, map, place) {
  const part = getWindow(map, place);
  const labels = getLabels(map);
  const weights = file.weights(getHeadIndex(place), part);
  const ranges = place.coloring === 'fixed' ? null : file.ranges(getHeadIndex(place), part);
  return {
    ranges,
    alignment: {
      step: getStep(map, place),
      rows: part.rows,
      columns: part.columns,
      weights,
      scores: new Float32Array(weights.length).fill(Number.NaN),
      truth: file.truth(place.map, part),
      metrics: {},
      ...(ranges && { getColorScale: createScale(place.coloring, ranges) }),
    },
    tokens: {
      rows: labels.rows.slice(part.row, part.row + part.rows),
      columns: labels.columns.slice(part.column, part.column + part.columns),
      names: /** @type {const} */ ([translate('row'), translate('column')]),
    },
  };
}

/**
 * A film of the training steps of a map. At its end, the step from before the film is shown again.
 * @param {object} options
 * @param {OwnMap} options.map
 * @param {() => MapLocation} options.getPlace
 * @param {(place: MapLocation, whole?: boolean) => void} options.go
 * @param {(place: MapLocation) => void} options.onEnd
 */
function createStepFilm({ map, getPlace, go, onEnd }) {
  /** @type {MapLocation | null} */
  let initialPlace = null;
  return {
    pictures: () =>
      map.steps.map((step, stepIndex) => ({
        step,
        loss: Number.NaN,
        project() {
          initialPlace ??= getPlace();
          go({ ...getPlace(), stepIndex }, true);
        },
      })),
    end() {
      const back = initialPlace ?? getPlace();
      initialPlace = null;
      onEnd(back);
    },
    step: () => getStep(map, getPlace()),
  };
}

/**
 * The control that selects the shown window of many rows or columns.
 * @param {OwnMap} map
 * @param {MapLocation} place
 * @param {'row' | 'column'} axis
 * @param {(first: number) => void} onFirst
 */
function rangeTemplate(map, place, axis, onFirst) {
  const count = axis === 'row' ? map.rows : map.columns;
  const first = place[axis];
  /** @param {Event} event */
  function readFirst({ target }) {
    const requestedIndex = Math.round(Number(/** @type {HTMLInputElement} */ (target).value)) - 1;
    onFirst(clampStart(count, Number.isFinite(requestedIndex) ? requestedIndex : 0));
  }
  const ends = { last: formatCount(Math.min(count, first + kWindowSize)), count: formatCount(count) };
  return html`
    <label class="align-pair">${axis === 'row' ? translate('Rows from') : translate('Columns from')}
      <input type="number" min="1" max=${count} step="1" .value=${live(String(first + 1))} @change=${readFirst} />
      <span>${translate('to {last} of {count}', ends)}</span>
    </label>
  `;
}

/**
 * Measures of one map with their names.
 * @param {OwnMaps} file
 * @param {OwnMap} map
 * @param {HeadIndex} one
 */
function formatMeasures(file, map, one) {
  const values = file.measures(one);
  return [
    [translate('Normalized entropy'), formatFixed(values.entropy, 3)],
    ...(map.rows === map.columns
      ? [[translate('Mean distance, tokens'), formatFixed(values.distance, 2)]]
      : []),
    ...(map.truth
      ? [
          [translate('Alignment accuracy'), formatPercent(values.alignmentAccuracy)],
          [translate('Weight on the truth'), formatPercent(values.massOnTruth)],
          [translate('Divergence from the truth, nats'), formatFixed(values.divergence, 3)],
        ]
      : []),
  ];
}
