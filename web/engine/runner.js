/**
 * Trains a session in slices, so that a pause, a single step or a new learning rate takes effect between two slices
 * and the thread never blocks for long. Runs one job at a time: a `train` (a fixed number of steps at full
 * speed) or a free run (at a chosen speed, until it is paused).
 *
 * The clock and the scheduler are injected; this file does not depend on workers or pages.
 * The file is long because slices, speed, frames and checkpoints share one clock and one job.
 */

import { createCancelledError } from './error-serialization.js';
import { AttentoscopeError } from './errors.js';

/** @import { CoreSession } from './core-session.js' */
/** @import { Snapshot } from './shapes.js' */
/** @import { PauseReason, TrainResult } from './protocol.js' */

/**
 * The members of a session that the runner uses.
 *
 * @typedef {Pick<CoreSession, 'step' | 'train' | 'snapshot' | 'copyFrame'>} Trainable
 */

/** The group of workers that shares the steps, if there is one. @typedef {Pick<import('./data-parallel-group.js').DataParallelGroup, 'train' | 'halt' | 'memberCount'>} TrainingGroup */

/**
 * @typedef {object} Clock
 * @property {() => number} now milliseconds, monotonic
 * @property {(run: () => void) => void} runSoon runs the function after all pending events
 * @property {(run: () => void, ms: number) => () => void} runLater runs the function after a delay; the result cancels it
 */

/**
 * @typedef {object} Speeds
 * @property {number} stepsPerSecond 0 while no job is under way
 * @property {number} fullSpeed steps per second, counting only the time spent in steps; 0 before the first step
 *
 * @typedef {object} RunnerHooks
 * @property {(snapshot: Snapshot, speeds: Speeds, tensors: Float32Array<ArrayBuffer>) => void} onFrame `release` must be called
 *   once for each frame
 * @property {(run: number, reason: PauseReason, error: AttentoscopeError | null) => void} onPaused a free run ended
 * @property {() => void} onSave a checkpoint should be saved now
 * @property {(error: unknown) => void} onCrash the session is lost
 */

/** Target duration of one slice; in the caller's thread it leaves time for painting. */
const sliceMs = 8;

/** Minimum time between two frames. */
const minFrameMs = 16;

/** Time between two checkpoints while training. */
const saveMs = 2000;

/** Maximum number of frames in flight: until one is released, no further one is made. */
const maxFramesInFlight = 2;

/** A frame stops the workers while it is made. Training then lasts at least this many times as long for each of them. */
const minTrainingPerFrame = 4;

/** Initial number of steps per slice, and the factor by which it grows until slices reach their target duration. */
const initialSliceSteps = 8;
const sliceGrowth = 8;

/** A shorter slice is not used to measure the speed (browser clocks have a resolution of about 0.1 ms). */
const minMeasuredMs = 1;

/** At a chosen speed: the longest backlog of steps that is caught up, and the shortest wait for the next step. */
const maxBacklogMs = 100;
const stepIntervalMs = 4;

/** Window over which the displayed speed is measured. */
const rateWindowMs = 500;

/**
 * @typedef {object} Job
 * @property {number} endStep step at which the job ends
 * @property {number | null} run id of a free run, null for a train
 * @property {(reason: PauseReason | 'abort', error: AttentoscopeError | null, snapshot: Snapshot) => void} onEnd
 */

export class Runner {
  #session;
  #hooks;
  #clock;
  /** @type {TrainingGroup | null} */
  #group = null;
  /** @type {Job | null} */
  #job = null;
  /** Number of #schedule() calls so far; callbacks of older calls are ignored. */
  #scheduleCount = 0;
  /** @type {() => void} */
  #cancelTimer = () => undefined;

  #sliceSteps = initialSliceSteps;
  #speed = Number.POSITIVE_INFINITY;
  /** Number of steps that the chosen speed allows by now, and the time of this computation. */
  #stepCredit = 0;
  #creditTime = 0;

  #framesInFlight = 0;
  #lastFrameTime = Number.NEGATIVE_INFINITY;
  #frameIntervalMs = minFrameMs;
  #lastFrameStep = -1;
  #lastSaveTime = 0;
  #rateWindow = { at: 0, step: 0, value: 0 };
  /** Recent steps and the time spent in them; older steps count less. */
  #stepTime = { steps: 0, ms: 0 };

  /**
   * @param {Trainable} session
   * @param {RunnerHooks} hooks
   * @param {Clock} clock
   */
  constructor(session, hooks, clock) {
    this.#session = session;
    this.#hooks = hooks;
    this.#clock = clock;
  }

