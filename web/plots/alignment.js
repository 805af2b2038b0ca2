/** One alignment as arrays: weights, truth and window, without padding. */

/**
 * @typedef {object} Alignment
 * @property {number} step
 * @property {number} rows output tokens
 * @property {number} columns source tokens
 * @property {Float32Array} weights [rows, columns]
 * @property {Float32Array} scores [rows, columns]
 * @property {Float32Array} truth [rows, columns] shares; a row of zeros if no source token is the true one
 * @property {Float32Array | null} [position] [rows] center of the local window, or the position that hard attention selects, in source tokens
 * @property {Float32Array} [predicted] [rows] index of the token that the model predicts under teacher forcing
 * @property {(row: number) => import('./color-scale.js').ColorScale} [getColorScale] the color scale of a row; from 0 to 1 by default
 * @property {typeof import('./palette.js').getColor} [getCellColor] for numbers that are not weights: the color at a position of
 *   their color scale
 * @property {Readonly<Record<string, number | null>>} metrics of the whole held-out set, at that step
 */

/**
 * The part of the source that a row may attend to. `quiet`: the window is not drawn, but cells outside it stay empty. `isHard`:
 * hard attention selects the center of the window.
 * @typedef {{ center: number, halfWidth: number, bell: boolean, quiet?: boolean, isHard?: boolean }} AttentionWindow
 */

/**
 * Copies the upper left part of a padded matrix, or of several matrices one after the other.
 * @param {Float32Array | undefined} whole
 * @param {{ rows: number, columns: number, paddedRows: number, paddedColumns: number }} size
 * @returns {Float32Array} of zeros if there is no matrix
 */
export function cropMatrices(whole, { rows, columns, paddedRows, paddedColumns }) {
  const count = whole ? Math.round(whole.length / (paddedRows * paddedColumns)) : 1;
  const values = new Float32Array(count * rows * columns);
  for (let i = 0; whole && i < count * rows; ++i) {
    const from = (Math.floor(i / rows) * paddedRows + (i % rows)) * paddedColumns;
    values.set(whole.subarray(from, from + columns), i * columns);
  }
  return values;
}

/**
 * The Gaussian of a window, σ = D/2.
 * @param {AttentionWindow} window
 * @param {number} column may be fractional
 * @returns {number} 0 outside; 1 at the center, and everywhere inside a window without a Gaussian (`bell`)
 */
export function computeWindowWeight({ center, halfWidth, bell }, column) {
  const distance = column - center;
  if (Math.abs(distance) > halfWidth) return 0;
  return bell ? Math.exp((-2 * distance * distance) / (halfWidth * halfWidth)) : 1;
}

/**
 * @param {Pick<Alignment, 'truth' | 'columns'>} alignment
 * @param {number} row
 * @returns {number[]} columns that the row should attend to: a source token, the regions of an object, or none
 */
export function findTrueColumns({ truth, columns }, row) {
  return Array.from({ length: columns }, (_, column) => column).filter(
    (column) => (truth[row * columns + column] ?? 0) > 0,
  );
}
