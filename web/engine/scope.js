/**
 * The public interface of one run: a model that learns one experiment, in a worker or in the caller's thread.
 * The file is long because it documents every public method.
 */

import * as check from './arguments.js';
import { findByName } from './configuration.js';
import { createCounterfactual, measureObedience } from './counterfactual.js';
import { createCancelledError, parseError } from './error-serialization.js';
import { AttentoscopeError } from './errors.js';
import { FrameGate } from './frame-gate.js';
import { writeLink } from './permalink.js';
import { registry } from './registry.js';
import * as requests from './requests.js';
import { ServerSupervisor } from './supervisor.js';
import { computeThreadCount } from './worker-pool.js';

/** @import { AttentionMap, Batch, Challenge, Comparison, Counterfactual, EffectiveConfiguration, Evaluation, Explanation, Manifest, Obedience, Prediction, PredictInput, RowDistances } from './shapes.js' */
/** @import { Description, FrameMessage, PauseReason, PausedMessage, TrainResult } from './protocol.js' */
/** @import { CounterfactualRow } from './counterfactual.js' */
/** @import { ValueLike } from './schema.js' */
/** @import { PythonTraining } from './pytorch.js' */
/** @import { Boot } from './worker-host.js' */

/**
 * What a run is created from.
 *
 * @typedef {object} RunOptions
 * @property {import('./schema.js').Configuration} configuration valid, without defaults
 * @property {Uint8Array | null} data own data; the scope takes ownership
 * @property {boolean} fast whether to use the fast variant of the module
 * @property {import('./worker-pool.js').Threads} threads
 * @property {readonly string[]} notices
 */

/**
 * Detail of a `progress` event.
 *
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} loss training loss, averaged over recent steps; NaN before any step
 * @property {Record<string, number>} metrics
 * @property {Record<string, Float32Array>} attention every array of `manifest.tensors` by name; the listener owns the arrays
 * @property {number} stepsPerSecond 0 while paused
 * @property {number} fullSpeed steps per second, counting only the time spent in steps; 0 before the first step
 */

/**
 * Details of the events of a scope, by event type.
 *
 * @typedef {object} ScopeEvents
 * @property {Progress} progress at most one per display frame, and one after every change of the run by a call
 * @property {{ step: number, reason: PauseReason }} pause a free run ended
 * @property {{ error: AttentoscopeError }} error a free run failed, or the scope cannot continue
 * @property {{ step: number, reason: string }} recovered a crashed worker was replaced, and the run continues
 * @property {{ message: string }} notice something works differently than requested
 * @property {{ request: Record<string, ValueLike>, explanation: Explanation }} explanation a test of `explain` has ended
 */

/**
 * @template {string} Type
 * @typedef {Type extends keyof ScopeEvents ? CustomEvent<ScopeEvents[Type]> : Event} ScopeEvent
 */
/**
 * @template {string} Type
 * @typedef {((event: ScopeEvent<Type>) => void) | EventListenerObject | null} ScopeListener
 */

/**
 * One run, created by `createScope`. Calls are answered in the order in which they are made; a rejected call changes nothing.
 * Its events are {@link ScopeEvents}.
 */
export class Scope extends EventTarget {
  #supervisor;
  #gate;
  #experiment;
  #fast;
  /** The requested configuration, without defaults. */
  #configuration;
  /** @type {EffectiveConfiguration} */
  #effective;
  /** @type {Manifest} */
  #manifest;
  #notices;
  #speed = Number.POSITIVE_INFINITY;
  /** Id of the latest free run, and whether it is running. */
  #runId = 0;
  #isRunning = false;
  #isDisposed = false;

