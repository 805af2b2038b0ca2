/**
 * Keeps one server alive for a scope. Matches replies with calls, watches the server, and replaces it when it crashes or
 * stops responding: a new server is created, restores the last checkpoint, trains up to the last step that was reported
 * (training is deterministic, so these are the same steps), and receives the pending calls. The call in which a server
 * crashed is not repeated, unless it is training.
 * The file is long because calls, watchdog and replacement are one state machine.
 */

import { getModuleAddress } from './asset-addresses.js';
import { createCancelledError, parseError, wrapError } from './error-serialization.js';
import { AttentoscopeError } from './errors.js';
import { Watchdog } from './watchdog.js';
import { WorkerPool } from './worker-pool.js';

/**
 * @import { Calls, CheckpointMessage, CreateResult, FrameMessage, Method, PausedMessage, ToHost, ToServer } from './protocol.js'
 */
/** @import { Configuration } from './schema.js' */
/** @import { Boot, Transport } from './worker-host.js' */

/**
 * @typedef {object} SupervisorHooks
 * @property {string} core name of the module that holds the experiment
 * @property {() => Configuration} configuration from which a replacement is created
 * @property {Uint8Array | null} data the user's own data, passed to every server
 * @property {(frame: FrameMessage) => void} onFrame `release` must be called once for each frame
 * @property {(message: PausedMessage) => void} onPaused
 * @property {(step: number, reason: string) => void} onRecovered
 * @property {(error: AttentoscopeError) => void} onFailed no server can be kept alive
 * @property {(scopes: number) => number} computeThreads number of threads that should share the steps, given the number of open scopes
 */

/**
 * @typedef {object} PendingCall
 * @property {Method} method
 * @property {unknown} argument
 * @property {(result: unknown) => void} resolve
 * @property {(error: AttentoscopeError) => void} reject
 * @property {boolean} isInternal whether the supervisor itself made the call; not passed on to a replacement
 * @property {number | null} target of a `train` that has begun: the step at which it ends
 */

/** Consecutive failures after which there is no further replacement. */
const maxFailures = 2;

/** Number of servers of this page that run in a thread of their own. */
let isolatedServers = 0;

/** The compiled modules by name, shared between all scopes of the page. @type {Map<string, WebAssembly.Module>} */
const moduleCache = new Map();

export class ServerSupervisor {
  #boot;
  #hooks;
  #watchdog;
  #workerPool;
  /** @type {Transport | null} */
  #transport = null;

  /** @type {Map<number, PendingCall>} */
  #pendingCalls = new Map();
  #nextId = 1;

  #step = 0;
  /** @type {CheckpointMessage | null} */
  #checkpoint = null;
  /** The current free run. @type {Calls['run']['argument'] | null} */
  #run = null;
  /** Consecutive failures; reset to 0 by a reply, or by a checkpoint after step `#failedStep`. */
  #failureCount = 0;
  #failedStep = 0;
  /** @type {AttentoscopeError | null} the error of all further calls, once the supervisor has ended */
  #endError = null;
  /** While a server is replaced, calls wait and no frames are shown. */
  #isRecovering = false;
  /** The last step that the present server has reported. */
  #replacementStep = 0;

