/**
 * The only class that touches the module's raw Session. It looks for a waiting error after every call, copies
 * every view before anything else can move the module's memory, and turns JSON into plain objects. The worker
 * and the caller's thread both drive the core through it.
 */

import { takeError } from './core-loader.js';
import { messageOf } from './errors.js';
import { decodeTensors } from './tensors.js';

/** @typedef {import('./core.js').Core} Core */
/** @typedef {import('./errors.js').AttentoscopeError} AttentoscopeError */
/** @typedef {import('./core.js').Session} RawSession */
/** @typedef {import('./schema.js').Value} Value */

/**
 * One named array of the frame block.
 *
 * @typedef {object} TensorEntry
 * @property {string} name
 * @property {number} offset index of its first float in the frame
 * @property {number[]} shape
 * @property {[string, string]} axes what rows and columns are
 */

/**
 * The user's own data as the core read it. A remark tells how many lines it is about, and the first of them.
 *
 * @typedef {object} DataReport
 * @property {number} taken lines that the run learns from or is tested on
 * @property {{ reason: string, count: number, firstLine: number }[]} refused lines that were left out
 * @property {{ reason: string, count: number, firstLine: number }[]} notes lines that were taken with a change
 */

/**
 * What a run learns from, where that is sentences.
 *
 * @typedef {object} DataSummary
 * @property {'grammar' | 'own'} source
 * @property {number} train sentences
 * @property {number} heldOut sentences
 * @property {number} positive sentences among both
 * @property {number} vocabulary words that the models know
 * @property {number | null} unknownShare share of words that they do not
 * @property {number} longest sentence, in words
 * @property {number} cut sentences that were longer than the models read
 * @property {DataReport} [report] of own data
 */

/**
 * @typedef {object} Manifest
 * @property {string[]} scalars names of the scalars: step, loss, then the metrics
 * @property {TensorEntry[]} tensors
 * @property {{ name: string, weights: string, scores: string, truth: string }[]} maps names of tensors by map
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 * @property {number} stepsPerEpoch
 * @property {number} plannedSteps
 * @property {{ name: string, shape: number[] }[]} parameters
 * @property {{ op: string, inputs: number[], outputs: number[], shape: number[] }[]} graph the recorded operations
 * @property {Optimiser} optimiser
 * @property {string[][]} [cellLabels] words row by row, where columns mean another thing in each row
 * @property {Record<string, number>} [counts] numbers of parameters of models side by side
 * @property {number} [train] training examples
 * @property {number} [heldOut] examples that are never trained on
 * @property {number[]} [lengthRanges] bounds of the ranges by which accuracy is told
 * @property {string[]} [sourceWords] the tokens of a source, by their index
 * @property {string[]} [targetWords] the tokens of a target, by their index
 * @property {DataSummary} [data]
 */

/**
 * What turns gradients into steps: Adam as PyTorch computes it, of all parameters together.
 *
 * @typedef {object} Optimiser
 * @property {'adam'} name
 * @property {number} learningRate at the full rate; `batch` tells that of each step
 * @property {number} beta1
 * @property {number} beta2
 * @property {number} epsilon
 * @property {number} clip largest norm of all gradients together, of twins of each model's; 0: not clipped
 * @property {number} l2 λ of a loss λ Σ E² besides, over the embedding of each model; it comes before clipping. 0: none
 */

