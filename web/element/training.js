/**
 * Runs a scope as the reader chooses: step by step, at a given speed, or at full speed.
 * @module
 */
import { acquireFullSpeedLock, releaseFullSpeedLock } from './full-speed-lock.js';
import { SpeedLimit } from './speed-limit.js';
import { StepPlan } from './step-plan.js';
import { trainInChunks } from './train-in-chunks.js';

/** @import { Scope } from '../engine/scope.js' */

/**
 * @typedef {object} TrainingHooks
 * @property {() => void} onChange running or not, faster or slower
 * @property {(step: number, loss: number, baselineLoss?: number) => void} onChunk one chunk of a full-speed run is done
 * @property {(reason: string) => void} onStop a run has ended
 * @property {(error: unknown) => void} onError
 */

export class Training {
  #scope;
  #hooks;
  #speed;
  #plan;
  /** Counts runs; an ended run ignores late results. */
  #run = 0;
  /** Whether the instrument is visible; it does not train while it is not. */
  #isVisible = true;
  /** A run was requested while out of sight; it starts when the instrument is visible again. */
  #isSuspended = false;
  /** Called when the run ends. @type {(value?: unknown) => void} */
  #resolveRun = () => undefined;
  /** Number of actions for which the run is paused, and the run count at that time. */
  #pauseCount = 0;
  #pausedRun = -1;
  isRunning = false;
  /** The last full-speed run. @type {{ steps: number, seconds: number } | null} */
  fullSpeedRun = null;
  #limit;

  /**
   * @param {Scope} scope
   * @param {number} speed steps per second
   * @param {TrainingHooks} hooks
   */
  constructor(scope, speed, hooks) {
    this.#scope = scope;
    this.#speed = speed;
    this.#hooks = hooks;
    this.#plan = new StepPlan(scope);
    this.#limit = new SpeedLimit(scope, this, hooks.onChange);
    scope.addEventListener('pause', (event) => {
      const { reason } = /** @type {CustomEvent<{ reason: string }>} */ (event).detail;
      if (reason === 'until' || reason === 'error') this.#end(reason);
    });
  }

  /** Whether the planned steps are done, so that the next run adds as many again. */
  get isFinished() {
    return !this.isRunning && this.#plan.isDone;
  }

  get speed() {
    return this.#speed;
  }

  /** Steps a second that the machine reaches, if that is less than the chosen speed. @returns {number | null} */
  get limit() {
    return this.#limit.value;
  }

  /** @param {number} speed steps per second, Infinity for full speed */
  async setSpeed(speed) {
    const isPaced = Number.isFinite(this.#speed) && Number.isFinite(speed);
    this.#speed = speed;
    this.#limit.restart();
    if (this.isRunning && isPaced) this.#scope.speed = speed;
    else if (this.isRunning) await this.#restart();
    this.#hooks.onChange();
  }

  /** Plans at least one more whole training from here. */
  extend() {
    this.#plan.extend();
  }

  /** To be called when the number of planned steps has changed. */
  replan() {
    this.#plan.replan(this.isRunning);
    if (this.isRunning) this.#restart();
  }

  async run() {
    if (this.isRunning) return;
    this.#isSuspended = !this.#isVisible;
    if (this.#isSuspended) return;
    this.#plan.prepare();
    this.isRunning = true;
    this.#hooks.onChange();
    await this.#start();
  }

  /** Runs up to a step and pauses there. @param {number} step @returns {Promise<void>} settled when the run has ended */
  async runTo(step) {
    await this.pause();
    if (this.#scope.step >= step) return;
    this.#plan.until = step;
    const ended = new Promise((resolve) => {
      this.#resolveRun = resolve;
    });
    await this.run();
    await ended;
  }

  async pause() {
    this.#isSuspended = false;
    this.#run++;
    if (!this.isRunning) return;
    this.#end('pause');
    await this.#pauseScope();
  }

  /**
   * Runs an action that needs the model of a single step. The run pauses for it and continues afterwards, unless the
   * reader has stopped or restarted it meanwhile.
   * @template Result
   * @param {() => Promise<Result>} act
   * @returns {Promise<Result>}
   */
  async whilePaused(act) {
    this.#pauseCount++;
    try {
      if (this.isRunning) {
        const paused = this.pause();
        this.#pausedRun = this.#run;
        await paused;
      }
      return await act();
    } finally {
      if (--this.#pauseCount === 0 && this.#pausedRun === this.#run) this.run();
    }
  }

  async step() {
    this.#run++;
    if (this.isRunning) await this.pause();
    await this.#reportErrors(async () => {
      const { step, loss, metrics } = await this.#scope.train({ steps: 1 });
      this.#hooks.onChunk(step, loss, metrics.baselineLoss);
      this.#hooks.onStop('step');
    });
  }

  async reset() {
    this.#run++;
    await this.pause();
    this.#plan.replan(false);
    this.fullSpeedRun = null;
    await this.#reportErrors(() => this.#scope.reset());
    this.#hooks.onChange();
  }

  /** @param {boolean} isVisible */
  async setVisible(isVisible) {
    this.#isVisible = isVisible;
    if (!isVisible && this.isRunning) {
      const paused = this.pause();
      // Set before the pause is confirmed: a hidden page may receive the answer only when it is visible again.
      this.#isSuspended = true;
      await paused;
    } else if (isVisible && this.#isSuspended) {
      await this.run();
    }
  }

  onLockLost() {
    this.pause();
  }

  dispose() {
    this.#run++;
    this.isRunning = false;
    this.#resolveRun();
    releaseFullSpeedLock(this);
  }

  async #restart() {
    this.#run++;
    await this.#pauseScope();
    if (this.isRunning) await this.#start();
  }

  async #start() {
    const run = ++this.#run;
    this.#limit.settle();
    await this.#reportErrors(async () => {
      if (Number.isFinite(this.#speed))
        await this.#scope.run({ speed: this.#speed, until: this.#plan.until });
      else await this.#runAtFullSpeed(run);
    });
  }

  /** @param {number} run */
  async #runAtFullSpeed(run) {
    acquireFullSpeedLock(this);
    for await (const { step, loss, metrics, run: done } of trainInChunks(this.#scope, this.#plan)) {
      if (run !== this.#run) return;
      this.#hooks.onChunk(step, loss, metrics.baselineLoss);
      this.fullSpeedRun = done;
      if (run !== this.#run || !this.isRunning) return;
    }
    if (run === this.#run && this.isRunning) this.#end('until');
  }

  /** @param {string} reason */
  #end(reason) {
    this.#run++;
    this.isRunning = false;
    releaseFullSpeedLock(this);
    this.#resolveRun();
    this.#hooks.onChange();
    this.#hooks.onStop(reason);
  }

  #pauseScope() {
    return this.#reportErrors(async () => {
      await this.#scope.pause();
    });
  }

  /** Reports errors, except those of a scope that was disposed meanwhile. @param {() => Promise<void>} act */
  async #reportErrors(act) {
    try {
      await act();
    } catch (error) {
      if (/** @type {{ code?: string }} */ (error).code === 'DISPOSED') return;
      if (this.isRunning) this.#end('error');
      this.#hooks.onError(error);
    }
  }
}
