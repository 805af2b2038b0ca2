/**
 * A figure beside the text that follows the run: what it draws is asked of the network as it is now, one question at a time.
 * @module
 */
import { blockTemplate } from './block.js';
import { besideMap, layerFigureOf } from './layer-figure.js';
import { matricesTemplate } from './matrices.js';
import { unrolledOf, unrolledTemplate } from './unrolled.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { ChosenMap } from './layer-figure.js' */
/** @import { Scene } from './scene.js' */

/** Milliseconds between two questions. */
const kEveryMs = 200;

/**
 * What of a figure the reader has chosen; each has its own.
 * @typedef {Readonly<Record<string, number | string>>} At
 *
 * @typedef {object} Figure
 * @property {(scope: Scope, at: At) => Promise<any>} read what is drawn
 * @property {(options: { shown: any, at: At, onAt: (at: At) => void }) => unknown} template
 * @property {(at: At) => Scene['highlight']} [lights] cells of the map
 * @property {At} [first] what is chosen to begin with
 * @property {(chosen: ChosenMap) => At} [beside] what it shows beside a map
 * @property {(row: number) => At} [besideRow] what it shows beside a row of the map
 */

/** By the name that a scene gives. @type {Readonly<Record<string, Figure>>} */
const kFigures = {
  unrolled: {
    read: (scope, { step = 0 }) => unrolledOf(scope, Number(step)),
    template: unrolledTemplate,
    lights: ({ step = 0 }) => ({ rows: [Number(step)] }),
    besideRow: (step) => ({ step }),
  },
  block: { read: layerFigureOf, template: blockTemplate, beside: besideMap },
  matrices: {
    read: layerFigureOf,
    template: matricesTemplate,
    first: { side: 'answer', part: 'cross' },
    beside: besideMap,
  },
};

export class Tracing {
  #name;
  #page;
  /** @type {At} */
  #at;
  /** @type {unknown} */
  #shown = null;
  /** Whether an answer is on its way, and whether the network has changed since it was asked. */
  #asking = false;
  #stale = false;

  /**
   * @param {string | undefined} name of the figure; those of other files are none of this one
   * @param {object} page
   * @param {() => Scope | null} page.scope
   * @param {(cells: Scene['highlight']) => void} page.light
   * @param {() => void} page.changed something else is to be drawn
   */
  constructor(name, page) {
    this.#name = name && Object.hasOwn(kFigures, name) ? name : '';
    this.#page = page;
    this.#at = kFigures[this.#name]?.first ?? {};
  }

  get template() {
    const figure = kFigures[this.#name];
    return figure?.template({ shown: this.#shown, at: this.#at, onAt: (at) => this.#choose(at) }) ?? null;
  }

  /** @param {At} at */
  #choose(at) {
    if (Object.entries(at).every(([name, value]) => this.#at[name] === value)) return;
    this.#at = { ...this.#at, ...at };
    this.#light();
    this.#page.changed();
    this.look();
  }

  /** The reader has chosen another map. @param {ChosenMap} chosen */
  follow(chosen) {
    const beside = kFigures[this.#name]?.beside;
    if (beside) this.#choose(beside(chosen));
  }

  /** The reader has chosen a row of the map. @param {number} row */
  followRow(row) {
    const beside = kFigures[this.#name]?.besideRow;
    if (beside) this.#choose(beside(row));
  }

  #light() {
    const lights = kFigures[this.#name]?.lights;
    if (lights) this.#page.light(lights(this.#at));
  }

  /** The network may have learned something since. */
  async look() {
    this.#stale = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#stale && this.#name) {
      this.#stale = false;
      await this.#read();
      await new Promise((resolve) => setTimeout(resolve, kEveryMs));
    }
    this.#asking = false;
  }

  async #read() {
    const [figure, scope] = [kFigures[this.#name], this.#page.scope()];
    if (!figure || !scope) return;
    try {
      const shown = await figure.read(scope, this.#at);
      if (!this.#name) return;
      if (!this.#shown) this.#light();
      this.#shown = shown;
      this.#page.changed();
    } catch {
      // The instrument has been set to something else meanwhile.
    }
  }

  /** Nobody sees it any more. */
  close() {
    this.#name = '';
  }
}
