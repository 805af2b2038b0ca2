/**
 * A map for printing: a table whose cells have numbers, dots or frames. Of a map that is too large, only some rows are printed.
 * @module
 */
import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { h } from '../parts/dom.js';
import { formatShare, markInvisible } from '../parts/format.js';
import { writeImage } from '../plots/image-attention-paint.js';
import { labelRows } from '../views/alignment/alignment-text.js';

/** @import { AttentionMap } from '../engine/shapes.js' */

/** A map with more columns than this, and fewer rows, is transposed on paper. */
const kMaxUprightColumns = 12;
/** A map with more rows and columns than this does not fit on a page. */
const kMaxSize = 16;
/** Of a map with more columns than this only one row fits, set as a sentence. */
const kMaxTableColumns = 40;
/** Words of at most this length are set closer. */
const kMaxShortLength = 4;
/** Side of a picture on paper, mm. */
const kImageSide = 72;

/** Whether all rows of the map fit on a page. @param {AttentionMap} map */
export const fitsOnPage = ({ rowLabels, columnLabels }) =>
  rowLabels.length <= kMaxSize || columnLabels.length <= kMaxSize;

/** @param {AttentionMap} map @param {readonly number[]} rows @returns {readonly number[]} those of them that fit: the last ones */
export const chooseRowsForPaper = ({ columnLabels }, rows) =>
  columnLabels.length > kMaxTableColumns ? rows.slice(-1) : rows;

/**
 * Selects rows of a map.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights
 * @param {readonly number[]} rows
 * @returns {[AttentionMap, Float32Array | null]}
 */
export function selectRows(map, weights, rows) {
  const width = map.columnLabels.length;
  const select = (/** @type {Float32Array} */ all) =>
    Float32Array.from(rows.flatMap((row) => Array.from(all.subarray(row * width, (row + 1) * width))));
  const part = {
    ...map,
    shape: [rows.length, width],
    rowLabels: labelRows(map.rowLabels.map(translateRowLabel), rows),
    ...(map.truth && { truth: select(map.truth) }),
  };
  return [part, weights && select(weights)];
}

/**
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
export function createPaperMap({ rowLabels, columnLabels, truth }, weights) {
  /** @template {'td' | 'span'} Tag @param {Tag} tag @param {number} row @param {number} column */
  const cell = (tag, row, column) => {
    const at = row * columnLabels.length + column;
    const isTrue = weights !== null && (truth?.[at] ?? 0) > 0;
    const node = h(
      tag,
      { class: `sheet-cell${isTrue ? ' sheet-true' : ''}` },
      weights && formatShare(weights[at] ?? 0),
    );
    if (weights) node.style.setProperty('--share', String(weights[at]));
    return node;
  };
  const isWide = columnLabels.length > kMaxUprightColumns;
  // One long row is set as a sentence.
  if (isWide && rowLabels.length === 1) {
    const words = columnLabels.map((word, column) =>
      h('span', { class: 'sheet-word' }, h('span', {}, markInvisible(word)), cell('span', 0, column)),
    );
    const areShort = columnLabels.every((word) => word.length <= kMaxShortLength);
    const size = areShort ? ' sheet-short' : columnLabels.length > kMaxTableColumns ? ' sheet-close' : '';
    const sentence = h('p', { class: `sheet-sentence${size}` }, ...words);
    return h(
      'div',
      {},
      h('p', {}, h('b', {}, markInvisible(translateRowLabel(rowLabels[0] ?? '')))),
      sentence,
    );
  }
  const rows = rowLabels.map((label) => markInvisible(translateRowLabel(label)));
  const isTransposed = isWide && rows.length < columnLabels.length;
  const [across, down] = isTransposed
    ? [rows, columnLabels.map(markInvisible)]
    : [columnLabels.map(markInvisible), rows];
  const table = h(
    'table',
    { class: `sheet-map${isWide ? ' sheet-dense' : ''}${isTransposed ? ' sheet-upright' : ''}` },
    h('thead', {}, h('tr', {}, h('td'), ...across.map((label) => h('th', { scope: 'col' }, label)))),
    h(
      'tbody',
      {},
      ...down.map((label, line) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, label),
          ...across.map((_, place) => (isTransposed ? cell('td', place, line) : cell('td', line, place))),
        ),
      ),
    ),
  );
  return isTransposed
    ? h('div', {}, h('p', {}, translate('On paper the map is turned: its rows are columns here.')), table)
    : table;
}

/**
 * A map over the regions of an image: the image, and a grid of its regions for each word.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
export function createPaperRegions({ picture = [], rowLabels, columnLabels, truth }, weights) {
  const pixels = Math.round(Math.sqrt(picture.length / 3));
  const canvas = h('canvas', { width: pixels, height: pixels });
  writeImage(canvas, picture, pixels);
  const regions = columnLabels.length;
  const side = Math.sqrt(regions);
  const grids = rowLabels.map((word, row) => {
    const cells = Array.from({ length: regions }, (_, region) => {
      const at = row * regions + region;
      const isTrue = weights !== null && (truth?.[at] ?? 0) > 0;
      const cell = h('td', { class: `sheet-pixel${isTrue ? ' sheet-true' : ''}` });
      cell.style.setProperty('--share', String(2 * (weights?.[at] ?? 0)));
      return cell;
    });
    const rows = Array.from({ length: side }, (_, line) =>
      h('tr', {}, ...cells.slice(line * side, (line + 1) * side)),
    );
    return h(
      'figure',
      {},
      h('figcaption', {}, translateRowLabel(word)),
      h('table', { class: 'sheet-picture' }, h('tbody', {}, ...rows)),
    );
  });
  return h(
    'div',
    { class: 'sheet-regions' },
    h('figure', {}, h('figcaption', {}, translate('Picture')), canvas),
    ...grids,
  );
}

/**
 * A map over the pixels of an image: the image, and on each pixel a dot whose size is the summed weight of all rows. The truth
 * is framed, unless it is the image itself.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves dots and frames out
 */
export function createPaperImage({ columnLabels, picture, truth }, weights) {
  const pixels = picture ?? truth;
  const size = columnLabels.length;
  const side = Math.sqrt(size);
  const summedWeights = new Array(size).fill(0);
  weights?.forEach((weight, i) => {
    summedWeights[i % size] += weight;
  });
  const largest = Math.max(...summedWeights) || 1;
  const rows = Array.from({ length: side }, (_, row) => {
    const cells = Array.from({ length: side }, (_none, column) => {
      const at = row * side + column;
      const isTrue = weights !== null && picture !== undefined && (truth?.[at] ?? 0) > 0;
      const cell = h('td', { class: `sheet-pixel${isTrue ? ' sheet-true' : ''}` });
      cell.style.setProperty('--share', String(pixels?.[at] ?? 0));
      cell.style.setProperty('--look', String(summedWeights[at] / largest));
      return cell;
    });
    return h('tr', {}, ...cells);
  });
  const table = h('table', { class: 'sheet-picture' }, h('tbody', {}, ...rows));
  table.style.setProperty('--pixel', `${kImageSide / side}mm`);
  return table;
}
