/** Manages all views of one run, and the lesson around them. */

import { getViewPartName } from '../instrument/part-access.js';
import { removeRadioNames } from '../instrument/remove-radio-names.js';
import { markText, translate } from '../language/translate.js';
import { formatViewLabel } from '../parts/format.js';
import { addPinButton, createPinnedMap } from '../parts/pinned-map.js';
import { cancelWork, flushWork, scheduleWork } from '../parts/slices.js';
import { addSaveMenus } from '../save/save-view.js';
import { highlightCells, outlineCells } from './map-highlight.js';
import { createViewHooks } from './view-hooks.js';
import { createViewOptions } from './view-options.js';

/** @import { Frame, View, ViewOptions } from '../engine/view-types.js' */
/** @import { LiveInstrument } from './live.js' */

/** The view that is also shown small beside the map. */
const kCurve = 'loss-curve';
/** The view that compares the map with a pinned one. */
const kCompare = 'compare';

/** A panel that replaces the map while it is open. @typedef {import('../engine/view-types.js').Panel & { view: View }} Exploration */

export class LiveViews {
  /** Aborted when the views are disposed, which also ends runs that they train beside this one. */
  #controller = new AbortController();
  /** The views by name, in the order of the registry. @type {Map<string, View>} */
  #views = new Map();
  /** @type {Frame | null} */
  #frame = null;
  /** @type {import('./map-highlight.js').Highlight | null} */
  #highlighted = null;

  /** @param {LiveInstrument} live @param {NonNullable<ViewOptions['memory']>} memory of the previous views */
  constructor(live, memory) {
    /** State that survives when views are recreated. */
    this.memory = memory;
    /** Options passed to all views. @type {ViewOptions} */
    this.options = {
      ...createViewOptions(live.liveRun, this.#controller.signal, createViewHooks(live)),
      memory,
      getShownMap: () => this.#getShownMap(),
    };
    /** A generator that creates one view for each next(). */
    this.creation = this.#createViews(live);
    const mode = live.partAccess.mode === 'quiz' ? 'quiz' : 'lesson';
    this.lesson =
      live.Lesson &&
      new live.Lesson({ mode, of: this.options, seed: live.scope.configuration.seed, host: live.host });
  }

  /** @param {LiveInstrument} live */
  *#createViews({ host, liveRun, partAccess, modules, Lesson, saving }) {
    const { views, parameters } = liveRun.experiment;
    for (const viewName of [...views, markText('prediction')]) {
      const name = getViewPartName(parameters, viewName);
      const isShown = partAccess.isVisible(name) && name !== Lesson?.hiddenView;
      const view = isShown && modules.get(viewName)?.createView(this.options);
      if (!view) continue;
      view.element.setAttribute('data-name', name);
      if (name !== 'prediction') addSaveMenus(view, name, saving, this.#controller.signal);
      const hasOther = [...this.#views.values()].some((other) => other.getShownMap);
      if (view.getShownMap && !hasOther && views.includes(kCompare) && partAccess.isVisible(kCompare))
        addPinButton(view.element, () => this.#pin(host));
      this.#views.set(name, view);
      yield;
    }
  }

  /** @returns {View | undefined} the map: the first view that is not wide */
  get main() {
    return [...this.#views.values()].find(({ wide }) => !wide);
  }

  /** @returns {View | undefined} */
  get curve() {
    const curve = this.#views.get(kCurve);
    return curve === this.main ? undefined : curve;
  }

  /** @returns {Exploration[]} panels that can replace the map */
  get explorations() {
    const shown = [this.main, this.curve];
    return [...this.#views].flatMap(([name, view]) => [
      ...(shown.includes(view)
        ? []
        : [{ name, label: translate(formatViewLabel(name)), element: view.element, view }]),
      ...(view.panels ?? []).map((panel) => ({ ...panel, view })),
    ]);
  }

  #getShownMap() {
    for (const view of this.#views.values()) {
      const map = view.getShownMap?.();
      if (map) return map;
    }
    return null;
  }

  /** Pins the map and opens the comparison. @param {LiveInstrument['host']} host */
  #pin(host) {
    // Removed first, since a pinned map may determine which map is shown.
    this.memory.pinned = null;
    this.memory.pinned = createPinnedMap(this.options);
    host.element.explore = kCompare;
  }

  /** Updates the views, each in a later task. Views with a history get every frame, others only the last one. @param {Frame} frame */
  update(frame) {
    this.#frame = frame;
    for (const view of this.#views.values()) {
      if (view.film || view.track) flushWork(view);
      if (view.film || view.track || isInDocument(view)) this.#scheduleUpdate(view);
    }
    this.lesson?.update(frame.step);
  }

  /** @param {View} view */
  #scheduleUpdate(view) {
    const frame = this.#frame;
    if (!frame) return;
    scheduleWork(view, () => {
      view.update(frame);
      // The update may have created new cells without outlines.
      if (this.#highlighted && view === this.main) outlineCells(view, this.#highlighted);
    });
  }

  /** Updates an exploration that was opened and may have missed frames. @param {string} name the only open exploration */
  updateExploration(name) {
    const one = this.explorations.find((exploration) => exploration.name === name);
    for (const view of this.#views.values()) if (view !== one?.view) view.onClosed?.();
    if (one && !one.view.film) this.#scheduleUpdate(one.view);
  }

  /** Calls a function with the views that have a history, after they have received the last frame. @param {(view: View) => void} act */
  #forEachHistory(act) {
    for (const view of this.#views.values()) {
      if (!view.track && !view.mark) continue;
      flushWork(view);
      act(view);
    }
  }

  /** @type {Required<View>['track']} */
  track = (...chunk) => this.#forEachHistory((view) => view.track?.(...chunk));

  /** @type {Required<View>['mark']} */
  mark = (...event) => this.#forEachHistory((view) => view.mark?.(...event));

  /** Shows the same step in all views. @param {number | null} step null for the present */
  showStep(step) {
    for (const view of this.#views.values()) {
      const past = step === null ? undefined : view.film?.pictures().findLast((one) => one.step <= step);
      if (past) past.project();
      else view.film?.end();
      view.showStep?.(step);
    }
  }

  /** Outlines cells of the map. @param {import('./map-highlight.js').Highlight | null} cells */
  highlight(cells) {
    this.#highlighted = cells;
    highlightCells(this.main, cells);
  }

  repaint() {
    for (const view of this.#views.values()) view.repaint();
    this.lesson?.repaint();
  }

  /** @returns {string} a description of the run in words, in reverse order of the views, so that the map comes last */
  summary() {
    const summarize = (/** @type {View} */ view) => {
      flushWork(view);
      return view.summary();
    };
    return Array.from(this.#views.values(), summarize).reverse().join(' ');
  }

  dispose() {
    this.lesson?.dispose();
    this.#controller.abort();
    for (const view of this.#views.values()) {
      cancelWork(view);
      view.dispose();
      removeRadioNames(view.element);
      for (const { element } of view.panels ?? []) removeRadioNames(element);
    }
  }
}

/** @param {View} view @returns {boolean} whether the view or one of its panels is in the document */
const isInDocument = ({ element, panels = [] }) =>
  element.isConnected || panels.some((panel) => panel.element.isConnected);
