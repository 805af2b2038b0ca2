/**
 * A map as a table of numbers: one line for each cell of each head, with the name of the map, score and truth.
 * @module
 */

import { csvField } from './csv.js';

/**
 * @typedef {object} SavedMap
 * @property {string} name
 * @property {readonly number[]} shape rows and columns, perhaps after layers and heads
 * @property {Float32Array} weights
 * @property {Float32Array} [scores]
 * @property {Float32Array} [truth]
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {readonly (readonly string[])[]} [cellLabels] words of each row, where they differ
 */

/** @param {SavedMap} map @returns {string} one line for each cell, after RFC 4180 */
export function csvOf({ name, shape, weights, scores, truth, rowLabels, columnLabels, cellLabels }) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const [, heads = 1] = shape.slice(0, -2);
  const lines = [
    ['map', 'layer', 'head', 'row', 'column', 'rowLabel', 'columnLabel', 'weight', 'score', 'truth'].join(
      ',',
    ),
  ];
  for (let i = 0; i < weights.length; i++) {
    const panel = Math.floor(i / (rows * columns));
    const [row, column] = [Math.floor(i / columns) % rows, i % columns];
    const words = [
      rowLabels[row] ?? '',
      cellLabels ? (cellLabels[row]?.[column] ?? '') : (columnLabels[column] ?? ''),
    ];
    const numbers = [weights, scores, truth].map((values) => values?.[i] ?? '');
    lines.push(
      [
        csvField(name),
        Math.floor(panel / heads) + 1,
        (panel % heads) + 1,
        row + 1,
        column + 1,
        ...words.map(csvField),
        ...numbers,
      ].join(','),
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}
