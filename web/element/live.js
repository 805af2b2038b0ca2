/**
 * The live instrument: a scope, its views and its controls.
 * @module
 */

import { adoptStyles } from '../instrument/adopt-styles.js';
import { createStart } from '../instrument/host.js';
import { liveStyles } from '../instrument/live-styles.js';
import { computePartAccess, withholdNames } from '../instrument/part-access.js';
import { screenStyles } from '../instrument/screen-styles.js';
import { watchColors } from '../instrument/watch-colors.js';
import { capitalize } from '../parts/format.js';
import { throttle } from '../parts/throttle.js';
import { saveViewStyles } from '../save/save-view.js';
import { createFocusFollower } from './follow-focus.js';
import { showsSettings, writeLiveLink } from './live-link.js';
import { LiveRun } from './live-run.js';
import { LiveViews } from './live-views.js';
import { screenTemplate } from './screen.js';
import { handleKey } from './shortcuts.js';
import { startScope } from './start-scope.js';
import { createTimeline } from './timeline.js';
import { loadViews, viewStyles } from './view-modules.js';
import { createRunContext, toFrame } from './view-options.js';

/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Value } from '../engine/schema.js' */
/** @import { Frame } from '../engine/shapes.js' */
/** @import { OwnData } from './own-data.js' */

/** @typedef {import('../instrument/host.js').Host} Host */

const kSpokenEveryMs = 4000;
/** Digits that change faster than this cannot be read. */
const kNumbersEveryMs = 100;

