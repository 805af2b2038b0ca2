/**
 * The public face of one run: a model that learns one experiment, somewhere out of the way, and tells how.
 * Long because every method of the public interface is documented here.
 */

import * as check from './arguments.js';
import { configurationText, findExperiment } from './configuration.js';
import { AttentoscopeError } from './errors.js';
import { FrameGate } from './frame-gate.js';
import { threadsFor } from './helpers.js';
import { writeLink } from './link.js';
import { registry } from './registry.js';
import { Supervisor } from './supervisor.js';
import { cancelled, errorFromJSON } from './told-errors.js';
import { formatValue } from './value.js';

/** @import { AttentionMap, Batch, Comparison, EffectiveConfiguration, Evaluation, Explanation, Manifest, Prediction } from './shapes.js' */
/** @import { Described, FrameMessage, PauseReason, PausedMessage, Trained } from './protocol.js' */
/** @import { GivenValue } from './schema.js' */
/** @import { PythonTraining } from './pytorch.js' */
/** @import { Boot } from './worker-host.js' */

/**
 * What a run is made with besides its configuration.
 *
 * @typedef {object} Making
 * @property {Uint8Array | null} data the scope's to keep
 * @property {boolean} fast with the fast twin of the module
 * @property {import('./helpers.js').Threads} threads
 */

/**
 * Detail of a `progress` event.
 *
 * @typedef {object} Progress
 * @property {number} step
 * @property {number} loss training loss, averaged over recent steps; NaN before any step
 * @property {Record<string, number>} metrics
 * @property {Record<string, Float32Array>} attention every array of `manifest.tensors` by name, the listener's to keep
 * @property {number} stepsPerSecond 0 while paused
 * @property {number} fullSpeed steps a second that this machine could take, from the time that steps took; 0 before any
 */

/**
 * What the events of a scope carry, by their names.
 *
 * @typedef {object} ScopeEvents
 * @property {Progress} progress at most one per display frame, and one after every change from outside
 * @property {{ step: number, reason: PauseReason }} pause a free run ended
 * @property {{ error: AttentoscopeError }} error a free run hit an error, or the scope cannot go on
 * @property {{ step: number, reason: string }} recovered a broken worker was replaced and the run went on
 * @property {{ message: string }} notice something works, but not as asked for
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
 * One run. Made by `createScope`. Calls are answered in the order they are made; a refused call changes nothing.
 * Its events are {@link ScopeEvents}.
 */
export class Scope extends EventTarget {
  #supervisor;
  #gate;
  #experiment;
  #fast;
  /** What was asked for: defaults left out. */
  #configuration;
  /** @type {EffectiveConfiguration} */
  #effective;
  /** @type {Manifest} */
  #manifest;
  #notices;
  #speed = Number.POSITIVE_INFINITY;
  /** Id of the newest free run, and whether it goes on. */
  #run = 0;
  #running = false;
  #disposed = false;

