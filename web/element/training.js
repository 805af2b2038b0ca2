/**
 * Runs a scope as the reader chooses: step by step, at a given speed, or at full speed.
 * @module
 */
import { releaseFullSpeedLock, acquireFullSpeedLock } from './turns.js';

/** At full speed a whole training is requested in this many chunks, so that its curve has points. */
const kParts = 80;

/** Below this fraction of the chosen speed the limit of the machine is reported; relative changes below kChange are not. */
const kBehind = 0.8;
const kChange = 0.1;

/** Measurements of the first moments are ignored: code is still being optimized, and views paint for the first time. */
const kSettleMs = 1500;

/** @import { Scope } from '../engine/scope.js' */

/**
 * @typedef {object} TrainingHooks
 * @property {() => void} changed running or not, faster or slower
 * @property {(step: number, loss: number, baselineLoss?: number) => void} passed one chunk of a full-speed run is done
 * @property {(reason: string) => void} stopped a run has ended
 * @property {(error: unknown) => void} failed
 */

export class Training {
  #scope;
  #hooks;
  #speed;
  /** Step at which the run pauses by itself. */
  #until;
  /** Counts runs; an ended run ignores late results. */
  #run = 0;
  /** Whether the instrument is visible; it does not train while it is not. */
  #seen = true;
  /** A run was requested while out of sight; it starts when the instrument is visible again. */
  #suspended = false;
  /** Called when the run ends. @type {(value?: unknown) => void} */
  #arrived = () => undefined;
  /** Time at which the present run began or its speed was last changed. */
  #began = 0;
  /** Number of actions for which the run is paused, and the run count at that time. */
  #holds = 0;
  #held = -1;
  running = false;
  /** The last full-speed run. @type {{ steps: number, seconds: number } | null} */
  sprint = null;
  /** Steps a second that the machine reaches, if that is less than the chosen speed. @type {number | null} */
  limit = null;

  /**
   * @param {Scope} scope
   * @param {number} speed steps per second
   * @param {TrainingHooks} hooks
   */
  constructor(scope, speed, hooks) {
    this.#scope = scope;
    this.#speed = speed;
    this.#hooks = hooks;
    this.#until = scope.manifest.plannedSteps;
    scope.addEventListener('progress', (event) => {
      const { stepsPerSecond } = /** @type {CustomEvent<import('../engine/scope.js').Progress>} */ (event)
        .detail;
      const settled = performance.now() - this.#began > kSettleMs;
      if (this.running && settled && stepsPerSecond > 0) this.#measured(stepsPerSecond);
    });
    scope.addEventListener('pause', (event) => {
      const { reason } = /** @type {CustomEvent<{ reason: string }>} */ (event).detail;
      if (reason === 'until' || reason === 'error') this.#end(reason);
    });
  }

  /** Whether the planned steps are done, so that the next run adds as many again. */
  get finished() {
    return !this.running && this.#scope.step >= Math.max(this.#until, this.#scope.manifest.plannedSteps);
  }

  get speed() {
    return this.#speed;
  }

