/** A map as a table of numbers: one line for each cell of each head, with weight, score and truth. */

import { formatCsv } from './csv.js';

/**
 * @typedef {object} SavedMap
 * @property {string} name
 * @property {readonly number[]} shape rows and columns, perhaps after layers and heads
 * @property {Float32Array} weights
 * @property {Float32Array} [scores]
 * @property {Float32Array} [truth]
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] labels of the columns of each row, where they differ
 */

/**
 * @param {SavedMap} map
 * @param {import('./csv.js').Dialect} [dialect]
 * @returns {string} one line for each cell
 */
export function formatMapCsv(
  { name, shape, weights, scores, truth, rowLabels, columnLabels, cellLabels },
  dialect,
) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const [, heads = 1] = shape.slice(0, -2);
  /** @type {(string | number)[][]} */
  const lines = [
    ['map', 'layer', 'head', 'row', 'column', 'rowLabel', 'columnLabel', 'weight', 'score', 'truth'],
  ];
  for (let i = 0; i < weights.length; i++) {
    const panel = Math.floor(i / (rows * columns));
    const [row, column] = [Math.floor(i / columns) % rows, i % columns];
    const place = [Math.floor(panel / heads), panel % heads, row, column].map((index) => index + 1);
    const words = cellLabels ? cellLabels[row] : columnLabels;
    const numbers = [weights, scores, truth].map((values) => values?.[i] ?? '');
    lines.push([name, ...place, rowLabels[row] ?? '', words?.[column] ?? '', ...numbers]);
  }
  return formatCsv(lines, dialect);
}
