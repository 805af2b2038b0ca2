/**
 * Attention weights that the reader holds: rows that look where the reader wants, source positions that no row may see, and
 * what the model answers then.
 * @module
 */

import { createPredictionRequest } from './prediction-request.js';

/** @import { HeldAnswer, HeldRows, Prediction, PredictInput, ViewOptions } from '../engine/shapes.js' */
/** @import { HoldGesture } from './cell-cursor.js' */

/** The map, layer and head of a row. @typedef {Omit<HeldRows, 'rows'>} MapPlace */

/**
 * @typedef {object} HeldRow
 * @property {MapPlace} place
 * @property {number} row
 * @property {readonly number[]} chosen the weights at the end of the dial
 * @property {number} column the brightest one, or the place
 * @property {number} dial from 0, the learned weights, to 1, the chosen ones
 */

/** The answers with the learned and with the held weights. @typedef {{ before: Prediction, after: Prediction }} Answers */

/** @typedef {{ token: string, probability: number }} PredictedToken */
/** @typedef {readonly PredictedToken[]} Candidates */

/**
 * The two answers of a classifier, the more probable one first.
 * @param {number} p probability of the second one
 * @param {(answer: 0 | 1) => string} format
 * @returns {[PredictedToken, PredictedToken]}
 */
export function rankAnswers(p, format) {
  const [no, yes] = [
    { token: format(0), probability: 1 - p },
    { token: format(1), probability: p },
  ];
  return p > 0.5 ? [yes, no] : [no, yes];
}

/**
 * What a view tells about its map.
 * @typedef {object} HoldableMap
 * @property {ViewOptions['predict']} [predict] default: that of the options
 * @property {(row?: number) => PredictInput | null} getInput the watched example, or that of a held row; null: nothing can be held now
 * @property {boolean} [isRowExample] whether each row is an example of its own, and its only row: one of them is held
 * @property {(place: MapPlace, row: number) => ArrayLike<number>} getLearnedRow the weights that the row may have, without those
 *   after its own position in a causal map
 * @property {(place: MapPlace) => { rows: readonly string[], columns: readonly string[] }} getLabels
 * @property {(answer: Prediction, row: number, place: MapPlace) => Candidates | undefined} [getCandidates] default: those of the row
 * @property {() => MapPlace} [getPlace] the place that is on screen; without a layer or a head: all of them
 * @property {(place: MapPlace) => MapPlace} [widenPlace] where a row is held that is pressed at a place
 * @property {(place: MapPlace) => readonly MapPlace[]} [listHeads] those at a place
 * @property {(place: MapPlace) => string} [getPlaceName]
 * @property {(weights: readonly number[], column: number) => number[]} [placeRow] where a row is not weights but coordinates: those of a
 *   place
 * @property {(column: number) => boolean} [canHide] whether a column that is on screen is a source position; by default, all are
 * @property {(row: number, column: number, place: MapPlace) => string} [getRefusal] why a cell cannot be held; '' if it can be
 * @property {boolean} [hasPrefix] whether the rows are words that the model says one after the other
 * @property {() => string} [getGame] that is played, as in a link
 * @property {(text: string) => Promise<boolean | void> | undefined} [prepare] called before a link's rows are held; false: not yet
 * @property {() => void} onChange something is held or let go, or there is an answer
 */

/** Rows on columns, written as "1:0 3:2"; "cross.0.1.3:2" names map, layer and head. */
const kRowPattern = /(?:^| )(([a-z-]*)\.(\d*)\.(\d*)\.)?(\d+):(\d+)/g;

/** @param {HeldRow} held */
const formatRow = ({ place: { map, layer, head }, row, column }) =>
  `${[map, layer, head, ''].join('.').replace(/^\.+$/, '')}${row}:${column}`;

/** Whether two places have a head in common. @param {MapPlace} a @param {MapPlace} b */
const overlaps = (a, b) =>
  /** @type {const} */ (['map', 'layer', 'head']).every((key) => (a[key] ?? b[key]) === (b[key] ?? a[key]));

/**
 * The weights of a row after a gesture in one of its cells.
 * @param {readonly number[]} weights
 * @param {number} column
 * @param {HoldGesture} gesture
 * @returns {number[]} they sum to 1
 */
