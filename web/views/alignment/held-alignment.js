/**
 * The alignment of the watched pair with the weights that the reader holds, and the game that is played with them.
 * @module
 */

import { Conduct } from '../../parts/conduct.js';
import { Holding } from '../../parts/holding.js';

/** @import { Prediction, ViewOptions } from '../../engine/shapes.js' */
/** @import { Scene } from './alignment-matrix.js' */

/** The most probable word of each row. @param {Prediction} answer */
const listFirstCandidates = ({ candidates = [] }) => candidates.map(([first]) => first?.token ?? '');

export class HeldAlignment {
  /** The scene of the present model. @type {Scene | null} */
  #present = null;
  #planned;
  #initial;

  /** @param {ViewOptions} options @param {() => void} draw */
  constructor({ predict, initialHold = '', events, run }, draw) {
    this.#initial = initialHold;
    this.#planned = () => run.plan().plannedSteps;
    const getInput = () => this.#present && { example: this.#present.example };
    this.holding = new Holding({
      predict,
      getInput,
      hasPrefix: true,
      getLearnedRow: (_, row) => {
        const { columns = 0, weights = [] } = this.#present?.picture ?? {};
        return weights.slice(row * columns, (row + 1) * columns);
      },
      getLabels: () => this.#getTokens(this.holding.answers?.after),
      onChange: () => {
        const game = this.conduct.number === null ? [] : [`conduct:${this.conduct.number}`];
        events.onHold?.([...game, this.holding.text].join(' ').trim(), this.holding.answers?.after);
        draw();
      },
    });
    this.conduct = new Conduct(
      this.holding,
      (number) => run.challenge({ example: this.#present?.example ?? 0, number }),
      draw,
    );
  }

  /** @param {Scene} scene */
  follow(scene) {
    if (this.#present && this.#present.example !== scene.example) this.holding.letGoOfAll();
    this.#present = scene;
    if (this.#initial) this.#restore();
    this.holding.update(scene.step);
  }

  /** A game needs the trained model, whose sentences are the same for everybody. */
  async #restore() {
    const [, number] = /conduct:(\d+)/.exec(this.#initial) ?? [];
    if (number && (this.#present?.step ?? 0) < this.#planned()) return;
    const held = this.#initial;
    this.#initial = '';
    if (number) await this.conduct.start(Number(number));
    this.holding.restore(held);
  }

  /** @param {Prediction | undefined} answer */
  #getTokens(answer) {
    const tokens = this.#present?.tokens ?? { rows: [], columns: [] };
    return answer && this.holding.prefix === 'own' ? { ...tokens, rows: answer.attention.rowLabels } : tokens;
  }

  /**
   * The scene as it is with the held weights, if it is that of the present model.
   * @param {Scene} scene
   * @returns {{ picture: Scene['picture'], tokens: Scene['tokens'], outputs?: readonly string[], learnedOutputs?: readonly string[] }}
   */
  apply(scene) {
    const { before, after } = (scene === this.#present && this.holding.answers) || {};
    const [rows = 0, columns] = after?.attention.shape ?? [];
    if (!before || !after || columns !== scene.picture.columns) return scene;
    const { weights, scores, truth = new Float32Array(weights.length), position } = after.attention;
    const isOwn = this.holding.prefix === 'own';
    const picture = {
      ...scene.picture,
      rows,
      weights,
      scores,
      truth: isOwn ? truth : scene.picture.truth,
      position: position ? Float32Array.from(position) : null,
    };
    return {
      picture,
      tokens: this.#getTokens(after),
      outputs: listFirstCandidates(after),
      learnedOutputs: listFirstCandidates(before),
    };
  }
}
