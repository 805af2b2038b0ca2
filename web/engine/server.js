/**
 * The server owns the core: it receives the messages of the protocol, answers calls in order, handles control messages between
 * slices, and reports a crash once. It runs unchanged in a worker and in the caller's thread.
 */

import { isUnicodeTableMissing, loadCore, loadUnicodeTable } from './core-loader.js';
import { CoreCrashError, CoreSession } from './core-session.js';
import { DataParallelGroup } from './data-parallel-group.js';
import { createCancelledError } from './error-serialization.js';
import { AttentoscopeError, readMessage } from './errors.js';
import { Runner } from './runner.js';
import { createScheduler } from './scheduler.js';

/** @import { Core, CoreOptions } from './core.js' */
/** @import { CallMessage, Calls, Description, PostToHost, ToServer } from './protocol.js' */
/** @import { Clock } from './runner.js' */
/** @import { Configuration } from './schema.js' */

/** @typedef {{ session: CoreSession, runner: Runner }} Run */

/** A call that waits in the queue. @typedef {Exclude<CallMessage, { method: 'pause' }>} QueuedCall */

/**
 * @typedef {object} ServerOptions
 * @property {PostToHost} post
 * @property {Clock} clock
 * @property {(options: CoreOptions) => Promise<Core>} createCore creates an instance of a module
 */

export class Server {
  #post;
  #clock;
  #createCore;

  /** @type {Core | null} */
  #core = null;
  #loadUnicodeTable = () => Promise.resolve();
  /** The user's own data, if any. @type {Uint8Array | null} */
  #data = null;
  /** The session and its runner. @type {Run | null} */
  #run = null;
  /** @type {DataParallelGroup | null} */
  #group = null;

  /** @type {QueuedCall[]} */
  #queue = [];
  /** @type {QueuedCall | null} the call being answered */
  #current = null;
  /** Whether the call being answered has changed the session. */
  #hasChanged = false;
  #isDead = false;

  /** @param {ServerOptions} options */
  constructor({ post, clock, createCore }) {
    this.#post = post;
    this.#clock = clock;
    this.#createCore = createCore;
    post({ type: 'hello' });
  }

  /** @param {ToServer} message */
  receive(message) {
    if (this.#isDead) return;
    try {
      switch (message.type) {
        case 'call':
          if (message.method === 'pause') this.#pause(message.id);
          else this.#enqueue(message);
          break;
        case 'abort':
          this.#abort(message.id);
          break;
        case 'speed':
          this.#run?.runner.setSpeed(message.speed);
          break;
        case 'release':
          this.#run?.runner.release();
          break;
        case 'group':
          this.#joinGroup(message.index, message.ports);
          break;
        case 'ping':
          this.#post({ type: 'pong' });
          break;
      }
    } catch (error) {
      this.#reportCrash(error);
    }
  }

  /**
   * Joins a group of workers that share the steps; without ports, leaves it.
   *
   * @param {number} index
   * @param {(MessagePort | null)[]} ports
   */
  #joinGroup(index, ports) {
    this.#group?.close();
    this.#group =
      ports.length === 0
        ? null
        : new DataParallelGroup(index, ports, {
            session: () => this.#created.session,
            onFailed: (error) => this.#reportCrash(error),
          });
    this.#run?.runner.setGroup(this.#trainingGroup);
  }