  /**
   * @param {import('./schema.js').Configuration} configuration
   * @param {Making} making
   * @param {Boot} boot
   * @param {string[]} notices
   * @param {{ beatMs?: number }} timing
   * @param {AbortSignal} [signal]
   * @returns {Promise<Scope>}
   */
  static async open(configuration, making, boot, notices, timing, signal) {
    if (signal?.aborted) throw cancelled();
    const scope = new Scope(configuration, making, boot, notices, timing);
    const abort = () => scope.dispose();
    signal?.addEventListener('abort', abort);
    try {
      scope.#describe(await scope.#supervisor.start());
    } catch (error) {
      throw signal?.aborted ? cancelled() : error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    // Listeners can only be added once the caller has the scope.
    for (const message of notices) setTimeout(() => scope.#emit('notice', { message }));
    return scope;
  }

  /**
   * @param {import('./schema.js').Configuration} configuration
   * @param {Making} making
   * @param {Boot} boot
   * @param {readonly string[]} notices
   * @param {{ beatMs?: number }} timing
   * @private
   */
  constructor(configuration, { data, fast, threads }, boot, notices, timing) {
    super();
    this.#configuration = configuration;
    this.#experiment = findExperiment(registry, configuration.experiment);
    this.#fast = fast;
    this.#notices = Object.freeze([...notices]);
    /** @type {FrameGate<FrameMessage>} */
    this.#gate = new FrameGate(
      (frame) => this.#progress(frame),
      (frame) => this.#supervisor.release(frame),
    );
    this.#supervisor = new Supervisor(
      boot,
      {
        core: fast ? `${this.#experiment.module}-fast` : this.#experiment.module,
        configuration: () => configurationText(this.#configuration),
        data,
        frame: (frame) => this.#gate.push(frame),
        paused: (message) => this.#paused(message),
        recovered: (step, reason) => this.#emit('recovered', { step, reason }),
        failed: (error) => this.#failed(error),
        threads: (scopes) => threadsFor(threads, this.#manifest, scopes),
      },
      timing,
    );
    // Filled before anyone gets the scope.
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

  /** Names, shapes and labels of everything that progress events hold. @returns {Readonly<Manifest>} */
  get manifest() {
    return this.#manifest;
  }

  /** Steps done so far, as last reported. @returns {number} */
  get step() {
    return this.#supervisor.state.step;
  }

  /** Whether a free run goes on. @returns {boolean} */
  get running() {
    return this.#running;
  }

  /** Whether training has a thread of its own. @returns {boolean} */
  get worker() {
    return this.#supervisor.isolated;
  }

  /**
   * How many workers share the steps now. They change no bit. Others than its own come once it trains, if that pays.
   *
   * @returns {number}
   */
  get threads() {
    return this.#supervisor.threads;
  }

  /** Whether products and sums are fused, so that another machine may get other numbers. @returns {boolean} */
  get fast() {
    return this.#fast;
  }

  /** What works, but not as asked for, and that a fast run is not reproducible. @returns {readonly string[]} */
  get notices() {
    return this.#notices;
  }

  /** Steps per second of free running, 0.1 to Infinity. @returns {number} */
  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.#open();
    this.#speed = check.speed(speed);
    this.#supervisor.setSpeed(this.#speed);
  }

  /**
   * Trains a number of steps at full speed. A pause ends it early; `steps` of the result tells how many were done.
   *
   * @param {{ steps: number, signal?: AbortSignal }} options
   * @returns {Promise<Trained>}
   * @throws {AttentoscopeError} BAD_PARAMETER, BAD_STATE while running, NOT_FINITE, CANCELLED by the signal
   */
  async train(options) {
    this.#open();
    const { steps, signal } = check.trainOptions(options);
    return this.#supervisor.call('train', { steps }, signal);
  }

  /**
   * Starts free running, or changes speed and end of the run under way. Resolves once it runs.
   *
   * @param {{ speed?: number, until?: number }} [options] steps per second; step at which it pauses by itself
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_PARAMETER
   */
  async run(options = {}) {
    this.#open();
    const { speed, until } = check.runOptions(options, this.#speed);
    this.#speed = speed;
    this.#run += 1;
    this.#running = true;
    const run = this.#run;
    try {
      await this.#supervisor.call('run', { run, speed, until });
    } catch (error) {
      if (run === this.#run) this.#running = false;
      throw error;
    }
  }

  /**
   * Ends free running and every `train` made so far.
   *
   * @returns {Promise<{ step: number }>}
   */
  async pause() {
    this.#open();
    this.#running = false;
    await this.#supervisor.call('pause', null);
    return { step: this.step };
  }

  /**
   * Changes a parameter that may change during a run (its schema says `restart: false`).
   *
   * @param {string} name
   * @param {GivenValue} value
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_PARAMETER
   */
  async set(name, value) {
    this.#open();
    const clean = check.liveParameter(this.#experiment, this.#effective.parameters, name, value);
    const described = await this.#supervisor.call('set', { name, text: formatValue(clean) });
    this.#configuration.parameters[name] = clean;
    this.#describe(described);
  }

  /**
   * Loss and metrics on held-out data.
   *
   * @returns {Promise<Evaluation>}
   */
  async evaluate() {
    this.#open();
    return this.#supervisor.call('evaluate', null);
  }

  /**
   * What the model answers for one input, with its attention and each line of the computation.
   *
   * @param {Record<string, GivenValue>} input `{ example: n }`, or a value for each of the experiment's `inputs`
   * @returns {Promise<Prediction>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async predict(input) {
    this.#open();
    return this.#supervisor.call(
      'predict',
      check.predictInput(this.#experiment, this.#effective.parameters, input),
    );
  }

  /**
   * The attention as it is now: the whole map, or what one example sees of it.
   *
   * @param {{ example?: number, map?: string }} [options] `map`: one of the experiment's `maps`, default the first
   * @returns {Promise<AttentionMap>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async attention(options = {}) {
    this.#open();
    return this.#supervisor.call('attention', check.attentionRequest(this.#experiment, options));
  }

  /**
   * Tests whether the map explains the answer: by permuted or uniform weights, by leaving out each input, or by a search
   * for other weights with nearly the same answer. Nothing is trained and nothing changes.
   *
   * @param {Record<string, GivenValue>} request `test`: 'permute', 'uniform', 'leave-out' or 'search'; an input as
   *   `predict` takes it; `map` and `row` choose among several rows of weights
   * @returns {Promise<Explanation>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async explain(request) {
    this.#open();
    return this.#supervisor.call(
      'explain',
      check.explainRequest(this.#experiment, this.#effective.parameters, request),
    );
  }

  /**
   * Scores a map of your own beside the model's, by the same lines of the core: is the largest weight of a row at the truth,
   * how much of its weight is there, how far is it from the truth? Rows that have no weight are not judged, in neither map.
   *
   * @param {{ weights: ArrayLike<number>, example?: number, map?: string }} request `weights`: rows of numbers from 0 on,
   *   as many as the map has that `attention` tells; each row is divided by its sum
   * @returns {Promise<Comparison>}
   * @throws {AttentoscopeError} BAD_INPUT, also where the truth is not known
   */
  async score(request) {
    this.#open();
    const sizes = this.#manifest.tensors.map(({ shape }) => elements(shape));
    const argument = check.scoreRequest(this.#experiment, Math.max(...sizes), request);
    return this.#supervisor.call('score', argument);
  }

  /**
   * What the model is given at a step of the training, whether that is past or to come: by the seed, the present parameters
   * and the data. Looking it up disturbs nothing. With the weights of step 0 and `manifest.optimizer` a run can be repeated
   * elsewhere.
   *
   * @param {number} step 0 is the first
   * @returns {Promise<Batch>}
   * @throws {AttentoscopeError} BAD_INPUT
   */
  async batch(step) {
    this.#open();
    return this.#supervisor.call('batch', check.batchStep(step));
  }

  /**
   * The weights as a safetensors file; `manifest.parameters` names its tensors.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async saveWeights() {
    this.#open();
    return this.#supervisor.call('saveWeights', null);
  }

  /**
   * The same model as a Python file for PyTorch. Given the file of `saveWeights` at the same step it repeats some
   * predictions of now and prints how far it is from them.
   *
   * With `training` also what the next steps are trained with: the files together go on with this run in PyTorch, on the very
   * batches, in one process or in several.
   *
   * @overload
   * @param {{ training?: false }} [options]
   * @returns {Promise<string>}
   * @overload
   * @param {{ training: true, steps?: number }} options steps: 1 to 1000, default 50
   * @returns {Promise<PythonTraining>}
   * @param {{ training?: boolean, steps?: number }} [options]
   * @returns {Promise<string | PythonTraining>}
   * @throws {AttentoscopeError} BAD_STATE while running, and for training where the loss is more than the error: with hard
   *   attention, teacher forcing below 1 or doubly stochastic attention; BAD_PARAMETER
   */
  async pytorch(options) {
    this.#open();
    const { training, steps } = check.pytorchOptions(options);
    const { pythonFile, pythonTraining } = await import('./pytorch.js');
    if (!training) return pythonFile(this, this.#experiment);
    return pythonTraining(this, this.#experiment, (count) => this.#supervisor.call('training', count), steps);
  }

  /**
   * @param {Uint8Array | ArrayBuffer} bytes a safetensors file
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_FILE; nothing changed
   */
  async loadWeights(bytes) {
    this.#open();
    await this.#supervisor.call('loadWeights', check.fileBytes(bytes));
  }

  /**
   * Everything needed to go on exactly, but own data: weights, optimizer, counters, configuration.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async checkpoint() {
    this.#open();
    return this.#supervisor.call('checkpoint', null);
  }

  /**
   * The last checkpoint that was made by itself, which outlives a worker that failed for good: another scope of the same
   * configuration and data can restore it. Null before the first.
   *
   * @returns {Uint8Array<ArrayBuffer> | null}
   */
  get lastCheckpoint() {
    return this.#supervisor.checkpoint?.bytes.slice() ?? null;
  }

  /**
   * Goes back (or forth) to a checkpoint; from there training goes on as if it had never stopped.
   *
   * @param {Uint8Array | ArrayBuffer} checkpoint of the same experiment, size of model and own data
   * @returns {Promise<void>}
   * @throws {AttentoscopeError} BAD_FILE; nothing changed
   */
  async restore(checkpoint) {
    this.#open();
    const described = await this.#supervisor.call('restore', check.fileBytes(checkpoint));
    const { experiment, seed, parameters } = described.configuration;
    this.#configuration = { experiment, seed, parameters: { ...parameters } };
    this.#describe(described);
  }

  /**
   * Starts again at step 0 with the present parameters, the same seed and the same data; a free run ends.
   *
   * @returns {Promise<void>}
   */
  async reset() {
    this.#open();
    this.#describe(
      await this.#supervisor.call('reset', { configuration: configurationText(this.#configuration) }),
    );
  }

  /**
   * 16 hexadecimal digits over the bits of all weights at `step`: equal digits, equal weights.
   *
   * @returns {string}
   */
  fingerprint() {
    this.#open();
    return this.#supervisor.state.fingerprint;
  }

  /**
   * The permalink of this configuration: the fragment of a URL, without `#`. Own data are not part of it.
   *
   * @returns {string}
   */
  link() {
    this.#open();
    return writeLink(registry, this.#configuration);
  }

  /** Ends the run and frees everything. Calls under way and later ones are refused with DISPOSED. */
  dispose() {
    this.#disposed = true;
    this.#running = false;
    this.#gate.close();
    this.#supervisor.dispose();
  }

  /** @throws {AttentoscopeError} DISPOSED */
  #open() {
    if (this.#disposed) throw new AttentoscopeError('DISPOSED', { message: 'The scope was disposed.' });
  }

  /** @param {Described} described */
  #describe({ configuration, manifest }) {
    this.#effective = configuration;
    this.#manifest = manifest;
  }

  /** @param {FrameMessage} frame */
  #progress({ snapshot, speeds, buffer }) {
    const tensors = this.#manifest.tensors.map(({ name, offset, shape }) => {
      const first = offset * Float32Array.BYTES_PER_ELEMENT;
      return [name, new Float32Array(buffer, first, elements(shape)).slice()];
    });
    this.#emit('progress', { ...snapshot, attention: Object.fromEntries(tensors), ...speeds });
  }

  /** @param {PausedMessage} message */
  #paused({ run, state, reason, error }) {
    if (run === this.#run) this.#running = false;
    if (error) this.#emit('error', { error: errorFromJSON(error) });
    this.#emit('pause', { step: state.step, reason });
  }

  /** @param {AttentoscopeError} error */
  #failed(error) {
    const { running } = this;
    this.#running = false;
    this.#emit('error', { error });
    if (running) this.#emit('pause', { step: this.step, reason: 'error' });
  }

  /**
   * @template {keyof ScopeEvents} Type
   * @param {Type} type
   * @param {ScopeEvents[Type]} detail
   */
  #emit(type, detail) {
    if (!this.#disposed) this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** @param {readonly number[]} shape @returns {number} */
const elements = (shape) => shape.reduce((product, extent) => product * extent, 1);
