/**
 * Restarts the run with other parameters at once: with those of a preset, which can be undone, or with the defaults.
 * @module
 */
import { translate } from '../language/translate.js';

/** @import { Value } from '../engine/schema.js' */

export class PresetChanges {
  #run;
  #host;
  #isLocked;
  /** How to undo the last preset. @type {import('./presets.js').Undo | null} */
  undo = null;

  /**
   * @param {import('./live-run.js').LiveRun} run
   * @param {import('../instrument/host.js').Host} host
   * @param {(name: string) => boolean} isLocked whether a setting is fixed
   */
  constructor(run, host, isLocked) {
    this.#run = run;
    this.#host = host;
    this.#isLocked = isLocked;
  }

  /**
   * Restarts with a preset and begins to train. Undo restores the settings and weights from before.
   * @param {string} label
   * @param {Record<string, Value>} parameters
   */
  async apply(label, parameters) {
    const run = this.#run;
    const { requestedConfiguration, scope } = run;
    const before = scope.step > 0 ? await scope.checkpoint() : null;
    await this.restartWith(parameters);
    if (run.requestedConfiguration === requestedConfiguration) return;
    this.undo = {
      label: translate('Now: {label}.', { label }),
      restore: async () => {
        this.undo = null;
        await run.replaceScope(requestedConfiguration).catch((error) => this.#host.reportError(error));
        if (before) await run.scope.restore(before);
        this.#host.refresh();
      },
    };
    await run.perform(() => run.training.run());
  }

  /** Restarts with the same seed. @param {Record<string, Value>} parameters replace all present ones */
  async restartWith(parameters) {
    const run = this.#run;
    // Locked parameters keep their values, whatever a preset says.
    for (const { name } of run.experiment.parameters) {
      if (!this.#isLocked(name)) continue;
      delete parameters[name];
      const lockedValue = run.requestedConfiguration.parameters[name];
      if (lockedValue !== undefined) parameters[name] = lockedValue;
    }
    // If nothing changes, the learned weights are kept.
    if (JSON.stringify(parameters) === JSON.stringify(run.requestedConfiguration.parameters)) return;
    const configuration = { ...run.requestedConfiguration, parameters };
    await run.replaceScope(configuration).catch((error) => this.#host.reportError(error));
  }
}
