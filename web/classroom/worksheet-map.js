/**
 * A map as it is printed: numbers or frames in the cells of a table, of too large a map the part with most of the truth.
 * @module
 */
import { say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';
import { h } from '../parts/dom.js';
import { formatCount, formatShare } from '../parts/format.js';
import { writePicture } from '../plots/picture-paint.js';

/** @import { AttentionMap } from '../engine/shapes.js' */

/** A map with more columns than this, and fewer rows, stands upright on paper. */
const kWidest = 12;
/** Of a map with more rows and columns than this a part is printed. */
const kMost = 16;
/** Side of a picture on paper, mm. */
const kPictureSide = 80;

/**
 * Of a map that is too large for a page, the square on its diagonal that holds most of the truth; the first of equal ones.
 * @param {AttentionMap} map
 * @param {Float32Array} weights
 * @returns {{ map: AttentionMap, weights: Float32Array, said: string } | null} null if it has room
 */
export function partForPaper(map, weights) {
  const { rowLabels, columnLabels, truth } = map;
  const [rows, columns] = [rowLabels.length, columnLabels.length];
  if (rows <= kMost || columns <= kMost) return null;
  const starts = Array.from({ length: Math.min(rows, columns) - kMost + 1 }, (_, start) => start);
  /** @param {ArrayLike<number>} of @param {number} start */
  const square = (of, start) =>
    Float32Array.from({ length: kMost * kMost }, (_, i) => {
      const [row, column] = [Math.floor(i / kMost), i % kMost];
      return of[(start + row) * columns + start + column] ?? 0;
    });
  const shares = starts.map((start) => (truth ? square(truth, start).reduce((sum, one) => sum + one, 0) : 0));
  const start = shares.indexOf(Math.max(...shares));
  return {
    map: {
      ...map,
      shape: [kMost, kMost],
      rowLabels: rowLabels.slice(start, start + kMost),
      columnLabels: columnLabels.slice(start, start + kMost),
      ...(truth && { truth: square(truth, start) }),
    },
    weights: square(weights, start),
    said: say('Rows and columns {first} to {last}.', {
      first: formatCount(start + 1),
      last: formatCount(start + kMost),
    }),
  };
}

/**
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
export function mapOnPaper({ rowLabels, columnLabels, truth }, weights) {
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
  const wide = columnLabels.length > kWidest;
  // One long row is a sentence, and stands like one.
  if (wide && rowLabels.length === 1) {
    const words = columnLabels.map((word, column) =>
      h('span', { class: 'sheet-word' }, h('span', {}, word), cell('span', 0, column)),
    );
    return h('p', { class: 'sheet-sentence' }, ...words);
  }
  const rows = rowLabels.map(sayRow);
  const upright = wide && rows.length < columnLabels.length;
  const [across, down] = upright ? [rows, columnLabels] : [columnLabels, rows];
  const table = h(
    'table',
    { class: `sheet-map${wide ? ' sheet-dense' : ''}${upright ? ' sheet-upright' : ''}` },
    h('thead', {}, h('tr', {}, h('td'), ...across.map((label) => h('th', { scope: 'col' }, label)))),
    h(
      'tbody',
      {},
      ...down.map((label, line) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, label),
          ...across.map((_, place) => (upright ? cell('td', place, line) : cell('td', line, place))),
        ),
      ),
    ),
  );
  return upright
    ? h('div', {}, h('p', {}, say('On paper the map is turned: its rows are columns here.')), table)
    : table;
}

/**
 * A map over the regions of a picture: the picture, and a grid of its regions for each word.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
export function regionsOnPaper({ picture = [], rowLabels, columnLabels, truth }, weights) {
  const pixels = Math.round(Math.sqrt(picture.length / 3));
  const canvas = h('canvas', { width: pixels, height: pixels });
  writePicture(canvas, picture, pixels);
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
      h('figcaption', {}, sayRow(word)),
      h('table', { class: 'sheet-picture' }, h('tbody', {}, ...rows)),
    );
  });
  return h(
    'div',
    { class: 'sheet-regions' },
    h('figure', {}, h('figcaption', {}, say('Picture')), canvas),
    ...grids,
  );
}

/**
 * A map over the pixels of a picture: its ink, and on each pixel a frame as thick as all rows together look at it.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the frames out
 */
export function pictureOnPaper({ columnLabels, picture, truth }, weights) {
  const ink = picture ?? truth;
  const size = columnLabels.length;
  const side = Math.sqrt(size);
  const looks = new Array(size).fill(0);
  weights?.forEach((weight, i) => {
    looks[i % size] += weight;
  });
  const most = Math.max(...looks) || 1;
  const rows = Array.from({ length: side }, (_, row) => {
    const cells = Array.from({ length: side }, (_none, column) => {
      const at = row * side + column;
      const cell = h('td', { class: 'sheet-pixel' });
      cell.style.setProperty('--share', String(ink?.[at] ?? 0));
      cell.style.setProperty('--look', String(looks[at] / most));
      return cell;
    });
    return h('tr', {}, ...cells);
  });
  const table = h('table', { class: 'sheet-picture' }, h('tbody', {}, ...rows));
  table.style.setProperty('--pixel', `${kPictureSide / side}mm`);
  return table;
}
