/**
 * The live instrument behind the tag: a scope, its views, its controls.
 * @module
 */

import { html } from 'lit';
import { createScope, experiments } from '../index.js';
import { say } from '../language/say.js';
import { sayRow, saySchema } from '../language/say-schema.js';
import { writeLink } from '../outline.js';
import { throttle } from '../views/throttle.js';
import { arrangementOf } from './arrangement.js';
import { extrasOf, ownSchemas } from './attributes.js';
import { watchColours } from './colours.js';
import { liveStyles } from './live-styles.js';
import { LiveViews, viewStyles } from './live-views.js';
import { moreTemplate } from './more.js';
import { numbersTemplate } from './numbers.js';
import { OwnDataPanel } from './own-data.js';
import { saveViewStyles } from './save-view.js';
import { fitLists } from './settings.js';
import { shortcutFor } from './shortcuts.js';
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
 * @property {AbortSignal} life of this start: aborted when the element is switched off
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

/** Whether numbers may differ from machine to machine, for speed. @param {Host} host */
const asksForFast = (host) => host.element.hasAttribute('fast');

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
  /** What is shown and what is fixed. @type {import('./arrangement.js').Arrangement} */
  #arrangement;
  /** The first frame, while there are no views yet. @type {Progress | null} */
  #early = null;
  #ready = false;
  /** Fetched with the first lesson. @type {typeof import('./lesson.js').Lesson | null} */
  #Lesson;
  /** @type {import('./lesson.js').Lesson | null} */
  #lesson = null;
  /** Counts new starts, so that one that was overtaken knows. */
  #turn = 0;
  /** Whether the worker has failed for good, and the rebuilding that follows. */
  #lost = false;
  /** @type {Promise<void> | null} */
  #rebuilding = null;
  /** Whether the list of keys is open, and whether single keys act. */
  #keys = { open: false, on: true };
  #inSight = true;
  #spoken = '';
  /** @type {import('./save-view.js').Saving} */
  #saving = {
    configuration: () => this.scope.configuration,
    title: () => this.#experiment.title,
    step: () => this.#frame?.step ?? 0,
    notify: (message) => this.#host.notify(message),
    pause: () => this.#training.pause(),
  };
  #speak = throttle(() => this.#announce(this.#views.summary()), kSpokenEveryMs);
  #write = throttle(() => this.#host.refresh(), kNumbersEveryMs);
  #unwatch = watchColours(() => this.repaint());
  #onVisibility = () => this.#training.setSeen(this.#seen);

  /**
   * @param {Host} host
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own the reader's data
   * @returns {Promise<Live>}
   */
  static async open(host, settings, own) {
    const taught = settings.mode === 'lesson' || settings.mode === 'quiz';
    const [scope, lesson] = await Promise.all([
      createScope({
        ...settings.configuration,
        data: own?.content,
        fast: asksForFast(host),
        signal: host.life,
      }),
      taught ? import('./lesson.js') : null,
    ]);
    const live = new Live(host, scope, settings, own, lesson?.Lesson ?? null);
    await live.#views.open();
    live.#ready = true;
    if (live.#early) live.#progress(live.#early);
    return live;
  }

  /**
   * @param {Host} host
   * @param {Scope} scope
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own
   * @param {typeof import('./lesson.js').Lesson | null} Lesson
   * @private
   */
  constructor(host, scope, { configuration, shown, speed, mode, hide, lock }, own, Lesson) {
    this.#host = host;
    this.#Lesson = Lesson;
    this.#data = new OwnDataPanel(own, {
      start: async (next) => {
        if (this.#arrangement.locks('data')) host.notify(say('Own data are locked by this link.'));
        else await this.#replace(this.#wanted, next);
      },
      changed: () => host.refresh(),
    });
    this.#wanted = configuration;
    this.#shown = shown;
    this.#speed = speed;
    this.scope = scope;
    this.#arrangement = arrangementOf({ mode, hide, lock }, this.#experiment);
    for (const notice of this.#arrangement.notices) host.notify(notice);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${liveStyles}\n${saveViewStyles}\n${viewStyles(this.#experiment)}`);
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

  get #seen() {
    return this.#inSight && !document.hidden;
  }

  /** Rows of the map. @returns {number} */
  get rows() {
    return this.scope.manifest.rowLabels.length;
  }

  /** The name of the map that is shown. */
  get #map() {
    return this.#shown ?? this.#experiment.maps[0]?.name ?? '';
  }

  /** What the run learns from, when that is the reader's own. @returns {OwnData | null} */
  get own() {
    return this.#data.own;
  }

  async run() {
    if (!this.#lesson?.pending) await this.#act(() => this.#training.run());
  }

  pause() {
    return this.#training.pause();
  }

  /** @returns {string} */
  link() {
    /** @type {Map<string, Value>} */
    const extras = new Map([...extrasOf(this.#host.element), ...this.#arrangement.extras]);
    // A projector's theme goes without saying.
    if (extras.get('theme') === this.#arrangement.mode) extras.delete('theme');
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
  differs(settings) {
    const { configuration, shown, speed } = settings;
    const [extras, present] = [arrangementOf(settings, this.#experiment), this.#arrangement].map((one) =>
      JSON.stringify([...one.extras]),
    );
    const same = shown === this.#shown && speed === this.#speed && extras === present;
    return !same || JSON.stringify(configuration) !== JSON.stringify(this.#wanted);
  }

  /** @param {boolean} inSight */
  setInSight(inSight) {
    this.#inSight = inSight;
    this.#onVisibility();
  }

  repaint() {
    this.#views.repaint();
    this.#lesson?.repaint();
  }

  /** The language has changed, and views keep what they were made with. */
  relabel() {
    this.#disposeViews();
    this.#views = this.#viewsOf(this.scope, this.#views.memory).opened();
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
    this.#disposeViews();
    const root = this.#host.root();
    root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, -1);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const shortcut = this.#keys.on || event.key === '?' ? shortcutFor(event) : null;
    if (!shortcut) return;
    if (shortcut === 'help' ? !this.#arrangement.shows('keys') : !this.#works(shortcut)) return;
    event.preventDefault();
    if (shortcut === 'run') this.#toggle();
    else if (shortcut === 'step') this.#step();
    else if (shortcut === 'reset') this.#reset();
    else this.#toggleHelp();
  }

  /** @param {string} controls 'all', 'run' or 'none' */
  template(controls) {
    const { main, side, wide } = this.#views.elements;
    const plan = this.scope.manifest;
    if (this.#lesson?.pending) return this.#lesson.template(this.#experiment.summary, false);
    return html`
      ${this.#lesson?.template(this.#experiment.summary, this.scope.step > 0)}
      <div class="stage">
        <div class="main" part="map">
          ${controls === 'none' ? null : this.#transportTemplate()} ${main}
        </div>
        <div class="side" part="numbers">
          ${
            this.#arrangement.shows('numbers')
              ? numbersTemplate({
                  experiment: this.#experiment,
                  frame: this.#frame,
                  names: this.#views.names,
                  stepsPerEpoch: plan.stepsPerEpoch,
                  plannedSteps: plan.plannedSteps,
                })
              : null
          }
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
      limit: this.#training.limit,
      arrangement: this.#arrangement,
      onRun: () => this.#toggle(),
      onStep: () => this.#step(),
      onReset: () => this.#reset(),
      onSpeed: (speed) => this.#setSpeed(speed),
    });
  }

  #moreTemplate() {
    return moreTemplate({
      arrangement: this.#arrangement,
      experiment: this.#experiment,
      scopeOf: () => this.scope,
      wanted: this.#wanted,
      errors: this.#errors,
      data: this.#data,
      keys: this.#keys,
      host: this.#host,
      link: () => this.link(),
      mapOf: () => this.#map,
      onPicture: (kind) => this.#savePicture(kind),
      saving: this.#saving,
      change: (name, value) => this.#change(name, value),
      startOver: (parameters) => this.#startOver(parameters),
    });
  }

  /** @param {'run' | 'step' | 'reset'} name of a control */
  #works(name) {
    return this.#arrangement.works(name) && !this.#lesson?.pending;
  }

  /** @param {'svg' | 'png'} kind */
  async #savePicture(kind) {
    const { map } = this.#views;
    if (!map) return this.#host.notify(say('The map is hidden here.'));
    try {
      const { saveFigure } = await import('./save-figure.js');
      await saveFigure(map, kind, this.#saving);
    } catch (error) {
      this.#host.fail(error);
    }
  }

  #toggle() {
    if (this.#training.running) this.#training.pause();
    else this.#act(() => this.#training.run());
  }

  #step() {
    return this.#act(() => this.#training.step());
  }

  #reset() {
    return this.#act(() => this.#training.reset(), true);
  }

  /**
   * Does something with the run, which is rebuilt before if its worker has failed for good.
   * @param {() => Promise<void>} act
   * @param {boolean} [anew] from step 0
   */
  async #act(act, anew = false) {
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

  /** The same run in a new worker, from its last checkpoint if there is one. @param {boolean} anew from step 0 */
  async #rebuild(anew) {
    const { step, lastCheckpoint } = this.scope;
    await this.#replace(this.#wanted);
    const { parameters } = this.scope.configuration;
    if (!anew && lastCheckpoint) await this.scope.restore(lastCheckpoint);
    // What was changed after the checkpoint holds.
    for (const { name, restart } of this.#experiment.parameters) {
      const value = parameters[name];
      if (!restart && value !== undefined) await this.scope.set(name, value);
    }
    const lost = Math.max(0, step - this.scope.step);
    this.#host.notify(
      say('Rebuilt at step {step}: {lost} steps and the curves before it are lost, the settings are kept.', {
        step: this.scope.step,
        lost,
      }),
    );
  }

  #toggleHelp() {
    this.#keys.open = !this.#keys.open;
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
    if (this.#arrangement.locks(name))
      return this.#host.notify(say('{name} is locked by this link.', { name }));
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
    // What is locked stays, whatever a preset says.
    for (const { name } of this.#experiment.parameters) {
      if (!this.#arrangement.locks(name)) continue;
      delete parameters[name];
      const kept = this.#wanted.parameters[name];
      if (kept !== undefined) parameters[name] = kept;
    }
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
    const scope = await createScope({
      ...fitted,
      data: own?.content,
      fast: asksForFast(this.#host),
      signal: this.#host.life,
    });
    if (turn !== this.#turn) return scope.dispose();
    this.#training.dispose();
    this.scope.dispose();
    for (const label of dropped) {
      this.#host.notify(say('{label}: the list no longer fits and went back to its default.', { label }));
    }
    this.#lost = false;
    this.#wanted = fitted;
    this.#data.own = own;
    this.#errors = new Map();
    this.#disposeViews();
    this.scope = scope;
    this.#training = this.#attach(scope);
    this.#frame = null;
    this.#views = this.#viewsOf(scope).opened();
    this.#host.changed(this.link());
    this.#host.refresh();
  }

  /** @param {Scope} scope @returns {Training} */
  #attach(scope) {
    scope.addEventListener('progress', (event) =>
      this.#progress(/** @type {CustomEvent<Progress>} */ (event).detail),
    );
    scope.addEventListener('error', (event) => {
      const { error } = event.detail;
      this.#host.fail(error);
      this.#lost = error.code === 'ABORTED' && !error.recoverable;
      if (this.#lost) this.#host.notify(say('Run goes on from the last checkpoint, Reset from step 0.'));
    });
    scope.addEventListener('recovered', () => {
      this.#host.notify(say('The module had stopped working; the run goes on from its last checkpoint.'));
    });
    for (const notice of scope.notices) this.#host.notify(notice);
    const speed = this.#speed ?? defaultSpeed(scope.manifest.plannedSteps);
    const training = new Training(scope, speed, {
      changed: () => this.#host.refresh(),
      passed: (step, loss, rivalLoss) => this.#views.track(step, loss, rivalLoss),
      stopped: (reason) => {
        this.#host.emit('attento-pause', { step: scope.step, reason });
        this.#speak.call();
      },
      failed: (error) => this.#host.fail(error),
    });
    training.setSeen(this.#seen);
    return training;
  }

  /** @param {Scope} scope @param {LiveViews['memory']} [memory] of views before @returns {LiveViews} */
  #viewsOf(scope, memory) {
    const experiment = this.#experiment;
    const { shows, works } = this.#arrangement;
    const truthParameter = experiment.parameters.find(
      ({ name, restart }) => name === 'map' && !restart && works(name),
    );
    const views = new LiveViews(
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
      // A lesson has its own drawing.
      (name) => shows(name) && !(name === 'prediction' && this.#Lesson),
      this.#saving,
      memory,
    );
    this.#lesson =
      this.#Lesson &&
      new this.#Lesson({
        mode: this.#arrangement.mode === 'quiz' ? 'quiz' : 'lesson',
        of: views.options,
        changed: () => this.#host.refresh(),
      });
    return views;
  }

  #disposeViews() {
    this.#lesson?.dispose();
    this.#views.dispose();
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
    if (!this.#ready) {
      this.#early = progress;
      return;
    }
    const { step, loss, metrics } = progress;
    this.#frame = frameOf(progress);
    this.#views.update(this.#frame);
    this.#lesson?.update(step);
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
