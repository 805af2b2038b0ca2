/** A fake session, and a clock that the test advances. */

/** A clock whose time passes only in `advance` and while a fake session trains. */
export class FakeClock {
  time = 0;
  /** @type {(() => void)[]} */
  #soon = [];
  /** @type {{ at: number, run: () => void }[]} */
  #timers = [];

  now = () => this.time;

  /** @param {() => void} run */
  runSoon = (run) => void this.#soon.push(run);

  /**
   * @param {() => void} run
   * @param {number} ms
   */
  runLater = (run, ms) => {
    const timer = { at: this.time + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Whether anything is scheduled. */
  get idle() {
    return this.#soon.length === 0 && this.#timers.length === 0;
  }

  /**
   * Runs everything that is due within the next `ms`.
   *
   * @param {number} ms
   */
  advance(ms) {
    const end = this.time + ms;
    for (;;) {
      const next = this.#soon.shift();
      if (next) {
        next();
        if (this.time >= end) return;
        continue;
      }
      this.#timers.sort((a, b) => a.at - b.at);
      const timer = this.#timers[0];
      if (!timer || timer.at > end) break;
      this.#timers.shift();
      this.time = Math.max(this.time, timer.at);
      timer.run();
    }
    this.time = Math.max(this.time, end);
  }
}

/** A session with a given time per step. */
export class FakeSession {
  step = 0;
  /** @type {number[]} step counts of the train calls */
  calls = [];
  probes = 0;

  /**
   * @param {FakeClock} clock
   * @param {number} msPerStep
   */
  constructor(clock, msPerStep) {
    this.clock = clock;
    this.msPerStep = msPerStep;
  }

  /** @param {number} count */
  train(count) {
    this.calls.push(count);
    this.step += count;
    this.clock.time += count * this.msPerStep;
  }

  snapshot() {
    this.probes += 1;
    return { step: this.step, loss: 1 / (this.step + 1), metrics: {} };
  }

  copyFrame() {
    return Float32Array.of(this.step);
  }
}
