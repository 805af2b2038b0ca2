/** The live instrument: a scope, its views and its controls. */

import { createStarter } from '../instrument/host.js';
import { liveStyles } from '../instrument/live-styles.js';
import { computePartAccess } from '../instrument/part-access.js';
import { screenStyles } from '../instrument/screen-styles.js';
import { isSameConfiguration, writeLink } from '../outline.js';
import { runInSlices } from '../parts/slices.js';
import { saveViewStyles } from '../save/save-view.js';
import { elementSchemas, readElementFields } from './attributes.js';
import { createFocusFollower } from './follow-focus.js';
import { FrameDisplay } from './frame-display.js';
import { LiveRun } from './live-run.js';
import { LiveViews } from './live-views.js';
import { screenTemplate } from './screen.js';
import { handleKey } from './shortcuts.js';
import { startScope } from './start-scope.js';
import { joinViewStyles, loadViews } from './view-modules.js';

/** @import { Value } from '../engine/schema.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Host } from '../instrument/host.js' */
/** @import { OwnData } from './own-data.js' */
/** @import { Settings } from './settings.js' */
/** @typedef {typeof import('../classroom/lesson.js').Lesson | typeof import('../classroom/lesson-hold.js').Lesson} LessonClass */

export class LiveInstrument {
  /** Whether single-key shortcuts are on. */
  keys = { on: true };
  display = new FrameDisplay(this);
  /** The last progress, kept until the views exist. @type {Progress | null} */
  #lastProgress = null;
  #isReady = false;
  #focus = createFocusFollower(() => this.host.getRoot());

  /**
   * @param {Host} host
   * @param {import('./view-modules.js').ViewModules} modules
   * @param {{ scope: Scope, own: OwnData | null }} started
   * @param {Settings} settings
   * @param {LessonClass | null} Lesson
   */
  constructor(host, modules, { scope, own }, settings, Lesson) {
    this.host = host;
    this.saving = createSaveContext(this);
    this.modules = modules;
    this.Lesson = Lesson;
    /** Name of the map that the reader or the page has chosen, if any. */
    this.mapName = settings.shown;
    /** The rows that the reader holds, in the format of the attribute `hold`. */
    this.hold = settings.hold;
    /** What the reader has typed for the model to read. */
    this.text = settings.text;
    this.liveRun = new LiveRun(this, scope, settings, own);
    this.partAccess = computePartAccess(settings, this.liveRun.experiment);
    for (const notice of this.partAccess.notices) host.notify(notice);
    const viewStyles = joinViewStyles(modules);
    this.styles = [liveStyles, saveViewStyles, viewStyles, screenStyles, Lesson?.styles ?? ''];
    this.views = new LiveViews(this, { pinned: host.element.start.pinned?.[this.liveRun.experiment.name] });
  }

  get scope() {
    return this.liveRun.scope;
  }

  /** The reader's data; null if the run uses the task's. */
  get own() {
    return this.liveRun.data.own;
  }

  /** The lesson while the reader's prediction is missing; otherwise null. */
  get pendingLesson() {
    return this.views.lesson?.isPending ? this.views.lesson : null;
  }

  async run() {
    if (!this.pendingLesson) await this.liveRun.perform(() => this.liveRun.training.run());
  }

  /** @param {number} step @returns {Promise<void>} settled when the run pauses, at this step or before */
  async runTo(step) {
    if (!this.pendingLesson) await this.liveRun.perform(() => this.liveRun.training.runTo(step));
  }

  pause() {
    return this.liveRun.training.pause();
  }

  /** @returns {string} the link that reproduces what the instrument shows */
  link() {
    const { hold, liveRun, mapName, partAccess, text } = this;
    const { data, experiment, requestedConfiguration, speed } = liveRun;
    /** @type {Map<string, Value>} */
    const extras = new Map([...readElementFields(this.host.element), ...partAccess.extras]);
    // The mode projector implies the theme projector.
    if (extras.get('theme') === partAccess.mode) extras.delete('theme');
    if (mapName !== undefined && mapName !== experiment.maps[0]?.name) extras.set('shown', mapName);
    if (hold) extras.set('hold', hold);
    if (text) extras.set('text', text);
    if (speed !== undefined) extras.set('speed', Number.isFinite(speed) ? String(speed) : 'full');
    if (data.linkField !== undefined) extras.set('data', data.linkField);
    return writeLink(requestedConfiguration, extras, elementSchemas);
  }

  reportChange() {
    this.host.reportChange(this.link());
  }

