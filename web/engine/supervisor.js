/**
 * Keeps one server alive for a scope. Matches replies with calls, watches the server, and replaces it when it crashes or
 * stops responding: a new server is created, restores the last checkpoint, trains up to the last step that was reported
 * (training is deterministic, so these are the same steps), and receives the pending calls. The call in which a server
 * crashed is not repeated, unless it is training.
 * The file is long because calls, watchdog and replacement are one state machine.
 */

import { AttentoscopeError } from './errors.js';
import { Watchdog } from './heart.js';
import { WorkerPool } from './helpers.js';
import { moduleAddress } from './parts.js';
import { cancelled, errorFrom, errorFromJSON } from './told-errors.js';

/**
 * @import { Calls, CheckpointMessage, Created, FrameMessage, Method, PausedMessage, State, ToHost, ToServer } from './protocol.js'
 */
/** @import { Boot, Transport } from './worker-host.js' */

/**
 * @typedef {object} SupervisorHooks
 * @property {string} core name of the module that holds the experiment
 * @property {() => string} configuration text from which a replacement is created
 * @property {Uint8Array | null} data the user's own data, passed to every server
 * @property {(frame: FrameMessage) => void} frame returns the frame's buffer through `release`
 * @property {(message: PausedMessage) => void} paused
 * @property {(step: number, reason: string) => void} recovered
 * @property {(error: AttentoscopeError) => void} failed no server can be kept alive
 * @property {(scopes: number) => number} computeThreads number of threads that should share the steps, given the number of open scopes
 */

/**
 * @typedef {object} Pending
 * @property {Method} method
 * @property {unknown} argument
 * @property {(result: unknown) => void} resolve
 * @property {(error: AttentoscopeError) => void} reject
 * @property {boolean} internal whether the supervisor itself made the call; not passed on to a replacement
 * @property {number | null} target of a `train` that has begun: the step at which it ends
 */

/** Consecutive failures after which there is no further replacement. */
const mostFailures = 2;

/** Number of servers of this page that run in a thread of their own. */
let isolatedServers = 0;

/** The compiled modules by name, shared between all scopes of the page. @type {Map<string, WebAssembly.Module>} */
const sharedModules = new Map();

export class Supervisor {
  #boot;
  #hooks;
  #watchdog;
  #workerPool;
  /** @type {Transport | null} */
  #transport = null;

  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #nextId = 1;

