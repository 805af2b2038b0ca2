/**
 * One map of a file: its heads as small maps, one of them enlarged, with what is measured of it.
 * @module
 */

import { say } from '../language/say.js';
import { h } from '../parts/dom.js';
import { formatCount, formatFixed, formatPercent } from '../parts/format.js';
import { legendOf, mark, ramp } from '../parts/legend.js';
import { createAlignmentPanel } from '../views/alignment/alignment-panel.js';
import { summariseAlignment } from '../views/alignment/alignment-text.js';
import { headOf, pictureName, pictureOf } from '../views/heads/head-picture.js';
import { createHeadTiles } from '../views/heads/head-tiles.js';
import { isLarge, kWindow, layersOf, partOf, smallHeads, stepOf } from './heads-of.js';
import { remarksOf } from './remarks.js';

/** @import { HeadPlace, OwnMap, OwnMaps } from '../engine/own-maps.js' */
/** @import { View } from '../engine/shapes.js' */
/** @import { HeadMap } from '../views/heads/head-picture.js' */
/** @import { Place } from './heads-of.js' */

/**
 * @param {object} options
 * @param {OwnMaps} options.file
 * @param {Place} options.place what is shown first
 * @param {(place: Place) => void} options.onPlace the reader wants something else
 * @returns {View & { go: (place: Place) => void }}
 */
export function createMapView({ file, place, onPlace }) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const several = map.layers * map.heads > 1;
  /** @type {HeadMap} */
  let small = smallHeads(file, place);
  /** What the small maps are of. */
  let read = '';
  let summary = '';

  const tiles = createHeadTiles({
    onOpen: (picture) => {
      const { layer, head } = headOf(map, picture);
      onPlace({ ...place, layer: layer + (small.before ?? 0), head });
    },
  });
  const panel = createAlignmentPanel({ label: say('Attention'), aside: '', ribbons: true });
  const heading = h('h3', { class: 'head-opened' });
  const measures = h('dl', { class: 'maps-measures' });
  const ranges = /** @type {const} */ (['row', 'column']).map((axis) =>
    createRange(map, axis, place[axis], (from) => onPlace({ ...place, [axis]: from })),
  );
  const element = h(
    'section',
    { class: 'bars align heads-view maps-view', 'aria-label': say('Attention') },
    isLarge(map) && h('div', { class: 'align-head maps-part' }, ...ranges),
    several
      ? h(
          'div',
          { class: 'heads-body' },
          tiles.element,
          h('div', { class: 'heads-large' }, heading, panel.grid),
        )
      : panel.grid,
    createLegend(map, several),
    panel.table,
  );

  /** @param {Place} next */
  function go(next) {
    place = next;
    const key = `${place.moment}/${layersOf(map, place).first}`;
    if (key !== read) small = smallHeads(file, place);
    read = key;
    const picture = openedPicture(map, place, small.before);
    if (several) tiles.show(small, { opened: picture, off: new Set(), carried: new Map(), kind: map.name });
    const named = several ? `${map.name} ${pictureName(small, picture)}` : '';
    heading.textContent = leadsAt(map, small, picture)
      ? say('{name}, most weight on the truth of the heads that are shown', { name: named })
      : named;
    const { alignment, tokens } = weightsAt(file, map, place);
    panel.show({ picture: alignment, tokens, said: [], named, windowOf: () => null });
    panel.write();
    measures.replaceChildren(...measuresOf(file, map, placeOf(place)));
    const steps = map.steps.length > 0 && say('step {step}', { step: formatCount(stepOf(map, place)) });
    summary = `${[several ? '' : map.name, named, steps].filter(Boolean).join(', ')}: ${summariseAlignment(alignment, tokens)}`;
  }

  go(place);
  return {
    element,
    readout: h('div', { class: 'reading' }, measures, createRemarks(map), panel.readout),
    ...(map.steps.length > 1 && { film: createFilm({ map, shown: () => place, go, onEnd: onPlace }) }),
    go,
    update: () => undefined,
    repaint() {
      tiles.repaint();
      panel.repaint();
    },
    summary: () => summary,
    dispose() {
      tiles.dispose();
      panel.dispose();
    },
  };
}

/** @param {OwnMap} map @param {boolean} several small maps are shown */
function createLegend(map, several) {
  return legendOf(
    ...(map.truth ? [[mark('truth'), say('true place')]] : []),
    [say('weight'), ...ramp()],
    ...(isLarge(map) && several ? [[say('small maps: the largest weight of each block')]] : []),
  );
}

