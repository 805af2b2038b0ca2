/**
 * A watchdog that detects a worker that no longer responds. The worker is pinged at each interval, and any message counts as a
 * response.
 */

/** Interval between pings, and how many may stay unanswered: a busy machine has delayed healthy workers by more than 5 s. */
const pingIntervalMs = 1000;
const maxMissedPings = 15;

export class Watchdog {
  #ping;
  #onTimeout;
  #intervalMs;
  #missed = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {() => void} ping sends a ping
   * @param {(seconds: number) => void} onTimeout called once when there was no response for this many seconds
   * @param {number} [intervalMs] interval between pings
   */
  constructor(ping, onTimeout, intervalMs = pingIntervalMs) {
    this.#ping = ping;
    this.#onTimeout = onTimeout;
    this.#intervalMs = intervalMs;
  }

  start() {
    this.stop();
    this.#missed = 0;
    this.#timer = setInterval(() => {
      if (this.#missed++ < maxMissedPings) return this.#ping();
      this.stop();
      this.#onTimeout((maxMissedPings * this.#intervalMs) / 1000);
    }, this.#intervalMs);
  }

  /** Must be called for every message of the worker. */
  reset() {
    this.#missed = 0;
  }

  stop() {
    clearInterval(this.#timer);
  }
}
