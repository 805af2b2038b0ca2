/**
 * Converts heads of a file into the data of the views: thumbnails of all heads, and a window of one layer in full size.
 */

import { createLinearScale, createLogarithmicScale } from '../plots/color-scale.js';
import { countTilesPerRow, getTileIndex } from '../views/heads/tile-data.js';
import { getLabels } from './labels.js';

/** @import { HeadIndex, OwnMap, OwnMaps, WeightRanges } from '../engine/own-maps.js' */
/** @import { ColorScale } from '../plots/color-scale.js' */
/** @import { HeadMap } from '../views/heads/head-data.js' */

/** Number of rows and columns that are shown at once. */
export const kWindowSize = 32;
/** If there are more small maps than this, only one layer is shown at a time. */
const kMaximumTiles = 80;

/** Color scale: from 0 to 1, from 0 to the largest weight of the row or map, or logarithmic. @typedef {'fixed' | 'row' | 'map' | 'log'} Coloring */
/** The part of a file that is shown, with indices from 0; head −1 is the mean. @typedef {{ map: number, layer: number, head: number, stepIndex: number, row: number, column: number, coloring: Coloring }} MapLocation */

/** @param {OwnMap} map @returns {boolean} whether the map is so large that only a window of it is shown */
export const isCropped = ({ rows, columns }) => rows > kWindowSize || columns > kWindowSize;

/** @param {OwnMap} map @param {MapLocation} place @returns {{ first: number, count: number }} the layers that are shown together */
export function getVisibleLayers({ layers, heads }, { layer }) {
  return layers * (heads + 1) <= kMaximumTiles ? { first: 0, count: layers } : { first: layer, count: 1 };
}

/** @param {OwnMap} map @param {MapLocation} place @returns {import('../engine/own-maps.js').MapRegion} */
export function getWindow({ rows, columns }, { row, column }) {
  return {
    row,
    column,
    rows: Math.min(kWindowSize, rows - row),
    columns: Math.min(kWindowSize, columns - column),
  };
}

/** @param {number} count of rows or columns @param {number} requestedFirst @returns {number} the first row or column of a window inside the map */
export const clampStart = (count, requestedFirst) =>
  Math.max(0, Math.min(count - kWindowSize, requestedFirst));

/** @param {OwnMap} map @param {MapLocation} place @returns {number} the training step; NaN if the map has no steps */
export const getStep = ({ steps }, { stepIndex }) => steps[stepIndex] ?? Number.NaN;

/**
 * @param {Coloring} coloring
 * @param {WeightRanges} ranges
 * @returns {((row: number) => ColorScale) | undefined} undefined for 'fixed'
 */
export function createScale(coloring, { rows, largest, smallest }) {
  if (coloring === 'row') return (row) => createLinearScale(rows[row] ?? 0);
  if (coloring === 'map') return () => createLinearScale(largest);
  return coloring === 'log' ? () => createLogarithmicScale(smallest, largest) : undefined;
}

/**
 * Creates thumbnails of all heads of the shown layers; large maps are reduced to fewer cells. The numbers are read one head at a
 * time.
 * @param {OwnMaps} file
 * @param {MapLocation} place
 * @returns {{ heads: HeadMap, pieces: Iterator<number> }} each piece reads one head and yields how many numbers it has read
 */
export function createHeadThumbnails(file, place) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const large = isCropped(map);
  const [rows, columns] = [Math.min(map.rows, kWindowSize), Math.min(map.columns, kWindowSize)];
  const labels = getLabels(map);
  const numbers = allocateHeads(map, place, rows * columns);
  /** @type {WeightRanges[]} */
  const ranges = [];
  const heads = {
    ...createHeadShell(map, place),
    ...numbers,
    rows,
    columns,
    truth: map.truth && !large ? file.truth(place.map) : null,
    rowLabels: labels.rows.slice(0, rows),
    columnLabels: labels.columns.slice(0, columns),
    /** @param {number} tile */
    createColorScale: (tile) => ranges[tile] && createScale(place.coloring, ranges[tile]),
  };
  /** @param {HeadIndex} one @param {Float32Array} into @param {number} at index in `into` @param {number} tile */
  function read(one, into, at, tile) {
    const cells = file.overview(one, kWindowSize);
    into.set(cells, at * cells.length);
    const each = Array.from({ length: rows }, (_, row) => cells.subarray(row * columns, (row + 1) * columns));
    ranges[tile] = {
      ...(place.coloring === 'log'
        ? file.ranges(one, { row: 0, column: 0, rows: 1, columns: 1 })
        : { smallest: 0 }),
      largest: findLargestValue(cells),
      rows: Float32Array.from(each, findLargestValue),
    };
  }

  function* pieces() {
    const { layers: count, layersBefore, weights, means } = numbers;
    const size = map.rows * map.columns;
    for (let at = 0; at < count; ++at) {
      const own = { ...getHeadIndex(place), layer: layersBefore + at };
      const tile = at * countTilesPerRow(map);
      for (let head = 0; head < map.heads; ++head) {
        const index = at * map.heads + head;
        read({ ...own, head }, weights, index, tile + head);
        const measures = file.measures({ ...own, head });
        numbers.entropy.set([measures.entropy], index);
        numbers.distance.set([measures.distance], index);
        numbers.alignment.set([measures.alignmentAccuracy], index);
        numbers.mass.set([measures.massOnTruth], index);
        yield size;
      }
      if (map.heads > 1) {
        read({ ...own, head: -1 }, means, at, tile + map.heads);
        yield map.heads * size;
      }
    }
    heads.best = map.truth ? findLargestIndex(numbers.mass) : -1;
  }
  return { heads, pieces: pieces() };
}

