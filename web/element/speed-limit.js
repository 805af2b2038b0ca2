/** Measures whether the machine reaches the chosen speed. */

/** A reached speed below this fraction of the chosen speed is reported; relative changes below kMinimumChange are ignored. */
const kLimitFraction = 0.8;
const kMinimumChange = 0.1;

/** Measurements of the first moments are ignored: code is still being optimized, and views paint for the first time. */
const kSettleMs = 1500;

/** @import { Scope } from '../engine/scope.js' */

export class SpeedLimit {
  #training;
  #onChange;
  /** Time at which the present run began or its speed was last changed. */
  #startTime = 0;
  /** Steps a second that the machine reaches, if that is less than the chosen speed. @type {number | null} */
  value = null;

  /**
   * @param {Scope} scope
   * @param {{ readonly isRunning: boolean, readonly speed: number }} training
   * @param {() => void} onChange
   */
  constructor(scope, training, onChange) {
    this.#training = training;
    this.#onChange = onChange;
    scope.addEventListener('progress', ({ detail: { stepsPerSecond } }) => {
      const isSettled = performance.now() - this.#startTime > kSettleMs;
      if (training.isRunning && isSettled && stepsPerSecond > 0) this.#update(stepsPerSecond);
    });
  }

  /** Starts a measurement, which ignores the first kSettleMs. */
  settle() {
    this.#startTime = performance.now();
  }

  /** Forgets the measured limit, since another speed was chosen. */
  restart() {
    this.value = null;
    this.settle();
  }

  /** @param {number} rate steps a second */
  #update(rate) {
    const { speed } = this.#training;
    const limit = Number.isFinite(speed) && rate < kLimitFraction * speed ? rate : null;
    const change = limit !== null && this.value !== null ? Math.abs(limit / this.value - 1) : 1;
    if (limit === this.value || change < kMinimumChange) return;
    this.value = limit;
    this.#onChange();
  }
}
