/**
 * The difference of two maps as a map of its own: blue where the first has more, brown where the second has.
 */

import { getDivergingColor } from './palette.js';

/** @import { Alignment } from './alignment.js' */
/** @typedef {{ rows: number, columns: number, weights: Float32Array, truth: Float32Array }} PlainMap */

/** Possible ends of the color scale; they are few, so that the scale is the same in most frames. */
const kEnds = [0.05, 0.1, 0.2, 0.5, 1];

/**
 * @param {PlainMap} first
 * @param {PlainMap} second of the same size
 * @returns {{ picture: Alignment, end: number, largest: number }} second − first; `end` of the color scale; `largest`: the cell with
 *   the largest difference, −1 where all are equal
 */
export function computeMapDifference(first, second) {
  const weights = second.weights.map((weight, cell) => weight - (first.weights[cell] ?? 0));
  let [largest, maximum] = [-1, 0];
  weights.forEach((difference, cell) => {
    if (!(Math.abs(difference) > maximum)) return;
    maximum = Math.abs(difference);
    largest = cell;
  });
  // The weights are 32-bit numbers, in which 0.1 is slightly larger than in 64 bits.
  const end = kEnds.find((one) => maximum <= one + 1e-6) ?? maximum;
  const { rows, columns, truth } = second;
  return {
    picture: {
      ...{ step: Number.NaN, rows, columns, weights, truth, metrics: {} },
      scores: new Float32Array(0),
      getColorScale: () => (difference) => difference / end,
      getCellColor: getDivergingColor,
    },
    end,
    largest,
  };
}
