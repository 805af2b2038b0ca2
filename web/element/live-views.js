/**
 * All views of one run, as one.
 * @module
 */
import { drawingStyles } from '../views/drawing-styles.js';
import { views } from '../views/index.js';
import { modelNames } from '../views/model-names.js';
import { createView as createPrediction } from '../views/prediction.js';
import { forget, inSlices, later, settle } from '../views/slices.js';
import { nameOfView } from './arrangement.js';
import { forgetRadios } from './radios.js';
import { offerSaving } from './save-view.js';
import { viewOptions } from './view-options.js';

/** @typedef {import('../engine/schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('../views/view.js').Frame} Frame */
/** @typedef {import('../views/view.js').View} View */
/** @typedef {import('../views/view.js').ViewOptions} ViewOptions */

/** @param {ExperimentSchema} experiment @returns {string} the style sheet of all its views */
export function viewStyles({ views: names }) {
  // What a view says of its own comes after what it shares with the drawing.
  return [drawingStyles, ...names.map((name) => views.get(name)?.styles ?? '')].join('\n');
}

export class LiveViews {
  /** Ends when the views do: whatever they train beside the run ends with it. */
  #life = new AbortController();
  /** In the order of the registry. @type {View[]} */
  #views = [];
  /** Makes one view a step. @type {Iterator<void>} */
  #building;
  /** What outlives views that are made anew. @type {NonNullable<ViewOptions['memory']>} */
  memory;
  /** What all of them are made of. @type {ViewOptions} */
  options;
  /** What the models are called. @type {readonly string[]} */
  names;

  /**
   * @param {Omit<import('./view-options.js').Surroundings, 'life'>} surroundings
   * @param {Pick<ViewOptions, 'shownMap' | 'onMove' | 'onMap'>} hooks
   * @param {(name: string) => boolean} shows whether a view is wanted
   * @param {import('./save-view.js').Saving} saving
   * @param {NonNullable<ViewOptions['memory']>} [memory] of views before
   */
  constructor(surroundings, hooks, shows, saving, memory = {}) {
    this.options = { ...viewOptions({ ...surroundings, life: this.#life.signal }, hooks), memory };
    this.memory = memory;
    this.names = modelNames(this.options);
    const { views: wanted, parameters } = surroundings.experiment;
    const makers = [
      ...wanted.map((name) => ({
        name: nameOfView(parameters, name),
        createView: views.get(name)?.createView,
      })),
      { name: 'prediction', createView: createPrediction },
    ];
    this.#building = this.#makeAll(
      makers.filter(({ name }) => shows(name)),
      saving,
    );
  }

  /**
   * @param {readonly { name: string, createView: ((options: ViewOptions) => View | null) | undefined }[]} makers
   * @param {import('./save-view.js').Saving} saving
   */
  *#makeAll(makers, saving) {
    for (const { name, createView } of makers) {
      const view = createView?.(this.options);
      if (!view) continue;
      view.element.setAttribute('data-name', name);
      if (name !== 'prediction') offerSaving(view, name, saving, this.#life.signal);
      this.#views.push(view);
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

  /** The map as a figure to be saved. @returns {import('./save-view.js').Figure | null} null where it is hidden */
  get map() {
    const view = this.#views.find(({ wide }) => !wide);
    return view ? { element: view.element, name: '', view } : null;
  }

  /** The map, what stands beside it, and what takes the whole width below. */
  get elements() {
    const main = this.#views.find(({ wide }) => !wide);
    const others = this.#views.filter((view) => view !== main);
    return {
      main: main?.element,
      side: others.filter(({ wide }) => !wide).map(({ element }) => element),
      wide: others.filter(({ wide }) => wide).map(({ element }) => element),
    };
  }

  /** Each view in its turn. What keeps a past gets every frame, of others the last counts. @param {Frame} frame */
  update(frame) {
    for (const view of this.#views) {
      if (view.film || view.track) settle(view);
      later(view, () => view.update(frame));
    }
  }

  /** Those that keep a past, with the last frame in it. */
  #keeping() {
    const keeping = this.#views.filter(({ track, mark }) => track || mark);
    keeping.forEach(settle);
    return keeping;
  }

  /** @type {Required<View>['track']} */
  track = (step, loss, rivalLoss) => {
    for (const view of this.#keeping()) view.track?.(step, loss, rivalLoss);
  };

  /** @param {number} step @param {string} label */
  mark(step, label) {
    for (const view of this.#keeping()) view.mark?.(step, label);
  }

  repaint() {
    for (const view of this.#views) view.repaint();
  }

  /** @returns {string} the state of the run in words, the map last */
  summary() {
    this.#views.forEach(settle);
    return this.#views
      .map((view) => view.summary())
      .reverse()
      .join(' ');
  }

  dispose() {
    this.#life.abort();
    for (const view of this.#views) {
      forget(view);
      view.dispose();
      forgetRadios(view.element);
    }
  }
}
