/**
 * The run of the live instrument: created, changed, restarted, and rebuilt when its worker has failed for good.
 * @module
 */

import { experiments } from '../index.js';
import { translate } from '../language/translate.js';
import { translateRowLabel, translateSchema } from '../language/translate-schema.js';
import { fitLists } from './fit-lists.js';
import { fitSchemaToData } from './metrics.js';
import { OwnDataPanel } from './own-data.js';
import { encodeContent, encodeDataField, removeWatched } from './page-data.js';
import { PresetChanges } from './preset-changes.js';
import { RunRecovery } from './run-recovery.js';
import { computeDefaultSpeed, recordSpeed } from './speed.js';
import { createRunScope } from './start-scope.js';
import { Training } from './training.js';

/** @import { Configuration, ExperimentSchema, Value } from '../engine/schema.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Host } from './live.js' */
/** @import { OwnData } from './own-data.js' */

/**
 * Callbacks to whatever displays the run.
 * @typedef {object} RunHooks
 * @property {(name: string) => boolean} isLocked whether a setting is fixed
 * @property {() => boolean} isVisible
 * @property {() => void} onChange the configuration or the speed has changed
 * @property {() => void} onBeforeReplace called before the scope is replaced; views of the old one must be disposed
 * @property {() => void} onReplaced called after the scope was replaced
 * @property {(progress: Progress) => void} onProgress
 * @property {(step: number, loss: number, baselineLoss?: number) => void} onChunk
 * @property {() => void} onStop
 */

export class LiveRun {
  #host;
  #hooks;
  /** @type {Scope} */
  scope;
  /** @type {Training} */
  training;
  /** Steps a second, if the reader has chosen a speed. @type {number | undefined} */
  speed;
  /** The configuration that the reader asked for, without defaults. @type {Configuration} */
  requestedConfiguration;
  /** Error messages by parameter; a new map whenever they change. @type {ReadonlyMap<string, string>} */
  errors = new Map();
  /** @type {OwnDataPanel} */
  data;
  /** @type {PresetChanges} */
  presets;
  /** Counts restarts; a scope that is ready after a newer restart is discarded. */
  #restartCount = 0;
  #recovery;

  /**
   * @param {Host} host
   * @param {Scope} scope
   * @param {{ configuration: Configuration, speed?: number | undefined }} settings
   * @param {OwnData | null} own
   * @param {RunHooks} hooks
   */
  constructor(host, scope, { configuration, speed }, own, hooks) {
    this.#host = host;
    this.#hooks = hooks;
    this.#recovery = new RunRecovery(this, host);
    this.presets = new PresetChanges(this, host, hooks.isLocked);
    this.scope = scope;
    this.requestedConfiguration = configuration;
    this.speed = speed;
    this.data = new OwnDataPanel(own, {
      start: async (next) => {
        if (hooks.isLocked('data')) host.notify(translate('Own data are locked by this link.'));
        else await this.replaceScope(removeWatched(this.requestedConfiguration), next);
      },
      linked: () => hooks.onChange(),
      changed: () => host.refresh(),
    });
    this.training = this.#attach(scope);
  }

