/**
 * Trains a session in slices, so that a pause, a single step or a new learning rate takes effect between two slices
 * and the thread never blocks for long. Runs one job at a time: a `train` (a fixed number of steps at full
 * speed) or a free run (at a chosen speed, until it is paused).
 *
 * The clock and the scheduler are injected; this file does not depend on workers or pages.
 * The file is long because slices, speed, frames and checkpoints share one clock and one job.
 */

import { AttentoscopeError } from './errors.js';
import { cancelled } from './told-errors.js';

/** @import { CoreSession } from './core-session.js' */
/** @import { Snapshot } from './shapes.js' */
/** @import { PauseReason, Trained } from './protocol.js' */

/**
 * What the runner needs of a session.
 *
 * @typedef {Pick<CoreSession, 'step' | 'train' | 'snapshot' | 'frameBytes' | 'copyFrame'>} Trainable
 */

/** The group of workers that shares the steps, if there is one. @typedef {Pick<import('./crew.js').DataParallelGroup, 'train' | 'halt' | 'members'>} TrainingGroup */

/**
 * @typedef {object} Clock
 * @property {() => number} now milliseconds, monotonic
 * @property {(run: () => void) => void} soon runs the function after all pending events
 * @property {(run: () => void, ms: number) => () => void} later runs the function after a delay; the result cancels it
 */

/**
 * @typedef {object} Speeds
 * @property {number} stepsPerSecond 0 while no job is under way
 * @property {number} fullSpeed steps per second of the time spent in steps; 0 before the first step
 *
 * @typedef {object} RunnerHooks
 * @property {(snapshot: Snapshot, speeds: Speeds, buffer: ArrayBuffer) => void} frame
 *   takes ownership of the buffer, which is returned through `release`
 * @property {(run: number, reason: PauseReason, error: AttentoscopeError | null) => void} paused a free run ended
 * @property {() => void} save a checkpoint should be saved now
 * @property {(error: unknown) => void} crashed the session is lost
 */

/**
 * @typedef {object} Timing
 * @property {number} sliceMs target duration of one slice
 * @property {number} frameMs minimum time between two frames
 * @property {number} saveMs time between two checkpoints while training
 */

/** @type {Readonly<Timing>} */
export const workerTiming = Object.freeze({ sliceMs: 10, frameMs: 16, saveMs: 2000 });

/** In the caller's thread slices are shorter, to leave time for painting. @type {Readonly<Timing>} */
export const callerTiming = Object.freeze({ ...workerTiming, sliceMs: 8 });

/** Most frames in flight; without a free buffer no frame is made. */
const pooledBuffers = 2;

/** Least ratio of training time to frame time, for each worker that waits while a frame is made. */
const trainingPerLook = 4;

/** Initial number of steps per slice, and the factor by which it grows until slices reach their target duration. */
const firstSlice = 8;
const growth = 8;

/** A shorter slice is not used to measure the speed (browser clocks have a resolution of about 0.1 ms). */
const shortestMeasureMs = 1;

/** At a chosen speed: the longest backlog of steps that is caught up, and the interval between steps. */
const catchUpMs = 100;
const paceMs = 4;

/** Window over which the displayed speed is measured. */
const rateMs = 500;

/**
 * @typedef {object} Job
 * @property {number} target step at which it ends
 * @property {number} began time at which it began
 * @property {number} from step at which it began
 * @property {number | null} run id of a free run, null for a train
 * @property {(reason: PauseReason | 'abort', error: AttentoscopeError | null, snapshot: Snapshot) => void} end
 */

export class Runner {
  #session;
  #hooks;
  #clock;
  #timing;
  /** @type {TrainingGroup | null} */
  #group = null;
  /** @type {Job | null} */
  #job = null;
  /** Number of schedules so far; a callback of an older one is ignored. */
  #turns = 0;
  /** @type {() => void} */
  #cancelTimer = () => undefined;

  #slice = firstSlice;
  #speed = Number.POSITIVE_INFINITY;
  /** Steps that the chosen speed allows by now, and when that was computed. */
  #credit = 0;
  #creditAt = 0;

  /** @type {ArrayBuffer[]} */
  #free = [];
  #lent = 0;
  #frameAt = Number.NEGATIVE_INFINITY;
  #frameWait;
  #frameStep = -1;
  #saveAt = 0;
  #rate = { at: 0, step: 0, value: 0 };
  /** Steps and the time spent in them; older ones decay. */
  #busy = { steps: 0, ms: 0 };

  /**
   * @param {Trainable} session
   * @param {RunnerHooks} hooks
   * @param {Clock} clock
   * @param {Timing} timing
   */
  constructor(session, hooks, clock, timing) {
    this.#session = session;
    this.#hooks = hooks;
    this.#clock = clock;
    this.#frameWait = timing.frameMs;
    this.#timing = timing;
  }

