/**
 * One map of a file: its heads as small maps, one of them enlarged, with its measures.
 * @module
 */
import { translate } from '../language/translate.js';
import { h } from '../parts/dom.js';
import { formatCount, formatFixed, formatNumber, formatPercent } from '../parts/format.js';
import { createCustomLegend, createMark, createRamp } from '../parts/legend.js';
import { runInSlices } from '../parts/slices.js';
import { createAlignmentPanel } from '../views/alignment/alignment-panel.js';
import { summarizeAlignment } from '../views/alignment/alignment-text.js';
import { formatPictureName, getPictureIndex, locateHead } from '../views/heads/head-data.js';
import { createHeadTiles } from '../views/heads/head-tiles.js';
import {
  clampStart,
  createScale,
  createSmallHeads,
  getStep,
  getVisibleLayers,
  getWindow,
  isCropped,
  kWindow,
} from './head-maps.js';
import { getLabels } from './labels.js';
import { listRemarks } from './remarks.js';

/** @import { HeadIndex, OwnMap, OwnMaps, WeightRanges } from '../engine/own-maps.js' */
/** @import { View } from '../engine/shapes.js' */
/** @import { HeadMap } from '../views/heads/head-data.js' */
/** @import { Place } from './head-maps.js' */

/** Numbers that are read before yielding to the event loop. */
const kNumbersPerSlice = 2 ** 21;

/**
 * @param {object} options
 * @param {OwnMaps} options.file
 * @param {Place} options.place that is shown first
 * @param {(place: Place) => void} options.onPlace is called when the reader chooses another place
 * @returns {View & { go: (place: Place) => void }}
 */
export function createMapView({ file, place, onPlace }) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const overview =
    map.layers * map.heads > 1 || isCropped(map)
      ? createOverview({ file, map, onOpen: (to) => onPlace({ ...place, ...to }) })
      : null;
  let summary = '';
  const panel = createAlignmentPanel({ label: translate('Attention'), aside: '', ribbons: true });
  const measures = h('dl', { class: 'maps-measures' });
  const axes = /** @type {const} */ (['row', 'column']).filter((axis) => map[`${axis}s`] > kWindow);
  const ranges = axes.map((axis) => createRange(map, axis, (from) => onPlace({ ...place, [axis]: from })));
  const legend = createCustomLegend();
  const element = h(
    'section',
    { class: 'bars align heads-view maps-view', 'aria-label': translate('Attention') },
    ranges.length > 0 && h('div', { class: 'align-head maps-part' }, ...ranges.map((range) => range.element)),
    overview
      ? h(
          'div',
          { class: 'heads-body' },
          overview.element,
          h('div', { class: 'heads-large' }, overview.heading, panel.grid),
        )
      : panel.grid,
    legend,
    panel.table,
  );

  /** @param {Place} next @param {boolean} [readAll] whether to read all small maps synchronously */
  function go(next, readAll = false) {
    place = next;
    const headName = overview?.show(place, readAll) ?? '';
    const { alignment, tokens, ranges: ends } = readWeights(file, map, place);
    panel.show({ picture: alignment, tokens, outputs: [], mapName: headName, getWindow: () => null });
    panel.write();
    legend.replaceChildren(...createLegend(map, overview !== null, place.coloring, ends).childNodes);
    for (const range of ranges) range.show(place);
    measures.replaceChildren(...formatMeasures(file, map, createHeadPlace(place)));
    const steps =
      map.steps.length > 0 && translate('step {step}', { step: formatCount(getStep(map, place)) });
    summary = `${[overview ? '' : map.name, headName, steps].filter(Boolean).join(', ')}: ${summarizeAlignment(alignment, tokens)}`;
  }

  go(place);
  return {
    element,
    readout: h('div', { class: 'reading' }, measures, createRemarks(map, file), panel.readout),
    ...(map.steps.length > 1 && { film: createFilm({ map, getPlace: () => place, go, onEnd: onPlace }) }),
    go,
    update: () => undefined,
    repaint() {
      overview?.repaint();
      panel.repaint();
    },
    summary: () => summary,
    dispose() {
      overview?.dispose();
      panel.dispose();
    },
  };
}

