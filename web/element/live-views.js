/**
 * All views of one run, as one.
 * @module
 */

import { views as found } from '../generated/views.js';
import { say } from '../language/say.js';
import { labelOfView } from '../language/say-schema.js';
import { outlines } from '../outline.js';
import { modelNames } from '../parts/model-names.js';
import { forget, inSlices, later, settle } from '../parts/slices.js';
import { offerSaving } from '../save/save-view.js';
import { nameOfView } from './arrangement.js';
import { forgetRadios } from './radios.js';
import { viewOptions } from './view-options.js';

/** @import { Frame, View, ViewOptions } from '../engine/shapes.js' */

/** Rows, columns, or where both are given their cells. @typedef {{ rows?: readonly number[], columns?: readonly number[] }} Highlight */
/** @typedef {{ createView: (options: ViewOptions) => View | null, styles: string }} ViewModule */

/** By the names that the registry gives them. @type {ReadonlyMap<string, () => Promise<ViewModule>>} */
const views = found;

/** By name; first the drawing, so that what a view says of its own comes after what it shares with it. @typedef {ReadonlyMap<string, ViewModule>} ViewModules */

/** @param {string} experiment @returns {Promise<ViewModules>} the views that it names, and the drawing */
export async function loadViews(experiment) {
  const { views: names = [] } = outlines().find(({ name }) => name === experiment) ?? {};
  const wanted = ['prediction', ...names].flatMap((name) => {
    const load = views.get(name);
    return load ? [load().then((module) => /** @type {const} */ ([name, module]))] : [];
  });
  return new Map(await Promise.all(wanted));
}

/** @param {ViewModules} modules @returns {string} the style sheet of all of them */
export const viewStyles = (modules) => [...modules.values()].map(({ styles }) => styles).join('\n');

/** The view of which a small picture stands beside the map. */
const kCurve = 'loss-curve';

/** What takes the place of the map while it is shown. @typedef {import('../engine/shapes.js').Panel & { view: View }} Exploration */

export class LiveViews {
  /** Ends when the views do: whatever they train beside the run ends with it. */
  #life = new AbortController();
  /** By name, in the order of the registry. @type {Map<string, View>} */
  #views = new Map();
  /** Makes one view a step. @type {Iterator<void>} */
  #building;
  /** What outlives views that are made anew. @type {NonNullable<ViewOptions['memory']>} */
  memory;
  /** What all of them are made of. @type {ViewOptions} */
  options;
  /** What the models are called. @type {readonly string[]} */
  names;
  /** @type {Frame | null} */
  #frame = null;
  /** @type {Highlight | null} */
  #lit = null;