  /**
   * @param {RunOptions} options
   * @param {Boot} boot
   * @param {{ pingIntervalMs?: number }} timing
   * @param {AbortSignal} [signal]
   * @returns {Promise<Scope>}
   */
  static async open(options, boot, timing, signal) {
    if (signal?.aborted) throw createCancelledError();
    const scope = new Scope(options, boot, timing);
    const abort = () => scope.dispose();
    signal?.addEventListener('abort', abort);
    try {
      scope.#setDescription(await scope.#supervisor.start());
    } catch (error) {
      scope.dispose();
      throw signal?.aborted ? createCancelledError() : error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    // Listeners can only be added once the caller has the scope.
    for (const message of options.notices) setTimeout(() => scope.#emit('notice', { message }));
    return scope;
  }

  /**
   * @param {RunOptions} options
   * @param {Boot} boot
   * @param {{ pingIntervalMs?: number }} timing
   * @private
   */
  constructor({ configuration, data, fast, threads, notices }, boot, timing) {
    super();
    this.#configuration = configuration;
    this.#experiment = findByName('experiment', registry.experiments, configuration.experiment);
    this.#fast = fast;
    this.#notices = Object.freeze([...notices]);
    /** @type {FrameGate<FrameMessage>} */
    this.#gate = new FrameGate(
      (frame) => this.#emitProgress(frame),
      () => this.#supervisor.release(),
    );
    this.#supervisor = new ServerSupervisor(
      boot,
      {
        core: fast ? `${this.#experiment.module}-fast` : this.#experiment.module,
        configuration: () => this.#configuration,
        data,
        onFrame: (frame) => this.#gate.push(frame),
        onPaused: (message) => this.#handlePause(message),
        onRecovered: (step, reason) => this.#emit('recovered', { step, reason }),
        onFailed: (error) => this.#handleFailure(error),
        computeThreads: (scopes) => computeThreadCount(threads, this.#manifest, scopes),
      },
      timing,
    );
    // `open` sets both before it returns the scope.
    this.#effective = { ...configuration };
    this.#manifest = /** @type {Manifest} */ ({});
  }

  /**
   * @override
   * @template {string} Type
   * @param {Type} type
   * @param {ScopeListener<Type>} listener
   * @param {AddEventListenerOptions | boolean} [options]
   */
  addEventListener(type, listener, options) {
    super.addEventListener(type, /** @type {EventListener} */ (listener), options);
  }

  /**
   * @override
   * @template {string} Type
   * @param {Type} type
   * @param {ScopeListener<Type>} listener
   * @param {EventListenerOptions | boolean} [options]
   */
  removeEventListener(type, listener, options) {
    super.removeEventListener(type, /** @type {EventListener} */ (listener), options);
  }

  /** Every effective value: experiment, seed, parameters. @returns {Readonly<EffectiveConfiguration>} */
  get configuration() {
    return this.#effective;
  }

  /** Names, shapes and labels of the data of progress events. @returns {Readonly<Manifest>} */
  get manifest() {
    return this.#manifest;
  }

  /** Steps done so far, as last reported. @returns {number} */
  get step() {
    return this.#supervisor.step;
  }

  /** Whether a free run is running. @returns {boolean} */
  get running() {
    return this.#isRunning;
  }

  /** Whether training runs in a worker. @returns {boolean} */
  get worker() {
    return this.#supervisor.isIsolated;
  }

  /**
   * How many workers share each step now. Results do not depend on it. Further workers start with training, if that is faster.
   *
   * @returns {number}
   */
  get threads() {
    return this.#supervisor.threads;
  }

  /** Whether multiply-adds are fused, so that other machines may compute other numbers. @returns {boolean} */
  get fast() {
    return this.#fast;
  }

  /** Messages about what works differently than requested, including that a fast run is not reproducible. @returns {readonly string[]} */
  get notices() {
    return this.#notices;
  }

  /** Steps per second of a free run, 0.1 to Infinity. @returns {number} */
  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.#assertOpen();
    this.#speed = check.readSpeed(speed);
    this.#supervisor.setSpeed(this.#speed);
  }

  /**
   * Trains a number of steps at full speed. A pause ends it early; `steps` of the result is the number of steps done.
   *
   * @param {{ steps: number, signal?: AbortSignal }} options
   * @returns {Promise<TrainResult>}
   * @throws {AttentoscopeError} BAD_PARAMETER, BAD_STATE during a free run, NOT_FINITE, CANCELLED by the signal
   */
  async train(options) {
    const { steps, signal } = check.readTrainOptions(options);
    return this.#supervisor.call('train', { steps }, signal);
  }