  /** The group with which the runner trains; null for members that are not the leader. @returns {DataParallelGroup | null} */
  get #trainingGroup() {
    return this.#group?.isLeader && this.#created.session.microBatchCount > 1 ? this.#group : null;
  }

  /** Ends the server; later messages are ignored. */
  dispose() {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#group?.close();
    this.#run?.runner.discard();
  }

  /** @param {QueuedCall} call */
  #enqueue(call) {
    this.#queue.push(call);
    if (!this.#current) this.#answerAll();
  }

  async #answerAll() {
    for (let call = this.#queue.shift(); call && !this.#isDead; call = this.#queue.shift()) {
      this.#current = call;
      try {
        await this.#answer(call);
      } catch (error) {
        this.#reportCrash(error);
      }
      this.#current = null;
    }
  }

  /** @param {QueuedCall} call */
  async #answer(call) {
    let result = null;
    let failure = null;
    try {
      result = await this.#execute(call);
    } catch (error) {
      if (!(error instanceof AttentoscopeError)) throw error;
      failure = error;
    }
    if (this.#isDead) return;
    this.#reply(call.id, result, failure);
    if (!this.#hasChanged) return;
    this.#hasChanged = false;
    this.#created.runner.makeFrame();
    this.#sendCheckpoint();
  }

  /**
   * @param {QueuedCall} call
   * @returns {Promise<Calls[keyof Calls]['result']> | Calls[keyof Calls]['result']}
   */
  #execute(call) {
    switch (call.method) {
      case 'create':
        return this.#create(call.argument);
      case 'reset':
        return this.#createSession(call.argument.configuration);
      case 'train': {
        const { session, runner } = this.#created;
        const target = session.step + call.argument.steps;
        const trained = runner.train(call.argument.steps);
        if (runner.isBusy) this.#post({ type: 'target', id: call.id, target });
        return trained;
      }
      case 'run':
        this.#created.runner.run(call.argument.run, call.argument.speed, call.argument.until);
        return null;
      case 'set':
        this.#created.session.set(call.argument);
        return this.#markChanged();
      case 'loadWeights':
        this.#created.session.loadWeights(call.argument);
        this.#markChanged();
        return null;
      case 'restore':
        this.#created.session.restore(call.argument);
        return this.#markChanged();
      default:
        return this.#retryWithUnicode(() =>
          this.#created.session[call.method](/** @type {never} */ (call.argument)),
        );
    }
  }

  /**
   * @param {Calls['create']['argument']} argument
   * @returns {Promise<Calls['create']['result']>}
   */
  async #create({ core: name, source, unicode, configuration, data }) {
    const { core, module } = await loadCore(name, source, this.#createCore);
    if (this.#isDead) throw createCancelledError();
    this.#core = core;
    this.#loadUnicodeTable = () => loadUnicodeTable(core, module, unicode);
    this.#data = data;
    const described = await this.#retryWithUnicode(() => this.#createSession(configuration));
    return { ...described, module: typeof source === 'string' ? module : null };
  }

  /**
   * Runs a function that reads text. If the text is not ASCII and the core lacks the table of Unicode properties, loads the table
   * and runs the function again.
   *
   * @template T
   * @param {() => T} run
   * @returns {Promise<T>}
   */
  async #retryWithUnicode(run) {
    try {
      return run();
    } catch (error) {
      if (!isUnicodeTableMissing(error)) throw error;
    }
    await this.#loadUnicodeTable();
    if (this.#isDead) throw createCancelledError();
    return run();
  }

  /** Replaces the session, if there is one. @param {Configuration} configuration @returns {Description} */
  #createSession(configuration) {
    if (!this.#core) throw new AttentoscopeError('BAD_STATE', { expected: 'a loaded module' });
    // The last frame of a run must be made before its session is replaced.
    this.#run?.runner.stop('reset');
    const session = new CoreSession(this.#core, configuration, this.#data);
    const runner = new Runner(
      session,
      {
        onFrame: (snapshot, speeds, tensors) =>
          this.#post({ type: 'frame', snapshot, speeds, tensors }, [tensors.buffer]),
        onPaused: (run, reason, error) =>
          this.#post({ type: 'paused', run, step: session.step, reason, error: error?.toJSON() ?? null }),
        onSave: () => this.#sendCheckpoint(),
        onCrash: (error) => this.#reportCrash(error),
      },
      this.#clock,
    );
    this.#run = { session, runner };
    runner.setGroup(this.#trainingGroup);
    return this.#markChanged();
  }

  /**
   * Called after a call has changed the session: the frame and the checkpoint are out of date. Both are sent after the
   * reply, which contains the manifest that the frame needs.
   *
   * @returns {Description}
   */
  #markChanged() {
    this.#hasChanged = true;
    this.#group?.invalidate();
    const { session } = this.#created;
    return { configuration: session.configuration(), manifest: session.manifest };
  }

  #sendCheckpoint() {
    const { session } = this.#created;
    const bytes = session.checkpoint();
    this.#post({ type: 'checkpoint', step: session.step, bytes }, [bytes.buffer]);
  }

  /** @param {number} id */
  #pause(id) {
    // Waiting `train` calls are still answered in order, but after zero steps.
    for (const call of this.#queue) if (call.method === 'train') call.argument = { steps: 0 };
    this.#run?.runner.stop('pause');
    this.#reply(id, null, null);
  }

  /** @param {number} id */
  #abort(id) {
    const waiting = this.#queue.findIndex((call) => call.id === id);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      this.#reply(id, null, createCancelledError());
    } else if (this.#current?.id === id && this.#current.method === 'train') {
      this.#run?.runner.stop('abort');
    }
  }

  /**
   * @param {number} id
   * @param {unknown} result
   * @param {AttentoscopeError | null} error
   */
  #reply(id, result, error) {
    const step = this.#run?.session.step ?? null;
    const transfer = result instanceof Uint8Array ? [result.buffer] : [];
    this.#post({ type: 'reply', id, step, result, error: error?.toJSON() ?? null }, transfer);
  }

  /** @returns {Run} */
  get #created() {
    if (!this.#run) throw new AttentoscopeError('BAD_STATE', { expected: 'a created session' });
    return this.#run;
  }

  /**
   * Reports that this server is lost, and in which call; the host must replace it.
   *
   * @param {unknown} error
   */
  #reportCrash(error) {
    if (this.#isDead) return;
    this.dispose();
    const message =
      error instanceof CoreCrashError ? error.message : `Internal failure: ${readMessage(error)}`;
    this.#post({ type: 'crash', id: this.#current?.id ?? null, message });
  }
}

/**
 * The clock and scheduler of this thread. `runSoon` runs a function after pending messages and timers.
 *
 * @returns {Clock}
 */
export function createThreadClock() {
  return {
    now: () => performance.now(),
    runSoon: createScheduler(),
    runLater: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}