function changeRow(weights, column, gesture) {
  if (gesture === 'all' || weights.length === 1) return weights.map((_, other) => Number(other === column));
  const others = weights.map((weight, other) => (other === column ? 0 : weight));
  const count = others.filter((weight) => weight > 0).length + 1;
  if (gesture === 'spread')
    return others.map((weight, other) => (weight > 0 || other === column ? 1 / count : 0));
  const share = Number(gesture);
  const rest = others.reduce((sum, weight) => sum + weight, 0);
  return others.map((weight, other) => {
    if (other === column) return share;
    return (1 - share) * (rest > 0 ? weight / rest : 1 / (weights.length - 1));
  });
}

export class Holding {
  /** Positions that no row may see. @type {Set<number>} */
  without = new Set();
  /** @type {Answers | null} */
  answers = null;
  /** The message of the last failure or refusal. */
  error = '';
  /** Counts the answers to gestures; answers to further steps of the model are not spoken. */
  spokenAnswers = 0;
  /** Counts the gestures. */
  moves = 0;
  /** Whether each word follows the true words or the model's own. @type {'true' | 'own'} */
  prefix = 'true';
  #isRequested = false;
  /** The last answer with the learned weights, by its input; replaced when the model changes. @type {Map<string, Prediction>} */
  #learnedAnswers = new Map();
  /** The rows that are held, the one that was changed last at the end. @type {readonly HeldRow[]} */
  rows = [];
  #options;
  #request;
  /** What a link holds from the start. */
  #initial;

  /** @param {HoldableMap} map @param {Pick<ViewOptions, 'predict' | 'events' | 'initialHold'>} options */
  constructor(map, options) {
    this.map = map;
    this.#options = options;
    this.#initial = options.initialHold ?? '';
    this.#request = createPredictionRequest({
      predict: (/** @type {PredictInput} */ input) => this.#predict(input),
      getInput: () => (this.isActive ? this.#getInput() : null),
      onAnswer: (answers) => {
        Object.assign(this, { answers, error: '' });
        this.spokenAnswers += Number(this.#isRequested);
        this.#isRequested = false;
        this.#report();
      },
      onError: (error) => {
        const { code, message } = /** @type {Error & { code: string }} */ (error);
        if (code !== 'DISPOSED' && code !== 'CANCELLED') this.#report(message);
      },
    });
  }

  get isActive() {
    return this.rows.length + this.without.size > 0;
  }

  /** The most probable answers of a row with learned and with held weights. @param {HeldRow} row @returns {[Candidates, Candidates]} */
  getCandidates({ row, place }) {
    const { getCandidates = ({ candidates }, at) => candidates?.[at] } = this.map;
    const { before, after } = this.answers ?? {};
    /** @param {Prediction | undefined} answer */
    const list = (answer) => (answer && getCandidates(answer, row, place)) ?? [];
    return [list(before), list(after)];
  }

  #getPlace = () => this.map.getPlace?.() ?? {};

  /** @param {number} row @param {MapPlace} [place] */
  isHeld = (row, place = this.#getPlace()) =>
    this.rows.some((held) => held.row === row && overlaps(held.place, place));

  /** @param {number} row @param {number} column @param {HoldGesture} gesture @param {MapPlace} [at] by default, what is on screen */
  hold = (row, column, gesture, at = this.#getPlace()) => {
    const { getLearnedRow, getRefusal, placeRow, widenPlace = (one) => one } = this.map;
    const refusal = gesture === 'release' ? '' : getRefusal?.(row, column, at);
    if (refusal) return this.#report(refusal);
    const before = this.rows.findLast((held) => held.row === row && overlaps(held.place, at));
    const weights = before?.chosen ?? Array.from(getLearnedRow(at, row));
    if (placeRow ? weights.length === 0 : column >= weights.length) return;
    this.moves++;
    const isAgain = before?.column === column && (placeRow || before.chosen[column] === 1);
    if (gesture === 'release' || (gesture === 'all' && isAgain)) return this.#replace(at, row, []);
    const chosen =
      placeRow?.(weights, column) ??
      changeRow(weights, column, before || gesture !== 'spread' ? gesture : 'all');
    const brightest = placeRow ? column : chosen.indexOf(Math.max(...chosen));
    this.#replace(widenPlace(at), row, [{ chosen, dial: 1, column: brightest }]);
  };

  /** Holds a row at another place instead. @param {HeldRow} held @param {MapPlace} place */
  move({ row, place: _, ...weights }, place) {
    this.#replace(place, row, [weights]);
  }

  /** @param {number} column */
  isHidden = (column) => this.without.has(column) && this.#canHide(column);

  /** @param {number} column */
  #canHide = (column) => this.map.canHide?.(column) ?? true;

  /** @param {'true' | 'own'} prefix */
  goOnWith(prefix) {
    this.prefix = prefix;
    this.#change();
  }

  /** What the row that was changed last answers; null: nothing is held, undefined: the answer is not known yet. @returns {HeldAnswer | null | undefined} */
  get result() {
    const row = this.rows.at(-1);
    if (!this.isActive) return null;
    if (!row || !this.answers || this.#isRequested) return undefined;
    const [learned, held] = this.getCandidates(row);
    return {
      input: this.#createInput(),
      ...row.place,
      row: this.map.isRowExample ? 0 : row.row,
      column: row.column,
      answer: this.answers.after,
      learned,
      held,
    };
  }

  /** What is held, as in a link. */
  get #text() {
    return [this.map.getGame?.(), ...this.rows.filter(({ row }) => row >= 0).map(formatRow)]
      .filter(Boolean)
      .join(' ');
  }

  /** Holds what a link holds. */
  async #restore() {
    const text = this.#initial;
    this.#initial = '';
    if ((await this.map.prepare?.(text)) === false) this.#initial = text;
    else
      for (const [, where, map, layer, head, row, column] of text.matchAll(kRowPattern)) {
        const place = {
          ...(map && { map }),
          ...(layer && { layer: Number(layer) }),
          ...(head && { head: Number(head) }),
        };
        this.hold(Number(row), Number(column), 'all', where ? place : undefined);
      }
  }

