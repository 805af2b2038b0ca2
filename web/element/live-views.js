/**
 * All views of one run, as one.
 * @module
 */
import { views } from '../views/index.js';
import { modelNames } from '../views/model-names.js';
import { forgetRadios } from './radios.js';
import { viewOptions } from './view-options.js';

/** @typedef {import('../engine/schema.js').ExperimentSchema} ExperimentSchema */
/** @typedef {import('../views/view.js').Frame} Frame */
/** @typedef {import('../views/view.js').View} View */
/** @typedef {import('../views/view.js').ViewOptions} ViewOptions */

/** @param {ExperimentSchema} experiment @returns {string} the style sheet of all its views */
export function viewStyles({ views: names }) {
  return names.map((name) => views.get(name)?.styles ?? '').join('\n');
}

export class LiveViews {
  /** Ends when the views do: whatever they train beside the run ends with it. */
  #life = new AbortController();
  /** In the order of the registry. @type {readonly View[]} */
  #views;
  /** What outlives views that are made anew. @type {NonNullable<ViewOptions['memory']>} */
  memory;
  /** What the models are called. @type {readonly string[]} */
  names;

  /**
   * @param {Omit<import('./view-options.js').Surroundings, 'life'>} surroundings
   * @param {Pick<ViewOptions, 'shownMap' | 'onMove' | 'onMap'>} hooks
   * @param {NonNullable<ViewOptions['memory']>} [memory] of views before
   */
  constructor(surroundings, hooks, memory = {}) {
    const options = { ...viewOptions({ ...surroundings, life: this.#life.signal }, hooks), memory };
    this.memory = memory;
    this.names = modelNames(options);
    this.#views = surroundings.experiment.views.flatMap((name) => views.get(name)?.createView(options) ?? []);
  }

  /** The map, what stands beside it, and what takes the whole width below. */
  get elements() {
    const [main, ...others] = this.#views;
    return {
      main: main?.element,
      side: others.filter(({ wide }) => !wide).map(({ element }) => element),
      wide: others.filter(({ wide }) => wide).map(({ element }) => element),
    };
  }

  /** @param {Frame} frame */
  update(frame) {
    for (const view of this.#views) view.update(frame);
  }

  /** @type {Required<View>['track']} */
  track = (step, loss, rivalLoss) => {
    for (const view of this.#views) view.track?.(step, loss, rivalLoss);
  };

  /** @param {number} step @param {string} label */
  mark(step, label) {
    for (const view of this.#views) view.mark?.(step, label);
  }

  repaint() {
    for (const view of this.#views) view.repaint();
  }

  /** @returns {string} the state of the run in words, the map last */
  summary() {
    return this.#views
      .map((view) => view.summary())
      .reverse()
      .join(' ');
  }

  dispose() {
    this.#life.abort();
    for (const view of this.#views) {
      view.dispose();
      forgetRadios(view.element);
    }
  }
}