  /** Applies settings, unless they need another run. @param {Settings} settings @returns {boolean} whether they were applied */
  applySettings(settings) {
    const { configuration, data, hold, shown, speed, text } = settings;
    const { liveRun, partAccess } = this;
    const { extras } = computePartAccess(settings, liveRun.experiment);
    const isSameRun =
      isSameConfiguration(configuration, liveRun.requestedConfiguration) &&
      [...extras].join(';') === [...partAccess.extras].join(';') &&
      data === liveRun.data.linkField &&
      speed === liveRun.speed;
    if (!isSameRun) return false;
    /** @param {string | undefined} a @param {string | undefined} b */
    const isSameText = (a = '', b = '') => a === b;
    if (!isSameText(shown, this.mapName) || !isSameText(hold, this.hold) || !isSameText(text, this.text)) {
      Object.assign(this, { mapName: shown, hold, text });
      this.relabel();
      this.reportChange();
    }
    return true;
  }

  /** To be called when the instrument comes into sight or goes out of sight. */
  updateVisibility() {
    this.liveRun.training.setVisible(this.host.element.visibility.isVisible);
  }

  repaint() {
    this.views.repaint();
  }

  /** Replaces the views at once. @param {LiveViews['memory']} memory state for the new views */
  recreateViews(memory) {
    this.views.dispose();
    this.views = new LiveViews(this, memory);
    while (!this.views.creation.next().done);
  }

  /** Rebuilds the views in the current language, since they keep the texts they were created with. */
  relabel() {
    this.recreateViews(this.views.memory);
    if (this.display.frame) this.views.update(this.display.frame);
    this.host.refresh();
    // An open exploration is updated once it is in the document.
    const { element } = this.host;
    element.updateComplete.then(() => this.views.updateExploration(element.explore));
  }

  dispose() {
    // A pinned map survives a rebuild of the instrument.
    this.host.element.start.pinned = { [this.liveRun.experiment.name]: this.views.memory.pinned };
    this.liveRun.dispose();
    this.display.dispose();
    this.views.dispose();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    handleKey(event, this);
  }

  /** To be called when another exploration has been opened. @param {string} name '' for the map */
  onExplore(name) {
    this.#focus.afterRender(name);
    this.views.updateExploration(name);
  }

  /** Shows a held-out example in the map. @param {number} example */
  async watch(example) {
    const { probeExample } = this.scope.configuration.parameters;
    // Example numbers in scenes refer to the task's data, not to the reader's.
    if (!this.own && probeExample !== undefined && probeExample !== example)
      await this.liveRun.change('probeExample', example);
  }

  /** Focuses the field of a parameter, once the settings are open. @param {string} parameter */
  async edit(parameter) {
    await this.host.element.updateComplete;
    const field = this.host.getRoot().getElementById(`field-${parameter}`);
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  }

  /** @param {import('./map-highlight.js').Highlight | null} cells */
  highlight(cells) {
    this.views.highlight(cells);
  }

  /** @param {import('../instrument/screen-frame.js').ScreenOptions} options */
  template(options) {
    this.#focus.beforeRender(options.explore);
    return this.pendingLesson?.template(this.liveRun.experiment.summary) ?? screenTemplate(this, options);
  }

  /** Creates the first views in short tasks. @param {Progress | null} progress the last progress so far */
  async createViews(progress) {
    this.#lastProgress = progress;
    await runInSlices(this.views.creation);
    this.#isReady = true;
    if (this.#lastProgress) this.onProgress(this.#lastProgress);
  }

  /** @param {Progress} progress */
  onProgress(progress) {
    this.#lastProgress = progress;
    if (!this.#isReady) return;
    const { step, loss, metrics } = progress;
    this.views.update(this.display.take(progress, this.liveRun.training.plan.end));
    if (this.liveRun.training.isRunning) this.display.announceSummary();
    this.host.emit('attento-progress', { step, loss, metrics });
  }
}

/** @param {LiveInstrument} live @returns {import('../save/save-view.js').SaveContext} */
const createSaveContext = (live) => ({
  configuration: () => live.scope.configuration,
  title: () => live.liveRun.experiment.title,
  step: () => live.display.frame?.step ?? 0,
  notify: live.host.notify,
  pause: () => live.pause(),
});

/**
 * @param {Host} host
 * @param {Settings} settings
 * @param {OwnData | null} own the reader's data, which take precedence over those of page and link
 * @returns {Promise<LiveInstrument>}
 */
async function openLiveInstrument(host, settings, own) {
  const isLesson = settings.mode === 'lesson' || settings.mode === 'quiz';
  const loadLesson = () =>
    settings.question === 'hold' ? import('../classroom/lesson-hold.js') : import('../classroom/lesson.js');
  const starting = startScope(host, settings, own);
  try {
    const [modules, started, lesson] = await Promise.all([
      loadViews(settings.configuration.experiment),
      starting,
      isLesson ? loadLesson() : null,
    ]);
    const live = new LiveInstrument(host, modules, started, settings, lesson?.Lesson ?? null);
    await live.createViews(started.first());
    return live;
  } catch (error) {
    // Without an instrument nobody else disposes the scope, which may start only after this failure.
    starting.then(({ scope }) => scope.dispose()).catch(() => undefined);
    throw error;
  }
}

export const start = createStarter({ open: openLiveInstrument });
