/**
 * What an answer says about each step of a decoder, by name.
 * @module
 */

/** @typedef {import('./view.js').Answer} Answer */

/**
 * @typedef {object} DecoderReading
 * @property {readonly string[]} source tokens
 * @property {readonly string[]} output tokens
 * @property {Float32Array} states [source, ·] of the encoder
 * @property {Float32Array} keys [source, ·] what a query is compared with; empty without attention
 * @property {Float32Array} vector v of an additive score; empty where there is none
 * @property {Readonly<Record<string, string>>} formulas of 'query', 'asked', 'keys', 'context', 'state'
 * @property {readonly DecoderStep[]} steps one an output token
 * @property {import('./alignment-picture.js').Alignment} alignment
 */

/**
 * @typedef {object} DecoderStep
 * @property {Float32Array} query the state that asks
 * @property {Float32Array} asked what it asks with
 * @property {Float32Array} context
 * @property {Float32Array} state after the step
 * @property {readonly { token: string, probability: number }[]} candidates most probable first
 */

const kNone = new Float32Array(0);

/**
 * @param {Answer} answer
 * @param {number} step of the training
 * @returns {DecoderReading}
 */
export function readingOf({ attention, steps, candidates = [] }, step) {
  const { rowLabels: output, columnLabels: source, weights, scores, truth, position } = attention;
  const lines = new Map(steps.map((line) => [line.name, line]));
  /** @param {string} name */
  const valuesOf = (name) => lines.get(name)?.values ?? kNone;
  return {
    source,
    output,
    states: valuesOf('encoder states'),
    keys: valuesOf('keys'),
    vector: valuesOf('score vector'),
    formulas: {
      query: lines.get('query 0')?.formula ?? '',
      asked: lines.get('asked 0')?.formula ?? '',
      keys: lines.get('keys')?.formula ?? '',
      context: lines.get('context 0')?.formula ?? '',
      state: lines.get('state 0')?.formula ?? '',
    },
    steps: output.map((_, t) => ({
      query: valuesOf(`query ${t}`),
      asked: valuesOf(`asked ${t}`),
      context: valuesOf(`context ${t}`),
      state: valuesOf(`state ${t}`),
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
      said: null,
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
 * @param {boolean} bent by tanh
 * @returns {{ q: number, k: number, v: number, term: number }[]} v is NaN where the score is a product q · k
 */
export function scoreTerms({ keys, vector, steps, source }, t, s, bent) {
  const k = rowOf(keys, source.length, s);
  return Array.from(steps[t]?.asked ?? kNone, (q, i) => {
    const [key, v] = [k[i] ?? Number.NaN, vector[i] ?? Number.NaN];
    const term = Number.isNaN(v) ? q * key : v * (bent ? Math.tanh(q + key) : q + key);
    return { q, k: key, v, term };
  });
}