/**
 * Reads the shown window of all heads of one layer at full resolution. In self-attention, rows and columns have the same window.
 * @param {OwnMaps} file
 * @param {MapLocation} place
 * @returns {HeadMap}
 */
export function extractHeadWindow(file, place) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const labels = getLabels(map);
  const part = getWindow(map, labels.isSameText ? { ...place, column: place.row } : place);
  const size = part.rows * part.columns;
  const weights = new Float32Array(map.heads * size);
  for (let head = 0; head < map.heads; ++head)
    weights.set(file.weights({ ...getHeadIndex(place), head }, part), head * size);
  return {
    ...createHeadShell(map, place),
    ...allocateHeads({ ...map, layers: 1 }, place, 0),
    layersBefore: place.layer,
    weights,
    scores: new Float32Array(weights.length).fill(Number.NaN),
    rows: part.rows,
    columns: part.columns,
    truth: map.truth ? file.truth(place.map, part) : null,
    isCross: !labels.isSameText,
    rowLabels: labels.rows.slice(part.row, part.row + part.rows),
    columnLabels: labels.columns.slice(part.column, part.column + part.columns),
  };
}

/**
 * Allocates the numbers of the heads of the shown layers.
 * @param {OwnMap} map
 * @param {MapLocation} place
 * @param {number} size numbers of one head
 */
function allocateHeads(map, place, size) {
  const { first, count } = getVisibleLayers(map, place);
  const all = count * map.heads;
  const unknown = (/** @type {number} */ length) => new Float32Array(length).fill(Number.NaN);
  return {
    layers: count,
    layersBefore: first,
    weights: unknown(all * size),
    means: unknown(count * size),
    scores: unknown(all * size),
    entropy: unknown(all),
    distance: unknown(all),
    alignment: unknown(all),
    mass: unknown(all),
    best: -1,
  };
}

/** @param {Float32Array} numbers @returns {number} the largest finite number, at least 0 */
const findLargestValue = (numbers) =>
  numbers.reduce((maximum, number) => (number > maximum && Number.isFinite(number) ? number : maximum), 0);

/** @param {Float32Array} numbers @returns {number} index of the largest number, the first of equal ones; −1 if all are NaN */
function findLargestIndex(numbers) {
  let at = -1;
  numbers.forEach((number, i) => {
    if (!Number.isNaN(number) && !((numbers[at] ?? Number.NEGATIVE_INFINITY) >= number)) at = i;
  });
  return at;
}

/** @param {OwnMap} map @param {MapLocation} place */
function createHeadShell(map, place) {
  const { name, heads } = map;
  return { name, heads, step: getStep(map, place), isCausal: false, outputs: [], targets: [], metrics: {} };
}

/**
 * Index of the enlarged small map: a head, or the mean of the heads of a layer.
 * @param {OwnMap} map
 * @param {MapLocation} place
 * @param {number} [layersBefore] number of layers before the first one with thumbnails
 */
export function findOpenedTile(map, { layer, head }, layersBefore = 0) {
  const row = layer - layersBefore;
  return head < 0 ? row * countTilesPerRow(map) + map.heads : getTileIndex(map, row * map.heads + head);
}

/** @param {MapLocation} place @returns {HeadIndex} */
export function getHeadIndex({ map, stepIndex, layer, head }) {
  return { map, step: stepIndex, layer, head };
}
