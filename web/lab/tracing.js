/**
 * A figure beside the text that follows the run. It reads what it draws from the present network, one request at a time.
 * @module
 */
import { figures } from '../generated/figures.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { PlacedScene, Scene } from './scene.js' */

/** Milliseconds between two requests. */
const kEveryMs = 200;

/**
 * What the reader has chosen in a figure; the keys depend on the figure.
 * @typedef {Readonly<Record<string, number | string>>} At
 *
 * @typedef {object} Figure
 * @property {(scope: Scope, at: At) => Promise<any>} read reads what is drawn
 * @property {(options: { shown: any, at: At, onAt: (at: At) => void }) => unknown} template
 * @property {(at: At) => Scene['highlight']} [lights] cells of the map to highlight
 * @property {At} [first] initial choice
 * @property {(chosen: ChosenMap) => At} [beside] choice that belongs to a map
 * @property {(row: number) => At} [besideRow] choice that belongs to a row of the map
 *
 * @typedef {{ map: string, layer?: number, head?: number }} ChosenMap map that the reader has chosen in the instrument
 */

export class Tracing {
  #page;
  /** Undefined until it is loaded, and for scenes without a figure. @type {Figure | undefined} */
  #figure;
  #closed = false;
  /** @type {At} */
  #at = {};
  /** @type {unknown} */
  #shown = null;
  /** Whether a request is pending, and whether the network or the choice has changed since. */
  #asking = false;
  #stale = false;

  /**
   * @param {PlacedScene} scene whose figure is loaded, if it has one
   * @param {object} page
   * @param {() => Scope | null} page.scope
   * @param {(cells: Scene['highlight']) => void} page.light
   * @param {() => void} page.changed redraws the page
   */
  constructor(scene, page) {
    this.#page = page;
    this.#load(scene);
  }

  /** @param {PlacedScene} scene */
  async #load({ experiment, figure: name }) {
    const figure = name && (await figures.get(experiment)?.())?.figures[name];
    if (!figure || this.#closed) return;
    this.#figure = figure;
    this.#at = figure.first ?? {};
    this.#page.changed();
    this.look();
  }

  get template() {
    return (
      this.#figure?.template({ shown: this.#shown, at: this.#at, onAt: (at) => this.#choose(at) }) ?? null
    );
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
    if (this.#figure?.beside) this.#choose(this.#figure.beside(chosen));
  }

  /** The reader has chosen a row of the map. @param {number} row */
  followRow(row) {
    if (this.#figure?.besideRow) this.#choose(this.#figure.besideRow(row));
  }

  #light() {
    if (this.#figure?.lights) this.#page.light(this.#figure.lights(this.#at));
  }

  /** Reads the figure again from the present network. */
  async look() {
    this.#stale = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#stale && !this.#closed) {
      this.#stale = false;
      await this.#read();
      await new Promise((resolve) => setTimeout(resolve, kEveryMs));
    }
    this.#asking = false;
  }

  async #read() {
    const [figure, scope] = [this.#figure, this.#page.scope()];
    if (!figure || !scope) return;
    try {
      const shown = await figure.read(scope, this.#at);
      if (this.#closed) return;
      if (!this.#shown) this.#light();
      this.#shown = shown;
      this.#page.changed();
    } catch {
      // The instrument has been reconfigured meanwhile.
    }
  }

  /** Stops reading. */
  close() {
    this.#closed = true;
  }
}