  /** @param {TrainingGroup | null} group shares the next steps; null: none */
  setGroup(group) {
    this.#group?.halt();
    this.#group = group;
    // The current slice of the old group never calls back, so another one is scheduled.
    if (this.#job) this.#schedule(0);
  }

  /** Whether a job is under way. @returns {boolean} */
  get isBusy() {
    return this.#job !== null;
  }

  /**
   * Runs `steps` steps at full speed. A pause ends it early; the result then counts the steps done.
   *
   * @param {number} steps
   * @returns {Promise<TrainResult>}
   * @throws {AttentoscopeError} BAD_STATE while a job is running, NOT_FINITE, CANCELLED
   */
  train(steps) {
    return new Promise((resolve, reject) => {
      if (this.#job) throw createBusyError();
      const startTime = this.#clock.now();
      const startStep = this.#session.step;
      this.#startJob({
        run: null,
        endStep: startStep + steps,
        onEnd: (reason, error, snapshot) => {
          if (error) return reject(error);
          if (reason === 'abort') return reject(createCancelledError());
          const done = snapshot.step - startStep;
          const ms = Math.max(this.#clock.now() - startTime, 1e-3);
          resolve({ steps: done, ...snapshot, stepsPerSecond: (done * 1000) / ms });
        },
      });
      this.#handleErrors(() => this.#runSlice());
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
    if (this.#job && this.#job.run === null) throw createBusyError();
    this.#speed = speed;
    this.#startJob({
      run,
      endStep: until,
      onEnd: (reason, error) => {
        this.#hooks.onSave();
        this.#hooks.onPaused(run, reason === 'abort' ? 'pause' : reason, error);
      },
    });
    this.#stepCredit = 1;
    this.#creditTime = this.#clock.now();
    this.#schedule(0);
  }

  /** @param {number} speed steps per second of the free run, from now on */
  setSpeed(speed) {
    this.#updateCredit();
    this.#speed = speed;
    if (this.#job && this.#job.run !== null) this.#schedule(0);
  }

  /**
   * Ends the current job, if there is one.
   *
   * @param {PauseReason | 'abort'} reason
   */
  stop(reason) {
    if (this.#job) this.#endJob(reason, null);
  }

  /** Drops the current job without calling its hooks; the session is not used any more. */
  discard() {
    this.#interrupt();
    this.#job = null;
  }

  /** Called when a frame is no longer needed. */
  release() {
    this.#framesInFlight = Math.max(0, this.#framesInFlight - 1);
  }

  /**
   * Makes a frame of the current state now, however many are in flight.
   *
   * @returns {Snapshot}
   */
  makeFrame() {
    const snapshot = this.#session.snapshot();
    const tensors = this.#session.copyFrame();
    this.#framesInFlight += 1;
    this.#lastFrameTime = this.#clock.now();
    this.#lastFrameStep = snapshot.step;
    const { steps, ms } = this.#stepTime;
    const stepsPerSecond = this.#job ? this.#measureRate() : 0;
    this.#hooks.onFrame(snapshot, { stepsPerSecond, fullSpeed: ms > 0 ? (steps * 1000) / ms : 0 }, tensors);
    return snapshot;
  }

  /** @param {Job} job */
  #startJob(job) {
    if (!this.#job) {
      this.#lastSaveTime = this.#clock.now();
      this.#rateWindow = { at: this.#lastSaveTime, step: this.#session.step, value: 0 };
    }
    this.#job = job;
  }

  /** Runs one slice, then handles frame, checkpoint, end or the next slice. */
  #runSlice() {
    const job = this.#job;
    if (!job) return;
    const allowed = Math.min(this.#countAllowedSteps(job), job.endStep - this.#session.step);
    if (allowed < 1) return this.#finishSlice(job);
    this.#trainSlice(Math.min(allowed, this.#sliceSteps), () => this.#finishSlice(job));
  }

  /** @param {Job} job */
  #finishSlice(job) {
    if (this.#session.step >= job.endStep) return this.#endJob('until', null);
    const now = this.#clock.now();
    const hasNewStep = this.#session.step !== this.#lastFrameStep;
    if (
      hasNewStep &&
      now - this.#lastFrameTime >= this.#frameIntervalMs &&
      this.#framesInFlight < maxFramesInFlight
    ) {
      this.makeFrame();
      const workerCount = this.#group?.memberCount ?? 1;
      this.#frameIntervalMs = Math.max(
        minFrameMs,
        (this.#lastFrameTime - now) * minTrainingPerFrame * workerCount,
      );
    }
    if (now - this.#lastSaveTime >= saveMs) {
      this.#lastSaveTime = now;
      this.#hooks.onSave();
    }
    this.#schedule(this.#computeWaitMs(job));
  }

  /**
   * Trains and adapts the size of the slice to the time it took.
   *
   * @param {number} count
   * @param {() => void} after
   */
  #trainSlice(count, after) {
    const began = this.#clock.now();
    if (!this.#group) {
      this.#session.train(count);
      this.#adaptSliceSize(count, began);
      return after();
    }
    const scheduleId = this.#scheduleCount;
    this.#group.train(count, (error) => {
      if (scheduleId !== this.#scheduleCount) return;
      this.#handleErrors(() => {
        if (error) throw error;
        this.#adaptSliceSize(count, began);
        after();
      });
    });
  }

  /**
   * @param {number} count steps
   * @param {number} began time
   */
  #adaptSliceSize(count, began) {
    const took = this.#clock.now() - began;
    const decay = this.#stepTime.ms > rateWindowMs ? 0.5 : 1;
    this.#stepTime = { steps: this.#stepTime.steps * decay + count, ms: this.#stepTime.ms * decay + took };
    this.#stepCredit = Math.max(0, this.#stepCredit - count);
    const maxSteps = count * sliceGrowth;
    const fitting = took < minMeasuredMs ? maxSteps : Math.round((count * sliceMs) / took);
    if (count === this.#sliceSteps || fitting < this.#sliceSteps)
      this.#sliceSteps = Math.max(1, Math.min(fitting, maxSteps));
  }

  /**
   * Number of steps that may be done now.
   *
   * @param {Job} job
   * @returns {number}
   */
  #countAllowedSteps(job) {
    if (job.run === null || this.#speed === Number.POSITIVE_INFINITY) return this.#sliceSteps;
    this.#updateCredit();
    return Math.floor(this.#stepCredit);
  }

  /** Adds the steps that the time since the last call allows; a long stall is not caught up. */
  #updateCredit() {
    const now = this.#clock.now();
    const speed = Number.isFinite(this.#speed) ? this.#speed : 0;
    const maxCredit = Math.max(1, (speed * maxBacklogMs) / 1000);
    this.#stepCredit = Math.min(this.#stepCredit + ((now - this.#creditTime) * speed) / 1000, maxCredit);
    this.#creditTime = now;
  }

  /**
   * @param {Job} job
   * @returns {number} time until the next step is due
   */
  #computeWaitMs(job) {
    if (job.run === null || this.#speed === Number.POSITIVE_INFINITY || this.#stepCredit >= 1) return 0;
    return Math.max(stepIntervalMs, ((1 - this.#stepCredit) * 1000) / this.#speed);
  }

  /** @param {number} ms */
  #schedule(ms) {
    this.#cancelTimer();
    this.#scheduleCount += 1;
    const scheduleId = this.#scheduleCount;
    const run = () => {
      if (scheduleId === this.#scheduleCount) this.#handleErrors(() => this.#runSlice());
    };
    if (ms > 0) this.#cancelTimer = this.#clock.runLater(run, ms);
    else this.#clock.runSoon(run);
  }

  /**
   * @param {PauseReason | 'abort'} reason
   * @param {AttentoscopeError | null} error
   */
  #endJob(reason, error) {
    const job = this.#job;
    if (!job) return;
    this.#interrupt();
    const snapshot = this.#session.step === this.#lastFrameStep ? this.#session.snapshot() : this.makeFrame();
    this.#job = null;
    job.onEnd(reason, error, snapshot);
  }

  /** Cancels the slice that is under way or scheduled. */
  #interrupt() {
    this.#group?.halt();
    this.#cancelTimer();
    this.#scheduleCount += 1;
  }

  /**
   * An AttentoscopeError ends the job; anything else means that the session is lost.
   *
   * @param {() => void} run
   */
  #handleErrors(run) {
    try {
      try {
        run();
      } catch (error) {
        if (!(error instanceof AttentoscopeError)) throw error;
        this.#endJob('error', error);
      }
    } catch (error) {
      this.#job = null;
      this.#hooks.onCrash(error);
    }
  }

  /** @returns {number} steps per second over the last window */
  #measureRate() {
    const now = this.#clock.now();
    const ms = now - this.#rateWindow.at;
    const value =
      ms > 0 ? ((this.#session.step - this.#rateWindow.step) * 1000) / ms : this.#rateWindow.value;
    if (ms >= rateWindowMs) this.#rateWindow = { at: now, step: this.#session.step, value };
    return this.#rateWindow.value || value;
  }
}

/** @returns {AttentoscopeError} */
function createBusyError() {
  return new AttentoscopeError('BAD_STATE', {
    parameter: 'train',
    expected: 'a paused scope',
    message: 'The scope is running; call pause() before training a number of steps.',
  });
}
