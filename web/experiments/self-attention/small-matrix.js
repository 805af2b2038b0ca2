/**
 * A matrix as a small picture in the text of a page, a cell for each number: shares in the colors of the maps, signed
 * numbers from blue (negative) over the color of the paper (zero) to brown (positive).
 */
import { html, svg } from 'lit';
import { findLargestMagnitude, paintNumbers } from '../../parts/number-strip.js';

/**
 * @param {object} matrix
 * @param {ArrayLike<number>} matrix.values one row after the other
 * @param {number} matrix.columns
 * @param {number} [matrix.maximum] absolute value that gets the full color, or 0 for the largest value; if omitted, the values are shares
 * @param {number} [matrix.row] row that is marked
 */
export function smallMatrixTemplate({ values, columns, maximum: limit, row = -1 }) {
  const maximum = limit === 0 ? findLargestMagnitude(values) : limit;
  const rows = Math.max(1, values.length / columns);
  return html`<span class="small-matrix" aria-hidden="true"><canvas ${paintNumbers(values, columns, maximum)}></canvas>${
    row < 0
      ? null
      : svg`<svg viewBox=${`0 0 1 ${rows}`} preserveAspectRatio="none">${['under', 'over'].map(
          (name) =>
            svg`<rect class=${name} y=${row} width="1" height="1" vector-effect="non-scaling-stroke" />`,
        )}</svg>`
  }</span>`;
}

/**
 * The vectors of several tokens side by side, on one color scale.
 * @param {Float32Array} values of one token after the other
 * @param {number} tokens
 * @param {number} [columns] of each vector, which is a single row by default
 */
export function tokenStripsTemplate(values, tokens, columns) {
  const [width, maximum] = [values.length / tokens, findLargestMagnitude(values)];
  return Array.from({ length: tokens }, (_, t) =>
    smallMatrixTemplate({
      ...{ values: values.subarray(t * width, (t + 1) * width), maximum },
      columns: columns ?? width,
    }),
  );
}
