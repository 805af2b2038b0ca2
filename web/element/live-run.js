/**
 * The run of the live instrument: created, changed, restarted, and rebuilt when its worker has failed for good.
 * @module
 */

import { createScope, experiments } from '../index.js';
import { translate } from '../language/translate.js';
import { translateRowLabel, translateSchema } from '../language/translate-schema.js';
import { fitLists } from './fit-lists.js';
import { bytesOf, dataField, givenData, isOfData, unwatched } from './given-data.js';
import { fitToData } from './numbers.js';
import { OwnDataPanel } from './own-data.js';
import { defaultSpeed, noteSpeed, threadsOf } from './speed.js';
import { Training } from './training.js';

/** @import { Configuration, ExperimentSchema, Value } from '../engine/schema.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Host } from './live.js' */
/** @import { OwnData } from './own-data.js' */

/**
 * Callbacks to whatever displays the run.
 * @typedef {object} RunHooks
 * @property {(name: string) => boolean} locks whether a setting is fixed
 * @property {() => boolean} seen
 * @property {() => void} changed the configuration or the speed has changed
 * @property {() => void} replacing called before the scope is replaced; views of the old one must be disposed
 * @property {() => void} replaced called after the scope was replaced
 * @property {(progress: Progress) => void} progress
 * @property {(step: number, loss: number, baselineLoss?: number) => void} passed
 * @property {() => void} stopped
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
  wanted;
  /** Error messages by parameter; a new map whenever they change. @type {ReadonlyMap<string, string>} */
  errors = new Map();
  /** @type {OwnDataPanel} */
  data;
  /** How to undo the last preset. @type {import('./presets.js').Undo | null} */
  undo = null;
  /** Counts restarts; a scope that is ready after a newer restart is discarded. */
  #turn = 0;
  /** Whether the worker has failed for good, and the pending rebuild. */
  #lost = false;
  /** @type {Promise<void> | null} */
  #rebuilding = null;

  /**
   * Creates a scope. With the attribute `fast`, numbers may differ between machines.
   * @param {Host} host
   * @param {Configuration} configuration defaults left out
   * @param {OwnData | null} own the reader's data
   * @returns {Promise<Scope>}
   */
  static make({ element, life: signal }, configuration, own) {
    const how = { fast: element.hasAttribute('fast'), threads: threadsOf(element), signal };
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
    /** @param {OwnData | null} given */
    const make = async (given) => {
      const scope = await LiveRun.make(host, configuration, given);
      const begin = { first: /** @type {Progress | null} */ (null) };
      scope.addEventListener('progress', ({ detail }) => Object.assign(begin, { first: detail }), {
        once: true,
      });
      return { scope, own: given, first: () => begin.first };
    };
    /** Resets a text parameter that the core rejects to its default. @param {OwnData | null} given */
    const fitting = (given) =>
      make(given).catch((error) => {
        const refused = schema?.parameters.find(({ name }) => name === error.parameter);
        if (refused?.type !== 'text') throw error;
        delete configuration.parameters[refused.name];
        host.notify(`Link: ${error.message}. Ignored.`);
        return make(given);
      });
    const schema = experiments().find(({ name }) => name === configuration.experiment);
    if (own) return fitting(own);
    const address = host.element.getAttribute('data-src');
    try {
      return await fitting(await givenData({ address, field: data, signal: host.life }, schema));
    } catch (error) {
      if ((data ?? address) === null || host.life.aborted || !isOfData(error)) throw error;
      host.fail(error);
      const started = await fitting(null);
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
    this.wanted = configuration;
    this.speed = speed;
    this.data = new OwnDataPanel(own, {
      start: async (next) => {
        if (hooks.locks('data')) host.notify(translate('Own data are locked by this link.'));
        else await this.replace(unwatched(this.wanted), next);
      },
      linked: () => hooks.changed(),
      changed: () => host.refresh(),
    });
    this.training = this.#attach(scope);
  }

  /** The own data encoded for the link, if they are part of it. @returns {string | undefined} */
  get linked() {
    const { own } = this.data;
    return own?.linked ? dataField(bytesOf(own)) : undefined;
  }

  run() {
    if (this.training.isRunning) return this.training.pause();
    return this.act(() => this.training.run());
  }

  step() {
    return this.act(() => this.training.step());
  }

  reset() {
    return this.act(() => this.training.reset(), true);
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
    this.#turn++;
    this.training.dispose();
    this.scope.dispose();
  }

  /** The experiment's schema, with the metrics that this run has. */
  get experiment() {
    const { configuration, manifest } = this.scope;
    const schema = /** @type {ExperimentSchema} */ (
      experiments().find(({ name }) => name === configuration.experiment)
    );
    return translateSchema(fitToData(schema, manifest.data));
  }

  /**
   * Runs an action on the run, after rebuilding it if its worker has failed for good.
   * @param {() => Promise<void>} act
   * @param {boolean} [anew] from step 0
   */
  async act(act, anew = false) {
    try {
      if (this.#lost) {
        this.#rebuilding ??= this.#rebuild(anew).finally(() => {
          this.#rebuilding = null;
        });
        await this.#rebuilding;
      }
      await act();
    } catch (error) {
      this.#host.fail(error);
    }
  }

  /** Continues the run in a new worker, from its last checkpoint if there is one. @param {boolean} anew from step 0 */
  async #rebuild(anew) {
    const { step, lastCheckpoint } = this.scope;
    await this.replace(this.wanted);
    const { parameters } = this.scope.configuration;
    if (!anew && lastCheckpoint) await this.scope.restore(lastCheckpoint);
    // Live parameters that were changed after the checkpoint keep their values.
    for (const { name, restart } of this.experiment.parameters) {
      const value = parameters[name];
      if (!restart && value !== undefined) await this.scope.set(name, value);
    }
    const lost = Math.max(0, step - this.scope.step);
    this.#host.notify(
      translate('Rebuilt at step {step}: {lost} steps and the curves before it are lost, the settings are kept.', {
        step: this.scope.step,
        lost,
      }),
    );
  }

  /** @param {number} speed */
  async setSpeed(speed) {
    this.speed = speed === defaultSpeed(this.scope.manifest.plannedSteps) ? undefined : speed;
    await this.training.setSpeed(speed);
    this.#hooks.changed();
  }

  /**
   * @param {string} name of a parameter, or 'seed'
   * @param {Value} value
   */
  async change(name, value) {
    if (this.#hooks.locks(name)) return this.#host.notify(translate('{name} is locked by this link.', { name }));
    const schema = this.experiment.parameters.find((known) => known.name === name);
    const wanted =
      name === 'seed'
        ? { ...this.wanted, seed: Number(value) }
        : { ...this.wanted, parameters: { ...this.wanted.parameters, [name]: value } };
    try {
      if (schema && !schema.restart) await this.scope.set(name, value);
      else await this.replace(wanted);
      this.errors = new Map([...this.errors].filter(([wrong]) => wrong !== name));
      if (schema && !schema.restart) {
        this.wanted = wanted;
        if (name === 'epochs') this.training.replan();
        this.#hooks.changed();
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
  async choose(label, parameters) {
    const { wanted, scope } = this;
    const before = scope.step > 0 ? await scope.checkpoint() : null;
    await this.startOver(parameters);
    if (this.wanted === wanted) return;
    this.undo = {
      label: translate('Now: {label}.', { label }),
      back: async () => {
        this.undo = null;
        await this.replace(wanted).catch((error) => this.#host.fail(error));
        if (before) await this.scope.restore(before);
        this.#host.refresh();
      },
    };
    await this.act(() => this.training.run());
  }

  /** Restarts with the same seed. @param {Record<string, Value>} parameters replace all present ones */
  async startOver(parameters) {
    // Locked parameters keep their values, whatever a preset says.
    for (const { name } of this.experiment.parameters) {
      if (!this.#hooks.locks(name)) continue;
      delete parameters[name];
      const kept = this.wanted.parameters[name];
      if (kept !== undefined) parameters[name] = kept;
    }
    // If nothing changes, the learned weights are kept.
    if (JSON.stringify(parameters) === JSON.stringify(this.wanted.parameters)) return;
    await this.replace({ ...this.wanted, parameters }).catch((error) => this.#host.fail(error));
  }

  /**
   * Restarts with another configuration. The present run stays until the new one is ready, and for good if the new
   * one is rejected. Of several concurrent calls the last one wins.
   * @param {Configuration} wanted
   * @param {OwnData | null} own
   */
  async replace(wanted, own = this.data.own) {
    const { parameters, dropped } = fitLists(this.experiment.parameters, wanted.parameters);
    const fitted = { ...wanted, parameters };
    const turn = ++this.#turn;
    const scope = await LiveRun.make(this.#host, fitted, own);
    if (turn !== this.#turn) return scope.dispose();
    this.training.dispose();
    this.scope.dispose();
    for (const label of dropped) {
      this.#host.notify(translate('{label}: the list no longer fits and went back to its default.', { label }));
    }
    this.#lost = false;
    this.wanted = fitted;
    this.undo = null;
    this.data.own = own;
    this.errors = new Map();
    this.#hooks.replacing();
    this.scope = scope;
    this.training = this.#attach(scope);
    this.#hooks.replaced();
    this.#hooks.changed();
    this.#host.refresh();
  }

  /** @param {Scope} scope @returns {Training} */
  #attach(scope) {
    scope.addEventListener('progress', ({ detail }) => {
      noteSpeed(this.experiment.name, scope.manifest, detail.fullSpeed);
      this.#hooks.progress(detail);
    });
    scope.addEventListener('error', (event) => {
      const { error } = event.detail;
      this.#host.fail(error);
      this.#lost = error.code === 'CRASHED' && !error.recoverable;
      if (this.#lost)
        this.#host.notify(translate('Run continues from the last checkpoint; Reset starts from step 0.'));
    });
    scope.addEventListener('recovered', () => {
      this.#host.notify(translate('The module had stopped working; the run goes on from its last checkpoint.'));
    });
    for (const notice of scope.notices) this.#host.notify(notice);
    const speed = this.speed ?? defaultSpeed(scope.manifest.plannedSteps);
    const training = new Training(scope, speed, {
      onChange: () => this.#host.refresh(),
      onChunk: (step, loss, baselineLoss) => this.#hooks.passed(step, loss, baselineLoss),
      onStop: (reason) => {
        this.#host.emit('attento-pause', { step: scope.step, reason });
        this.#hooks.stopped();
      },
      onError: (error) => this.#host.fail(error),
    });
    training.setVisible(this.#hooks.seen());
    return training;
  }
}