  /** @param {number} speed steps per second, Infinity for full speed */
  async setSpeed(speed) {
    const paced = Number.isFinite(this.#speed) && Number.isFinite(speed);
    this.#speed = speed;
    this.limit = null;
    this.#began = performance.now();
    if (this.running && paced) this.#scope.speed = speed;
    else if (this.running) await this.#restart();
    this.#hooks.changed();
  }

  /** Plans at least one more whole training from here. */
  extend() {
    this.#until = Math.max(this.#until, this.#scope.step + this.#scope.manifest.plannedSteps);
  }

  /** To be called when the number of planned steps has changed. */
  replan() {
    this.#until = Math.max(this.#scope.manifest.plannedSteps, this.running ? this.#scope.step : 0);
    if (this.running) this.#restart();
  }

  async run() {
    if (this.running) return;
    this.#suspended = !this.#seen;
    if (this.#suspended) return;
    const { plannedSteps } = this.#scope.manifest;
    if (this.#scope.step >= this.#until) this.#until = plannedSteps;
    if (this.#scope.step >= this.#until) this.extend();
    this.running = true;
    this.#hooks.changed();
    await this.#start();
  }

  /** Runs up to a step and pauses there. @param {number} step @returns {Promise<void>} settled when the run has ended */
  async runTo(step) {
    await this.pause();
    if (this.#scope.step >= step) return;
    this.#until = step;
    const ended = new Promise((resolve) => {
      this.#arrived = resolve;
    });
    await this.run();
    await ended;
  }

  async pause() {
    this.#suspended = false;
    this.#run++;
    if (!this.running) return;
    this.#end('pause');
    await this.#halt();
  }

  /**
   * Runs an action that needs the model of a single step. The run pauses for it and continues afterwards, unless the
   * reader has stopped or restarted it meanwhile.
   * @template Result
   * @param {() => Promise<Result>} act
   * @returns {Promise<Result>}
   */
  async whilePaused(act) {
    this.#holds++;
    try {
      if (this.running) {
        const paused = this.pause();
        this.#held = this.#run;
        await paused;
      }
      return await act();
    } finally {
      if (--this.#holds === 0 && this.#held === this.#run) this.run();
    }
  }

  async step() {
    this.#run++;
    if (this.running) await this.pause();
    await this.#guard(async () => {
      const { step, loss, metrics } = await this.#scope.train({ steps: 1 });
      this.#hooks.passed(step, loss, metrics.baselineLoss);
      this.#hooks.stopped('step');
    });
  }

  async reset() {
    this.#run++;
    await this.pause();
    this.#until = this.#scope.manifest.plannedSteps;
    this.sprint = null;
    await this.#guard(() => this.#scope.reset());
    this.#hooks.changed();
  }

  /** @param {boolean} seen */
  async setSeen(seen) {
    this.#seen = seen;
    if (!seen && this.running) {
      const paused = this.pause();
      // Set before the pause is confirmed: a hidden page may receive the answer only when it is visible again.
      this.#suspended = true;
      await paused;
    } else if (seen && this.#suspended) {
      await this.run();
    }
  }

  yieldTurn() {
    this.pause();
  }

  dispose() {
    this.#run++;
    this.running = false;
    this.#arrived();
    releaseFullSpeedLock(this);
  }

  /** @param {number} rate steps a second */
  #measured(rate) {
    const limit = Number.isFinite(this.#speed) && rate < kBehind * this.#speed ? rate : null;
    const change = limit !== null && this.limit !== null ? Math.abs(limit / this.limit - 1) : 1;
    if (limit === this.limit || change < kChange) return;
    this.limit = limit;
    this.#hooks.changed();
  }

  async #restart() {
    this.#run++;
    await this.#halt();
    if (this.running) await this.#start();
  }

  async #start() {
    const run = ++this.#run;
    this.#began = performance.now();
    await this.#guard(async () => {
      if (Number.isFinite(this.#speed)) await this.#scope.run({ speed: this.#speed, until: this.#until });
      else await this.#sprint(run);
    });
  }

  /** @param {number} run */
  async #sprint(run) {
    acquireFullSpeedLock(this);
    const part = Math.max(1, Math.ceil(this.#scope.manifest.plannedSteps / kParts));
    const began = performance.now();
    const from = this.#scope.step;
    while (run === this.#run && this.running && this.#scope.step < this.#until) {
      const steps = Math.min(part, this.#until - this.#scope.step);
      const done = await this.#scope.train({ steps });
      if (run !== this.#run) return;
      this.#hooks.passed(done.step, done.loss, done.metrics.baselineLoss);
      this.sprint = { steps: done.step - from, seconds: (performance.now() - began) / 1000 };
    }
    if (run === this.#run && this.running) this.#end('until');
  }

  /** @param {string} reason */
  #end(reason) {
    this.#run++;
    this.running = false;
    releaseFullSpeedLock(this);
    this.#arrived();
    this.#hooks.changed();
    this.#hooks.stopped(reason);
  }

  #halt() {
    return this.#guard(async () => {
      await this.#scope.pause();
    });
  }

  /** Reports errors, except those of a scope that was disposed meanwhile. @param {() => Promise<void>} act */
  async #guard(act) {
    try {
      await act();
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code === 'DISPOSED') return;
      if (this.running) this.#end('error');
      this.#hooks.failed(error);
    }
  }
}
