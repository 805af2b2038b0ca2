/**
 * Manages all views of one run.
 * @module
 */

import { getViewPartName } from '../instrument/part-access.js';
import { removeRadioNames } from '../instrument/remove-radio-names.js';
import { translate } from '../language/translate.js';
import { formatViewLabel } from '../language/translate-schema.js';
import { getModelNames } from '../parts/model-names.js';
import { cancelWork, flushWork, runInSlices, scheduleWork } from '../parts/slices.js';
import { addSaveMenus } from '../save/save-view.js';
import { highlightCells, outlineCells } from './map-highlight.js';
import { createViewOptions } from './view-options.js';

/** @import { Frame, View, ViewOptions } from '../engine/shapes.js' */

/** The view that is also shown small beside the map. */
const kCurve = 'loss-curve';

/** A panel that replaces the map while it is open. @typedef {import('../engine/shapes.js').Panel & { view: View }} Exploration */

export class LiveViews {
  /** Aborted when the views are disposed, which also ends runs that they train beside this one. */
  #controller = new AbortController();
  /** By name, in registry order. @type {Map<string, View>} */
  #views = new Map();
  /** Creates one view per step. @type {Iterator<void>} */
  #creation;
  /** State that survives when views are recreated. @type {NonNullable<ViewOptions['memory']>} */
  memory;
  /** Options passed to all views. @type {ViewOptions} */
  options;
  /** Names of the models. @type {readonly string[]} */
  names;
  /** @type {Frame | null} */
  #frame = null;
  /** @type {import('./map-highlight.js').Highlight | null} */
  #highlighted = null;

  /**
   * @param {import('./view-modules.js').ViewModules} modules
   * @param {Omit<import('./view-options.js').RunContext, 'life'>} surroundings
   * @param {Pick<ViewOptions, 'initialMap' | 'events'>} hooks
   * @param {(name: string) => boolean} shows whether a view is shown
   * @param {import('../save/save-view.js').SaveContext} saving
   * @param {NonNullable<ViewOptions['memory']>} [memory] of the previous views
   */
  constructor(modules, surroundings, hooks, shows, saving, memory = {}) {
    const { views, parameters } = surroundings.experiment;
    const { createBoard, createThumbnail } = modules.get(views[0] ?? '') ?? {};
    this.options = {
      ...createViewOptions({ ...surroundings, life: this.#controller.signal }, hooks),
      createBoard,
      createThumbnail,
      memory,
    };
    this.memory = memory;
    this.names = getModelNames(this.options);
    const factories = [...views, 'prediction'].map((name) => ({
      name: getViewPartName(parameters, name),
      createView: modules.get(name)?.createView,
    }));
    this.#creation = this.#createViews(
      factories.filter(({ name }) => shows(name)),
      saving,
    );
  }

  /**
   * @param {readonly { name: string, createView: ((options: ViewOptions) => View | null) | undefined }[]} factories
   * @param {import('../save/save-view.js').SaveContext} saving
   */
  *#createViews(factories, saving) {
    for (const { name, createView } of factories) {
      const view = createView?.(this.options);
      if (!view) continue;
      view.element.setAttribute('data-name', name);
      if (name !== 'prediction') addSaveMenus(view, name, saving, this.#controller.signal);
      this.#views.set(name, view);
      yield;
    }
  }

  /** Creates all views, a few in each task. @returns {Promise<void>} */
  createInSlices() {
    return runInSlices(this.#creation);
  }

  /** Creates all views synchronously. @returns {this} */
  createAll() {
    while (!this.#creation.next().done);
    return this;
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
    const [main, curve] = [this.main, this.curve];
    return [...this.#views].flatMap(([name, view]) => [
      ...(view === main || view === curve
        ? []
        : [{ name, label: translate(formatViewLabel(name)), element: view.element, view }]),
      ...(view.panels ?? []).map((panel) => ({ ...panel, view })),
    ]);
  }

  /** The map as a figure to be saved. @returns {import('../save/save-view.js').Figure | null} null if it is hidden */
  get map() {
    const view = this.main;
    return view ? { element: view.element, name: '', view } : null;
  }

  /** @param {'svg' | 'png'} kind @param {import('../save/save-view.js').SaveContext} saving */
  async savePicture(kind, saving) {
    if (!this.map) return saving.notify(translate('The map is hidden here.'));
    const { saveFigure } = await import('../save/save-figure.js');
    await saveFigure(this.map, kind, saving);
  }

  /** Updates the views, each in a later task. Views with a history get every frame, others only the last one. @param {Frame} frame */
  update(frame) {
    this.#frame = frame;
    for (const view of this.#views.values()) {
      if (view.film || view.track) flushWork(view);
      if (view.film || view.track || isInDocument(view)) this.#scheduleUpdate(view);
    }
  }

  /** @param {View} view */
  #scheduleUpdate(view) {
    const frame = this.#frame;
    if (!frame) return;
    scheduleWork(view, () => {
      view.update(frame);
      // An update may have created new cells.
      if (this.#highlighted && view === this.main) outlineCells(view, this.#highlighted);
    });
  }

  /** Updates an exploration that was opened and may have missed frames. @param {string} name the only open exploration */
  updateExploration(name) {
    const one = this.explorations.find((exploration) => exploration.name === name);
    for (const view of this.#views.values()) if (view !== one?.view) view.onClosed?.();
    if (one && !one.view.film) this.#scheduleUpdate(one.view);
  }

  /** Views with a history, after they have received the last frame. */
  #viewsWithHistory() {
    const keeping = [...this.#views.values()].filter(({ track, mark }) => track || mark);
    keeping.forEach(flushWork);
    return keeping;
  }

  /** @type {Required<View>['track']} */
  track = (step, loss, baselineLoss) => {
    for (const view of this.#viewsWithHistory()) view.track?.(step, loss, baselineLoss);
  };

  /** @param {number} step @param {string} label */
  mark(step, label) {
    for (const view of this.#viewsWithHistory()) view.mark?.(step, label);
  }

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
  }

  /** @returns {string} a description of the run in words, in reverse order of the views, so that the map comes last */
  summary() {
    const all = [...this.#views.values()];
    all.forEach(flushWork);
    return all
      .map((view) => view.summary())
      .reverse()
      .join(' ');
  }

  dispose() {
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