  /**
   * @param {ViewModules} modules
   * @param {Omit<import('./view-options.js').Surroundings, 'life'>} surroundings
   * @param {Pick<ViewOptions, 'shownMap' | 'onMove' | 'onMap' | 'onRow' | 'onStep' | 'onExplore'>} hooks
   * @param {(name: string) => boolean} shows whether a view is wanted
   * @param {import('../save/save-view.js').Saving} saving
   * @param {NonNullable<ViewOptions['memory']>} [memory] of views before
   */
  constructor(modules, surroundings, hooks, shows, saving, memory = {}) {
    this.options = { ...viewOptions({ ...surroundings, life: this.#life.signal }, hooks), memory };
    this.memory = memory;
    this.names = modelNames(this.options);
    const { views: wanted, parameters } = surroundings.experiment;
    const makers = [...wanted, 'prediction'].map((name) => ({
      name: nameOfView(parameters, name),
      createView: modules.get(name)?.createView,
    }));
    this.#building = this.#makeAll(
      makers.filter(({ name }) => shows(name)),
      saving,
    );
  }

  /**
   * @param {readonly { name: string, createView: ((options: ViewOptions) => View | null) | undefined }[]} makers
   * @param {import('../save/save-view.js').Saving} saving
   */
  *#makeAll(makers, saving) {
    for (const { name, createView } of makers) {
      const view = createView?.(this.options);
      if (!view) continue;
      view.element.setAttribute('data-name', name);
      if (name !== 'prediction') offerSaving(view, name, saving, this.#life.signal);
      this.#views.set(name, view);
      yield;
    }
  }

  /** Makes all views, a few in a task. @returns {Promise<void>} */
  open() {
    return inSlices(this.#building);
  }

  /** Makes all views at once. @returns {this} */
  opened() {
    while (!this.#building.next().done);
    return this;
  }

  /** @returns {View | undefined} the map: the first view that can be it */
  get main() {
    return [...this.#views.values()].find(({ wide }) => !wide);
  }

  /** @returns {View | undefined} */
  get curve() {
    const curve = this.#views.get(kCurve);
    return curve === this.main ? undefined : curve;
  }

  /** @returns {Exploration[]} what can be shown in the place of the map */
  get explorations() {
    const [main, curve] = [this.main, this.curve];
    return [...this.#views].flatMap(([name, view]) => [
      ...(view === main || view === curve
        ? []
        : [{ name, label: say(labelOfView(name)), element: view.element, view }]),
      ...(view.panels ?? []).map((panel) => ({ ...panel, view })),
    ]);
  }

  /** The map as a figure to be saved. @returns {import('../save/save-view.js').Figure | null} null where it is hidden */
  get map() {
    const view = this.main;
    return view ? { element: view.element, name: '', view } : null;
  }

  /** @param {'svg' | 'png'} kind @param {import('../save/save-view.js').Saving} saving */
  async savePicture(kind, saving) {
    if (!this.map) return saving.notify(say('The map is hidden here.'));
    const { saveFigure } = await import('../save/save-figure.js');
    await saveFigure(this.map, kind, saving);
  }

  /** Each view in its turn. What keeps a past gets every frame, of others the last counts. @param {Frame} frame */
  update(frame) {
    this.#frame = frame;
    for (const view of this.#views.values()) {
      if (view.film || view.track) settle(view);
      if (view.film || view.track || isShown(view)) this.#give(view);
    }
  }

  /** @param {View} view */
  #give(view) {
    const frame = this.#frame;
    if (!frame) return;
    later(view, () => {
      view.update(frame);
      if (view === this.main) this.#light();
    });
  }

  /** What was not on the page may have missed frames. @param {string} name of an exploration; of all others none is open */
  shown(name) {
    const one = this.explorations.find((exploration) => exploration.name === name);
    for (const view of this.#views.values()) if (view !== one?.view) view.closed?.();
    if (one && !one.view.film) this.#give(one.view);
  }

  /** Those that keep a past, with the last frame in it. */
  #keeping() {
    const keeping = [...this.#views.values()].filter(({ track, mark }) => track || mark);
    keeping.forEach(settle);
    return keeping;
  }

  /** @type {Required<View>['track']} */
  track = (step, loss, baselineLoss) => {
    for (const view of this.#keeping()) view.track?.(step, loss, baselineLoss);
  };

  /** @param {number} step @param {string} label */
  mark(step, label) {
    for (const view of this.#keeping()) view.mark?.(step, label);
  }

  /** All views show one step. @param {number | null} step null for the present */
  at(step) {
    for (const view of this.#views.values()) {
      const past = step === null ? undefined : view.film?.pictures().findLast((one) => one.step <= step);
      if (past) past.project();
      else view.film?.end();
      view.at?.(step);
    }
  }

  /** Outlines cells of the map. @param {Highlight | null} cells */
  highlight(cells) {
    this.#lit = cells;
    const [row, ...others] = cells?.rows ?? [];
    if (row !== undefined && others.length === 0) this.main?.chooseRow?.(row);
    this.#light();
  }

  #light() {
    const rows = this.main?.element.querySelectorAll('[role=row]:has([role=gridcell])') ?? [];
    rows.forEach((line, row) => {
      line.querySelectorAll('[role=gridcell]').forEach((cell, column) => {
        const { rows: lit, columns } = this.#lit ?? { rows: [] };
        cell.toggleAttribute('data-lit', (lit?.includes(row) ?? true) && (columns?.includes(column) ?? true));
      });
    });
  }

  repaint() {
    for (const view of this.#views.values()) view.repaint();
  }

  /** @returns {string} the state of the run in words, the map last */
  summary() {
    const all = [...this.#views.values()];
    all.forEach(settle);
    return all
      .map((view) => view.summary())
      .reverse()
      .join(' ');
  }

  dispose() {
    this.#life.abort();
    for (const view of this.#views.values()) {
      forget(view);
      view.dispose();
      forgetRadios(view.element);
      for (const { element } of view.panels ?? []) forgetRadios(element);
    }
  }
}

/** @param {View} view @returns {boolean} whether it, or one of its panels, stands on the page */
const isShown = ({ element, panels = [] }) =>
  element.isConnected || panels.some((panel) => panel.element.isConnected);
