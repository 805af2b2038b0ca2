/**
 * Restarts the run with other parameters at once: with those of a preset, which can be undone, or with the defaults.
 */
import { translate } from '../language/translate.js';

/** @import { Value } from '../engine/schema.js' */

export class PresetController {
  #live;
  /** How to undo the last preset. @type {import('./presets.js').Undo | null} */
  undo = null;

  /** @param {import('./live.js').LiveInstrument} live */
  constructor(live) {
    this.#live = live;
  }

  /**
   * Restarts with a preset and begins to train. Undo restores the settings and weights from before.
   * @param {string} label
   * @param {Record<string, Value>} parameters
   */
  apply(label, parameters) {
    const { host, liveRun: run } = this.#live;
    return run.perform(async () => {
      const { requestedConfiguration, scope } = run;
      const before = scope.step > 0 ? await scope.checkpoint() : null;
      await this.restartWith(parameters);
      if (run.requestedConfiguration === requestedConfiguration) return;
      const restore = async () => {
        this.undo = null;
        const isReplaced = await run.replaceScope(requestedConfiguration);
        if (isReplaced && before) await run.scope.restore(before);
        host.refresh();
      };
      this.undo = { label: translate('Now: {label}.', { label }), restore: () => run.perform(restore) };
      await run.training.run();
    });
  }

  /** Restarts with the same seed. @param {Record<string, Value>} parameters replace all present ones */
  async restartWith(parameters) {
    const { host, liveRun: run, partAccess } = this.#live;
    // Locked parameters keep their values, whatever a preset says.
    for (const { name } of run.experiment.parameters) {
      if (!partAccess.isLocked(name)) continue;
      delete parameters[name];
      const lockedValue = run.requestedConfiguration.parameters[name];
      if (lockedValue !== undefined) parameters[name] = lockedValue;
    }
    // If nothing changes, the learned weights are kept.
    if (JSON.stringify(parameters) === JSON.stringify(run.requestedConfiguration.parameters)) return;
    const configuration = { ...run.requestedConfiguration, parameters };
    await run.replaceScope(configuration).catch(host.reportError);
  }
}