/**
 * The heads of the shown layers as small maps, with the name of the enlarged one.
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
  /** @type {Place | null} */
  let place = null;
  const heading = h('h3', { class: 'head-opened' });
  const tiles = createHeadTiles({
    onOpen: (picture) => {
      const { layer, head } = locateHead(map, picture);
      onOpen({ layer: layer + (smallMaps?.layersBefore ?? 0), head });
    },
  });

  /** Reads all small maps again, in slices unless `whole`. @param {Place} of @param {boolean} readAll */
  function readSmall(of, readAll) {
    const { heads, pieces } = createSmallHeads(file, of);
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

  /** @returns {string} name of the enlarged one */
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
    const picture = findOpenedTile(map, place, smallMaps.layersBefore);
    tiles.show(smallMaps, { opened: picture, off: new Set(), contributions: new Map(), kind: map.name });
    const named = `${map.name} ${formatPictureName(smallMaps, picture)}`;
    heading.textContent = isBestHead(map, smallMaps, picture)
      ? translate('{name}, most weight on the truth of the heads that are shown', { name: named })
      : named;
    return named;
  }

  return {
    element: tiles.element,
    heading,
    /** @param {Place} next @param {boolean} whole all at once @returns {string} name of the enlarged one */
    show(next, whole) {
      place = next;
      const key = `${place.stepIndex}/${getVisibleLayers(map, place).first}/${place.coloring}`;
      if (key !== visibleKey) readSmall(place, whole);
      visibleKey = key;
      return draw();
    },
    repaint: tiles.repaint,
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
 * @param {Place['coloring']} coloring
 * @param {WeightRanges | null} ends
 */
function createLegend(map, hasSmallMaps, coloring, ends) {
  return createCustomLegend(
    ...(map.truth ? [[createMark('truth'), translate('true place')]] : []),
    [
      coloring === 'log' ? translate('weight, logarithmic') : translate('weight'),
      ...createRamp(undefined, ends ? formatScaleEnds(coloring, ends) : ['0', '1']),
    ],
    ...(isCropped(map) && hasSmallMaps ? [[translate('small maps: the largest weight of each block')]] : []),
  );
}

/** @param {Place['coloring']} coloring @param {WeightRanges} ends @returns {[string, string]} */
function formatScaleEnds(coloring, { rows, largest, smallest }) {
  if (coloring === 'log') return [formatNumber(smallest), formatNumber(largest)];
  if (coloring === 'map') return ['0', formatNumber(largest)];
  const sorted = [...rows].sort((a, b) => a - b);
  const [from, to] = [formatNumber(sorted[0] ?? 0), formatNumber(sorted.at(-1) ?? 0)];
  return ['0', translate('largest of its row ({range})', { range: from === to ? from : `${from}–${to}` })];
}

/** List of remarks about the map; false for none. @param {OwnMap} map @param {OwnMaps} file */
function createRemarks(map, file) {
  const remarks = listRemarks(map, file).map((remark) => h('li', {}, remark));
  return remarks.length > 0 && h('ul', { class: 'maps-remarks' }, ...remarks);
}

/**
 * Index of the enlarged small map: a head, or the mean of the heads of a layer.
 * @param {OwnMap} map
 * @param {Place} place
 * @param {number} [before] number of layers before the first one with small maps
 */
function findOpenedTile(map, { layer, head }, before = 0) {
  const row = layer - before;
  return head < 0
    ? row * (map.heads > 1 ? map.heads + 1 : 1) + map.heads
    : getPictureIndex(map, row * map.heads + head);
}

/** Whether a small map is the head with most weight on the truth. @param {OwnMap} map @param {HeadMap} small @param {number} picture */
function isBestHead(map, { best }, picture) {
  return best >= 0 && getPictureIndex(map, best) === picture && map.heads > 1;
}

/** @param {Place} place @returns {HeadIndex} */
function createHeadPlace({ map, stepIndex, layer, head }) {
  return { map, step: stepIndex, layer, head };
}

/** The enlarged weights, and the tokens of their rows and columns. @param {OwnMaps} file @param {OwnMap} map @param {Place} place */
function readWeights(file, map, place) {
  const part = getWindow(map, place);
  const labels = getLabels(map);
  const weights = file.weights(createHeadPlace(place), part);
  const ranges = place.coloring === 'fixed' ? null : file.ranges(createHeadPlace(place), part);
  return {
    ranges,
    alignment: {
      step: getStep(map, place),
      rows: part.rows,
      columns: part.columns,
      weights,
      scores: new Float32Array(weights.length).fill(Number.NaN),
      truth: file.truth(place.map, part),
      position: null,
      predicted: null,
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
 * The steps of a map as a film. At its end the place from before is restored.
 * @param {object} options
 * @param {OwnMap} options.map
 * @param {() => Place} options.getPlace
 * @param {(place: Place, whole?: boolean) => void} options.go
 * @param {(place: Place) => void} options.onEnd
 */
function createFilm({ map, getPlace, go, onEnd }) {
  /** @type {Place | null} */
  let initialPlace = null;
  return {
    pictures: () =>
      map.steps.map((step, moment) => ({
        step,
        loss: Number.NaN,
        project() {
          initialPlace ??= getPlace();
          go({ ...getPlace(), stepIndex: moment }, true);
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
 * @param {'row' | 'column'} axis
 * @param {(first: number) => void} onFirst
 */
function createRange(map, axis, onFirst) {
  const count = axis === 'row' ? map.rows : map.columns;
  const label = axis === 'row' ? translate('Rows from') : translate('Columns from');
  const input = h('input', { type: 'number', min: 1, max: count, step: 1 });
  const status = h('span', {});
  input.addEventListener('change', () => {
    const requestedIndex = Math.round(Number(input.value)) - 1;
    onFirst(clampStart(count, Number.isFinite(requestedIndex) ? requestedIndex : 0));
  });
  return {
    element: h('label', { class: 'align-pair' }, label, input, status),
    /** @param {Place} place */
    show(place) {
      const first = place[axis];
      input.value = String(first + 1);
      status.textContent = translate('to {last} of {count}', {
        last: formatCount(Math.min(count, first + kWindow)),
        count: formatCount(count),
      });
    },
  };
}

/**
 * Measures of one map with their names.
 * @param {OwnMaps} file
 * @param {OwnMap} map
 * @param {HeadIndex} one
 */
function formatMeasures(file, map, one) {
  const values = file.measures(one);
  const measures = [
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
  return measures.map(([name = '', value = '']) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
}