  /** @type {State} */
  #state = { step: 0, fingerprint: '' };
  /** @type {CheckpointMessage | null} */
  #checkpoint = null;
  /** The current free run. @type {Calls['run']['argument'] | null} */
  #run = null;
  /** Consecutive failures: reset by a reply, or by a checkpoint after step `#failedAt`. */
  #failures = 0;
  #failedAt = 0;
  /** @type {AttentoscopeError | null} the error of all further calls, once the supervisor has ended */
  #end = null;
  /** While a server is replaced, calls wait and no frames are shown. */
  #recovering = false;
  /** The state that the replacement has reported. */
  #recovered = this.#state;

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
      (seconds) => this.#lost(`The worker has not answered for ${seconds} s.`, null),
      timing.pingIntervalMs,
    );
    this.#workerPool = new WorkerPool(boot, (message, transfer) => this.#post(message, transfer), timing.pingIntervalMs);
  }

  /** The state that was reported last. @returns {Readonly<State>} */
  get state() {
    return this.#state;
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
  get isolated() {
    return this.#transport?.isolated ?? false;
  }

  /**
   * Starts the first server.
   *
   * @returns {Promise<Created>}
   * @throws {AttentoscopeError} BOOT_BLOCKED, BOOT_FAILED, NO_SIMD, BAD_PARAMETER, OUT_OF_MEMORY
   */
  async start() {
    try {
      return await this.#create();
    } catch (error) {
      this.dispose();
      throw error;
    }
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
    if (signal?.aborted) throw cancelled();
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

  /** Starts or ends further workers, so that their number is right. */
  #updateWorkers() {
    if (!this.isolated || this.#recovering) return;
    const { core, data } = this.#hooks;
    const source = sharedModules.get(core) ?? moduleAddress(core);
    const unicode = moduleAddress('unicode');
    const create = { core, source, unicode, configuration: this.#hooks.configuration(), data };
    const module = typeof source === 'string' ? source : undefined;
    this.#workerPool.resize(this.#hooks.computeThreads(isolatedServers) - 1, create, module);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    if (this.#run) this.#run.speed = speed;
    this.#post({ type: 'speed', speed });
  }

  /** @param {FrameMessage} frame a frame that is no longer needed */
  release({ buffer }) {
    this.#post({ type: 'return', buffer }, [buffer]);
  }

  /** Ends everything; pending calls are rejected with DISPOSED. */
  dispose() {
    this.#close(new AttentoscopeError('DISPOSED', { message: 'The scope was disposed.' }));
  }

  /** @param {number} id of a call that its caller has cancelled */
  #abort(id) {
    if (!this.#recovering) return this.#post({ type: 'abort', id });
    this.#pending.get(id)?.reject(cancelled());
    this.#pending.delete(id);
  }

  /**
   * @param {Method} method
   * @param {unknown} argument
   * @param {boolean} internal
   * @returns {{ id: number, answer: Promise<any> }}
   */
  #register(method, argument, internal) {
    const id = this.#nextId++;
    if (this.#end) return { id, answer: Promise.reject(this.#end) };
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { method, argument, resolve, reject, internal, target: null });
    });
    if (method === 'run') this.#run = /** @type {Calls['run']['argument']} */ (argument);
    if (method === 'pause' || method === 'reset') this.#run = null;
    if (internal || !this.#recovering) this.#send(id);
    return { id, answer };
  }

  /** @param {number} id of a pending call */
  #send(id) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    const { method, argument } = pending;
    this.#post(/** @type {ToServer} */ ({ type: 'call', id, method, argument }));
  }

  /**
   * @param {ToServer} message
   * @param {Transferable[]} [transfer]
   */
  #post(message, transfer) {
    try {
      this.#transport?.post(message, transfer);
    } catch (error) {
      // The buffer of a server that was replaced cannot be transferred twice.
      if (message.type !== 'return') throw error;
    }
  }

  /** @param {ToHost} message */
  #receive(message) {
    this.#watchdog.reset();
    switch (message.type) {
      case 'reply': {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        if (message.state) this.#report(message.state);
        if (!pending) break;
        if (!pending.internal) this.#failures = 0;
        if (message.error && pending.argument === this.#run) this.#run = null;
        if (message.error) pending.reject(errorFromJSON(message.error));
        else pending.resolve(message.result);
        break;
      }
      case 'target': {
        const pending = this.#pending.get(message.id);
        if (pending) pending.target = message.target;
        break;
      }
      case 'frame':
        this.#report(message.state);
        if (this.#recovering) this.release(message);
        else this.#hooks.frame(message);
        break;
      case 'paused':
        this.#report(message.state);
        if (this.#run?.run === message.run) this.#run = null;
        this.#hooks.paused(message);
        break;
      case 'checkpoint':
        this.#checkpoint = message;
        if (message.step > this.#failedAt) this.#failures = 0;
        break;
      case 'crash':
        this.#lost(message.message, message.id);
        break;
    }
  }

  /** @param {State} state */
  #report(state) {
    this.#recovered = state;
    if (this.#recovering) return;
    this.#state = state;
  }

  /** @returns {Promise<Created>} */
  async #create() {
    /** @type {Transport | null} */
    let own = null;
    // Messages of a server that was replaced are ignored.
    const { core, data } = this.#hooks;
    const source = sharedModules.get(core) ?? moduleAddress(core);
    const transport = await this.#boot(
      (message) => {
        if (own !== null && own === this.#transport) this.#receive(message);
      },
      typeof source === 'string' ? source : undefined,
    );
    if (this.#end) {
      transport.terminate();
      throw this.#end;
    }
    own = transport;
    this.#transport = transport;
    if (transport.isolated) isolatedServers += 1;
    this.#watchdog.stop();
    if (transport.isolated) this.#watchdog.start();
    const configuration = this.#hooks.configuration();
    const argument = { core, source, unicode: moduleAddress('unicode'), configuration, data };
    /** @type {Created} */
    const created = await this.#register('create', argument, true).answer;
    if (created.module) sharedModules.set(core, created.module);
    return created;
  }

  /**
   * Handles the loss of the server: replaces it, or gives up.
   *
   * @param {string} reason
   * @param {number | null} culprit id of the call in which it crashed, if known
   */
  #lost(reason, culprit) {
    this.#endTransport();
    this.#workerPool.terminateAll();
    this.#watchdog.stop();
    sharedModules.delete(this.#hooks.core);
    this.#failures += 1;
    this.#failedAt = Math.max(this.#state.step, this.#checkpoint?.step ?? 0);
    const error = new AttentoscopeError('CRASHED', {
      message: reason,
      recoverable: this.#failures < mostFailures,
    });
    const [oldest] = this.#pending.keys();
    for (const [id, pending] of this.#pending) {
      const guilty = id === (culprit ?? (this.#run ? null : oldest)) && pending.method !== 'train';
      if (!guilty && !pending.internal) continue;
      this.#pending.delete(id);
      pending.reject(error);
    }
    if (!this.#checkpoint || this.#failures >= mostFailures) return this.#giveUp(error);
    this.#recovering = true;
    this.#recover(reason);
  }

  /** @param {string} reason */
  async #recover(reason) {
    const { step } = this.#state;
    try {
      const checkpoint = /** @type {CheckpointMessage} */ (this.#checkpoint);
      await this.#create();
      await this.#register('restore', checkpoint.bytes, true).answer;
      if (step > checkpoint.step)
        await this.#register('train', { steps: step - checkpoint.step }, true).answer;
    } catch (error) {
      if (!this.#end) this.#giveUp(errorFrom(error, 'CRASHED'));
      return;
    }
    this.#recovering = false;
    this.#state = this.#recovered;
    if (this.#run) this.#updateWorkers();
    this.#hooks.recovered(this.#state.step, reason);
    for (const [id, pending] of this.#pending) {
      if (pending.target !== null) resume(pending, pending.target - this.#state.step);
      this.#send(id);
    }
    if (this.#run && ![...this.#pending.values()].some((pending) => pending.method === 'run')) {
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
    this.#hooks.failed(final);
  }

  #endTransport() {
    if (this.isolated) isolatedServers -= 1;
    this.#transport?.terminate();
    this.#transport = null;
  }

  /** @param {AttentoscopeError} error with which all pending and further calls are rejected */
  #close(error) {
    if (this.#end) return;
    this.#end = error;
    this.#watchdog.stop();
    this.#endTransport();
    this.#workerPool.terminateAll();
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}

/**
 * Reduces a `train` that had begun to the remaining steps; its result still counts all steps.
 *
 * @param {Pending} pending
 * @param {number} left
 */
function resume(pending, left) {
  const { steps } = /** @type {Calls['train']['argument']} */ (pending.argument);
  const { resolve } = pending;
  pending.argument = { steps: left };
  pending.resolve = (result) => {
    const trained = /** @type {Calls['train']['result']} */ (result);
    resolve({ ...trained, steps: trained.steps + steps - left });
  };
}
