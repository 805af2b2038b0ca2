/**
 * A watchdog that detects a worker that no longer responds. The worker is pinged at each interval, and any message counts as a
 * response.
 */

/** Interval between pings, and how many may stay unanswered. */
const beatMs = 1000;
const mostMissed = 5;

export class Heart {
  #ask;
  #silent;
  #ms;
  #missed = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /**
   * @param {() => void} ask sends a ping
   * @param {(seconds: number) => void} silent called once when there was no response for so many seconds
   * @param {number} [ms] interval between pings
   */
  constructor(ask, silent, ms = beatMs) {
    this.#ask = ask;
    this.#silent = silent;
    this.#ms = ms;
  }

  start() {
    this.stop();
    this.#missed = 0;
    this.#timer = setInterval(() => {
      if (this.#missed++ < mostMissed) return this.#ask();
      this.stop();
      this.#silent((mostMissed * this.#ms) / 1000);
    }, this.#ms);
  }

  /** Must be called for every message of the worker. */
  heard() {
    this.#missed = 0;
  }

  stop() {
    clearInterval(this.#timer);
  }
}