  /** Hides a source position from all rows, or shows it again. @param {number} column */
  toggleColumn(column) {
    if (!this.#getInput() || !this.#canHide(column)) return;
    if (!this.without.delete(column)) this.without.add(column);
    this.#change();
  }

  /** @param {HeldRow} row @param {number} dial */
  turnDial(row, dial) {
    row.dial = dial;
    this.#change();
  }

  letGoOfAll() {
    this.rows = [];
    this.without.clear();
    this.#change();
  }

  /** Asks again for a new state of the model. @param {number} step */
  update(step) {
    this.#learnedAnswers = new Map();
    if (this.#initial) this.#restore();
    if (this.isActive) this.#request.update(step);
  }

  dispose() {
    this.#request.dispose();
  }

  /** @param {MapPlace} place @param {number} row @param {readonly Omit<HeldRow, 'place' | 'row'>[]} by none to let go of the row */
  #replace(place, row, by) {
    const { isRowExample } = this.map;
    if (isRowExample && !this.isHeld(row, {})) this.answers = null;
    const others = this.rows.filter((held) =>
      held.row === row ? !overlaps(held.place, place) : !isRowExample,
    );
    this.rows = [...others, ...by.map((weights) => ({ place, row, ...weights }))];
    this.#change();
  }

  #change() {
    this.#isRequested = true;
    if (!this.isActive) this.answers = null;
    this.#report();
    this.#request.sendInput();
  }

  /** Tells the page and the view. @param {string} [error] */
  #report(error = '') {
    this.error = error;
    this.#options.events.onHold?.(this.#text, this.result);
    this.map.onChange();
  }

  #getInput = () => this.map.getInput(this.rows.at(-1)?.row);

  /** @param {PredictInput | null} [input] @returns {PredictInput} with the prefix */
  #createInput(input = this.#getInput()) {
    return { ...input, ...(this.map.hasPrefix && { prefix: this.prefix }) };
  }

  /** @param {PredictInput} example @returns {Promise<Answers>} */
  async #predict(example) {
    const input = this.#createInput(example);
    const { predict = this.#options.predict, listHeads = (place) => [place] } = this.map;
    const attention = this.rows.flatMap((held) =>
      listHeads(held.place).map((place) => this.#formatRow({ ...held, place })),
    );
    const [learned, key] = [this.#learnedAnswers, JSON.stringify(input)];
    const [before, after] = await Promise.all([
      learned.get(key) ?? predict(input),
      predict({ ...input, attention, without: [...this.without] }),
    ]);
    learned.clear();
    learned.set(key, before);
    return { before, after };
  }

  /** @param {HeldRow} held @returns {HeldRows} */
  #formatRow({ place, row, chosen, dial }) {
    const { isRowExample, getLearnedRow } = this.map;
    const learned = getLearnedRow(place, row);
    const mixed = chosen.map((weight, column) => dial * weight + (1 - dial) * (learned[column] ?? 0));
    return { ...place, rows: { [isRowExample ? 0 : row]: dial === 1 ? chosen : mixed } };
  }
}