export class Live {
  #host;
  #modules;
  /** @type {LiveRun} */
  #run;
  /** @type {LiveViews} */
  #views;
  /** @type {Frame | null} */
  #frame = null;
  #mapName;
  /** Which parts are shown and which are locked. @type {import('../instrument/part-access.js').PartAccess} */
  #partAccess;
  /** The last progress, kept until the views exist. @type {Progress | null} */
  #lastProgress = null;
  #isReady = false;
  /** Loaded only in lesson and quiz mode. @type {typeof import('../classroom/lesson.js').Lesson | null} */
  #Lesson;
  /** @type {import('../classroom/lesson.js').Lesson | null} */
  #lesson = null;
  /** Whether single-key shortcuts are on. */
  #keys = { on: true };
  #timeline = createTimeline((step) => {
    this.#views.showStep(step);
    this.#host.refresh();
  });
  /** Removes the adopted styles. */
  #removeStyles;
  #isInSight = true;
  #announcement = '';
  pause = () => this.#run.training.pause();
  /** @type {import('../save/save-view.js').SaveContext} */
  #saving = {
    configuration: () => this.scope.configuration,
    title: () => this.#run.experiment.title,
    step: () => this.#frame?.step ?? 0,
    notify: (message) => this.#host.notify(message),
    pause: () => this.#run.training.pause(),
  };
  #announceSummary = throttle(() => this.#announce(this.#views.summary()), kSpokenEveryMs);
  #refreshNumbers = throttle(() => this.#host.refresh(), kNumbersEveryMs);
  #root = () => this.#host.getRoot();
  #focus = createFocusFollower(this.#root);
  #stopWatchingColors = watchColors(this.#root, () => this.repaint());
  #onVisibility = () => this.#run.training.setVisible(this.#isVisible);

  /**
   * @param {Host} host
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own the reader's data, which take precedence over those of page and link
   * @returns {Promise<Live>}
   */
  static async open(host, settings, own) {
    const isLesson = settings.mode === 'lesson' || settings.mode === 'quiz';
    const [modules, { scope, own: ownData, first }, lesson] = await Promise.all([
      loadViews(settings.configuration.experiment),
      startScope(host, settings, own),
      isLesson ? import('../classroom/lesson.js') : null,
    ]);
    const live = new Live(host, modules, scope, settings, ownData, lesson?.Lesson ?? null);
    live.#lastProgress = first();
    await live.#views.createInSlices();
    live.#isReady = true;
    if (live.#lastProgress) live.#progress(live.#lastProgress);
    return live;
  }

  /**
   * @param {Host} host
   * @param {import('./view-modules.js').ViewModules} modules
   * @param {Scope} scope
   * @param {import('./settings.js').Settings} settings
   * @param {OwnData | null} own
   * @param {typeof import('../classroom/lesson.js').Lesson | null} Lesson
   * @private
   */
  constructor(host, modules, scope, settings, own, Lesson) {
    this.#host = host;
    this.#modules = modules;
    this.#Lesson = Lesson;
    this.#mapName = settings.shown;
    this.#run = new LiveRun(host, scope, settings, own, {
      isLocked: (name) => withholdNames(this.#partAccess, host.element.withheld).isLocked(name),
      isVisible: () => this.#isVisible,
      onChange: () => host.reportChange(this.link()),
      onBeforeReplace: () => this.#disposeViews(),
      onReplaced: () => {
        this.#frame = null;
        this.#timeline.clear();
        this.#views = this.#createViews({ ownInput: this.#views.memory.ownInput }).createAll();
      },
      onProgress: (progress) => this.#progress(progress),
      onChunk: (step, loss, baselineLoss) => this.#views.track(step, loss, baselineLoss),
      onStop: () => this.#announceSummary.call(),
    });
    this.#partAccess = computePartAccess(settings, this.#run.experiment);
    for (const notice of this.#partAccess.notices) host.notify(notice);
    const sheets = [liveStyles, saveViewStyles, viewStyles(modules), screenStyles, Lesson?.styles ?? ''];
    this.#removeStyles = adoptStyles(host.getRoot(), sheets);
    this.#views = this.#createViews();
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  get scope() {
    return this.#run.scope;
  }

  get #isVisible() {
    return this.#isInSight && !document.hidden;
  }

  /** The name of the map that is shown. */
  get #currentMapName() {
    return this.#mapName ?? this.#run.experiment.maps[0]?.name ?? '';
  }

  /** The reader's own data, if the run learns from them. @returns {OwnData | null} */
  get own() {
    return this.#run.data.own;
  }

  async run() {
    if (!this.#lesson?.isPending) await this.#run.perform(() => this.#run.training.run());
  }

  /** @returns {string} */
  link() {
    return writeLiveLink(this.#host.element, this.#partAccess, this.#run, this.#mapName);
  }

  /**
   * @param {import('./settings.js').Settings} settings
   * @returns {boolean} whether the settings differ from what is shown
   */
  differsFrom(settings) {
    return !showsSettings(settings, this.#partAccess, this.#run, this.#mapName);
  }

  /** @param {boolean} inSight */
  setInSight(inSight) {
    this.#isInSight = inSight;
    this.#onVisibility();
  }

  repaint() {
    this.#views.repaint();
    this.#lesson?.repaint();
  }

  /** Rebuilds the views in the current language, since they keep the texts they were created with. */
  relabel() {
    this.#disposeViews();
    this.#views = this.#createViews(this.#views.memory).createAll();
    if (this.#frame) this.#views.update(this.#frame);
    this.#host.refresh();
  }

  dispose() {
    for (const throttled of [this.#announceSummary, this.#refreshNumbers]) throttled.cancel();
    this.#stopWatchingColors();
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#run.dispose();
    this.#timeline.dispose();
    this.#disposeViews();
    this.#removeStyles();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    handleKey(event, {
      element: this.#host.element,
      run: this.#run,
      isOn: this.#keys.on,
      isAvailable: (shortcut) => this.#isAvailable(shortcut),
    });
  }

  /** To be called when another exploration has been opened. @param {string} name '' for the map */
  onExplore(name) {
    this.#focus.afterRender(name);
    this.#views.updateExploration(name);
  }

  /** Shows a held-out example in the map. @param {number} example */
  async watch(example) {
    const { probeExample } = this.scope.configuration.parameters;
    // The numbers in scenes refer to the task's own examples.
    if (!this.own && probeExample !== undefined && probeExample !== example)
      await this.#run.change('probeExample', example);
  }

  /** @param {import('./map-highlight.js').Highlight | null} cells */
  highlight(cells) {
    this.#views.highlight(cells);
  }

  /** @param {number} step @returns {Promise<void>} settled when the run pauses, at this step or before */
  async runTo(step) {
    if (!this.#lesson?.isPending) await this.#run.perform(() => this.#run.training.runTo(step));
  }

  /** @param {import('../instrument/screen-frame.js').ScreenOptions} options */
  template(options) {
    this.#focus.beforeRender(options.explore);
    if (this.#lesson?.isPending) return this.#lesson.template(this.#run.experiment.summary);
    return screenTemplate({
      ...options,
      run: this.#run,
      views: this.#views,
      arrangement: withholdNames(this.#partAccess, this.#host.element.withheld),
      keys: this.#keys,
      timeline: this.#timeline,
      frame: this.#frame,
      lesson: this.#lesson && {
        head: this.#lesson.headTemplate(this.scope.step > 0),
        panel: this.#lesson.panel,
      },
      host: this.#host,
      saving: this.#saving,
      getMapName: () => this.#currentMapName,
      getLink: () => this.#host.element.withheld?.link() ?? this.link(),
      announcement: this.#announcement,
    });
  }

  /** @param {import('./shortcuts.js').Shortcut} shortcut */
  #isAvailable(shortcut) {
    if (shortcut === 'help') return this.#partAccess.isVisible('keys');
    return this.#partAccess.isAvailable(shortcut) && !this.#lesson?.isPending;
  }

  /** @param {LiveViews['memory']} [memory] of the previous views @returns {LiveViews} */
  #createViews(memory) {
    const run = this.#run;
    const truthParameter = run.experiment.parameters.find(
      ({ name, restart }) => name === 'map' && !restart && this.#partAccess.isAvailable(name),
    );
    const views = new LiveViews(
      this.#modules,
      createRunContext(run),
      {
        initialMap: this.#mapName,
        onMove: truthParameter && ((row, column) => this.#moveTruth(truthParameter.name, row, column)),
        onMap: (map, head) => {
          this.#mapName = map;
          this.#host.reportChange(this.link());
          this.#host.emit('attento-map', { map, ...head });
        },
        onRow: (row) => this.#host.emit('attento-row', { row }),
        onStep: (step) => this.#timeline.go(step),
        onExplore: (panel) => {
          this.#host.element.explore = panel;
        },
      },
      // A lesson has its own prediction map.
      (name) => this.#partAccess.isVisible(name) && !(name === 'prediction' && this.#Lesson),
      this.#saving,
      memory,
    );
    const mode = this.#partAccess.mode === 'quiz' ? 'quiz' : 'lesson';
    this.#lesson = this.#Lesson && new this.#Lesson({ mode, of: views.options, host: this.#host });
    return views;
  }

  #disposeViews() {
    this.#lesson?.dispose();
    this.#views.dispose();
  }

  /** @param {string} parameter @param {number} row @param {number} column */
  async #moveTruth(parameter, row, column) {
    const label = await this.#run.moveTruth(parameter, row, column);
    this.#announce(`${capitalize(label)}.`);
    if (this.scope.step === 0) return;
    this.#views.mark(this.scope.step, label);
    // The reader moved the truth to see the network learn again: extend the plan and start.
    this.#run.training.extend();
    await this.#run.training.run();
  }

  /** @param {Progress} progress */
  #progress(progress) {
    this.#lastProgress = progress;
    if (!this.#isReady) return;
    const { step, loss, metrics } = progress;
    this.#frame = toFrame(progress);
    this.#timeline.take(this.#frame, this.scope.manifest.plannedSteps);
    this.#views.update(this.#frame);
    this.#lesson?.update(step);
    if (this.#run.training.isRunning) this.#announceSummary.call();
    this.#refreshNumbers.call();
    this.#host.emit('attento-progress', { step, loss, metrics });
  }

  /** @param {string} text */
  #announce(text) {
    this.#announcement = text;
    this.#host.refresh();
  }
}

export const start = createStart(Live);
