/** Counterfactuals: the answers of a model if attention rows had all their weight on other columns. Converts the core's rows. */

/** @import { Counterfactual, Obedience, PredictedLabel } from './shapes.js' */

/**
 * A row of attention, and the model's answers with all weight of the row on each column in turn.
 * @typedef {object} CounterfactualRow
 * @property {string} label
 * @property {PredictedLabel} learned
 * @property {(Partial<PredictedLabel> & { column: string, weight: number, expected?: string, isTrue?: boolean })[]} cells `weight`: the
 *   learned weight; `label` is missing where the row may not attend to the column
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
 * Measures how often the model gives the word aligned with a column if a row has all its weight there. Counts only rows
 * whose true attention is known.
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
