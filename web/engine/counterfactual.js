/** Counterfactuals: what a model would answer if rows of its attention looked elsewhere. Converts the rows of the core. */

/** @import { Counterfactual, Obedience, PredictedLabel } from './shapes.js' */

/**
 * One row, and its answers with all its weight on each column.
 * @typedef {object} CounterfactualRow
 * @property {string} label
 * @property {PredictedLabel} learned
 * @property {(Partial<PredictedLabel> & { column: string, weight: number, expected?: string, isTrue?: boolean })[]} cells `weight`: as
 *   learned; without a label where the row does not see the column
 */

/** @param {readonly CounterfactualRow[]} rows @param {number} step @returns {Counterfactual} */
export function createCounterfactual(rows, step) {
  const longest = rows.reduce(
    (best, { cells }) => (cells.length > best.length ? cells : best),
    rows[0]?.cells ?? [],
  );
  return {
    step,
    rowLabels: rows.map(({ label }) => label),
    columnLabels: longest.map(({ column }) => column),
    labels: rows.map(({ cells }) => cells.map(({ label = null }) => label)),
    probabilities: rows.map(({ cells }) => cells.map(({ probability = null }) => probability)),
    expected: rows.map(({ cells }) => cells.map(({ expected = null }) => expected)),
    learned: rows.map(({ learned }) => learned),
  };
}

/**
 * The shares of columns whose own answer the model gives, over all rows whose true attention is known.
 * @param {readonly CounterfactualRow[]} rows of all examples
 * @returns {Omit<Obedience, 'examples'>}
 */
export function measureObedience(rows) {
  const known = rows.filter(({ cells }) => cells.some(({ isTrue }) => isTrue));
  /** The cell with the largest learned weight of each row. */
  const brightest = known.map(({ label, cells }) => ({
    isRight:
      cells.reduce((best, cell) => (cell.weight > best.weight ? cell : best)).label ===
      (cells.find(({ isTrue }) => isTrue)?.expected ?? label),
  }));
  const pairs = known.flatMap(({ learned, cells }) =>
    cells
      .filter(({ expected }) => expected !== undefined)
      .map(({ label, expected, isTrue }) => ({
        isTrue,
        isObeyed: label === expected,
        isUnchanged: label === learned.label,
      })),
  );
  const [there, elsewhere] = [pairs.filter(({ isTrue }) => isTrue), pairs.filter(({ isTrue }) => !isTrue)];
  /** @param {typeof pairs} of @param {'isObeyed' | 'isUnchanged'} property */
  const share = (of, property) => of.filter((pair) => pair[property]).length / of.length;
  return {
    atTruth: share(there, 'isObeyed'),
    elsewhere: share(elsewhere, 'isObeyed'),
    unchanged: share(elsewhere, 'isUnchanged'),
    atBrightest: brightest.filter(({ isRight }) => isRight).length / brightest.length,
    pairs: pairs.length,
  };
}
