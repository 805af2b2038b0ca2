/** Tells when a worker has fallen silent: it is asked at every beat, and anything that it says is an answer. */

/** Time between two beats, and how many may stay unanswered. */
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
   * @param {() => void} ask
   * @param {(seconds: number) => void} silent called once, after so many seconds without an answer
   * @param {number} [ms] of a beat
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

  /** The worker has said something. */
  heard() {
    this.#missed = 0;
  }

  stop() {
    clearInterval(this.#timer);
  }
}
