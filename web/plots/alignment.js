/**
 * One alignment as arrays: weights, truth and window, without the padding around them.
 * @module
 */

/**
 * @typedef {object} Alignment
 * @property {number} step
 * @property {number} rows output tokens
 * @property {number} columns source tokens
 * @property {Float32Array} weights [rows, columns]
 * @property {Float32Array} scores [rows, columns]
 * @property {Float32Array} truth [rows, columns] shares; a row of zeros where no source token is the true one
 * @property {Float32Array | null} position [rows] centre of the local window, or where hard attention looks, in source tokens
 * @property {Float32Array | null} said [rows] index of the token that the model says when it is fed the truth
 * @property {(row: number) => import('./color-scale.js').ColorScale} [scaleOf] how the weights of a row are colored; from 0 to 1
 *   unless told otherwise
 * @property {Readonly<Record<string, number | null>>} metrics of the whole held-out set, at that step
 */

/**
 * What part of the source a row may look at; a quiet one is told by nothing but the cells that it leaves empty, and by
 * the `look` of hard attention at its centre.
 * @typedef {{ centre: number, reach: number, bell: boolean, quiet?: boolean, look?: boolean }} Window
 */

/**
 * The bell of a window, σ = D/2.
 * @param {Window} window
 * @param {number} column may be fractional
 * @returns {number} 0 outside; 1 at the centre, and everywhere inside where there is no bell
 */
export function bellOf({ centre, reach, bell }, column) {
  const distance = column - centre;
  if (Math.abs(distance) > reach) return 0;
  return bell ? Math.exp((-2 * distance * distance) / (reach * reach)) : 1;
}

/**
 * @param {Pick<Alignment, 'truth' | 'columns'>} alignment
 * @param {number} row
 * @returns {number[]} what the row should look at: a source token, the regions of an object, or nothing
 */
export function trueColumns({ truth, columns }, row) {
  return Array.from({ length: columns }, (_, column) => column).filter(
    (column) => (truth[row * columns + column] ?? 0) > 0,
  );
}
