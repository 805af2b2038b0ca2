/** Finds the step of a run at which each row of the map first has most of its weight on the truth. */
import { createScope } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap } from '../engine/shapes.js' */

/** A row counts as found from the first step at which more than this share of its weight is on the truth. */
const kFoundShare = 0.5;

/** Number of steps of a run at which the map is read. */
const kReadCount = 200;

/** Up to this number, rows are listed one by one. */
const kMaxListedRows = 8;

/** Rows that are found within this fraction of the planned steps count as found together. */
const kTogetherFraction = 0.05;

/** The part of a scope that is needed to find the order of the rows. @typedef {Pick<Scope, 'train' | 'attention' | 'manifest' | 'step'>} TrainableScope */
/** @typedef {{ label: string, step: number }} FoundRow */

/** @param {AttentionMap} map @param {number} row @returns {boolean} whether more than half of the row's weight is on the truth */
const isRowFound = ({ weights, truth = new Float32Array(), columnLabels: { length } }, row) =>
  truth
    .subarray(row * length, (row + 1) * length)
    .reduce((sum, share, s) => sum + share * Number(weights[row * length + s]), 0) > kFoundShare;

/**
 * Trains a run and reads its map at fixed steps, so that the result does not depend on the frame rate.
 * @param {TrainableScope} run untrained
 * @returns {Promise<{ order: FoundRow[], missing: string[] }>} earliest first, and the labels of rows that were never found
 */
export async function findRowOrder(run) {
  const { plannedSteps } = run.manifest;
  const every = Math.max(1, Math.round(plannedSteps / kReadCount));
  /** @type {Map<string, number>} */
  const found = new Map();
  let rows = /** @type {readonly string[]} */ ([]);
  do {
    await run.train({ steps: Math.min(every, plannedSteps - run.step) });
    const map = await run.attention();
    rows = map.rowLabels;
    for (const [row, label] of rows.entries())
      if (!found.has(label) && isRowFound(map, row)) found.set(label, run.step);
  } while (found.size < rows.length && run.step < plannedSteps);
  return {
    order: [...found].map(([label, step]) => ({ label, step })),
    missing: rows.filter((label) => !found.has(label)),
  };
}

/**
 * @param {readonly { step: number }[]} order
 * @param {number} plannedSteps
 * @returns {'together' | 'apart'}
 */
export function classifyRowTiming(order, plannedSteps) {
  const first = order[0]?.step ?? 0;
  const last = order[order.length - 1]?.step ?? 0;
  return last - first <= kTogetherFraction * plannedSteps ? 'together' : 'apart';
}

/**
 * Watches whether all rows are found at about the same time. The answer comes from a second run with the same seed, and is
 * reported when the shown run has reached the same step.
 * @param {Readonly<Record<'together' | 'apart', () => string>>} why
 * @param {(scope: Scope) => Promise<TrainableScope & { dispose: () => void }>} [createRun]
 * @returns {NonNullable<import('./question.js').Question['watch']>}
 */
export const watchRowOrder =
  (why, createRun = ({ configuration }) => createScope({ ...configuration, threads: 1 })) =>
  async (scope) => {
    const run = await createRun(scope);
    const { order, missing } = await findRowOrder(run).finally(() => run.dispose());
    const { plannedSteps } = scope.manifest;
    const last = missing.length > 0 ? plannedSteps : Number(order.at(-1)?.step);
    return ({ step }) => {
      if (step < last) return null;
      const id = missing.length > 0 ? 'apart' : classifyRowTiming(order, plannedSteps);
      return { id, text: formatRowOrder(order, missing), reason: why[id]() };
    };
  };

/**
 * @param {readonly FoundRow[]} order
 * @param {readonly string[]} missing
 * @returns {string} each row with its step, or only the first and last of many rows
 */
function formatRowOrder(order, missing) {
  const numberFormat = new Intl.NumberFormat(getLanguage());
  const all = order.map(({ label, step }) =>
    translate('{step} for {row}', { step: numberFormat.format(step), row: translateRowLabel(label) }),
  );
  const steps =
    all.length <= kMaxListedRows
      ? all.join(', ')
      : translate('{first} first, and {last} last', { first: all[0], last: all[all.length - 1] });
  const missingRows = missing.map(translateRowLabel).join(', ');
  return [
    all.length > 0 &&
      translate('More than half of the weight was first at the truth at step {steps}', { steps }),
    missingRows && translate('It never had in this run for {rows}', { rows: missingRows }),
  ]
    .filter(Boolean)
    .join('. ');
}
