/**
 * The run of the live instrument: created, changed, restarted, and rebuilt when its worker has failed for good.
 * @module
 */

import { createScope, experiments } from '../index.js';
import { translate } from '../language/translate.js';
import { translateRowLabel, translateSchema } from '../language/translate-schema.js';
import { fitLists } from './fit-lists.js';
import { fitSchemaToData } from './metrics.js';
import { OwnDataPanel } from './own-data.js';
import { encodeContent, encodeDataField, isDataError, loadPageData, removeWatched } from './page-data.js';
import { computeDefaultSpeed, readThreads, recordSpeed } from './speed.js';
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
  /** How to undo the last preset. @type {import('./presets.js').Undo | null} */
  undo = null;
  /** Counts restarts; a scope that is ready after a newer restart is discarded. */
  #restartCount = 0;
  /** Whether the worker has failed for good, and the pending rebuild. */
  #isWorkerLost = false;
  /** @type {Promise<void> | null} */
  #rebuilding = null;

  /**
   * Creates a scope. With the attribute `fast`, numbers may differ between machines.
   * @param {Host} host
   * @param {Configuration} configuration defaults left out
   * @param {OwnData | null} own the reader's data
   * @returns {Promise<Scope>}
   */
  static createScope({ element, signal }, configuration, own) {
    const how = { fast: element.hasAttribute('fast'), threads: readThreads(element), signal };
    return createScope({ ...configuration, data: own?.content, ...how });
  }

  /**
   * Creates the first scope. If data of the page or of a link cannot be read, or the core rejects them, a notice says so
   * and the run uses the task's own data. The first `progress` event may come before the views exist, so `first` keeps it.
   * @param {Host} host
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own
   * @returns {Promise<{ scope: Scope, own: OwnData | null, first: () => Progress | null }>}
   */
  static async start(host, { configuration, data }, own) {
    /** @param {OwnData | null} ownData */
    const make = async (ownData) => {
      const scope = await LiveRun.createScope(host, configuration, ownData);
      const begin = { first: /** @type {Progress | null} */ (null) };
      const once = { once: true };
      scope.addEventListener('progress', ({ detail }) => Object.assign(begin, { first: detail }), once);
      return { scope, own: ownData, first: () => begin.first };
    };
    /** Resets a text parameter that the core rejects to its default. @param {OwnData | null} ownData */
    const createFitting = (ownData) =>
      make(ownData).catch((error) => {
        const refused = schema?.parameters.find(({ name }) => name === error.parameter);
        if (refused?.type !== 'text') throw error;
        delete configuration.parameters[refused.name];
        host.notify(`Link: ${error.message}. Ignored.`);
        return make(ownData);
      });
    const schema = experiments().find(({ name }) => name === configuration.experiment);
    if (own) return createFitting(own);
    const address = host.element.getAttribute('data-src');
    try {
      return await createFitting(await loadPageData({ address, field: data, signal: host.signal }, schema));
    } catch (error) {
      if ((data ?? address) === null || host.signal.aborted || !isDataError(error)) throw error;
      host.reportError(error);
      const started = await createFitting(null);
      const from = data === undefined ? address : translate('data of the link');
      host.notify(translate('The run learns from the task’s own data. Not used: {from}.', { from }));
      return started;
    }
  }

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
      this.#host.reportError(error);
    }
  }

  /** Continues the run in a new worker, from its last checkpoint if there is one. @param {boolean} fromStart from step 0 */
  async #rebuild(fromStart) {
    const { step, lastCheckpoint } = this.scope;
    await this.replaceScope(this.requestedConfiguration);
    const { parameters } = this.scope.configuration;
    if (!fromStart && lastCheckpoint) await this.scope.restore(lastCheckpoint);
    // Live parameters that were changed after the checkpoint keep their values.
    for (const { name, restart } of this.experiment.parameters) {
      const value = parameters[name];
      if (!restart && value !== undefined) await this.scope.set(name, value);
    }
    const lost = Math.max(0, step - this.scope.step);
    const text = translate(
      'Rebuilt at step {step}: {lost} steps and the curves before it are lost, the settings are kept.',
      { step: this.scope.step, lost },
    );
    this.#host.notify(text);
  }

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
   * Restarts with a preset and begins to train. Undo restores the settings and weights from before.
   * @param {string} label
   * @param {Record<string, Value>} parameters
   */
  async applyPreset(label, parameters) {
    const { requestedConfiguration, scope } = this;
    const before = scope.step > 0 ? await scope.checkpoint() : null;
    await this.restartWith(parameters);
    if (this.requestedConfiguration === requestedConfiguration) return;
    this.undo = {
      label: translate('Now: {label}.', { label }),
      restore: async () => {
        this.undo = null;
        await this.replaceScope(requestedConfiguration).catch((error) => this.#host.reportError(error));
        if (before) await this.scope.restore(before);
        this.#host.refresh();
      },
    };
    await this.perform(() => this.training.run());
  }

  /** Restarts with the same seed. @param {Record<string, Value>} parameters replace all present ones */
  async restartWith(parameters) {
    // Locked parameters keep their values, whatever a preset says.
    for (const { name } of this.experiment.parameters) {
      if (!this.#hooks.isLocked(name)) continue;
      delete parameters[name];
      const lockedValue = this.requestedConfiguration.parameters[name];
      if (lockedValue !== undefined) parameters[name] = lockedValue;
    }
    // If nothing changes, the learned weights are kept.
    if (JSON.stringify(parameters) === JSON.stringify(this.requestedConfiguration.parameters)) return;
    const configuration = { ...this.requestedConfiguration, parameters };
    await this.replaceScope(configuration).catch((error) => this.#host.reportError(error));
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
    const scope = await LiveRun.createScope(this.#host, fitted, own);
    if (turn !== this.#restartCount) return scope.dispose();
    this.training.dispose();
    this.scope.dispose();
    for (const label of dropped)
      this.#host.notify(
        translate('{label}: the list no longer fits and went back to its default.', { label }),
      );
    this.#isWorkerLost = false;
    this.requestedConfiguration = fitted;
    this.undo = null;
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
      this.#isWorkerLost = error.code === 'CRASHED' && !error.recoverable;
      if (this.#isWorkerLost)
        this.#host.notify(translate('Run continues from the last checkpoint; Reset starts from step 0.'));
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
