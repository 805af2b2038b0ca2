/**
 * The alignment of the watched pair with the weights that the reader holds fixed, and the game that is played with them.
 */

import { ConductGame } from '../../parts/conduct-game.js';
import { formatRegion } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from './alignment-text.js' */
/** @typedef {{ step: number, picture: Alignment, tokens: Tokens, example: number }} Snapshot */

/** What the model says in each row: its own words, or the most probable ones after the true words. @param {Prediction} answer @param {boolean} isOwn */
const listOutputs = ({ attention, candidates = [] }, isOwn) =>
  isOwn ? attention.rowLabels : candidates.map(([first]) => first?.token ?? '');

/** Held alignments by the options object that all views of a run share. @type {WeakMap<ViewOptions, HeldAlignment>} */
const heldAlignments = new WeakMap();

/**
 * Returns the held alignment of a run, which all of its views share.
 * @param {ViewOptions} options
 * @param {() => void} draw draws the view after a change
 */
export function getSharedHeldAlignment(options, draw) {
  const held = heldAlignments.get(options) ?? new HeldAlignment(options);
  heldAlignments.set(options, held);
  held.draws.push(draw);
  return held;
}

class HeldAlignment {
  /** Functions that draw the views. @type {(() => void)[]} */
  draws = [];
  /** @type {Holding<Snapshot>} */
  holding;

  /** @param {ViewOptions} options */
  constructor(options) {
    const { run } = options;
    const draw = () => {
      for (const drawView of this.draws) drawView();
    };
    this.holding = new Holding(
      {
        isOther: ({ example }, before) => example !== before.example,
        getInput: () => this.#present && { example: this.#present.example },
        hasPrefix: true,
        getLearnedRow: (_, row) => {
          const { columns = 0, weights = [] } = this.#present?.picture ?? {};
          return weights.slice(row * columns, (row + 1) * columns);
        },
        getLabels: () => {
          const { names, rows, columns } = this.#getTokens(this.holding.answers?.after);
          return { rows, columns: names ? columns.map(formatRegion) : columns };
        },
        getGame: () => (this.game.number === null ? '' : `conduct:${this.game.number}`),
        // A game needs the trained model: only with it are the sentences of the game the same for everybody.
        prepare: async (text) => {
          const [, number] = /conduct:(\d+)/.exec(text) ?? [];
          if (number && (this.#present?.step ?? 0) < run.plan().plannedSteps) return false;
          if (number) await this.game.start(Number(number));
        },
        onChange: draw,
      },
      options,
    );
    this.game = new ConductGame(
      this.holding,
      async (number) => {
        const example = this.#present?.example ?? 0;
        const [challenge, { attention }] = await Promise.all([
          run.challenge({ example, number }),
          options.predict({ example, prefix: 'own' }),
        ]);
        return { ...challenge, learned: attention.rowLabels };
      },
      draw,
    );
  }

  get #present() {
    return this.holding.present;
  }

  /** @param {Snapshot} snapshot of any of the views */
  #isPresent = ({ step, example }) => step === this.#present?.step && example === this.#present.example;

  /** @param {Prediction | undefined} answer */
  #getTokens(answer) {
    const tokens = this.#present?.tokens ?? { rows: [], columns: [] };
    if (!answer || this.holding.prefix !== 'own') return tokens;
    const { rowLabels } = answer.attention;
    // During a game the rows keep their names.
    const isGame = this.game.number !== null;
    return { ...tokens, rows: isGame ? rowLabels.map((word, row) => tokens.rows[row] ?? word) : rowLabels };
  }

  /**
   * Returns the snapshot with the held weights, if it is of the current model; else unchanged.
   * @param {Snapshot} snapshot
   * @returns {{ picture: Snapshot['picture'], tokens: Snapshot['tokens'], outputs?: readonly string[], learnedOutputs?: readonly string[] }}
   */
  apply(snapshot) {
    const { before, after } = (this.#isPresent(snapshot) && this.holding.answers) || {};
    const [rows = 0, columns] = after?.attention.shape ?? [];
    if (!before || !after || columns !== snapshot.picture.columns) return snapshot;
    const { weights, scores, truth = new Float32Array(weights.length), position } = after.attention;
    const isOwn = this.holding.prefix === 'own';
    const picture = {
      ...snapshot.picture,
      rows,
      weights,
      scores,
      truth: isOwn ? truth : snapshot.picture.truth,
      position: position ? Float32Array.from(position) : null,
    };
    return {
      picture,
      tokens: this.#getTokens(after),
      outputs: listOutputs(after, isOwn),
      learnedOutputs: listOutputs(before, isOwn),
    };
  }
}