/**
 * What the model is given at one step. Tokens and masks lie as the model reads them: of recurrent models time comes first,
 * [T, B], but masks of a source are [B, S].
 *
 * - `source`, `before`, `target`: tokens; `before` are those that a decoder has written so far. `values`, `context`, `target`
 *   of experiments without tokens.
 * - `mask`, `source mask`, `target mask`: 1 where there is a token, 0 for padding; `weight`: 1 where a target token counts.
 * - `share`: the probability of teacher forcing, if it is below 1. Which tokens a model takes of its own depends on its
 *   weights, so they are not told.
 * - `dropout/n`, `dropout mask/n`: what `manifest.graph[n]` multiplies with: 0 or 1 / (1 − rate).
 * - `truth`: the true attention of each example, as `attention` tells it of others: [B, columns], of pairs [B, T, S].
 *
 * @typedef {object} Batch
 * @property {number} step
 * @property {number} learningRate of this step
 * @property {Int32Array} examples numbers of the training examples in the order of the batch [B]; those of pairs are counted by
 *   themselves, the others as `predict` counts them
 * @property {Record<string, BatchTensor>} tensors
 */

/**
 * @typedef {object} BatchTensor
 * @property {number[]} shape
 * @property {Float32Array | Int32Array | Float64Array} data row by row; Int32Array: tokens or contexts
 * @property {string[]} [words] the same tokens in words
 */

/**
 * Every effective value, defaults filled in by the core.
 *
 * @typedef {object} EffectiveConfiguration
 * @property {string} experiment
 * @property {number} seed
 * @property {Record<string, Value>} parameters
 */

/**
 * What a probe saw.
 *
 * @typedef {object} Snapshot
 * @property {number} step steps done so far
 * @property {number} loss training loss, averaged over recent steps by the core; NaN before any step
 * @property {Record<string, number>} metrics
 */

/**
 * @typedef {object} AttentionMap
 * @property {string} name
 * @property {number[]} shape
 * @property {Float32Array} weights
 * @property {Float32Array} scores
 * @property {Float32Array} [truth]
 * @property {string[]} rowLabels
 * @property {string[]} columnLabels
 */

/**
 * @typedef {object} Prediction
 * @property {number | number[]} output
 * @property {number | number[]} [target] the right answer, where the task knows it
 * @property {number | number[]} [rival] what the other of two models answers
 * @property {AttentionMap} attention
 * @property {AttentionMap} [rivalAttention]
 * @property {string[]} [unknown] words that the models do not know
 * @property {number} [cut] words that they did not read
 * @property {string} [text] the output in words
 * @property {string} [targetText] the right answer in words
 * @property {{ token: string, probability: number }[][]} [candidates] of each output token the most probable ones
 * @property {{ name: string, formula: string, values: Float32Array }[]} steps the computation, line by line
 */

/** @typedef {{ loss: number, metrics: Record<string, number> }} Evaluation */

/**
 * One test of whether a map explains an answer.
 * @typedef {object} Explanation
 * @property {string} test
 * @property {readonly string[]} columnLabels
 * @property {readonly number[]} weights as learned
 * @property {Said} answer to the input as it is
 * @property {readonly number[]} [changes] of the answer: in each random order, or with each input left out
 * @property {number} [median] of the changes
 * @property {number} [agreement] of changes and weights, Kendall's τ-b
 * @property {readonly number[]} [found] other weights
 * @property {number} [change] of the answer with them
 * @property {number} [allowed] the largest change that the search accepts
 * @property {number} [distance] of both maps, Jensen-Shannon in bits
 * @property {Said} [answerAfter] the answer with the other weights
 */

/** @typedef {{ label: string, probability: number }} Said */

/**
 * How good a map is; of several heads that with the most weight on the truth counts.
 * @typedef {object} MapScore
 * @property {Float32Array} weights each row divided by its sum
 * @property {number} map its index, of several
 * @property {number} alignmentAccuracy share of rows whose largest weight is at the truth
 * @property {number} massOnTruth mean share of a row's weight that is at the truth
 * @property {number} divergence from the truth, Kullback-Leibler in nats, mean of the rows
 */

/**
 * A drawn map and the model's own, judged alike.
 * @typedef {object} Comparison
 * @property {AttentionMap} attention of the model
 * @property {MapScore} drawn
 * @property {MapScore} learned
 */

