/**
 * One alignment as arrays: what a frame or an answer says of one sentence pair, without the padding around it.
 * @module
 */

import { largestOf } from './context-bars-text.js';

/**
 * @typedef {object} Alignment
 * @property {number} step
 * @property {number} rows output tokens
 * @property {number} columns source tokens
 * @property {Float32Array} weights [rows, columns]
 * @property {Float32Array} scores [rows, columns]
 * @property {Float32Array} truth [rows, columns] shares; a row of zeros where no source token is the true one
 * @property {Float32Array | null} position [rows] centre of the local window, in source tokens
 * @property {Float32Array | null} said [rows] index of the token that the model says when it is fed the truth
 * @property {Readonly<Record<string, number | null>>} metrics of the whole held-out set, at that step
 */

/**
 * @param {import('./view.js').Frame} frame
 * @param {Pick<import('./view.js').AttentionMap, 'weights' | 'scores' | 'truth'>} map
 * @returns {Alignment | null} copies, so that it may be kept
 */
export function alignmentOf({ step, loss, metrics, tensors }, map) {
  const { lengths, position, tokens } = tensors;
  const weights = tensors[map.weights];
  if (!weights || !lengths || !tokens) return null;
  const [rows, columns] = [lengths[0] ?? 0, lengths[1] ?? 0];
  const width = Math.round(weights.length / tokens.length);
  /** @param {string} name */
  const block = (name) => {
    const kept = new Float32Array(rows * columns);
    const whole = tensors[name];
    if (whole)
      for (let row = 0; row < rows; ++row)
        kept.set(whole.subarray(row * width, row * width + columns), row * columns);
    return kept;
  };
  return {
    step,
    rows,
    columns,
    weights: block(map.weights),
    scores: block(map.scores),
    truth: block(map.truth),
    position: position?.slice(0, rows) ?? null,
    said: tokens.slice(0, rows),
    metrics: { ...metrics, loss },
  };
}

/**
 * What part of the source a row may look at; a quiet one is told by nothing but the cells that it leaves empty.
 * @typedef {{ centre: number, reach: number, bell: boolean, quiet?: boolean }} Window
 */

/**
 * @param {import('./view.js').Values} parameters
 * @param {Float32Array | null} position
 * @param {number} row
 * @returns {Window | null} none where attention is global
 */
export function windowOf({ reach: kind, window }, position, row) {
  if (kind !== 'local-m' && kind !== 'local-p') return null;
  const centre = kind === 'local-m' ? row : (position?.[row] ?? Number.NaN);
  return Number.isFinite(centre) ? { centre, reach: Number(window), bell: kind === 'local-p' } : null;
}

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
 * @returns {number} source token that the row should look at; −1 where there is none
 */
export function trueColumn({ truth, columns }, row) {
  const column = largestOf(truth, row, columns);
  return (truth[row * columns + column] ?? 0) > 0 ? column : -1;
}

/**
 * @param {Pick<Alignment, 'rows' | 'columns' | 'weights' | 'truth'>} alignment
 * @returns {{ found: number, near: number, known: number }} rows whose largest weight is at the truth, or at most one
 *   token away, of those whose truth is known
 */
export function foundOf(alignment) {
  const { rows, columns, weights } = alignment;
  let [found, near, known] = [0, 0, 0];
  for (let row = 0; row < rows; ++row) {
    const at = trueColumn(alignment, row);
    if (at < 0) continue;
    const distance = Math.abs(largestOf(weights, row, columns) - at);
    known++;
    if (distance === 0) found++;
    if (distance <= 1) near++;
  }
  return { found, near, known };
}
