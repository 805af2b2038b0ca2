/** The steps of a decoder, read by name from a prediction. */

import { findStep, findStepValues } from '../../parts/find-step.js';

/** @import { Prediction } from '../../engine/shapes.js' */

/**
 * @typedef {object} DecoderData
 * @property {readonly string[]} source tokens
 * @property {readonly string[]} output tokens
 * @property {Float32Array} states [source, ·] of the encoder
 * @property {Float32Array} keys [source, ·] projected encoder states, which a query is compared with; empty without attention
 * @property {Float32Array} vector v of an additive score; empty for other scores
 * @property {Readonly<Record<string, string>>} formulas of 'query', 'projectedQuery', 'keys', 'context', 'state'
 * @property {readonly DecoderStep[]} steps one per output token
 * @property {import('../../plots/alignment.js').Alignment} alignment
 */

/**
 * @typedef {object} DecoderStep
 * @property {Float32Array} query the decoder state that is the query
 * @property {Float32Array} projectedQuery the projected query
 * @property {Float32Array} context
 * @property {Float32Array} state after the step
 * @property {readonly { token: string, probability: number }[]} candidates most probable first
 */

/**
 * @param {Prediction} answer
 * @param {number} step of the training
 * @returns {DecoderData}
 */
export function readDecoder({ attention, steps, candidates = [] }, step) {
  const { rowLabels: output, columnLabels: source, weights, scores, truth, position } = attention;
  /** @param {string} name @param {number} [t] */
  const readValues = (name, t) => findStepValues(steps, { name, t });
  /** @param {string} name @param {number} [t] */
  const readFormula = (name, t) => findStep(steps, { name, t })?.formula ?? '';
  return {
    source,
    output,
    states: readValues('encoder states'),
    keys: readValues('keys'),
    vector: readValues('score vector'),
    formulas: {
      query: readFormula('query', 0),
      projectedQuery: readFormula('projected query', 0),
      keys: readFormula('keys'),
      context: readFormula('context', 0),
      state: readFormula('state', 0),
    },
    steps: output.map((_, t) => ({
      query: readValues('query', t),
      projectedQuery: readValues('projected query', t),
      context: readValues('context', t),
      state: readValues('state', t),
      candidates: candidates[t] ?? [],
    })),
    alignment: {
      step,
      rows: output.length,
      columns: source.length,
      weights,
      scores,
      truth: truth ?? new Float32Array(weights.length),
      position: position && position.length > 0 ? Float32Array.from(position) : null,
      metrics: {},
    },
  };
}

/**
 * Returns row s of a matrix.
 * @param {Float32Array} block
 * @param {number} rows
 * @param {number} s
 */
export function getRow(block, rows, s) {
  const width = Math.round(block.length / Math.max(1, rows));
  return block.subarray(s * width, (s + 1) * width);
}

/**
 * The terms that a score is the sum of.
 * @param {DecoderData} reading
 * @param {number} t output token
 * @param {number} s source token
 * @param {boolean} hasTanh whether tanh is applied
 * @returns {{ q: number, k: number, v: number, term: number }[]} v is NaN where the score is a product q · k
 */
export function computeScoreTerms({ keys, vector, steps, source }, t, s, hasTanh) {
  const k = getRow(keys, source.length, s);
  return Array.from(steps[t]?.projectedQuery ?? [], (q, i) => {
    const [key, v] = [k[i] ?? Number.NaN, vector[i] ?? Number.NaN];
    const term = Number.isNaN(v) ? q * key : v * (hasTanh ? Math.tanh(q + key) : q + key);
    return { q, k: key, v, term };
  });
}
