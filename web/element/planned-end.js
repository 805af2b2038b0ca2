/** The step at which a run pauses by itself: at first the planned number of steps. */
export class PlannedEnd {
  #scope;
  until;

  /** @param {import('../engine/scope.js').Scope} scope */
  constructor(scope) {
    this.#scope = scope;
    this.until = this.plannedSteps;
  }

  get plannedSteps() {
    return this.#scope.manifest.plannedSteps;
  }

  /** Step at which the present plan is done. */
  get end() {
    return Math.max(this.until, this.plannedSteps);
  }

  /** Whether the planned steps are done, so that the next run adds as many again. */
  get isDone() {
    return this.#scope.step >= this.end;
  }

  /** Plans at least one more whole training from the present step. */
  extend() {
    this.until = Math.max(this.until, this.#scope.step + this.plannedSteps);
  }

  /** Ensures that there are steps left to do; to be called before a run. */
  prepare() {
    if (this.#scope.step >= this.until) this.until = this.plannedSteps;
    if (this.#scope.step >= this.until) this.extend();
  }

  /** To be called when the number of planned steps has changed. @param {boolean} isRunning */
  replan(isRunning) {
    this.until = Math.max(this.plannedSteps, isRunning ? this.#scope.step : 0);
  }
}
