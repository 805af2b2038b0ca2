/** Extracts the alignment of one sentence pair from a frame. */

import { cropMatrices, findTrueColumns } from '../../plots/alignment.js';
import { findLargestColumn } from '../../plots/largest-column.js';

/** @import { Manifest, TokenDetails } from '../../engine/shapes.js' */
/** @import { Alignment, AttentionWindow } from '../../plots/alignment.js' */

/**
 * @param {import('../../engine/view-types.js').Frame} frame
 * @param {Pick<import('../../engine/view-types.js').NamedMap, 'weights' | 'scores' | 'truth'>} map
 * @returns {Alignment | null} with copied numbers, which stay valid after the frame
 */
export function extractAlignment({ step, loss, metrics, tensors }, map) {
  const { lengths, position, tokens } = tensors;
  const weights = tensors[map.weights];
  if (!weights || !lengths || !tokens) return null;
  const [rows, columns] = [lengths[0] ?? 0, lengths[1] ?? 0];
  const padded = { paddedRows: tokens.length, paddedColumns: Math.round(weights.length / tokens.length) };
  /** @param {string} name */
  const crop = (name) => cropMatrices(tensors[name], { rows, columns, ...padded });
  return {
    step,
    rows,
    columns,
    weights: crop(map.weights),
    scores: crop(map.scores),
    truth: crop(map.truth),
    position: position?.slice(0, rows) ?? null,
    predicted: tokens.slice(0, rows),
    metrics: { ...metrics, loss },
  };
}

/** Returns the predicted token of each row. @param {Alignment} picture @param {Pick<Manifest, 'details'>} manifest */
export function formatOutputs({ predicted }, { details }) {
  const { targetWords = [] } = /** @type {TokenDetails} */ (details);
  return Array.from(predicted ?? [], (index) => targetWords[index] ?? '');
}

/**
 * The tokens of the pair that a frame shows: of the source, and of the target.
 * @param {import('../../engine/view-types.js').Frame} frame
 * @param {Pick<Manifest, 'columnLabels' | 'details'>} manifest
 * @param {Alignment} picture of the frame
 * @returns {import('./alignment-text.js').Tokens}
 */
export function extractTokens({ tensors }, { columnLabels, details }, { rows, columns }) {
  const { sourceWords = [], targetWords = [] } = /** @type {TokenDetails} */ (details);
  const { source, target = new Float32Array(0) } = tensors;
  return {
    rows: Array.from(target.subarray(0, rows), (id) => targetWords[id] ?? ''),
    columns: source
      ? Array.from(source.subarray(0, columns), (id) => sourceWords[id] ?? '')
      : columnLabels.slice(0, columns),
  };
}

/**
 * @param {import('../../engine/view-types.js').Values} parameters
 * @param {Float32Array | null | undefined} position
 * @param {number} row
 * @returns {AttentionWindow | null} null where attention is global and soft
 */
export function computeWindow({ locality, window, attention }, position, row) {
  if (attention === 'hard' && position && row < position.length)
    return {
      center: position[row] ?? Number.NaN,
      halfWidth: Infinity,
      bell: false,
      quiet: true,
      isHard: true,
    };
  if (locality !== 'local-m' && locality !== 'local-p') return null;
  const center = locality === 'local-m' ? row : (position?.[row] ?? Number.NaN);
  return Number.isFinite(center) ? { center, halfWidth: Number(window), bell: locality === 'local-p' } : null;
}

/**
 * @param {Pick<Alignment, 'rows' | 'columns' | 'weights' | 'truth'>} alignment
 * @returns {{ found: number, near: number, total: number }} `total`: rows whose truth is known; of these, `found` have the
 *   largest weight at the truth, and `near` have it at most one token away
 */
export function countFoundRows(alignment) {
  const { rows, columns, weights } = alignment;
  let [found, near, total] = [0, 0, 0];
  for (let row = 0; row < rows; ++row) {
    const truth = findTrueColumns(alignment, row);
    if (truth.length === 0) continue;
    const largest = findLargestColumn(weights, row, columns);
    const distance = Math.min(...truth.map((at) => Math.abs(largest - at)));
    total++;
    if (distance === 0) found++;
    if (distance <= 1) near++;
  }
  return { found, near, total };
}
