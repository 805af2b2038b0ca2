/**
 * Heads of a file as the views take them: all of them small, and a part of them at its own size.
 * @module
 */

/** @import { OwnMap, OwnMaps } from '../engine/own-maps.js' */
/** @import { HeadMap } from '../views/heads/head-picture.js' */

/** More rows or columns than these are shown in parts. */
export const kWindow = 32;
/** More small maps than these are shown a layer at a time. */
const kMostTiles = 80;

/** What of a file is on screen, counted from 0; the mean is head −1. @typedef {{ map: number, layer: number, head: number, moment: number, row: number, column: number }} Place */

/** @param {OwnMap} map @returns {boolean} whether it is shown in parts */
export const isLarge = ({ rows, columns }) => rows > kWindow || columns > kWindow;

/** @param {OwnMap} map @param {Place} place @returns {{ first: number, count: number }} the layers that are shown together */
export function layersOf({ layers, heads }, { layer }) {
  return layers * (heads + 1) <= kMostTiles ? { first: 0, count: layers } : { first: layer, count: 1 };
}

/** @param {OwnMap} map @param {Place} place @returns {import('../engine/own-maps.js').Part} */
export function partOf({ rows, columns }, { row, column }) {
  return { row, column, rows: Math.min(kWindow, rows - row), columns: Math.min(kWindow, columns - column) };
}

/** @param {OwnMap} map @param {Place} place @returns {number} NaN where there are no steps */
export const stepOf = ({ steps }, { moment }) => steps[moment] ?? Number.NaN;

/** @param {OwnMap} map */
const sameText = ({ rowTokens, columnTokens }) =>
  rowTokens.length === columnTokens.length && rowTokens.every((token, i) => token === columnTokens[i]);

/**
 * The heads of the shown layers, each as a whole, large ones at fewer cells.
 * @param {OwnMaps} file
 * @param {Place} place
 * @returns {HeadMap}
 */
export function smallHeads(file, place) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const large = isLarge(map);
  const [rows, columns] = [Math.min(map.rows, kWindow), Math.min(map.columns, kWindow)];
  const heads = gathered(file, place, rows * columns, (one) => file.overview(one, kWindow));
  return {
    ...shellOf(map, place),
    ...heads,
    rows,
    columns,
    truth: map.truth && !large ? file.truth(place.map) : null,
    rowLabels: map.rowTokens.slice(0, rows),
    columnLabels: map.columnTokens.slice(0, columns),
  };
}

/**
 * A part of the same heads, in its own numbers. Tokens that look at tokens of the same text are the same part of both.
 * @param {OwnMaps} file
 * @param {Place} place
 * @returns {HeadMap}
 */
export function partOfHeads(file, place) {
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  const same = sameText(map);
  const part = partOf(map, same ? { ...place, column: place.row } : place);
  const heads = gathered(file, place, part.rows * part.columns, (one) => file.weights(one, part));
  return {
    ...shellOf(map, place),
    ...heads,
    rows: part.rows,
    columns: part.columns,
    truth: map.truth ? file.truth(place.map, part) : null,
    crossing: !same,
    rowLabels: map.rowTokens.slice(part.row, part.row + part.rows),
    columnLabels: map.columnTokens.slice(part.column, part.column + part.columns),
  };
}

/**
 * @param {OwnMaps} file
 * @param {Place} place
 * @param {number} size of one
 * @param {(one: import('../engine/own-maps.js').HeadPlace) => Float32Array} read
 */
function gathered(file, { map, moment: step, layer }, size, read) {
  const of = /** @type {OwnMap} */ (file.maps[map]);
  const { first, count } = layersOf(of, { map, moment: step, layer, head: 0, row: 0, column: 0 });
  const weights = new Float32Array(count * of.heads * size);
  const means = new Float32Array(count * size);
  const [entropy, distance, alignment, mass] = Array.from({ length: 4 }, () =>
    new Float32Array(count * of.heads).fill(Number.NaN),
  );
  for (let at = 0; at < count; ++at) {
    const own = { map, step, layer: first + at };
    if (of.heads > 1) means.set(read({ ...own, head: -1 }), at * size);
    for (let head = 0; head < of.heads; ++head) {
      const index = at * of.heads + head;
      weights.set(read({ ...own, head }), index * size);
      const measures = file.measures({ ...own, head });
      entropy?.set([measures.entropy], index);
      distance?.set([measures.distance], index);
      alignment?.set([measures.alignmentAccuracy], index);
      mass?.set([measures.massOnTruth], index);
    }
  }
  const scores = new Float32Array(weights.length).fill(Number.NaN);
  const best = of.truth ? largest(/** @type {Float32Array} */ (mass)) : -1;
  return /** @type {Pick<HeadMap, 'layers' | 'before' | 'weights' | 'means' | 'scores' | 'entropy' | 'distance' | 'alignment' | 'best'>} */ ({
    layers: count,
    before: first,
    weights,
    means,
    scores,
    entropy,
    distance,
    alignment,
    best,
  });
}

/** @param {Float32Array} numbers @returns {number} index of the first of the largest; −1 where none is a number */
function largest(numbers) {
  let at = -1;
  numbers.forEach((number, i) => {
    if (!Number.isNaN(number) && !((numbers[at] ?? Number.NEGATIVE_INFINITY) >= number)) at = i;
  });
  return at;
}

/** @param {OwnMap} map @param {Place} place */
function shellOf({ name, heads, ...map }, place) {
  return {
    name,
    heads,
    step: stepOf({ name, heads, ...map }, place),
    back: false,
    said: [],
    wanted: [],
    metrics: {},
  };
}
