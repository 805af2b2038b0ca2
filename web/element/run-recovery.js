/** Rebuilds a run whose worker has failed for good. */
import { translate } from '../language/translate.js';

export class RunRecovery {
  #live;
  /** Whether the worker has failed for good. */
  #isWorkerLost = false;
  /** The pending rebuild. @type {Promise<void> | null} */
  #rebuilding = null;

  /** @param {import('./live.js').LiveInstrument} live */
  constructor(live) {
    this.#live = live;
  }

  /** @param {import('../engine/scope.js').Scope} scope the present scope of the run */
  watch(scope) {
    const { host } = this.#live;
    this.#isWorkerLost = false;
    scope.addEventListener('error', ({ detail: { error } }) => {
      host.reportError(error);
      this.#isWorkerLost = error.code === 'CRASHED' && !error.recoverable;
      if (this.#isWorkerLost)
        host.notify(translate('Run continues from the last checkpoint; Reset starts from step 0.'));
    });
    scope.addEventListener('recovered', () =>
      host.notify(translate('The module had stopped working; the run goes on from its last checkpoint.')),
    );
  }

  /**
   * Runs an action on the run, after rebuilding it if its worker has failed for good.
   * @param {() => Promise<void>} act
   * @param {boolean} [fromStart] from step 0
   */
  async perform(act, fromStart = false) {
    try {
      if (this.#isWorkerLost) {
        this.#rebuilding ??= this.#rebuild(fromStart).finally(() => {
          this.#rebuilding = null;
        });
        await this.#rebuilding;
      }
      await act();
    } catch (error) {
      this.#live.host.reportError(error);
    }
  }

  /** Continues the run in a new worker, from its last checkpoint if there is one. @param {boolean} fromStart from step 0 */
  async #rebuild(fromStart) {
    const { host, liveRun: run } = this.#live;
    const { step, lastCheckpoint } = run.scope;
    await run.replaceScope(run.requestedConfiguration);
    const { parameters } = run.scope.configuration;
    if (!fromStart && lastCheckpoint) await run.scope.restore(lastCheckpoint);
    // Live parameters that were changed after the checkpoint keep their values.
    for (const { name, restart } of run.experiment.parameters) {
      const value = parameters[name];
      if (!restart && value !== undefined) await run.scope.set(name, value);
    }
    const lost = Math.max(0, step - run.scope.step);
    const text = translate(
      'Rebuilt at step {step}: {lost} steps and the curves before it are lost, the settings are kept.',
      { step: run.scope.step, lost },
    );
    host.notify(text);
  }
}
