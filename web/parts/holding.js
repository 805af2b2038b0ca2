/**
 * Attention weights that the reader holds: rows that look where the reader wants, source positions that no row may see, and
 * what the model answers then.
 * @module
 */

import { createPredictionRequest } from './prediction-request.js';

/** @import { HeldRows, Prediction, PredictInput, ViewOptions } from '../engine/shapes.js' */
/** @import { HoldGesture } from './cell-cursor.js' */

/** The map, layer and head of a row. @typedef {Omit<HeldRows, 'rows'>} MapPlace */

/**
 * @typedef {object} HeldRow
 * @property {MapPlace} place
 * @property {number} row
 * @property {readonly number[]} chosen the weights at the end of the dial
 * @property {number} dial from 0, the learned weights, to 1, the chosen ones
 */

/** The answers with the learned and with the held weights. @typedef {{ before: Prediction, after: Prediction }} Answers */

/** @typedef {readonly { token: string, probability: number }[]} Candidates */

/**
 * What a view tells about its map.
 * @typedef {object} HoldableMap
 * @property {ViewOptions['predict']} predict
 * @property {() => PredictInput | null} getInput the watched example; null: nothing can be held now
 * @property {(place: MapPlace, row: number) => ArrayLike<number>} getLearnedRow
 * @property {() => { rows: readonly string[], columns: readonly string[] }} getLabels
 * @property {(answer: Prediction, row: number) => Candidates | undefined} [getCandidates] default: those of the row
 * @property {boolean} [hasPrefix] whether the rows are words that the model says one after the other
 * @property {() => void} onChange something is held or let go, or there is an answer
 */

/** @param {MapPlace} place @param {number} row */
const formatKey = (place, row) => JSON.stringify([place.map, place.layer, place.head, row]);

/**
 * The weights of a row after a gesture in one of its cells.
 * @param {readonly number[]} weights
 * @param {number} column
 * @param {HoldGesture} gesture
 * @returns {number[]} they sum to 1
 */
export function changeRow(weights, column, gesture) {
  if (gesture === 'all') return weights.map((_, other) => Number(other === column));
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
  /** The message of the last failure. */
  error = '';
  /** Counts the answers to gestures; answers to further steps of the model are not spoken. */
  spokenAnswers = 0;
  /** Counts the gestures. */
  moves = 0;
  /** Whether each word follows the true words or the model's own. @type {'true' | 'own'} */
  prefix = 'true';
  #isRequested = false;
  /** In the order in which they were changed. @type {Map<string, HeldRow>} */
  #rows = new Map();
  #map;
  #request;

  /** @param {HoldableMap} map */
  constructor(map) {
    this.#map = map;
    this.#request = createPredictionRequest({
      predict: (/** @type {PredictInput} */ input) => this.#predict(input),
      getInput: () => (this.isActive ? map.getInput() : null),
      onAnswer: (answers) => {
        Object.assign(this, { answers, error: '' });
        this.spokenAnswers += Number(this.#isRequested);
        this.#isRequested = false;
        map.onChange();
      },
      onError: (error) => {
        const { code, message } = /** @type {Error & { code: string }} */ (error);
        if (code === 'DISPOSED' || code === 'CANCELLED') return;
        this.error = message;
        map.onChange();
      },
    });
  }

  get isActive() {
    return this.#rows.size + this.without.size > 0;
  }

  /** The rows that are held, the one that was changed last at the end. */
  get rows() {
    return [...this.#rows.values()];
  }

  get labels() {
    return this.#map.getLabels();
  }

  /** The most probable answers of a row with learned and with held weights. @param {HeldRow} row @returns {[Candidates, Candidates]} */
  getCandidates({ row }) {
    const { getCandidates = ({ candidates }, at) => candidates?.[at] } = this.#map;
    if (!this.answers) return [[], []];
    const { before, after } = this.answers;
    return [getCandidates(before, row) ?? [], getCandidates(after, row) ?? []];
  }

  /** @param {number} row @param {MapPlace} [place] */
  isHeld = (row, place = {}) => this.#rows.has(formatKey(place, row));

  /** @param {number} row @param {number} column @param {HoldGesture} gesture @param {MapPlace} [place] */
  hold = (row, column, gesture, place = {}) => {
    if (!this.#map.getInput()) return;
    const key = formatKey(place, row);
    const before = this.#rows.get(key);
    this.#rows.delete(key);
    this.moves++;
    const isLetGo = gesture === 'release' || (gesture === 'all' && before?.chosen[column] === 1);
    if (!isLetGo) {
      const weights = before?.chosen ?? Array.from(this.#map.getLearnedRow(place, row));
      const chosen = changeRow(weights, column, before || gesture !== 'spread' ? gesture : 'all');
      this.#rows.set(key, { place, row, chosen, dial: 1 });
    }
    this.#change();
  };

  /** @param {'true' | 'own'} prefix */
  goOnWith(prefix) {
    this.prefix = prefix;
    this.#change();
  }

  get hasPrefix() {
    return this.#map.hasPrefix ?? false;
  }

  /** The held rows and their brightest columns, as `restore` reads them. */
  get text() {
    return this.rows.map(({ row, chosen }) => `${row}:${chosen.indexOf(Math.max(...chosen))}`).join(' ');
  }

  /** Holds rows on positions, written as "1:0 3:2". @param {string} text */
  restore(text) {
    for (const [, row, column] of text.matchAll(/(?:^| )(\d+):(\d+)/g))
      this.hold(Number(row), Number(column), 'all');
  }

  /** Hides a source position from all rows, or shows it again. @param {number} column */
  toggleColumn(column) {
    if (!this.#map.getInput()) return;
    if (!this.without.delete(column)) this.without.add(column);
    this.#change();
  }

  /** @param {HeldRow} row @param {number} dial */
  turnDial(row, dial) {
    row.dial = dial;
    this.#change();
  }

  /** @param {HeldRow} row */
  letGo({ place, row }) {
    this.#rows.delete(formatKey(place, row));
    this.#change();
  }

  letGoOfAll() {
    this.#rows.clear();
    this.without.clear();
    this.#change();
  }

  /** Asks again for a new state of the model. @param {number} step */
  update(step) {
    if (this.isActive) this.#request.update(step);
  }

  dispose() {
    this.#request.dispose();
  }

  #change() {
    this.#isRequested = true;
    if (!this.isActive) this.answers = null;
    this.#map.onChange();
    this.#request.sendInput();
  }

  /** @param {PredictInput} example @returns {Promise<Answers>} */
  async #predict(example) {
    const input = this.hasPrefix ? { ...example, prefix: this.prefix } : example;
    const attention = this.rows.map((row) => this.#formatRow(row));
    const { predict } = this.#map;
    const [before, after] = await Promise.all([
      predict(input),
      predict({ ...input, attention, without: [...this.without] }),
    ]);
    return { before, after };
  }

  /** @param {HeldRow} row @returns {HeldRows} */
  #formatRow({ place, row, chosen, dial }) {
    const learned = this.#map.getLearnedRow(place, row);
    const mixed = chosen.map((weight, column) => dial * weight + (1 - dial) * (learned[column] ?? 0));
    return { ...place, rows: { [row]: dial === 1 ? chosen : mixed } };
  }
}