  /**
   * @param {Boot} boot
   * @param {SupervisorHooks} hooks
   * @param {{ pingIntervalMs?: number }} [timing]
   */
  constructor(boot, hooks, timing = {}) {
    this.#boot = boot;
    this.#hooks = hooks;
    this.#watchdog = new Watchdog(
      () => this.#post({ type: 'ping' }),
      (seconds) => this.#handleLoss(`The worker has not answered for ${seconds} s.`, null),
      timing.pingIntervalMs,
    );
    this.#workerPool = new WorkerPool(
      boot,
      (message, transfer) => this.#post(message, transfer),
      timing.pingIntervalMs,
    );
  }

  /** The step that was reported last. @returns {number} */
  get step() {
    return this.#step;
  }

  /** The last automatic checkpoint. @returns {CheckpointMessage | null} */
  get checkpoint() {
    return this.#checkpoint;
  }

  /** How many threads share the steps now. @returns {number} */
  get threads() {
    return 1 + this.#workerPool.count;
  }

  /** Whether the server runs in a thread of its own. @returns {boolean} */
  get isIsolated() {
    return this.#transport?.isIsolated ?? false;
  }

  /**
   * Calls a method of the server.
   *
   * @template {Method} M
   * @param {M} method
   * @param {Calls[M]['argument']} argument
   * @param {AbortSignal} [signal]
   * @returns {Promise<Calls[M]['result']>}
   */
  async call(method, argument, signal) {
    if (signal?.aborted) throw createCancelledError();
    if (method === 'run' || method === 'train') this.#updateWorkers();
    const { id, answer } = this.#register(method, argument, false);
    const abort = () => this.#abort(id);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await answer;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Starts or ends further workers, as `computeThreads` decides. */
  #updateWorkers() {
    if (!this.isIsolated || this.#isRecovering) return;
    this.#workerPool.resize(this.#hooks.computeThreads(isolatedServers) - 1, this.#createArgument());
  }

  /** @returns {Calls['create']['argument']} */
  #createArgument() {
    const { core, data } = this.#hooks;
    const source = moduleCache.get(core) ?? getModuleAddress(core);
    const unicode = getModuleAddress('unicode');
    return { core, source, unicode, configuration: this.#hooks.configuration(), data };
  }

  /** @param {number} speed */
  setSpeed(speed) {
    if (this.#run) this.#run.speed = speed;
    this.#post({ type: 'speed', speed });
  }

  /** Called when a frame is no longer needed. */
  release() {
    this.#post({ type: 'release' });
  }

  /** Ends everything; pending calls are rejected with DISPOSED. */
  dispose() {
    this.#close(new AttentoscopeError('DISPOSED', { message: 'The scope was disposed.' }));
  }

  /** @param {number} id of a call that its caller has cancelled */
  #abort(id) {
    if (!this.#isRecovering) return this.#post({ type: 'abort', id });
    this.#pendingCalls.get(id)?.reject(createCancelledError());
    this.#pendingCalls.delete(id);
  }

  /**
   * @param {Method} method
   * @param {unknown} argument
   * @param {boolean} internal
   * @returns {{ id: number, answer: Promise<any> }}
   */
  #register(method, argument, internal) {
    const id = this.#nextId++;
    if (this.#endError) return { id, answer: Promise.reject(this.#endError) };
    const answer = new Promise((resolve, reject) => {
      this.#pendingCalls.set(id, { method, argument, resolve, reject, isInternal: internal, target: null });
    });
    if (method === 'run') this.#run = /** @type {Calls['run']['argument']} */ (argument);
    if (method === 'pause' || method === 'reset') this.#run = null;
    if (internal || !this.#isRecovering) this.#send(id);
    return { id, answer };
  }

  /** @param {number} id of a pending call */
  #send(id) {
    const pending = this.#pendingCalls.get(id);
    if (!pending) return;
    const { method, argument } = pending;
    this.#post(/** @type {ToServer} */ ({ type: 'call', id, method, argument }));
  }

  /**
   * @param {ToServer} message
   * @param {Transferable[]} [transfer]
   */
  #post(message, transfer) {
    this.#transport?.post(message, transfer);
  }

  /** @param {ToHost} message */
  #receive(message) {
    this.#watchdog.reset();
    switch (message.type) {
      case 'reply': {
        const pending = this.#pendingCalls.get(message.id);
        this.#pendingCalls.delete(message.id);
        if (message.step !== null) this.#setStep(message.step);
        if (!pending) break;
        if (!pending.isInternal) this.#failureCount = 0;
        if (message.error && pending.argument === this.#run) this.#run = null;
        if (message.error) pending.reject(parseError(message.error));
        else pending.resolve(message.result);
        break;
      }
      case 'target': {
        const pending = this.#pendingCalls.get(message.id);
        if (pending) pending.target = message.target;
        break;
      }
      case 'frame':
        this.#setStep(message.snapshot.step);
        if (this.#isRecovering) this.release();
        else this.#hooks.onFrame(message);
        break;
      case 'paused':
        this.#setStep(message.step);
        if (this.#run?.run === message.run) this.#run = null;
        this.#hooks.onPaused(message);
        break;
      case 'checkpoint':
        this.#checkpoint = message;
        if (message.step > this.#failedStep) this.#failureCount = 0;
        break;
      case 'crash':
        this.#handleLoss(message.message, message.id);
        break;
    }
  }

  /** @param {number} step */
  #setStep(step) {
    this.#replacementStep = step;
    if (!this.#isRecovering) this.#step = step;
  }

  /**
   * Starts a server.
   *
   * @returns {Promise<CreateResult>}
   * @throws {AttentoscopeError} BOOT_BLOCKED, BOOT_FAILED, NO_SIMD, BAD_PARAMETER, OUT_OF_MEMORY
   */
  async start() {
    /** @type {Transport | null} */
    let ownTransport = null;
    const argument = this.#createArgument();
    // Messages of a server that was replaced are ignored.
    const transport = await this.#boot((message) => {
      if (ownTransport !== null && ownTransport === this.#transport) this.#receive(message);
    }, argument.source);
    if (this.#endError) {
      transport.terminate();
      throw this.#endError;
    }
    ownTransport = transport;
    this.#transport = transport;
    if (transport.isIsolated) isolatedServers += 1;
    if (transport.isIsolated) this.#watchdog.start();
    /** @type {CreateResult} */
    const created = await this.#register('create', argument, true).answer;
    if (created.module) moduleCache.set(argument.core, created.module);
    return created;
  }

  /**
   * Handles the loss of the server: replaces it, or gives up.
   *
   * @param {string} reason
   * @param {number | null} callId id of the call in which it crashed, if known
   */
  #handleLoss(reason, callId) {
    this.#terminate();
    moduleCache.delete(this.#hooks.core);
    this.#failureCount += 1;
    this.#failedStep = Math.max(this.#step, this.#checkpoint?.step ?? 0);
    const error = new AttentoscopeError('CRASHED', {
      message: reason,
      recoverable: this.#failureCount < maxFailures,
    });
    const [oldest] = this.#pendingCalls.keys();
    for (const [id, pending] of this.#pendingCalls) {
      const isCause = id === (callId ?? (this.#run ? null : oldest)) && pending.method !== 'train';
      if (!isCause && !pending.isInternal) continue;
      this.#pendingCalls.delete(id);
      pending.reject(error);
    }
    if (!this.#checkpoint || this.#failureCount >= maxFailures) return this.#giveUp(error);
    this.#isRecovering = true;
    this.#recover(reason);
  }

  /** @param {string} reason */
  async #recover(reason) {
    const step = this.#step;
    try {
      const checkpoint = /** @type {CheckpointMessage} */ (this.#checkpoint);
      await this.start();
      await this.#register('restore', checkpoint.bytes, true).answer;
      if (step > checkpoint.step)
        await this.#register('train', { steps: step - checkpoint.step }, true).answer;
    } catch (error) {
      if (!this.#endError) this.#giveUp(wrapError(error, 'CRASHED'));
      return;
    }
    this.#isRecovering = false;
    this.#step = this.#replacementStep;
    if (this.#run) this.#updateWorkers();
    this.#hooks.onRecovered(this.#step, reason);
    for (const [id, pending] of this.#pendingCalls) {
      if (pending.target !== null) resumeTraining(pending, pending.target - this.#step);
      this.#send(id);
    }
    if (this.#run && ![...this.#pendingCalls.values()].some((pending) => pending.method === 'run')) {
      this.#register('run', this.#run, true).answer.catch(() => undefined);
    }
  }

  /** @param {AttentoscopeError} error */
  #giveUp(error) {
    const { message, cause } = error;
    const final = new AttentoscopeError('CRASHED', {
      message: `${message} The run could not be recovered; a new scope can be made.`,
      recoverable: false,
      cause,
    });
    this.#close(final);
    this.#hooks.onFailed(final);
  }

  #terminate() {
    this.#watchdog.stop();
    if (this.isIsolated) isolatedServers -= 1;
    this.#transport?.terminate();
    this.#transport = null;
    this.#workerPool.terminateAll();
  }

  /** @param {AttentoscopeError} error with which all pending and further calls are rejected */
  #close(error) {
    this.#endError = error;
    this.#terminate();
    for (const pending of this.#pendingCalls.values()) pending.reject(error);
    this.#pendingCalls.clear();
  }
}

/**
 * Reduces a `train` that had begun to the remaining steps; its result still counts all steps.
 *
 * @param {PendingCall} pending
 * @param {number} remainingSteps
 */
function resumeTraining(pending, remainingSteps) {
  const { steps } = /** @type {Calls['train']['argument']} */ (pending.argument);
  const { resolve } = pending;
  pending.argument = { steps: remainingSteps };
  pending.resolve = (result) => {
    const trained = /** @type {Calls['train']['result']} */ (result);
    resolve({ ...trained, steps: trained.steps + steps - remainingSteps });
  };
}