  /** @param {TrainingGroup | null} group shares the next steps; null: none */
  setGroup(group) {
    this.#group?.halt();
    this.#group = group;
    // The current slice of the old group never calls back.
    if (this.#job) this.#schedule(0);
  }

  /** Whether a job is under way. @returns {boolean} */
  get busy() {
    return this.#job !== null;
  }

  /**
   * Runs `steps` steps at full speed. A pause ends it early; the result then counts the steps done.
   *
   * @param {number} steps
   * @returns {Promise<Trained>}
   * @throws {AttentoscopeError} BAD_STATE while a job is running, NOT_FINITE, CANCELLED
   */
  train(steps) {
    return new Promise((resolve, reject) => {
      if (this.#job) throw busy();
      const { began, from } = this.#begin({
        run: null,
        target: this.#session.step + steps,
        end: (reason, error, snapshot) => {
          if (error) return reject(error);
          if (reason === 'abort') return reject(cancelled());
          const done = snapshot.step - from;
          const ms = Math.max(this.#clock.now() - began, 1e-3);
          resolve({ steps: done, ...snapshot, stepsPerSecond: (done * 1000) / ms });
        },
      });
      this.#guard(() => this.#turn());
    });
  }

  /**
   * Starts a free run, or changes the current one.
   *
   * @param {number} run its id
   * @param {number} speed steps per second, may be Infinity
   * @param {number} until step at which it pauses by itself, may be Infinity
   * @throws {AttentoscopeError} BAD_STATE while training
   */
  run(run, speed, until) {
    if (this.#job && this.#job.run === null) throw busy();
    this.#speed = speed;
    this.#begin({ run, target: until, end: (reason, error) => this.#ended(run, reason, error) });
    this.#credit = 1;
    this.#creditAt = this.#clock.now();
    this.#schedule(0);
  }

  /** @param {number} speed steps per second of the free run, from now on */
  setSpeed(speed) {
    this.#settleCredit();
    this.#speed = speed;
    if (this.#job && this.#job.run !== null) this.#schedule(0);
  }

  /**
   * Ends the current job, if there is one.
   *
   * @param {PauseReason | 'abort'} reason
   */
  stop(reason) {
    if (this.#job) this.#end(reason, null);
  }

  /** Drops the current job without calling its hooks; the session is not used any more. */
  discard() {
    this.#group?.halt();
    this.#cancelTimer();
    this.#turns += 1;
    this.#job = null;
  }

  /**
   * Returns the buffer of a frame.
   *
   * @param {ArrayBuffer} buffer
   */
  release(buffer) {
    this.#lent = Math.max(0, this.#lent - 1);
    if (this.#free.length < pooledBuffers) this.#free.push(buffer);
  }

  /**
   * Makes a frame of the current state now, even if no buffer is free.
   *
   * @returns {Snapshot}
   */
  show() {
    const bytes = this.#session.frameBytes;
    const pooled = this.#free.pop();
    const buffer = pooled?.byteLength === bytes ? pooled : new ArrayBuffer(bytes);
    const snapshot = this.#session.snapshot();
    this.#session.copyFrame(buffer);
    this.#lent += 1;
    this.#frameAt = this.#clock.now();
    this.#frameStep = snapshot.step;
    const { steps, ms } = this.#busy;
    const stepsPerSecond = this.#job ? this.#measuredRate() : 0;
    this.#hooks.frame(snapshot, { stepsPerSecond, fullSpeed: ms > 0 ? (steps * 1000) / ms : 0 }, buffer);
    return snapshot;
  }

  /**
   * @param {Pick<Job, 'run' | 'target' | 'end'>} wanted
   * @returns {Job}
   */
  #begin(wanted) {
    const began = this.#clock.now();
    const from = this.#session.step;
    if (!this.#job) {
      this.#saveAt = began;
      this.#rate = { at: began, step: from, value: 0 };
    }
    this.#job = { ...wanted, began, from };
    return this.#job;
  }

  /** Runs one slice, then handles frame, checkpoint, end or the next slice. */
  #turn() {
    const job = this.#job;
    if (!job) return;
    const allowed = Math.min(this.#allowance(job), job.target - this.#session.step);
    if (allowed < 1) return this.#afterSlice(job);
    this.#advance(Math.min(allowed, this.#slice), () => this.#afterSlice(job));
  }

  /** @param {Job} job */
  #afterSlice(job) {
    if (this.#session.step >= job.target) return this.#end('until', null);
    const now = this.#clock.now();
    const moved = this.#session.step !== this.#frameStep;
    if (moved && now - this.#frameAt >= this.#frameWait && this.#lent < pooledBuffers) {
      this.show();
      const waiting = this.#group?.memberCount ?? 1;
      this.#frameWait = Math.max(this.#timing.frameMs, (this.#frameAt - now) * trainingPerLook * waiting);
    }
    if (now - this.#saveAt >= this.#timing.saveMs) {
      this.#saveAt = now;
      this.#hooks.save();
    }
    this.#schedule(this.#waitMs(job));
  }

  /**
   * Trains and adapts the size of the slice to the time it took.
   *
   * @param {number} count
   * @param {() => void} after
   */
  #advance(count, after) {
    const began = this.#clock.now();
    if (!this.#group) {
      this.#session.train(count);
      this.#adapt(count, began);
      return after();
    }
    const turn = this.#turns;
    this.#group.train(count, (error) => {
      if (turn !== this.#turns) return;
      this.#guard(() => {
        if (error) throw error;
        this.#adapt(count, began);
        after();
      });
    });
  }