/**
 * The module broke while running (it trapped or ran out of memory for good): this instance is lost.
 * Never reaches the caller; the host replaces the instance.
 */
export class CoreCrash extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super(`The module stopped working: ${messageOf(cause)}`);
    this.name = 'CoreCrash';
    this.cause = cause;
  }
}

export class CoreSession {
  #core;
  #raw;
  /** @type {Manifest} */
  #manifest;

  /**
   * @param {Core} core
   * @param {string} configuration configuration text
   * @param {Uint8Array | null} [data] the user's own; copied
   * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE, OUT_OF_MEMORY
   */
  constructor(core, configuration, data = null) {
    this.#core = core;
    if (data) this.#call(() => core.reserve(data.length)?.set(data));
    this.#raw = /** @type {RawSession} */ (
      this.#call(() => core.Session.create(configuration, data !== null))
    );
    this.#manifest = this.#json(() => this.#raw.manifest());
  }

  /** @returns {Manifest} */
  get manifest() {
    return this.#manifest;
  }

  /** @returns {number} */
  get step() {
    return this.#call(() => this.#raw.step());
  }

  /** @returns {EffectiveConfiguration} */
  configuration() {
    return this.#json(() => this.#raw.configuration());
  }

  /**
   * Runs `count` steps.
   *
   * @param {number} count
   * @throws {AttentoscopeError} NOT_FINITE; the steps before the bad one are done
   */
  train(count) {
    this.#call(() => this.#raw.train(count));
  }

  /**
   * Changes a live parameter.
   *
   * @param {string} name
   * @param {string} text
   */
  set(name, text) {
    this.#call(() => this.#raw.set(name, text));
    this.#manifest = this.#json(() => this.#raw.manifest());
  }

  /** @returns {Snapshot} */
  snapshot() {
    this.#call(() => this.#raw.probe());
    const [step, loss, ...metrics] = this.#call(() => this.#raw.scalars().slice());
    const names = this.#manifest.scalars.slice(2);
    return { step, loss, metrics: Object.fromEntries(names.map((name, i) => [name, metrics[i]])) };
  }

  /** Bytes that `copyFrame` needs. @returns {number} */
  get frameBytes() {
    return this.#call(() => this.#raw.frame().byteLength);
  }

  /**
   * Copies the frame block as the last snapshot left it.
   *
   * @param {ArrayBuffer} buffer of `frameBytes` bytes
   */
  copyFrame(buffer) {
    this.#call(() => new Float32Array(buffer).set(this.#raw.frame()));
  }

  /** @returns {Evaluation} */
  evaluate() {
    return numbers(this.#json(() => this.#raw.evaluate()));
  }

  /**
   * @param {string} input
   * @returns {Prediction}
   */
  predict(input) {
    const { attention, rivalAttention, steps, ...rest } = this.#json(() => this.#raw.predict(input));
    return {
      ...numbers(rest),
      attention: attentionMap(attention),
      ...(rivalAttention && { rivalAttention: attentionMap(rivalAttention) }),
      steps: steps.map((/** @type {{ name: string, formula: string, values: JsonNumber[] }} */ step) => ({
        ...step,
        values: floats(step.values),
      })),
    };
  }

  /**
   * @param {string} request
   * @returns {AttentionMap}
   */
  attention(request) {
    return attentionMap(this.#json(() => this.#raw.attention(request)));
  }

  /**
   * @param {string} request
   * @returns {Explanation}
   */
  explain(request) {
    return this.#json(() => this.#raw.explain(request));
  }

  /**
   * Scores a drawn map and, by the same lines, the model's.
   *
   * @param {{ request: string, weights: Float32Array }} argument
   * @returns {Comparison}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  score({ request, weights }) {
    const attention = this.attention(request);
    const columns = attention.shape.at(-1) ?? 0;
    const truth = attention.truth ?? new Float32Array();
    /** @param {Float32Array} map @returns {MapScore} */
    const scoreOf = (map) => {
      const both = new Float32Array(truth.length + map.length);
      both.set(truth);
      both.set(map, truth.length);
      this.#receive(new Uint8Array(both.buffer));
      const scored = this.#json(() => this.#raw.score(truth.length, columns));
      return { ...numbers(scored), weights: floats(scored.weights) };
    };
    return { attention, drawn: scoreOf(weights), learned: scoreOf(attention.weights) };
  }

  /**
   * @param {number} step
   * @returns {Batch}
   */
  batch(step) {
    this.#call(() => this.#raw.batch(step));
    const bytes = this.#call(() => new Uint8Array(this.#raw.bytes()));
    /** @type {Record<string, BatchTensor>} */
    const { learningRate, examples, ...tensors } = decodeTensors(bytes);
    const { sourceWords, targetWords } = this.#manifest;
    for (const [name, tensor] of Object.entries(tensors)) {
      const words = name === 'source' ? sourceWords : targetWords;
      if (words && tensor.data instanceof Int32Array)
        tensor.words = Array.from(tensor.data, (token) => words[token]);
    }
    return {
      step,
      learningRate: learningRate.data[0],
      examples: /** @type {Int32Array} */ (examples.data),
      tensors,
    };
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  saveWeights() {
    this.#call(() => this.#raw.saveWeights());
    return this.#call(() => new Uint8Array(this.#raw.bytes()));
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  checkpoint() {
    this.#call(() => this.#raw.checkpoint());
    return this.#call(() => new Uint8Array(this.#raw.bytes()));
  }

  /**
   * @param {Uint8Array} bytes
   * @throws {AttentoscopeError} BAD_FILE; nothing changed
   */
  loadWeights(bytes) {
    this.#receive(bytes);
    this.#call(() => this.#raw.loadWeights());
  }

  /**
   * @param {Uint8Array} bytes
   * @throws {AttentoscopeError} BAD_FILE; nothing changed
   */
  restore(bytes) {
    this.#receive(bytes);
    this.#call(() => this.#raw.restore());
    this.#manifest = this.#json(() => this.#raw.manifest());
  }

  /** @returns {string} */
  fingerprint() {
    return this.#call(() => this.#raw.fingerprint());
  }

  dispose() {
    this.#call(() => this.#raw.delete());
  }

  /** @param {Uint8Array} bytes */
  #receive(bytes) {
    this.#call(() => this.#raw.reserve(bytes.length)?.set(bytes));
  }

  /**
   * @template T
   * @param {() => T} run
   * @returns {T}
   */
  #call(run) {
    let result;
    let error;
    try {
      result = run();
      error = takeError(this.#core);
    } catch (thrown) {
      throw new CoreCrash(thrown);
    }
    if (error) throw error;
    return result;
  }

  /**
   * @param {() => string} run
   */
  #json(run) {
    return JSON.parse(this.#call(run));
  }
}

/** In the core's JSON a number that is not finite is null. @typedef {number | null} JsonNumber */

/**
 * @param {JsonNumber[]} values
 * @returns {Float32Array<ArrayBuffer>}
 */
function floats(values) {
  return Float32Array.from(values, (value) => value ?? Number.NaN);
}

/**
 * Puts NaN back where JSON had to say null.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
function numbers(value) {
  if (value === null) return /** @type {T} */ (Number.NaN);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return /** @type {T} */ (value.map(numbers));
  return /** @type {T} */ (
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, numbers(item)]))
  );
}

/**
 * @param {{ name: string, shape: number[], weights: JsonNumber[], scores: JsonNumber[], truth?: JsonNumber[] | null,
 *   rowLabels: string[], columnLabels: string[] }} map
 * @returns {AttentionMap}
 */
function attentionMap({ truth, ...map }) {
  const result = { ...map, weights: floats(map.weights), scores: floats(map.scores) };
  return truth ? { ...result, truth: floats(truth) } : result;
}
