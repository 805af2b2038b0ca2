/**
 * The live instrument: a scope, its views and its controls.
 * @module
 */

import { adoptStyles } from '../instrument/adopt-styles.js';
import { createStart } from '../instrument/host.js';
import { liveStyles } from '../instrument/live-styles.js';
import { computePartAccess } from '../instrument/part-access.js';
import { screenStyles } from '../instrument/screen-styles.js';
import { watchColors } from '../instrument/watch-colors.js';
import { capitalize } from '../parts/format.js';
import { saveViewStyles } from '../save/save-view.js';
import { createFocusFollower } from './follow-focus.js';
import { FrameDisplay } from './frame-display.js';
import { showsSettings, writeLiveLink } from './live-link.js';
import { LiveRun } from './live-run.js';
import { screenTemplate } from './screen.js';
import { handleKey } from './shortcuts.js';
import { ShownViews } from './shown-views.js';
import { startScope } from './start-scope.js';
import { joinViewStyles, loadViews } from './view-modules.js';

/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Value } from '../engine/schema.js' */
/** @import { OwnData } from './own-data.js' */

/** @typedef {import('../instrument/host.js').Host} Host */

export class Live {
  #host;
  /** @type {LiveRun} */
  #run;
  /** @type {ShownViews} */
  #shown;
  #display;
  /** Which parts are shown and which are locked. @type {import('../instrument/part-access.js').PartAccess} */
  #partAccess;
  /** The last progress, kept until the views exist. @type {Progress | null} */
  #lastProgress = null;
  #isReady = false;
  /** Whether single-key shortcuts are on. */
  #keys = { on: true };
  /** Removes the adopted styles. */
  #removeStyles;
  #isInSight = true;
  pause = () => this.#run.training.pause();
  /** @type {import('../save/save-view.js').SaveContext} */
  #saving = {
    configuration: () => this.scope.configuration,
    title: () => this.#run.experiment.title,
    step: () => this.#display.frame?.step ?? 0,
    notify: (message) => this.#host.notify(message),
    pause: () => this.#run.training.pause(),
  };
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
    await live.#shown.current.createInSlices();
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
    this.#display = new FrameDisplay({
      refresh: () => host.refresh(),
      summarize: () => this.#shown.current.summary(),
      onStep: (step) => this.#shown.current.showStep(step),
    });
    this.#run = new LiveRun(host, scope, settings, own, {
      isLocked: (name) => this.#partAccess.isLocked(name),
      isVisible: () => this.#isVisible,
      onChange: () => host.reportChange(this.link()),
      onBeforeReplace: () => this.#shown.dispose(),
      onReplaced: () => {
        this.#display.clear();
        this.#shown.recreate({ ownInput: this.#shown.current.memory.ownInput });
      },
      onProgress: (progress) => this.#progress(progress),
      onChunk: (step, loss, baselineLoss) => this.#shown.current.track(step, loss, baselineLoss),
      onStop: () => this.#display.announceSummary(),
    });
    this.#partAccess = computePartAccess(settings, this.#run.experiment);
    for (const notice of this.#partAccess.notices) host.notify(notice);
    const sheets = [liveStyles, saveViewStyles, joinViewStyles(modules), screenStyles, Lesson?.styles ?? ''];
    this.#removeStyles = adoptStyles(host.getRoot(), sheets);
    this.#shown = new ShownViews({
      host,
      run: this.#run,
      partAccess: this.#partAccess,
      modules,
      Lesson,
      mapName: settings.shown,
      saving: this.#saving,
      onMove: (parameter, row, column) => this.#moveTruth(parameter, row, column),
      onStep: (step) => this.#display.timeline.go(step),
      onMap: () => host.reportChange(this.link()),
    });
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  get scope() {
    return this.#run.scope;
  }

  get #isVisible() {
    return this.#isInSight && !document.hidden;
  }

  /** The reader's own data, if the run learns from them. @returns {OwnData | null} */
  get own() {
    return this.#run.data.own;
  }

  async run() {
    if (!this.#shown.lesson?.isPending) await this.#run.perform(() => this.#run.training.run());
  }

  /** @returns {string} */
  link() {
    return writeLiveLink(this.#host.element, this.#partAccess, this.#run, this.#shown.mapName);
  }

  /**
   * @param {import('./settings.js').Settings} settings
   * @returns {boolean} whether the settings differ from what is shown
   */
  differsFrom(settings) {
    return !showsSettings(settings, this.#partAccess, this.#run, this.#shown.mapName);
  }

  /** @param {boolean} inSight */
  setInSight(inSight) {
    this.#isInSight = inSight;
    this.#onVisibility();
  }

  repaint() {
    this.#shown.repaint();
  }

  /** Rebuilds the views in the current language, since they keep the texts they were created with. */
  relabel() {
    this.#shown.dispose();
    this.#shown.recreate(this.#shown.current.memory);
    if (this.#display.frame) this.#shown.current.update(this.#display.frame);
    this.#host.refresh();
  }

  dispose() {
    this.#stopWatchingColors();
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#run.dispose();
    this.#display.dispose();
    this.#shown.dispose();
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
    this.#shown.current.updateExploration(name);
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
    this.#shown.current.highlight(cells);
  }

  /** @param {number} step @returns {Promise<void>} settled when the run pauses, at this step or before */
  async runTo(step) {
    if (!this.#shown.lesson?.isPending) await this.#run.perform(() => this.#run.training.runTo(step));
  }

  /** @param {import('../instrument/screen-frame.js').ScreenOptions} options */
  template(options) {
    this.#focus.beforeRender(options.explore);
    if (this.#shown.lesson?.isPending) return this.#shown.lesson.template(this.#run.experiment.summary);
    return screenTemplate({
      ...options,
      run: this.#run,
      views: this.#shown.current,
      arrangement: this.#partAccess,
      keys: this.#keys,
      timeline: this.#display.timeline,
      frame: this.#display.frame,
      lesson: this.#shown.lesson && {
        head: this.#shown.lesson.headTemplate(this.scope.step > 0),
        panel: this.#shown.lesson.panel,
      },
      host: this.#host,
      saving: this.#saving,
      getMapName: () => this.#shown.mapName ?? this.#run.experiment.maps[0]?.name ?? '',
      getLink: () => this.link(),
      announcement: this.#display.announcement,
    });
  }

  /** @param {import('./shortcuts.js').Shortcut} shortcut */
  #isAvailable(shortcut) {
    if (shortcut === 'help') return this.#partAccess.isVisible('keys');
    return this.#partAccess.isAvailable(shortcut) && !this.#shown.lesson?.isPending;
  }

  /** @param {string} parameter @param {number} row @param {number} column */
  async #moveTruth(parameter, row, column) {
    const label = await this.#run.moveTruth(parameter, row, column);
    this.#display.announce(`${capitalize(label)}.`);
    if (this.scope.step === 0) return;
    this.#shown.current.mark(this.scope.step, label);
    // The reader moved the truth to see the network learn again: extend the plan and start.
    this.#run.training.extend();
    await this.#run.training.run();
  }

  /** @param {Progress} progress */
  #progress(progress) {
    this.#lastProgress = progress;
    if (!this.#isReady) return;
    const { step, loss, metrics } = progress;
    this.#shown.current.update(this.#display.take(progress, this.scope.manifest.plannedSteps));
    this.#shown.lesson?.update(step);
    if (this.#run.training.isRunning) this.#display.announceSummary();
    this.#host.emit('attento-progress', { step, loss, metrics });
  }
}

export const start = createStart(Live);
