/**
 * The weights of one context that the reader holds, for an input that names its positions: it counts up to 10.
 * @module
 */

import { formatFixed } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';

/** @import { Frame, HeldRows, ViewOptions } from '../../engine/shapes.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */

/** The largest number of the input. */
const kLargest = 10;

export class HeldContext {
  #options;
  #context = 0;
  /** @type {Frame | null} */
  #present = null;

  /** @param {ViewOptions} options @param {() => void} draw */
  constructor(options, draw) {
    const { rowLabels, columnLabels, predict } = options;
    this.#options = options;
    const values = columnLabels.map((_, i) => (kLargest * (i + 1)) / columnLabels.length);
    this.holding = new Holding({
      predict: async ({ attention, ...input }) => {
        const rows = /** @type {readonly HeldRows[] | undefined} */ (attention)?.map((held) => ({
          rows: { 0: held.rows[this.#context] ?? [] },
        }));
        const answer = await predict({ ...input, ...(rows && { attention: rows }) });
        return { ...answer, text: `y = ${formatFixed(Number(answer.output), 2)}` };
      },
      getInput: () => this.#present && { context: this.#context, values },
      getLearnedRow: (_, row) => Array.from(this.#readWeights()?.subarray(...this.#findCells(row)) ?? []),
      getLabels: () => ({
        rows: rowLabels,
        columns: columnLabels.map((label, i) => `${label}: x = ${formatFixed(values[i] ?? 0, 2)}`),
      }),
      onChange: () => {
        options.events.onHold?.('', this.holding.result);
        draw();
      },
    });
  }

  #readWeights = () => this.#present?.tensors[this.#options.maps[0]?.weights ?? ''];

  /** @param {number} row */
  #findCells = (row) => {
    const columns = this.#options.columnLabels.length;
    return /** @type {const} */ ([row * columns, (row + 1) * columns]);
  };

  /** @param {number} row @param {number} column @param {HoldGesture} gesture */
  hold = (row, column, gesture) => {
    if (row !== this.#context) this.holding.letGoOfAll();
    this.#context = row;
    this.holding.hold(row, column, gesture);
  };

  /** @param {Frame} frame in the present model */
  follow(frame) {
    this.#present = frame;
    this.holding.update(frame.step);
  }

  /** The weights of all contexts with those that are held. @param {Frame | null} frame @param {Float32Array} weights */
  apply(frame, weights) {
    const after = this.holding.answers?.after;
    if (!after || frame !== this.#present || weights !== this.#readWeights()) return weights;
    const all = weights.slice();
    all.set(after.attention.weights, this.#findCells(this.#context)[0]);
    return all;
  }
}