/** What to know when the map is read, if anything. @param {OwnMap} map */
function createRemarks(map) {
  const remarks = remarksOf(map).map((remark) => h('li', {}, remark));
  return remarks.length > 0 && h('ul', { class: 'maps-remarks' }, ...remarks);
}

/**
 * Which of the small maps is enlarged: a head, or what the heads of a layer have together.
 * @param {OwnMap} map
 * @param {Place} place
 * @param {number} [before] layers that have no small maps
 */
function openedPicture(map, { layer, head }, before = 0) {
  const row = layer - before;
  return head < 0
    ? row * (map.heads > 1 ? map.heads + 1 : 1) + map.heads
    : pictureOf(map, row * map.heads + head);
}

/** Whether a picture is of the head with most weight on the truth. @param {OwnMap} map @param {HeadMap} small @param {number} picture */
function leadsAt(map, { best }, picture) {
  return best >= 0 && pictureOf(map, best) === picture && map.heads > 1;
}

/** @param {Place} place @returns {HeadPlace} */
function placeOf({ map, moment, layer, head }) {
  return { map, step: moment, layer, head };
}

/** The weights that are enlarged, and the tokens of their rows and columns. @param {OwnMaps} file @param {OwnMap} map @param {Place} place */
function weightsAt(file, map, place) {
  const part = partOf(map, place);
  const weights = file.weights(placeOf(place), part);
  return {
    alignment: {
      step: stepOf(map, place),
      rows: part.rows,
      columns: part.columns,
      weights,
      scores: new Float32Array(weights.length).fill(Number.NaN),
      truth: file.truth(place.map, part),
      position: null,
      said: null,
      metrics: {},
    },
    tokens: {
      rows: map.rowTokens.slice(part.row, part.row + part.rows),
      columns: map.columnTokens.slice(part.column, part.column + part.columns),
      names: /** @type {const} */ ([say('row'), say('column')]),
    },
  };
}

/**
 * The steps of a map as a film. When it is over, what was shown before is shown again.
 * @param {object} options
 * @param {OwnMap} options.map
 * @param {() => Place} options.shown
 * @param {(place: Place) => void} options.go
 * @param {(place: Place) => void} options.onEnd
 */
function createFilm({ map, shown, go, onEnd }) {
  /** @type {Place | null} */
  let kept = null;
  return {
    pictures: () =>
      map.steps.map((step, moment) => ({
        step,
        loss: Number.NaN,
        project() {
          kept ??= shown();
          go({ ...shown(), moment });
        },
      })),
    end() {
      const back = kept ?? shown();
      kept = null;
      onEnd(back);
    },
    step: () => stepOf(map, shown()),
  };
}

/**
 * Which of many rows or columns are shown.
 * @param {OwnMap} map
 * @param {'row' | 'column'} axis
 * @param {number} first
 * @param {(first: number) => void} onFirst
 */
function createRange(map, axis, first, onFirst) {
  const count = axis === 'row' ? map.rows : map.columns;
  const label = axis === 'row' ? say('First row') : say('First column');
  const input = h('input', { type: 'number', min: 1, max: count, value: 1 + first });
  input.addEventListener('change', () => {
    const last = Math.max(0, count - kWindow);
    const wanted = Math.round(Number(input.value)) - 1;
    const from = Math.min(last, Math.max(0, Number.isFinite(wanted) ? wanted : 0));
    input.value = String(from + 1);
    onFirst(from);
  });
  const of = say('{shown} of {count} are shown', {
    shown: formatCount(Math.min(kWindow, count)),
    count: formatCount(count),
  });
  return h('label', { class: 'align-pair' }, label, input, h('span', {}, of));
}

/**
 * What is measured of one map, with names.
 * @param {OwnMaps} file
 * @param {OwnMap} map
 * @param {HeadPlace} one
 */
function measuresOf(file, map, one) {
  const of = file.measures(one);
  const named = [
    [say('Normalised entropy'), formatFixed(of.entropy, 3)],
    ...(map.rows === map.columns ? [[say('Mean distance, tokens'), formatFixed(of.distance, 2)]] : []),
    ...(map.truth
      ? [
          [say('Alignment accuracy'), formatPercent(of.alignmentAccuracy)],
          [say('Weight on the truth'), formatPercent(of.massOnTruth)],
          [say('Divergence from the truth, nats'), formatFixed(of.divergence, 3)],
        ]
      : []),
  ];
  return named.map(([name = '', value = '']) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
}
