/**
 * @param {ArrayLike<number>} values
 * @param {number} row
 * @param {number} columns
 * @returns {number} column of the largest value of a row; the first among equals
 */
export function findLargestColumn(values, row, columns) {
  let best = 0;
  for (let column = 1; column < columns; ++column) {
    const value = values[row * columns + column] ?? 0;
    if (value > (values[row * columns + best] ?? 0)) best = column;
  }
  return best;
}

/**
 * @param {ArrayLike<number>} values
 * @param {number} count
 * @returns {number[]} indices of the largest values, in ascending order
 */
export function findLargestIndices(values, count) {
  return Array.from(values, (value, index) => ({ value, index }))
    .sort((a, b) => b.value - a.value)
    .slice(0, count)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}
