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

/** @param {ViewOptions} options @param {() => void} draw */
export function createHeldContext(options, draw) {
  const { rowLabels, columnLabels, axes, maps, predict } = options;
  const columns = columnLabels.length;
  const values = columnLabels.map((_, i) => (kLargest * (i + 1)) / columns);
  /** @type {Holding<Frame>} */
  const holding = new Holding(
    {
      isRowExample: true,
      predict: async (input) => {
        const answer = await predict(input);
        return { ...answer, text: `y = ${formatFixed(Number(answer.output), 2)}` };
      },
      getInput: (context = 0) => holding.present && { context, values },
      getLearnedRow: (_, row) =>
        Array.from(readWeights()?.subarray(row * columns, (row + 1) * columns) ?? []),
      getLabels: () => ({
        rows: rowLabels,
        columns: columnLabels.map((label, i) => `${label}: x = ${formatFixed(values[i] ?? 0, 2)}`),
      }),
      onChange: draw,
    },
    options,
  );
  const readWeights = () => holding.present?.tensors[maps[0]?.weights ?? ''];

  /** The held context and its answer, if the frame is of the current model. @param {Frame | null} frame */
  function getHeld(frame) {
    const { answers, rows, present } = holding;
    return answers && rows[0] && frame === present ? { row: rows[0].row, answer: answers.after } : null;
  }

  return {
    holding,
    /** The weights of all contexts, with the held weights in place of the learned ones. @param {Frame | null} frame @param {Float32Array} weights */
    apply(frame, weights) {
      const held = getHeld(frame);
      if (!held || weights !== readWeights()) return weights;
      const all = weights.slice();
      all.set(held.answer.attention.weights, held.row * columns);
      return all;
    },
    /** The map that is shown, with the answer of the held context. @param {Frame | null} frame @param {string} name @param {MapNumbers | null} numbers */
    copyMap(frame, name, numbers) {
      const held = getHeld(frame);
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
    },
  };
}
