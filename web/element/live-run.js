/**
 * The run of the live instrument: created, changed, restarted, and rebuilt when its worker has failed for good.
 */

import { experiments } from '../index.js';
import { translate } from '../language/translate.js';
import { translateSchema } from '../language/translate-schema.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { removeInvalidLists } from './fit-lists.js';
import { fitSchemaToData } from './metrics.js';
import { OwnDataController } from './own-data.js';
import { PresetController } from './preset-controller.js';
import { RunRecovery } from './run-recovery.js';
import { computeDefaultSpeed, recordSpeed } from './speed.js';
import { createRunScope } from './start-scope.js';
import { Training } from './training.js';

/** @import { Configuration, ExperimentSchema, Value } from '../engine/schema.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { OwnData } from './own-data.js' */

export class LiveRun {
  #live;
  #recovery;
  /** Error messages by parameter; a new map whenever they change. @type {ReadonlyMap<string, string>} */
  errors = new Map();
  /** Detects outdated restarts, whose new scope is discarded. */
  #startRestart = createRequestStarter();

  /**
   * @param {import('./live.js').LiveInstrument} live
   * @param {Scope} scope
   * @param {{ configuration: Configuration, speed?: number | undefined }} settings
   * @param {OwnData | null} own
   */
  constructor(live, scope, { configuration, speed }, own) {
    this.#live = live;
    this.#recovery = new RunRecovery(live);
    this.presets = new PresetController(live);
    this.data = new OwnDataController(own, live);
    this.scope = scope;
    /** The configuration that the reader asked for, without defaults. */
    this.requestedConfiguration = configuration;
    /** Steps a second, if the reader has chosen a speed. */
    this.speed = speed;
    this.training = this.#attach(scope);
  }

  /** The experiment's schema, with the metrics that this run has. */
  get experiment() {
    const { configuration, manifest } = this.scope;
    const schema = experiments().find(({ name }) => name === configuration.experiment);
    return translateSchema(fitSchemaToData(/** @type {ExperimentSchema} */ (schema), manifest.data));
  }

  run() {
    if (this.training.isRunning) return this.training.pause();
    return this.perform(() => this.training.run());
  }

  step() {
    return this.perform(() => this.training.step());
  }

  reset() {
    return this.perform(() => this.training.reset(), true);
  }

  dispose() {
    this.#startRestart();
    this.training.dispose();
    this.scope.dispose();
  }

  /** Returns to the newest step and runs an action of the reader; see RunRecovery. @type {RunRecovery['perform']} */
  perform(act, fromStart) {
    this.#live.display.timeline.choose(null);
    return this.#recovery.perform(act, fromStart);
  }

  /** @param {number} speed */
  async setSpeed(speed) {
    this.speed = speed === computeDefaultSpeed(this.scope.manifest.plannedSteps) ? undefined : speed;
    await this.training.setSpeed(speed);
    this.#live.reportChange();
  }

  /** @param {string} name of a parameter, or 'seed' @param {Value} value */
  async change(name, value) {
    const { host, partAccess } = this.#live;
    if (partAccess.isLocked(name)) return host.notify(translate('{name} is locked by this link.', { name }));
    const schema = this.experiment.parameters.find((candidate) => candidate.name === name);
    const { parameters } = this.requestedConfiguration;
    const changed =
      name === 'seed' ? { seed: Number(value) } : { parameters: { ...parameters, [name]: value } };
    const requested = { ...this.requestedConfiguration, ...changed };
    try {
      if (schema && !schema.restart) {
        await this.scope.set(name, value);
        this.requestedConfiguration = requested;
        if (name === 'epochs') this.training.replan();
        this.#live.reportChange();
      } else await this.replaceScope(requested);
      this.errors = new Map([...this.errors].filter(([wrong]) => wrong !== name));
    } catch (error) {
      this.errors = new Map([...this.errors, [name, /** @type {Error} */ (error).message]]);
    }
    host.refresh();
  }

  /**
   * Restarts with another configuration. The present run stays until the new run is ready, and remains if the
   * new configuration is rejected. Of several concurrent calls only the last takes effect.
   * @param {Configuration} requested
   * @param {OwnData | null} own
   * @returns false if a later call has replaced this one
   */
  async replaceScope(requested, own = this.data.own) {
    const { host, display } = this.#live;
    const { parameters, dropped } = removeInvalidLists(this.experiment.parameters, requested.parameters);
    const fitted = { ...requested, parameters };
    const isLatest = this.#startRestart();
    const scope = await createRunScope(host, fitted, own);
    if (!isLatest()) {
      scope.dispose();
      return false;
    }
    this.training.dispose();
    this.scope.dispose();
    for (const label of dropped)
      host.notify(translate('{label}: the list no longer fits and went back to its default.', { label }));
    this.requestedConfiguration = fitted;
    this.presets.undo = null;
    this.data.own = own;
    this.errors = new Map();
    this.scope = scope;
    this.training = this.#attach(scope);
    display.clear();
    const { ownInput, pinned } = this.#live.views.memory;
    this.#live.recreateViews({ ownInput, pinned });
    this.#live.reportChange();
    host.refresh();
    return true;
  }

  /** @param {Scope} scope @returns {Training} */
  #attach(scope) {
    const { host } = this.#live;
    scope.addEventListener('progress', ({ detail }) => {
      recordSpeed(this.experiment.name, scope.manifest, detail.fullSpeed);
      this.#live.onProgress(detail);
    });
    this.#recovery.watch(scope);
    for (const notice of scope.notices) host.notify(notice);
    const speed = this.speed ?? computeDefaultSpeed(scope.manifest.plannedSteps);
    const training = new Training(scope, speed, {
      onChange: host.refresh,
      onChunk: ({ step, loss, metrics }) => this.#live.views.track(step, loss, metrics.baselineLoss),
      onStop: (reason) => {
        host.emit('attento-pause', { step: scope.step, reason });
        this.#live.display.announceSummary();
      },
      onError: host.reportError,
    });
    training.setVisible(host.element.visibility.isVisible);
    return training;
  }
}
