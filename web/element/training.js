/** Runs a scope as the reader chooses: step by step, at a given speed, or at full speed. */
import { acquireFullSpeedLock, releaseFullSpeedLock } from './full-speed-lock.js';
import { PlannedEnd } from './planned-end.js';
import { SpeedLimit } from './speed-limit.js';

/** @import { TrainResult } from '../engine/protocol.js' */
/** @import { Scope } from '../engine/scope.js' */

/** At full speed the planned training is requested in this many chunks, so that the loss curve has points. */
const kChunks = 80;

/**
 * @typedef {object} TrainingHooks
 * @property {() => void} onChange the run has started or ended, or its speed has changed
 * @property {(result: TrainResult) => void} onChunk a step or one chunk of a full-speed run is done
 * @property {(reason: string) => void} onStop a run has ended
 * @property {(error: unknown) => void} onError
 */

export class Training {
  #scope;
  #hooks;
  /** Whether the instrument is visible, and whether a run waits until it is; training needs visibility. */
  #isVisible = true;
  #isSuspended = false;
  /** Called when the run ends. @type {(value?: unknown) => void} */
  #resolveRun = () => undefined;
  isRunning = false;
  /** Counts runs; an ended run ignores late results. */
  runCount = 0;
  /** Runs an action while the run is paused, so that the model does not change meanwhile. */
  whilePaused = createPausedRunner(this);
  /** The last full-speed run. @type {{ steps: number, seconds: number } | null} */
  fullSpeedRun = null;

  /** @param {Scope} scope @param {number} speed steps per second, Infinity for full speed @param {TrainingHooks} hooks */
  constructor(scope, speed, hooks) {
    this.#scope = scope;
    this.#hooks = hooks;
    this.speed = speed;
    this.plan = new PlannedEnd(scope);
    this.limit = new SpeedLimit(scope, this, hooks.onChange);
    scope.addEventListener('pause', ({ detail: { reason } }) => {
      if (reason === 'until' || reason === 'error') this.#end(reason);
    });
  }

  /** @param {number} speed */
  async setSpeed(speed) {
    const isPaced = Number.isFinite(this.speed + speed);
    this.speed = speed;
    this.limit.restart();
    if (this.isRunning && isPaced) this.#scope.speed = speed;
    else await this.#restart();
    this.#hooks.onChange();
  }

  replan() {
    this.plan.replan(this.isRunning);
    this.#restart();
  }

  async run() {
    if (this.isRunning) return;
    this.#isSuspended = !this.#isVisible;
    if (this.#isSuspended) return;
    this.plan.prepare();
    this.isRunning = true;
    this.#hooks.onChange();
    await this.#start();
  }

  /** Runs up to a step and pauses there. @param {number} step @returns {Promise<void>} settled when the run has ended, by itself or by a later request */
  async runTo(step) {
    const paused = this.pause();
    const { runCount } = this;
    await paused;
    if (this.#scope.step >= step || runCount !== this.runCount) return;
    this.plan.until = step;
    const ended = new Promise((resolve) => {
      this.#resolveRun = resolve;
    });
    await this.run();
    await ended;
  }

  async pause() {
    this.#isSuspended = false;
    this.runCount++;
    if (!this.isRunning) return;
    this.#end('pause');
    await this.#reportErrors(() => this.#scope.pause());
  }

  async step() {
    await this.pause();
    await this.#reportErrors(async () => {
      this.#hooks.onChunk(await this.#scope.train({ steps: 1 }));
      this.#hooks.onStop('step');
    });
  }

  async reset() {
    await this.pause();
    this.plan.replan(false);
    this.fullSpeedRun = null;
    await this.#reportErrors(() => this.#scope.reset());
    this.#hooks.onChange();
  }

  /** @param {boolean} isVisible */
  async setVisible(isVisible) {
    this.#isVisible = isVisible;
    if (isVisible && this.#isSuspended) await this.run();
    if (isVisible || !this.isRunning) return;
    const paused = this.pause();
    // Set before the pause is confirmed: a hidden page may receive the answer only when it is visible again.
    this.#isSuspended = true;
    await paused;
  }

  dispose() {
    this.runCount++;
    this.isRunning = false;
    releaseFullSpeedLock(this);
    this.#resolveRun();
  }

  async #restart() {
    if (!this.isRunning) return;
    this.runCount++;
    await this.#reportErrors(() => this.#scope.pause());
    if (this.isRunning) await this.#start();
  }

  async #start() {
    const [scope, { speed, plan }] = [this.#scope, this];
    const run = ++this.runCount;
    this.limit.settle();
    await this.#reportErrors(async () => {
      if (Number.isFinite(speed)) return scope.run({ speed, until: plan.until });
      acquireFullSpeedLock(this);
      await trainInChunks(scope, plan, (result, done) => {
        if (run !== this.runCount) return false;
        this.fullSpeedRun = done;
        this.#hooks.onChunk(result);
        return run === this.runCount;
      });
      if (run === this.runCount) this.#end('until');
    });
  }

  /** @param {string} reason */
  #end(reason) {
    this.dispose();
    this.#hooks.onChange();
    this.#hooks.onStop(reason);
  }

  /** Reports errors, except those of a scope that was disposed meanwhile. @param {() => Promise<unknown>} act */
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

/**
 * Trains at full speed, chunk by chunk, to the end of the plan.
 * @param {Scope} scope
 * @param {PlannedEnd} plan
 * @param {(result: TrainResult, done: { steps: number, seconds: number }) => boolean} onChunk returns whether to go on
 */
async function trainInChunks(scope, plan, onChunk) {
  const chunk = Math.max(1, Math.ceil(plan.plannedSteps / kChunks));
  const [startStep, startTime] = [scope.step, performance.now()];
  while (scope.step < plan.until) {
    const result = await scope.train({ steps: Math.min(chunk, plan.until - scope.step) });
    const seconds = (performance.now() - startTime) / 1000;
    if (!onChunk(result, { steps: result.step - startStep, seconds })) return;
  }
}

/** @param {Training} training the run continues after the action, unless the reader has stopped or restarted it meanwhile */
function createPausedRunner(training) {
  /** Number of unfinished actions, and `runCount` when they paused the run. */
  let [count, pausedRun] = [0, -1];
  /** @template Result @param {() => Promise<Result>} act */
  return async (act) => {
    count++;
    try {
      if (training.isRunning) {
        const paused = training.pause();
        pausedRun = training.runCount;
        await paused;
      }
      return await act();
    } finally {
      if (--count === 0 && pausedRun === training.runCount) training.run();
    }
  };
}
