/**
 * The live instrument behind the tag: a scope, its views, its controls.
 * @module
 */

import { html } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { createScope, experiments, writeLink } from '../index.js';
import { language, say } from '../language/say.js';
import { sayRow, saySchema } from '../language/say-schema.js';
import { throttle } from '../views/throttle.js';
import { extrasOf, ownSchemas } from './attributes.js';
import { watchColours } from './colours.js';
import { controlsTemplate } from './controls.js';
import { liveStyles } from './live-styles.js';
import { LiveViews, viewStyles } from './live-views.js';
import { numbersTemplate } from './numbers.js';
import { OwnDataPanel } from './own-data.js';
import { presetsTemplate } from './presets.js';
import { saveTemplate } from './save.js';
import { fitLists } from './settings.js';
import { shareTemplate } from './share.js';
import { shortcutFor, shortcutsTemplate } from './shortcuts.js';
import { defaultSpeed } from './speed.js';
import { Training } from './training.js';
import { transportTemplate } from './transport.js';
import { frameOf } from './view-options.js';

/** @typedef {import('../engine/scope.js').Scope} Scope */
/** @typedef {import('../engine/scope.js').Progress} Progress */
/** @typedef {import('../engine/schema.js').Configuration} Configuration */
/** @typedef {import('../engine/schema.js').Value} Value */
/** @typedef {import('../views/view.js').Frame} Frame */
/** @typedef {import('./own-data.js').OwnData} OwnData */

/**
 * What the live part may ask of the element around it.
 * @typedef {object} Host
 * @property {HTMLElement} element
 * @property {() => ShadowRoot} root
 * @property {() => void} refresh asks for a rendering
 * @property {(text: string, bad?: boolean) => void} notify
 * @property {(error: unknown) => void} fail
 * @property {(link: string) => void} changed the configuration is another one
 * @property {(type: string, detail: object) => void} emit
 */

const kSpokenEveryMs = 4000;

/** Digits that change faster than this cannot be read. */
const kNumbersEveryMs = 100;

export class Live {
  #host;
  /** @type {Scope} */
  scope;
  /** @type {Training} */
  #training;
  /** @type {LiveViews} */
  #views;
  /** @type {Frame | null} */
  #frame = null;
  #shown;
  #speed;
  /** What the reader asked for; defaults left out. @type {Configuration} */
  #wanted;
  /** Errors of controls by parameter; another map whenever they change. @type {ReadonlyMap<string, string>} */
  #errors = new Map();
  /** @type {OwnDataPanel} */
  #data;
  /** Counts new starts, so that one that was overtaken knows. */
  #turn = 0;
  #helpOpen = false;
  #inSight = true;
  #spoken = '';
  #speak = throttle(() => this.#announce(this.#views.summary()), kSpokenEveryMs);
  #write = throttle(() => this.#host.refresh(), kNumbersEveryMs);
  #unwatch = watchColours(() => this.repaint());
  #onVisibility = () => this.#training.setSeen(this.#inSight && !document.hidden);

  /**
   * @param {Host} host
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own the reader's data
   * @returns {Promise<Live>}
   */
  static async open(host, settings, own) {
    const scope = await createScope({ ...settings.configuration, data: own?.content });
    return new Live(host, scope, settings, own);
  }