  /** The own data encoded for the link, if they are part of it. @returns {string | undefined} */
  get linkData() {
    const { own } = this.data;
    return own?.linked ? encodeDataField(encodeContent(own)) : undefined;
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

  /** @param {string} parameter @param {number} row @param {number} column @returns {Promise<string>} a description of the change */
  async moveTruth(parameter, row, column) {
    const truth = [.../** @type {readonly number[]} */ (this.scope.configuration.parameters[parameter])];
    truth[row] = column;
    await this.change(parameter, truth);
    const { rowLabels, columnLabels } = this.scope.manifest;
    return translate('truth of {row} moved to {column}', {
      row: translateRowLabel(rowLabels[row] ?? ''),
      column: columnLabels[column],
    });
  }

  dispose() {
    this.#restartCount++;
    this.training.dispose();
    this.scope.dispose();
  }

  /** The experiment's schema, with the metrics that this run has. */
  get experiment() {
    const { configuration, manifest } = this.scope;
    const schema = experiments().find(({ name }) => name === configuration.experiment);
    return translateSchema(fitSchemaToData(/** @type {ExperimentSchema} */ (schema), manifest.data));
  }

  /** Runs an action of the reader; see RunRecovery. @type {RunRecovery['perform']} */
  perform = (act, fromStart) => this.#recovery.perform(act, fromStart);

  /** @param {number} speed */
  async setSpeed(speed) {
    this.speed = speed === computeDefaultSpeed(this.scope.manifest.plannedSteps) ? undefined : speed;
    await this.training.setSpeed(speed);
    this.#hooks.onChange();
  }

  /**
   * @param {string} name of a parameter, or 'seed'
   * @param {Value} value
   */
  async change(name, value) {
    if (this.#hooks.isLocked(name))
      return this.#host.notify(translate('{name} is locked by this link.', { name }));
    const schema = this.experiment.parameters.find((candidate) => candidate.name === name);
    const { parameters } = this.requestedConfiguration;
    const changed =
      name === 'seed' ? { seed: Number(value) } : { parameters: { ...parameters, [name]: value } };
    const requested = { ...this.requestedConfiguration, ...changed };
    try {
      if (schema && !schema.restart) await this.scope.set(name, value);
      else await this.replaceScope(requested);
      this.errors = new Map([...this.errors].filter(([wrong]) => wrong !== name));
      if (schema && !schema.restart) {
        this.requestedConfiguration = requested;
        if (name === 'epochs') this.training.replan();
        this.#hooks.onChange();
      }
    } catch (error) {
      this.errors = new Map([...this.errors, [name, error instanceof Error ? error.message : String(error)]]);
    }
    this.#host.refresh();
  }

  /**
   * Restarts with another configuration. The present run stays until the new one is ready, and for good if the new
   * one is rejected. Of several concurrent calls the last one wins.
   * @param {Configuration} requested
   * @param {OwnData | null} own
   */
  async replaceScope(requested, own = this.data.own) {
    const { parameters, dropped } = fitLists(this.experiment.parameters, requested.parameters);
    const fitted = { ...requested, parameters };
    const turn = ++this.#restartCount;
    const scope = await createRunScope(this.#host, fitted, own);
    if (turn !== this.#restartCount) return scope.dispose();
    this.training.dispose();
    this.scope.dispose();
    for (const label of dropped)
      this.#host.notify(
        translate('{label}: the list no longer fits and went back to its default.', { label }),
      );
    this.#recovery.isWorkerLost = false;
    this.requestedConfiguration = fitted;
    this.presets.undo = null;
    this.data.own = own;
    this.errors = new Map();
    this.#hooks.onBeforeReplace();
    this.scope = scope;
    this.training = this.#attach(scope);
    this.#hooks.onReplaced();
    this.#hooks.onChange();
    this.#host.refresh();
  }

  /** @param {Scope} scope @returns {Training} */
  #attach(scope) {
    scope.addEventListener('progress', ({ detail }) => {
      recordSpeed(this.experiment.name, scope.manifest, detail.fullSpeed);
      this.#hooks.onProgress(detail);
    });
    scope.addEventListener('error', ({ detail: { error } }) => {
      this.#host.reportError(error);
      this.#recovery.handleError(error);
    });
    scope.addEventListener('recovered', () =>
      this.#host.notify(
        translate('The module had stopped working; the run goes on from its last checkpoint.'),
      ),
    );
    for (const notice of scope.notices) this.#host.notify(notice);
    const speed = this.speed ?? computeDefaultSpeed(scope.manifest.plannedSteps);
    const training = new Training(scope, speed, {
      onChange: () => this.#host.refresh(),
      onChunk: (step, loss, baselineLoss) => this.#hooks.onChunk(step, loss, baselineLoss),
      onStop: (reason) => {
        this.#host.emit('attento-pause', { step: scope.step, reason });
        this.#hooks.onStop();
      },
      onError: (error) => this.#host.reportError(error),
    });
    training.setVisible(this.#hooks.isVisible());
    return training;
  }
}
