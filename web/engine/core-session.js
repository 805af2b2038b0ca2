/**
 * Wraps the session of a WebAssembly module; nothing else calls the module's session functions. The class checks for an error
 * after every call, copies every view before another call can move the module's memory, and writes and parses JSON.
 */

import { takeError } from './core-loader.js';
import { readMessage } from './errors.js';
import { joinMaps, readRowDistances } from './row-distances.js';
import { decodeTensors } from './tensors.js';

/** @import { Core } from './core.js' */
/** @import { AttentoscopeError } from './errors.js' */
/** @import { CounterfactualRow } from './counterfactual.js' */
/** @import { Configuration, Value } from './schema.js' */
/** @import { AttentionMap, Batch, BatchTensor, Challenge, Comparison, EffectiveConfiguration, Evaluation, Explanation, Manifest, MapScore, Prediction, RowDistances, Snapshot, ComputationStep, TokenDetails } from './shapes.js' */

/**
 * The module has trapped or irrecoverably run out of memory: this instance is lost.
 * Never thrown to users of the library; the host replaces the instance.
 */
export class CoreCrashError extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super(`The module stopped working: ${readMessage(cause)}`);
    this.name = 'CoreCrashError';
    this.cause = cause;
  }
}

export class CoreSession {
  #raw;
  /** @type {Manifest} */
  #manifest;

  /**
   * @param {Core} core its current session is replaced
   * @param {Configuration} configuration
   * @param {Uint8Array | null} data the user's own data; copied
   * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE, OUT_OF_MEMORY
   */
  constructor(core, configuration, data) {
    this.#raw = core;
    if (data) this.#writeBytes(data);
    this.#call(() => core.create(JSON.stringify(configuration), data !== null));
    this.#manifest = this.#callJson(() => this.#raw.manifest());
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
    return this.#callJson(() => this.#raw.configuration());
  }

  /**
   * Runs `count` steps.
   *
   * @param {number} count
   * @throws {AttentoscopeError} NOT_FINITE; the steps before the failed one are done
   */
  train(count) {
    this.#call(() => this.#raw.train(count));
  }

  /** Number of micro-batches of a batch. @returns {number} */
  get microBatchCount() {
    return this.#manifest.microBatches;
  }

  /** Computes losses and gradients of some micro-batches of the next batch. @param {readonly [first: number, end: number]} parts */
  compute([first, end]) {
    this.#call(() => this.#raw.compute(first, end));
  }