  /**
   * @param {number} count steps
   * @param {number} began time
   */
  #adapt(count, began) {
    const took = this.#clock.now() - began;
    const kept = this.#busy.ms > rateMs ? 0.5 : 1;
    this.#busy = { steps: this.#busy.steps * kept + count, ms: this.#busy.ms * kept + took };
    this.#credit = Math.max(0, this.#credit - count);
    const most = count * growth;
    const fitting = took < shortestMeasureMs ? most : Math.round((count * this.#timing.sliceMs) / took);
    if (count === this.#slice || fitting < this.#slice) this.#slice = Math.max(1, Math.min(fitting, most));
  }

  /**
   * Steps that may be done now.
   *
   * @param {Job} job
   * @returns {number}
   */
  #allowance(job) {
    if (job.run === null || this.#speed === Number.POSITIVE_INFINITY) return this.#slice;
    this.#settleCredit();
    return Math.floor(this.#credit);
  }

  /** Adds the steps that the time since the last call allows; a long stall is not caught up. */
  #settleCredit() {
    const now = this.#clock.now();
    const speed = Number.isFinite(this.#speed) ? this.#speed : 0;
    const most = Math.max(1, (speed * catchUpMs) / 1000);
    this.#credit = Math.min(this.#credit + ((now - this.#creditAt) * speed) / 1000, most);
    this.#creditAt = now;
  }

  /**
   * @param {Job} job
   * @returns {number} time until the next step is due
   */
  #waitMs(job) {
    if (job.run === null || this.#speed === Number.POSITIVE_INFINITY || this.#credit >= 1) return 0;
    return Math.max(paceMs, ((1 - this.#credit) * 1000) / this.#speed);
  }

  /** @param {number} ms */
  #schedule(ms) {
    this.#cancelTimer();
    this.#turns += 1;
    const turn = this.#turns;
    const run = () => {
      if (turn === this.#turns) this.#guard(() => this.#turn());
    };
    if (ms > 0) this.#cancelTimer = this.#clock.later(run, ms);
    else this.#clock.soon(run);
  }

  /**
   * @param {PauseReason | 'abort'} reason
   * @param {AttentoscopeError | null} error
   */
  #end(reason, error) {
    const job = this.#job;
    if (!job) return;
    this.#cancelTimer();
    this.#turns += 1;
    this.#group?.halt();
    const snapshot = this.#session.step === this.#frameStep ? this.#session.snapshot() : this.show();
    this.#job = null;
    job.end(reason, error, snapshot);
  }

  /**
   * @param {number} run
   * @param {PauseReason | 'abort'} reason
   * @param {AttentoscopeError | null} error
   */
  #ended(run, reason, error) {
    this.#hooks.save();
    this.#hooks.paused(run, reason === 'abort' ? 'pause' : reason, error);
  }

  /**
   * An AttentoscopeError ends the job; anything else means that the session is lost.
   *
   * @param {() => void} run
   */
  #guard(run) {
    try {
      try {
        run();
      } catch (error) {
        if (!(error instanceof AttentoscopeError)) throw error;
        this.#end('error', error);
      }
    } catch (error) {
      this.#job = null;
      this.#hooks.crashed(error);
    }
  }

  /** @returns {number} steps per second over the last window */
  #measuredRate() {
    const now = this.#clock.now();
    const ms = now - this.#rate.at;
    const value = ms > 0 ? ((this.#session.step - this.#rate.step) * 1000) / ms : this.#rate.value;
    if (ms >= rateMs) this.#rate = { at: now, step: this.#session.step, value };
    return this.#rate.value || value;
  }
}

/** @returns {AttentoscopeError} */
function busy() {
  return new AttentoscopeError('BAD_STATE', {
    parameter: 'train',
    expected: 'a paused scope',
    message: 'The scope is running; call pause() before training a number of steps.',
  });
}
