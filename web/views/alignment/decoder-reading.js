/**
 * The steps of a decoder, read by name from a prediction.
 * @module
 */

import { findStep, findStepValues } from '../../parts/find-step.js';

/** @import { Prediction } from '../../engine/shapes.js' */

/**
 * @typedef {object} DecoderReading
 * @property {readonly string[]} source tokens
 * @property {readonly string[]} output tokens
 * @property {Float32Array} states [source, ·] of the encoder
 * @property {Float32Array} keys [source, ·] what a query is compared with; empty without attention
 * @property {Float32Array} vector v of an additive score; empty where there is none
 * @property {Readonly<Record<string, string>>} formulas of 'query', 'asked', 'keys', 'context', 'state'
 * @property {readonly DecoderStep[]} steps one per output token
 * @property {import('../../plots/alignment.js').Alignment} alignment
 */

/**
 * @typedef {object} DecoderStep
 * @property {Float32Array} query the decoder state that is the query
 * @property {Float32Array} asked the projected query
 * @property {Float32Array} context
 * @property {Float32Array} state after the step
 * @property {readonly { token: string, probability: number }[]} candidates most probable first
 */

/**
 * @param {Prediction} answer
 * @param {number} step of the training
 * @returns {DecoderReading}
 */
export function readingOf({ attention, steps, candidates = [] }, step) {
  const { rowLabels: output, columnLabels: source, weights, scores, truth, position } = attention;
  /** @param {string} name @param {number} [t] */
  const of = (name, t) => findStepValues(steps, { name, t });
  /** @param {string} name @param {number} [t] */
  const formulaOf = (name, t) => findStep(steps, { name, t })?.formula ?? '';
  return {
    source,
    output,
    states: of('encoder states'),
    keys: of('keys'),
    vector: of('score vector'),
    formulas: {
      query: formulaOf('query', 0),
      asked: formulaOf('asked', 0),
      keys: formulaOf('keys'),
      context: formulaOf('context', 0),
      state: formulaOf('state', 0),
    },
    steps: output.map((_, t) => ({
      query: of('query', t),
      asked: of('asked', t),
      context: of('context', t),
      state: of('state', t),
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
      predicted: null,
      metrics: {},
    },
  };
}

/**
 * Row s of a block.
 * @param {Float32Array} block
 * @param {number} rows
 * @param {number} s
 */
export function rowOf(block, rows, s) {
  const width = Math.round(block.length / Math.max(1, rows));
  return block.subarray(s * width, (s + 1) * width);
}

/**
 * The terms that a score is the sum of.
 * @param {DecoderReading} reading
 * @param {number} t output token
 * @param {number} s source token
 * @param {boolean} bent whether tanh is applied
 * @returns {{ q: number, k: number, v: number, term: number }[]} v is NaN where the score is a product q · k
 */
export function scoreTerms({ keys, vector, steps, source }, t, s, bent) {
  const k = rowOf(keys, source.length, s);
  return Array.from(steps[t]?.asked ?? [], (q, i) => {
    const [key, v] = [k[i] ?? Number.NaN, vector[i] ?? Number.NaN];
    const term = Number.isNaN(v) ? q * key : v * (bent ? Math.tanh(q + key) : q + key);
    return { q, k: key, v, term };
  });
}
