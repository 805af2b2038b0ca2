/**
 * A figure beside the text, redrawn as the run trains. Its numbers are read from the network, one request at a time.
 */
import { figures } from '../generated/figures.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap, Prediction } from '../engine/shapes.js' */
/** @import { PlacedScene, Scene } from './scene.js' */

/** Milliseconds between two requests. */
const kIntervalMs = 200;

/**
 * What the reader has chosen in a figure; the keys depend on the figure.
 * @typedef {Readonly<Record<string, number | string>>} FigureChoice
 *
 * @typedef {object} Figure
 * @property {(scope: Scope, at: FigureChoice, held: AttentionMap | null) => Promise<any>} read reads what is drawn; `held`: the map with the
 *   rows that the reader holds
 * @property {(options: { data: any, choice: FigureChoice, onChoice: (at: FigureChoice) => void }) => unknown} template
 * @property {(at: FigureChoice) => Scene['highlight']} [getHighlight] cells of the map to highlight
 * @property {FigureChoice} [initialChoice] initial choice
 * @property {(chosen: ChosenMap) => FigureChoice} [choiceForMap] choice that belongs to a map
 * @property {(row: number) => FigureChoice} [choiceForRow] choice that belongs to a row of the map
 *
 * @typedef {{ map: string, layer?: number, head?: number }} ChosenMap map that the reader has chosen in the instrument
 */

export class LiveFigure {
  #page;
  /** Undefined until it is loaded, and for scenes without a figure. @type {Figure | undefined} */
  #figure;
  #isClosed = false;
  /** @type {FigureChoice} */
  #choice = {};
  /** @type {AttentionMap | null} */
  #held = null;
  /** @type {unknown} */
  #data = null;
  /** Whether a request is pending, and whether the network or the choice has changed since it began. */
  #isReading = false;
  #isStale = false;

  /**
   * @param {PlacedScene} scene whose figure is loaded, if it has one
   * @param {object} page
   * @param {() => Scope | null} page.scope
   * @param {(cells: Scene['highlight']) => void} page.highlight
   * @param {() => void} page.onChange redraws the page
   */
  constructor(scene, page) {
    this.#page = page;
    this.#load(scene);
  }

  /** @param {PlacedScene} scene */
  async #load({ experiment, figure: name }) {
    const figure = name && (await figures.get(experiment)?.())?.figures[name];
    if (!figure || this.#isClosed) return;
    this.#figure = figure;
    this.#choice = figure.initialChoice ?? {};
    this.#page.onChange();
    this.refresh();
  }

  get template() {
    return (
      this.#figure?.template({
        data: this.#data,
        choice: this.#choice,
        onChoice: (at) => this.#choose(at),
      }) ?? null
    );
  }

  /** @param {FigureChoice} choice */
  #choose(choice) {
    if (Object.entries(choice).every(([name, value]) => this.#choice[name] === value)) return;
    this.#choice = { ...this.#choice, ...choice };
    this.#highlight();
    this.#page.onChange();
    this.refresh();
  }

  /** Handles the reader's choice of another map. @param {ChosenMap} chosen */
  followMap(chosen) {
    if (this.#figure?.choiceForMap) this.#choose(this.#figure.choiceForMap(chosen));
  }

  /** Handles the reader's choice of a row of the map. @param {number} row */
  followRow(row) {
    if (this.#figure?.choiceForRow) this.#choose(this.#figure.choiceForRow(row));
  }

  /** Handles a change of the rows that the reader holds. @param {{ answer?: Prediction }} held */
  followHold({ answer }) {
    this.#held = answer?.attention ?? null;
    this.refresh();
  }

  #highlight() {
    if (this.#figure?.getHighlight) this.#page.highlight(this.#figure.getHighlight(this.#choice));
  }

  /** Reads the figure again from the present network. */
  async refresh() {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && !this.#isClosed) {
      this.#isStale = false;
      await this.#read();
      await new Promise((resolve) => setTimeout(resolve, kIntervalMs));
    }
    this.#isReading = false;
  }

  async #read() {
    const [figure, scope] = [this.#figure, this.#page.scope()];
    if (!figure || !scope) return;
    try {
      const data = await figure.read(scope, this.#choice, this.#held);
      if (this.#isClosed) return;
      if (!this.#data) this.#highlight();
      this.#data = data;
      this.#page.onChange();
    } catch {
      // The instrument has been reconfigured meanwhile, so the result is out of date.
    }
  }

  close() {
    this.#isClosed = true;
  }
}
