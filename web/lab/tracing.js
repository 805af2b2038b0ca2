/**
 * A figure beside the text that follows the run: what it draws is asked of the network as it is now, one question at a time.
 * @module
 */
import { figures } from '../generated/figures.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { PlacedScene, Scene } from './scene.js' */

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
 *
 * @typedef {{ map: string, layer?: number, head?: number }} ChosenMap which map the reader has chosen in the instrument
 */

export class Tracing {
  #page;
  /** Undefined until it is loaded, and where there is none. @type {Figure | undefined} */
  #figure;
  #closed = false;
  /** @type {At} */
  #at = {};
  /** @type {unknown} */
  #shown = null;
  /** Whether an answer is on its way, and whether the network has changed since it was asked. */
  #asking = false;
  #stale = false;

  /**
   * @param {PlacedScene} scene whose figure it is, if it has one that follows the run
   * @param {object} page
   * @param {() => Scope | null} page.scope
   * @param {(cells: Scene['highlight']) => void} page.light
   * @param {() => void} page.changed something else is to be drawn
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

  /** The network may have learned something since. */
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
      // The instrument has been set to something else meanwhile.
    }
  }

  /** Nobody sees it any more. */
  close() {
    this.#closed = true;
  }
}