  /**
   * @param {Host} host
   * @param {Scope} scope
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own
   * @private
   */
  constructor(host, scope, { configuration, shown, speed }, own) {
    this.#host = host;
    this.#data = new OwnDataPanel(own, {
      start: (next) => this.#replace(this.#wanted, next),
      changed: () => host.refresh(),
    });
    this.#wanted = configuration;
    this.#shown = shown;
    this.#speed = speed;
    this.scope = scope;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${liveStyles}\n${viewStyles(this.#experiment)}`);
    host.root().adoptedStyleSheets = [...host.root().adoptedStyleSheets, sheet];
    this.#training = this.#attach(scope);
    this.#views = this.#viewsOf(scope);
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  /** The experiment as the registry describes it. */
  get #experiment() {
    const { experiment } = this.scope.configuration;
    return saySchema(
      /** @type {import('../engine/schema.js').ExperimentSchema} */ (
        experiments().find(({ name }) => name === experiment)
      ),
    );
  }

  /** Rows of the map. @returns {number} */
  get rows() {
    return this.scope.manifest.rowLabels.length;
  }

  /** What the run learns from, when that is the reader's own. @returns {OwnData | null} */
  get own() {
    return this.#data.own;
  }

  run() {
    return this.#training.run();
  }

  pause() {
    return this.#training.pause();
  }

  /** @returns {string} */
  link() {
    /** @type {Map<string, Value>} */
    const extras = extrasOf(this.#host.element);
    if (this.#shown !== undefined && this.#shown !== this.#experiment.maps[0]?.name)
      extras.set('shown', this.#shown);
    if (this.#speed !== undefined)
      extras.set('speed', Number.isFinite(this.#speed) ? String(this.#speed) : 'full');
    return writeLink(this.#wanted, extras, ownSchemas);
  }

  /**
   * @param {import('./settings.js').Settings} settings
   * @returns {boolean} whether they ask for something else than what is shown
   */
  differs({ configuration, shown, speed }) {
    const same = shown === this.#shown && speed === this.#speed;
    return !same || JSON.stringify(configuration) !== JSON.stringify(this.#wanted);
  }

  /** @param {boolean} inSight */
  setInSight(inSight) {
    this.#inSight = inSight;
    this.#onVisibility();
  }

  repaint() {
    this.#views.repaint();
  }

  /** The language has changed, and views keep what they were made with. */
  relabel() {
    this.#views.dispose();
    this.#views = this.#viewsOf(this.scope, this.#views.memory);
    if (this.#frame) this.#views.update(this.#frame);
    this.#host.refresh();
  }

  dispose() {
    this.#speak.cancel();
    this.#write.cancel();
    this.#turn++;
    this.#unwatch();
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#training.dispose();
    this.scope.dispose();
    this.#views.dispose();
    const root = this.#host.root();
    root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, -1);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const shortcut = shortcutFor(event);
    if (!shortcut) return;
    event.preventDefault();
    if (shortcut === 'run') this.#toggle();
    else if (shortcut === 'step') this.#training.step();
    else if (shortcut === 'reset') this.#training.reset();
    else this.#toggleHelp();
  }

  /** @param {string} controls 'all', 'run' or 'none' */
  template(controls) {
    const { main, side, wide } = this.#views.elements;
    const plan = this.scope.manifest;
    return html`
      <div class="stage">
        <div class="main" part="map">
          ${controls === 'none' ? null : this.#transportTemplate()} ${main}
        </div>
        <div class="side" part="numbers">
          ${numbersTemplate({
            experiment: this.#experiment,
            frame: this.#frame,
            names: this.#views.names,
            stepsPerEpoch: plan.stepsPerEpoch,
            plannedSteps: plan.plannedSteps,
          })}
          ${side}
        </div>
      </div>
      ${wide.length > 0 ? html`<div class="wide-views">${wide}</div>` : null}
      ${controls === 'all' ? this.#moreTemplate() : null}
      <p class="visually-hidden" role="status">${this.#spoken}</p>
    `;
  }

  #transportTemplate() {
    return transportTemplate({
      running: this.#training.running,
      finished: this.#training.finished,
      speed: this.#training.speed,
      plannedSteps: this.scope.manifest.plannedSteps,
      sprint: this.#training.sprint,
      onRun: () => this.#toggle(),
      onStep: () => this.#training.step(),
      onReset: () => this.#training.reset(),
      onSpeed: (speed) => this.#setSpeed(speed),
    });
  }

  #moreTemplate() {
    const { seed, parameters } = this.scope.configuration;
    return html`
      <div class="more" part="settings">
        ${guard([this.#wanted, language()], () =>
          presetsTemplate({
            experiment: this.#experiment,
            given: this.#wanted.parameters,
            onPreset: ({ parameters: preset }) => this.#startOver({ ...preset }),
          }),
        )}
        ${guard([this.scope.configuration, this.#wanted, this.#errors, language()], () =>
          controlsTemplate({
            schemas: this.#experiment.parameters,
            values: parameters,
            given: this.#wanted.parameters,
            seed,
            errors: this.#errors,
            onChange: (name, value) => this.#change(name, value),
            onSeed: (value) => this.#change('seed', value),
            onDefaults: () => this.#startOver({}),
          }),
        )}
        ${guard([this.scope.manifest, this.#data.own, this.#data.state, language()], () =>
          this.#data.template(this.#experiment.data, this.scope.manifest.data),
        )}
        ${shareTemplate(this.#host.element, () => this.link())}
        ${guard([this.#experiment], () =>
          saveTemplate({
            scopeOf: () => this.scope,
            mapOf: () => this.#shown ?? this.#experiment.maps[0]?.name ?? '',
            title: this.#experiment.title,
            notify: (message) => this.#host.notify(message),
          }),
        )}
        ${shortcutsTemplate(this.#helpOpen, (open) => {
          this.#helpOpen = open;
        })}
      </div>
    `;
  }

  #toggle() {
    if (this.#training.running) this.#training.pause();
    else this.#training.run();
  }

  #toggleHelp() {
    this.#helpOpen = !this.#helpOpen;
    this.#host.refresh();
  }

  /** @param {number} speed */
  async #setSpeed(speed) {
    this.#speed = speed === defaultSpeed(this.scope.manifest.plannedSteps) ? undefined : speed;
    await this.#training.setSpeed(speed);
    this.#host.changed(this.link());
  }

  /**
   * @param {string} name of a parameter, or 'seed'
   * @param {Value} value
   */
  async #change(name, value) {
    const schema = this.#experiment.parameters.find((known) => known.name === name);
    const wanted =
      name === 'seed'
        ? { ...this.#wanted, seed: Number(value) }
        : { ...this.#wanted, parameters: { ...this.#wanted.parameters, [name]: value } };
    try {
      if (schema && !schema.restart) await this.scope.set(name, value);
      else await this.#replace(wanted);
      this.#errors = new Map([...this.#errors].filter(([wrong]) => wrong !== name));
      if (schema && !schema.restart) {
        this.#wanted = wanted;
        if (name === 'epochs') this.#training.replan();
        this.#host.changed(this.link());
      }
    } catch (error) {
      this.#errors = new Map([
        ...this.#errors,
        [name, error instanceof Error ? error.message : String(error)],
      ]);
    }
    this.#host.refresh();
  }

  /** Starts over with the same seed. @param {Record<string, Value>} parameters in place of all present ones */
  async #startOver(parameters) {
    await this.#replace({ ...this.#wanted, parameters }).catch((error) => this.#host.fail(error));
  }

  /**
   * Starts over with another configuration. The present run stays until the new one stands, and for good if the new
   * one is refused. Of several at once the last counts.
   * @param {Configuration} wanted
   * @param {OwnData | null} own
   */
  async #replace(wanted, own = this.#data.own) {
    const { parameters, dropped } = fitLists(this.#experiment.parameters, wanted.parameters);
    const fitted = { ...wanted, parameters };
    const turn = ++this.#turn;
    const scope = await createScope({ ...fitted, data: own?.content });
    if (turn !== this.#turn) return scope.dispose();
    this.#training.dispose();
    this.scope.dispose();
    for (const label of dropped) {
      this.#host.notify(say('{label}: the list no longer fits and went back to its default.', { label }));
    }
    this.#wanted = fitted;
    this.#data.own = own;
    this.#errors = new Map();
    this.#views.dispose();
    this.scope = scope;
    this.#training = this.#attach(scope);
    this.#frame = null;
    this.#views = this.#viewsOf(scope);
    this.#host.changed(this.link());
    this.#host.refresh();
  }

  /** @param {Scope} scope @returns {Training} */
  #attach(scope) {
    scope.addEventListener('progress', (event) =>
      this.#progress(/** @type {CustomEvent<Progress>} */ (event).detail),
    );
    scope.addEventListener('error', (event) => {
      this.#host.fail(/** @type {CustomEvent<{ error: unknown }>} */ (event).detail.error);
    });
    scope.addEventListener('recovered', () => {
      this.#host.notify(say('The module had stopped working; the run goes on from its last checkpoint.'));
    });
    for (const notice of scope.notices) this.#host.notify(notice);
    const speed = this.#speed ?? defaultSpeed(scope.manifest.plannedSteps);
    return new Training(scope, speed, {
      changed: () => this.#host.refresh(),
      passed: (step, loss, rivalLoss) => this.#views.track(step, loss, rivalLoss),
      stopped: (reason) => {
        this.#host.emit('attento-pause', { step: scope.step, reason });
        this.#speak.call();
      },
      failed: (error) => this.#host.fail(error),
    });
  }

  /** @param {Scope} scope @param {LiveViews['memory']} [memory] of views before @returns {LiveViews} */
  #viewsOf(scope, memory) {
    const experiment = this.#experiment;
    const truthParameter = experiment.parameters.find(({ name, restart }) => name === 'map' && !restart);
    return new LiveViews(
      {
        scope,
        experiment,
        wanted: () => this.#wanted,
        data: this.#data.own?.content,
        pause: () => this.#training.pause(),
        change: (name, value) => this.#change(name, value),
      },
      {
        shownMap: this.#shown,
        onMove: truthParameter && ((row, column) => this.#moveTruth(truthParameter.name, row, column)),
        onMap: (name) => {
          this.#shown = name;
          this.#host.changed(this.link());
        },
      },
      memory,
    );
  }

  /**
   * @param {string} parameter
   * @param {number} row
   * @param {number} column
   */
  async #moveTruth(parameter, row, column) {
    const truth = [.../** @type {readonly number[]} */ (this.scope.configuration.parameters[parameter])];
    truth[row] = column;
    await this.#change(parameter, truth);
    const { rowLabels, columnLabels } = this.scope.manifest;
    const label = say('truth of {row} moved to {column}', {
      row: sayRow(rowLabels[row] ?? ''),
      column: columnLabels[column],
    });
    this.#announce(`${label.charAt(0).toUpperCase()}${label.slice(1)}.`);
    if (this.scope.step === 0) return;
    this.#views.mark(this.scope.step, label);
    // The reader moved it to see the network learn again: give it time, and start it.
    this.#training.extend();
    await this.#training.run();
  }

  /** @param {Progress} progress */
  #progress(progress) {
    const { step, loss, metrics } = progress;
    this.#frame = frameOf(progress);
    this.#views.update(this.#frame);
    if (this.#training.running) this.#speak.call();
    this.#write.call();
    this.#host.emit('attento-progress', { step, loss, metrics });
  }

  /** @param {string} text */
  #announce(text) {
    this.#spoken = text;
    this.#host.refresh();
  }
}