  /**
   * Starts a free run, or changes speed and end of the current one. Resolves once it is running.
   *
   * @param {{ speed?: number, until?: number }} [options] steps per second; step at which it pauses by itself
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_PARAMETER
   */
  async run(options = {}) {
    const { speed, until } = check.readRunOptions(options, this.#speed);
    this.#speed = speed;
    this.#runId += 1;
    this.#isRunning = true;
    const run = this.#runId;
    try {
      await this.#supervisor.call('run', { run, speed, until });
    } catch (error) {
      if (run === this.#runId) this.#isRunning = false;
      throw error;
    }
  }

  /**
   * Ends a free run and all pending `train` calls.
   *
   * @returns {Promise<{ step: number }>}
   */
  async pause() {
    this.#isRunning = false;
    await this.#supervisor.call('pause', null);
    return { step: this.step };
  }

  /**
   * Changes a parameter that may change during a run (`restart: false` in its schema).
   *
   * @param {string} name
   * @param {ValueLike} value
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_PARAMETER
   */
  async set(name, value) {
    const clean = check.readLiveParameter(this.#experiment, this.#effective.parameters, name, value);
    const described = await this.#supervisor.call('set', { [name]: clean });
    const { parameters, ...rest } = this.#configuration;
    this.#configuration = { ...rest, parameters: { ...parameters, [name]: clean } };
    this.#setDescription(described);
  }

  /**
   * Loss and metrics on held-out data.
   *
   * @returns {Promise<Evaluation>}
   */
  async evaluate() {
    return this.#supervisor.call('evaluate', null);
  }

  /**
   * Predicts one input; the result has the attention and each step of the computation.
   *
   * Held weights replace the model's weights right after softmax, and everything after them is computed again.
   *
   * @param {Record<string, ValueLike> | PredictInput} input `{ example: n }`, or a value for each of the experiment's `inputs`;
   *   `attention` sets rows of weights, `without` hides source positions from all rows, `prefix: 'true'` predicts each token
   *   after the correct preceding tokens
   * @returns {Promise<Prediction>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async predict(input) {
    const argument = requests.readPredictInput(this.#experiment, this.#effective.parameters, input);
    const answer = await this.#supervisor.call('predict', argument);
    if (input['attention']) answer.attention.held = requests.listHeldRows(input, answer.attention.name);
    return answer;
  }

  /**
   * The current attention: the whole map, or the rows of one example.
   *
   * @param {{ example?: number, map?: string }} [options] `map`: one of the experiment's `maps`, default the first
   * @returns {Promise<AttentionMap>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async attention(options = {}) {
    return this.#supervisor.call('attention', check.readAttentionRequest(this.#experiment, options));
  }

  /**
   * Tests whether the map explains the prediction: by permuted or uniform weights, by leaving out each input, or by a search
   * for other weights with nearly the same prediction. The model does not change.
   *
   * @param {Record<string, ValueLike>} request `test`: 'permute', 'uniform', 'leave-out' or 'search'; an input as
   *   `predict` takes it; `map` and `row` choose among several rows of weights
   * @returns {Promise<Explanation>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async explain(request) {
    const { parameters } = this.#effective;
    const required = [requests.explanationTestSchema];
    const argument = requests.readRowRequest(this.#experiment, parameters, request, required);
    const explanation = await this.#supervisor.call('explain', argument);
    this.#emit('explanation', { request, explanation });
    return explanation;
  }

  /**
   * What the model would answer if a row of the map, or each of them, gave all its weight to each position in turn. The model
   * does not change.
   *
   * @param {Record<string, ValueLike>} request an input as `predict` takes it; `row`, default all; `map`; `layer` and `head`, default
   *   all of them together; `prefix`: whether each token is predicted after the 'true' ones (the default for an example) or
   *   the model's 'own'
   * @returns {Promise<Counterfactual>}
   * @throws {AttentoscopeError} BAD_INPUT, also if the model has no attention
   */
  async counterfactual(request) {
    const argument = requests.readRowRequest(this.#experiment, this.#effective.parameters, request);
    return createCounterfactual(await this.#supervisor.call('counterfactual', argument), this.step);
  }

  /**
   * Finds a sentence that the model outputs only if one to three rows of its attention are held, each on one position: a
   * target for a game. The model, the seed of the run, the example and the number determine the sentence.
   *
   * @param {Record<string, ValueLike>} request an input as `predict` takes it, and `number`, from 0 to 999
   * @returns {Promise<Challenge>}
   * @throws {AttentoscopeError} BAD_INPUT; BAD_STATE if the outputs do not follow the attention
   */
  async challenge(request) {
    const argument = requests.readChallengeRequest(this.#experiment, this.#effective.parameters, request);
    return this.#supervisor.call('challenge', argument);
  }

  /**
   * Measures whether outputs follow the attention: in held-out examples, each row is held on each position that has an aligned
   * word, and the output is compared with that word.
   *
   * @param {{ examples?: number, map?: string, layer?: number, head?: number }} [options] `examples`: how many, default 64 or
   *   as many as there are; the others as in `counterfactual`
   * @returns {Promise<Obedience>}
   * @throws {AttentoscopeError} BAD_INPUT, also if no position has an aligned word
   */
  async obedience(options = {}) {
    const { heldOut } = this.#manifest;
    const { examples, request } = requests.readObedienceOptions(this.#experiment, options, heldOut);
    /** @type {CounterfactualRow[]} */
    const rows = [];
    for (let example = 0; example < examples; ++example) {
      const argument = { ...request, example, onlyExpected: true };
      rows.push(...(await this.#supervisor.call('counterfactual', argument)));
    }
    return { ...measureObedience(rows), examples };
  }

  /**
   * Scores a map of your own and the model's map with the same code: whether the largest weight of a row is at the truth, the
   * share of the weight at the truth, and the divergence from the truth. Rows without weight are left out in both maps.
   *
   * @param {{ weights: ArrayLike<number>, example?: number, map?: string }} request `weights`: nonnegative numbers row by row,
   *   in the shape of the map that `attention` returns; each row is divided by its sum
   * @returns {Promise<Comparison>}
   * @throws {AttentoscopeError} BAD_INPUT, also if the truth is not known
   */
  async score(request) {
    const argument = check.readScoreRequest(this.#experiment, this.#countLargest(), request);
    return this.#supervisor.call('score', argument);
  }

  /**
   * Compares two maps row by row: the Jensen-Shannon distance (base 2) of the rows, each divided by its sum. 0: the same, 1: no
   * position in common.
   *
   * @param {{ first: ArrayLike<number>, second: ArrayLike<number>, columns: number }} maps of the same size, row by row
   * @returns {Promise<RowDistances>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async compareRows(maps) {
    return this.#supervisor.call('compareRows', check.readTwoMaps(this.#countLargest(), maps));
  }

  /**
   * The batch of a training step, past or future, as the seed, the current parameters and the data determine it. The call
   * does not change the run. With the weights of step 0 and `manifest.optimizer` a run can be repeated elsewhere.
   *
   * @param {number} step 0 is the first
   * @returns {Promise<Batch>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async batch(step) {
    return this.#supervisor.call('batch', check.readBatchStep(step));
  }

  /**
   * The weights as a safetensors file; `manifest.parameters` names its tensors.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async saveWeights() {
    return this.#supervisor.call('saveWeights', null);
  }

  /**
   * The same model as a Python file for PyTorch. With the file of `saveWeights` of the same step, the Python file repeats some
   * current predictions and prints the largest differences.
   *
   * With `training` the result also holds the batches of the next steps: together the files continue this run in PyTorch,
   * in one process or in several.
   *
   * @overload
   * @param {{ training?: false }} [options]
   * @returns {Promise<string>}
   * @overload
   * @param {{ training: true, steps?: number }} options steps: 1 to 1000, default 50
   * @returns {Promise<PythonTraining>}
   * @param {{ training?: boolean, steps?: number }} [options]
   * @returns {Promise<string | PythonTraining>}
   * @throws {AttentoscopeError} BAD_STATE during a free run, and with `training` where the loss has other terms than the
   *   prediction error: with hard attention, teacher forcing below 1 or doubly stochastic attention; BAD_PARAMETER
   */
  async pytorch(options) {
    const { training, steps } = check.readPytorchOptions(options);
    const { createPythonFile, createPythonTraining } = await import('./pytorch.js');
    if (!training) return createPythonFile(this, this.#experiment);
    const readBatches = (/** @type {number} */ count) => this.#supervisor.call('training', count);
    return createPythonTraining(this, this.#experiment, readBatches, steps);
  }

  /**
   * @param {Uint8Array | ArrayBuffer} bytes a safetensors file
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_FILE; then nothing has changed
   */
  async loadWeights(bytes) {
    await this.#supervisor.call('loadWeights', check.copyFileBytes(bytes));
  }

  /**
   * Everything that is needed to continue exactly, except own data: weights, optimizer, counters, configuration.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async checkpoint() {
    return this.#supervisor.call('checkpoint', null);
  }

  /**
   * The last automatic checkpoint, available even if the worker cannot be recovered: another scope with the same configuration
   * and data can restore it. Null before the first checkpoint.
   *
   * @returns {Uint8Array<ArrayBuffer> | null}
   */
  get lastCheckpoint() {
    return this.#supervisor.checkpoint?.bytes.slice() ?? null;
  }

  /**
   * Restores a checkpoint; training then continues as if it had never stopped.
   *
   * @param {Uint8Array | ArrayBuffer} checkpoint of the same experiment, model size and own data
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_FILE; then nothing has changed
   */
  async restore(checkpoint) {
    const described = await this.#supervisor.call('restore', check.copyFileBytes(checkpoint));
    const { experiment, seed, parameters } = described.configuration;
    this.#configuration = { experiment, seed, parameters: { ...parameters } };
    this.#setDescription(described);
  }

  /**
   * Restarts at step 0 with the current parameters, the same seed and the same data; a free run ends.
   *
   * @returns {Promise<void>}
   */
  async reset() {
    this.#setDescription(await this.#supervisor.call('reset', { configuration: this.#configuration }));
  }

  /**
   * A hash of all weights as 16 hexadecimal digits: equal digits mean equal weights.
   *
   * @returns {Promise<string>}
   */
  async fingerprint() {
    return this.#supervisor.call('fingerprint', null);
  }

  /**
   * The permalink of this configuration: the fragment of a URL, without `#`. Own data are not part of it.
   *
   * @returns {string}
   */
  link() {
    this.#assertOpen();
    return writeLink(this.#configuration);
  }

  /** Ends the run and frees everything. Pending and later calls are rejected with DISPOSED. */
  dispose() {
    this.#isDisposed = true;
    this.#isRunning = false;
    this.#gate.close();
    this.#supervisor.dispose();
  }

  /** @throws {AttentoscopeError} DISPOSED */
  #assertOpen() {
    if (this.#isDisposed) throw new AttentoscopeError('DISPOSED', { message: 'The scope was disposed.' });
  }

  /** @returns {number} number of elements of the largest tensor of a frame */
  #countLargest() {
    return Math.max(...this.#manifest.tensors.map(({ shape }) => countElements(shape)));
  }

  /** @param {Description} described */
  #setDescription({ configuration, manifest }) {
    this.#effective = configuration;
    this.#manifest = manifest;
  }

  /** @param {FrameMessage} frame */
  #emitProgress({ snapshot, speeds, tensors }) {
    const attention = this.#manifest.tensors.map(({ name, offset, shape }) => [
      name,
      tensors.subarray(offset, offset + countElements(shape)),
    ]);
    this.#emit('progress', { ...snapshot, attention: Object.fromEntries(attention), ...speeds });
  }

  /** @param {PausedMessage} message */
  #handlePause({ run, step, reason, error }) {
    if (run === this.#runId) this.#isRunning = false;
    if (error) this.#emit('error', { error: parseError(error) });
    this.#emit('pause', { step, reason });
  }

  /** @param {AttentoscopeError} error */
  #handleFailure(error) {
    const { running } = this;
    this.#isRunning = false;
    this.#emit('error', { error });
    if (running) this.#emit('pause', { step: this.step, reason: 'error' });
  }

  /**
   * @template {keyof ScopeEvents} Type
   * @param {Type} type
   * @param {ScopeEvents[Type]} detail
   */
  #emit(type, detail) {
    if (!this.#isDisposed) this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** @param {readonly number[]} shape @returns {number} */
const countElements = (shape) => shape.reduce((product, extent) => product * extent, 1);
