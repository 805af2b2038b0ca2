/**
 * The weights of one context that the reader holds fixed. The model gets equally spaced input values up to 10, so that its
 * output shows which position it read.
 */

import { translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { copyMap } from '../../parts/pinned-map.js';

/** @import { Frame, ViewOptions } from '../../engine/view-types.js' */
/** @import { MapNumbers } from './context-bars-text.js' */

/** Largest number in the model's input. */
const kLargest = 10;

export class HeldContext {
  #options;
  /** @type {Frame | null} */
  #present = null;

  /** @param {ViewOptions} options @param {() => void} draw */
  constructor(options, draw) {
    const { rowLabels, columnLabels, predict } = options;
    this.#options = options;
    const values = columnLabels.map((_, i) => (kLargest * (i + 1)) / columnLabels.length);
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      isRowExample: true,
      predict: async (input) => {
        const answer = await predict(input);
        return { ...answer, text: `y = ${formatFixed(Number(answer.output), 2)}` };
      },
      getInput: (context = 0) => this.#present && { context, values },
      getLearnedRow: (_, row) => Array.from(this.#readWeights()?.subarray(...this.#findCells(row)) ?? []),
      getLabels: () => ({
        rows: rowLabels,
        columns: columnLabels.map((label, i) => `${label}: x = ${formatFixed(values[i] ?? 0, 2)}`),
      }),
      onChange: draw,
    };
    this.holding = new Holding(map, options);
  }

  #readWeights = () => this.#present?.tensors[this.#options.maps[0]?.weights ?? ''];

  /** @param {number} row */
  #findCells = (row) => {
    const columns = this.#options.columnLabels.length;
    return /** @type {const} */ ([row * columns, (row + 1) * columns]);
  };

  /** @param {Frame} frame of the current model */
  follow(frame) {
    this.#present = frame;
    this.holding.update(frame.step);
  }

  /** The held context and its answer, if the frame is of the current model. @param {Frame | null} frame */
  #getHeld(frame) {
    const { answers, rows } = this.holding;
    return answers && rows[0] && frame === this.#present ? { row: rows[0].row, answer: answers.after } : null;
  }

  /** The weights of all contexts, with the held weights in place of the learned ones. @param {Frame | null} frame @param {Float32Array} weights */
  apply(frame, weights) {
    const held = this.#getHeld(frame);
    if (!held || weights !== this.#readWeights()) return weights;
    const all = weights.slice();
    all.set(held.answer.attention.weights, this.#findCells(held.row)[0]);
    return all;
  }

  /** The map that is shown, with the answer of the held context. @param {Frame | null} frame @param {string} name @param {MapNumbers | null} numbers */
  copyMap(frame, name, numbers) {
    const { rowLabels, columnLabels, axes } = this.#options;
    const held = this.#getHeld(frame);
    return (
      frame &&
      numbers &&
      copyMap({
        ...{ name, step: frame.step, weights: numbers.weights, truth: numbers.truth },
        tokens: { rows: rowLabels, columns: columnLabels, names: [translate('row'), axes[1]] },
        outputs: rowLabels.map((_, row) => (row === held?.row ? (held.answer.text ?? '') : '')),
        targets: null,
      })
    );
  }
}