  /**
   * Copies the gradient sums of `compute`, so that they can be sent to another session.
   *
   * @param {readonly [first: number, end: number]} parts
   * @param {Float32Array<ArrayBuffer>} [buffer] a buffer to reuse, if it has the right length
   * @returns {Float32Array<ArrayBuffer>}
   */
  sum([first, end], buffer) {
    const sum = /** @type {Float32Array} */ (this.#call(() => this.#raw.sum(first, end)));
    if (buffer?.length !== sum.length) return new Float32Array(sum);
    buffer.set(sum);
    return buffer;
  }

  /** Stores the gradient sums that another session has computed. @param {readonly [first: number, end: number]} parts @param {Float32Array} sum */
  setSum([first, end], sum) {
    this.#call(() => this.#raw.sum(first, end)?.set(sum));
  }

  /**
   * Updates the weights; the gradient sums of all micro-batches must be there.
   *
   * @throws {AttentoscopeError} NOT_FINITE; the step is not taken
   */
  finishStep() {
    this.#call(() => this.#raw.finishStep());
  }

  /**
   * Changes live parameters.
   *
   * @param {Record<string, Value>} parameters
   */
  set(parameters) {
    this.#call(() => this.#raw.set(JSON.stringify(parameters)));
    this.#manifest = this.#callJson(() => this.#raw.manifest());
  }

  /** @returns {Snapshot} */
  snapshot() {
    this.#call(() => this.#raw.probe());
    const [step, loss, ...metrics] = this.#call(() => this.#raw.scalars().slice());
    const names = this.#manifest.scalars.slice(2);
    return { step, loss, metrics: Object.fromEntries(names.map((name, i) => [name, metrics[i]])) };
  }

  /** A copy of the frame block (all tensors that views show) of the last snapshot. @returns {Float32Array<ArrayBuffer>} */
  copyFrame() {
    return this.#call(() => new Float32Array(this.#raw.frame()));
  }

  /** @returns {Evaluation} */
  evaluate() {
    return restoreNaN(this.#callJson(() => this.#raw.evaluate()));
  }

  /**
   * @param {Record<string, Value>} input
   * @returns {Prediction}
   */
  predict(input) {
    const [{ attention, baselineAttention, steps, ...rest }, readNumbers] = this.#callWithNumbers(() =>
      this.#raw.predict(JSON.stringify(input)),
    );
    return {
      ...restoreNaN(rest),
      step: this.step,
      attention: createAttentionMap(attention, readNumbers),
      ...(baselineAttention && { baselineAttention: createAttentionMap(baselineAttention, readNumbers) }),
      steps: steps.map((/** @type {Omit<ComputationStep, 'values'> & { values: NumberRange }} */ step) => ({
        ...step,
        values: readNumbers(step.values),
      })),
    };
  }

  /**
   * @param {Record<string, Value>} request
   * @returns {AttentionMap}
   */
  attention(request) {
    return createAttentionMap(...this.#callWithNumbers(() => this.#raw.attention(JSON.stringify(request))));
  }

  /** @param {Record<string, Value>} request @returns {Explanation} */
  explain(request) {
    return { ...this.#callJson(() => this.#raw.explain(JSON.stringify(request))), step: this.step };
  }

  /** @param {Record<string, Value>} request @returns {CounterfactualRow[]} */
  counterfactual(request) {
    return this.#callJson(() => this.#raw.counterfactual(JSON.stringify(request)));
  }

  /** @param {Record<string, Value>} input @returns {Challenge} */
  challenge(input) {
    return this.#callJson(() => this.#raw.challenge(JSON.stringify(input)));
  }

  /**
   * Scores a drawn map and the model's map with the same code, over the same rows.
   *
   * @param {{ request: Record<string, Value>, weights: Float32Array }} argument
   * @returns {Comparison}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  score({ request, weights }) {
    const attention = this.attention(request);
    const columns = attention.shape.at(-1) ?? 0;
    const truth = attention.truth ?? new Float32Array();
    const all = [truth, weights, attention.weights].flatMap((map) => Array.from(map));
    this.#writeBytes(new Uint8Array(Float32Array.from(all).buffer));
    const [{ drawn, learned }, readNumbers] = this.#callWithNumbers(() =>
      this.#raw.score(truth.length, weights.length, columns),
    );
    /** @param {Omit<MapScore, 'weights'> & { weights: NumberRange }} score @returns {MapScore} */
    const read = (score) => ({ ...restoreNaN(score), weights: readNumbers(score.weights) });
    return { attention, drawn: read(drawn), learned: read(learned) };
  }

  /** @param {{ first: Float32Array, second: Float32Array, columns: number }} maps @returns {RowDistances} */
  compareRows({ first, second, columns }) {
    this.#writeBytes(joinMaps(first, second));
    return readRowDistances(this.#callBytes(() => this.#raw.compareRows(columns)));
  }

  /**
   * @param {number} step
   * @returns {Batch}
   */
  batch(step) {
    const bytes = this.#callBytes(() => this.#raw.batch(step));
    /** @type {Record<string, BatchTensor>} */
    const { learningRate, examples, ...tensors } = decodeTensors(bytes);
    const { sourceWords, targetWords } = /** @type {TokenDetails} */ (this.#manifest.details);
    for (const [name, tensor] of Object.entries(tensors)) {
      const words = name === 'source' || name === 'attribute' ? sourceWords : targetWords;
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

  /** @param {number} steps @returns {Uint8Array<ArrayBuffer>} */
  training(steps) {
    return this.#callBytes(() => this.#raw.training(steps));
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  saveWeights() {
    return this.#callBytes(() => this.#raw.saveWeights());
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  checkpoint() {
    return this.#callBytes(() => this.#raw.checkpoint());
  }

  /**
   * @param {Uint8Array} bytes
   * @throws {AttentoscopeError} BAD_FILE; then nothing has changed
   */
  loadWeights(bytes) {
    this.#writeBytes(bytes);
    this.#call(() => this.#raw.loadWeights());
  }

  /**
   * @param {Uint8Array} bytes
   * @throws {AttentoscopeError} BAD_FILE; then nothing has changed
   */
  restore(bytes) {
    this.#writeBytes(bytes);
    this.#call(() => this.#raw.restore());
    this.#manifest = this.#callJson(() => this.#raw.manifest());
  }

  /** @returns {string} */
  fingerprint() {
    return this.#call(() => this.#raw.fingerprint());
  }

  /** @param {Uint8Array} bytes */
  #writeBytes(bytes) {
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
      error = takeError(this.#raw);
    } catch (thrown) {
      throw new CoreCrashError(thrown);
    }
    if (error) throw error;
    return result;
  }

  /** @param {() => string} run */
  #callJson(run) {
    return JSON.parse(this.#call(run));
  }

  /**
   * @param {() => string} run
   * @returns {[json: any, readNumbers: NumberReader]} the JSON, and a function that copies a range of numbers
   */
  #callWithNumbers(run) {
    const json = this.#callJson(run);
    const numbers = this.#call(() => this.#raw.numbers().slice());
    return [json, (range) => numbers.slice(...range)];
  }

  /** @param {() => void} run @returns {Uint8Array<ArrayBuffer>} a copy of the bytes that `run` has left in the module */
  #callBytes(run) {
    this.#call(run);
    return this.#call(() => new Uint8Array(this.#raw.bytes()));
  }
}

/** A range of `numbers()`, by which a JSON text refers to numbers. @typedef {[begin: number, end: number]} NumberRange */
/** @typedef {(range: NumberRange) => Float32Array<ArrayBuffer>} NumberReader */

/**
 * Replaces each null, with which JSON stands for a number that is not finite, by NaN.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
function restoreNaN(value) {
  if (value === null) return /** @type {T} */ (Number.NaN);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return /** @type {T} */ (value.map(restoreNaN));
  return /** @type {T} */ (
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, restoreNaN(item)]))
  );
}

/**
 * @param {{ name: string, shape: number[], weights: NumberRange, scores: NumberRange, truth?: NumberRange,
 *   rowLabels: string[], columnLabels: string[] }} map
 * @param {NumberReader} read
 * @returns {AttentionMap}
 */
function createAttentionMap({ truth, ...map }, read) {
  const result = { ...map, weights: read(map.weights), scores: read(map.scores) };
  return truth ? { ...result, truth: read(truth) } : result;
}
