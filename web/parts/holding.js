/**
 * Attention weights that the reader holds fixed: rows whose weights the reader chooses, source positions that are hidden from
 * all rows, and the model's answers with these weights.
 */

import { createPredictionRequest } from './prediction-request.js';

/** @import { HeldAnswer, HeldRows, Prediction, PredictInput } from '../engine/shapes.js' */
/** @import { ViewOptions } from '../engine/view-types.js' */
/** @import { HoldGesture } from './cell-cursor.js' */

/** The map, layer and head of a row. @typedef {Omit<HeldRows, 'rows'>} MapPlace */

/**
 * @typedef {object} HeldRow
 * @property {MapPlace} place
 * @property {number} row
 * @property {readonly number[]} chosen the weights that the reader chose
 * @property {number} column the column with the largest weight, or the position of a row of coordinates
 * @property {number} dial from 0 (the learned weights) to 1 (the chosen weights); the model gets the mixture
 */

/** The answers with the learned and with the held weights. @typedef {{ before: Prediction, after: Prediction }} Answers */

/** @typedef {{ token: string, probability: number }} PredictedToken */
/** @typedef {readonly PredictedToken[]} Candidates */

/**
 * The two answers of a classifier, the more probable one first.
 * @param {number} p probability of answer 1
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
 * What a view provides about its map.
 * @template [Snapshot=any]
 * @typedef {object} HoldableMap
 * @property {(snapshot: Snapshot, before: Snapshot) => boolean} [isOther] whether a snapshot shows another example; then nothing
 *   remains held
 * @property {ViewOptions['predict']} [predict] by default that of the options
 * @property {(row?: number) => PredictInput | null} getInput the input of the watched example, or of a held row; null if nothing
 *   can be held now
 * @property {boolean} [isRowExample] whether each row is the only row of its own example; then one row can be held at a time
 * @property {(place: MapPlace, row: number) => ArrayLike<number>} getLearnedRow the learned weights of the row; in a causal map
 *   only up to its own position
 * @property {(place: MapPlace) => { rows: readonly string[], columns: readonly string[] }} getLabels
 * @property {(answer: Prediction, row: number, place: MapPlace) => Candidates | undefined} [getCandidates] by default the
 *   candidates of the row
 * @property {() => MapPlace} [getPlace] the place that is on screen; without a layer or a head it means all of them
 * @property {(place: MapPlace) => MapPlace} [widenPlace] returns the heads that are held together when a row is pressed at a place
 * @property {(place: MapPlace) => readonly MapPlace[]} [listHeads] the heads at a place
 * @property {(place: MapPlace) => string} [getPlaceName]
 * @property {(weights: readonly number[], column: number) => number[]} [placeRow] for rows that are coordinates instead of
 *   weights: returns the coordinates of a column
 * @property {(column: number) => boolean} [canHide] whether a column that is on screen is a source position; by default, all are
 * @property {(row: number, column: number, place: MapPlace) => string} [getRefusal] why a cell cannot be held; '' if it can be
 * @property {boolean} [hasPrefix] whether the rows are words that the model generates one after the other
 * @property {() => string} [getGame] the game that is played, in the format of links
 * @property {(text: string) => Promise<boolean | void> | undefined} [prepare] called before the rows of a link are held; returns
 *   false if they cannot be held yet
 * @property {() => void} onChange called when something is held or released, and when an answer arrives
 */

/** Held rows and their columns in a link: "1:0 3:2"; "cross.0.1.3:2" also names map, layer and head. */
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
 * @returns {number[]} weights that sum to 1
 */
function applyHoldGesture(weights, column, gesture) {
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

/** @template [Snapshot=any] what a view shows of a frame */
export class Holding {
  /** The latest snapshot, which is of the current model. @type {Snapshot | null} */
  present = null;
  /** Source positions that are hidden from all rows. @type {Set<number>} */
  without = new Set();
  /** @type {Answers | null} */
  answers = null;
  /** The message of the last failure or refusal. */
  error = '';
  /** Counts the answers to gestures. Screen readers announce only these, not the answers after further training steps. */
  spokenAnswers = 0;
  /** Number of gestures so far. */
  moves = 0;
  /** Whether the model predicts each word after the true words or after its own words. @type {'true' | 'own'} */
  prefix = 'true';
  #isRequested = false;
  /** The last answer with the learned weights, by its input; replaced when the model changes. @type {Map<string, Prediction>} */
  #learnedAnswers = new Map();
  /** The rows that are held, the one that was changed last at the end. @type {readonly HeldRow[]} */
  rows = [];
  #options;
  #request;
  /** The held rows that the link names, until they have been restored. */
  #initial;

  /** @param {HoldableMap<Snapshot>} map @param {Pick<ViewOptions, 'predict' | 'events' | 'initialHold'>} options */
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

  /**
   * @param {number} row
   * @param {number} column
   * @param {HoldGesture} gesture
   * @param {MapPlace} [at] by default the place that is on screen
   */
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
      applyHoldGesture(weights, column, before || gesture !== 'spread' ? gesture : 'all');
    const brightest = placeRow ? column : chosen.indexOf(Math.max(...chosen));
    this.#replace(widenPlace(at), row, [{ chosen, dial: 1, column: brightest }]);
  };

  /** Moves a held row to another place: map, layer and head. @param {HeldRow} held @param {MapPlace} place */
  move({ row, place: _, ...weights }, place) {
    this.#replace(place, row, [weights]);
  }

  /** @param {number} column */
  isHidden = (column) => this.without.has(column) && this.#canHide(column);

  /** @param {number} column */
  #canHide = (column) => this.map.canHide?.(column) ?? true;

  /** @param {'true' | 'own'} prefix */
  setPrefix(prefix) {
    this.prefix = prefix;
    this.#change();
  }

  /**
   * The answer of the row that was changed last; null if nothing is held, undefined while the answer is not known.
   * @returns {HeldAnswer | null | undefined}
   */
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

  /** The held rows and hidden columns, in the format of links. */
  get #text() {
    return [this.map.getGame?.(), ...this.rows.filter(({ row }) => row >= 0).map(formatRow)]
      .filter(Boolean)
      .join(' ');
  }

  /** Holds the rows and hides the columns that the link names. */
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

  releaseAll() {
    this.rows = [];
    this.without.clear();
    this.#change();
  }

  /** Takes a snapshot of the current model. @param {Snapshot} snapshot @param {number} step */
  follow(snapshot, step) {
    if (this.present && this.map.isOther?.(snapshot, this.present)) this.releaseAll();
    this.present = snapshot;
    this.update(step);
  }

  /** Requests the answers again after a training step. @param {number} step */
  update(step) {
    this.#learnedAnswers = new Map();
    if (this.#initial) this.#restore();
    if (this.isActive) this.#request.update(step);
  }

  dispose() {
    this.#request.dispose();
  }

  /**
   * @param {MapPlace} place
   * @param {number} row
   * @param {readonly Omit<HeldRow, 'place' | 'row'>[]} by what the row is replaced by; an empty list releases the row
   */
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

  /** Notifies the page and the view. @param {string} [error] */
  #report(error = '') {
    this.error = error;
    this.#options.events.onHold?.(this.#text, this.result);
    this.map.onChange();
  }

  #getInput = () => this.map.getInput(this.rows.at(-1)?.row);

  /** @param {PredictInput | null} [input] @returns {PredictInput} the input with `prefix`, if the map needs it */
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
