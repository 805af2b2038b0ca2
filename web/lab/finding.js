/**
 * When a run finds what: at which step the rows of its map first look at the truth.
 * @module
 */
import { createScope } from '../index.js';
import { language, say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap } from '../engine/shapes.js' */

/** A context counts as found from the first step at which more than half of its attention is at the truth. */
const kFound = 0.5;

/** A training is looked at in so many places, the same for every reader. */
const kLooks = 200;

/** Rows that are told one by one. */
const kMostTold = 8;

/** Found within this part of the planned training of each other: at about the same time. */
const kTogether = 0.05;

/** What of a run it takes to learn the order in which rows are found. @typedef {Pick<Scope, 'train' | 'attention' | 'manifest' | 'step'>} Learner */
/** @typedef {{ label: string, step: number }} Found */

/**
 * Trains a run and looks at stated steps, so that the answer depends on no frame rate.
 * @param {Learner} run untrained
 * @param {readonly ((map: AttentionMap, row: number) => boolean)[]} tests of a row
 * @returns {Promise<{ rows: readonly string[], steps: Map<number, number>[], every: number }>} of each test, by row, the first
 *   step at which it held; a row for which it never did before the planned end is not there
 */
export async function firstSteps(run, tests) {
  const { plannedSteps } = run.manifest;
  const every = Math.max(1, Math.round(plannedSteps / kLooks));
  const steps = tests.map(() => /** @type {Map<number, number>} */ (new Map()));
  let rows = /** @type {readonly string[]} */ ([]);
  do {
    await run.train({ steps: Math.min(every, plannedSteps - run.step) });
    const map = await run.attention();
    rows = map.rowLabels;
    for (const [i, holds] of tests.entries())
      for (const row of rows.keys()) if (!steps[i]?.has(row) && holds(map, row)) steps[i]?.set(row, run.step);
  } while (steps.some(({ size }) => size < rows.length) && run.step < plannedSteps);
  return { rows, steps, every };
}

/** @param {AttentionMap} map @param {number} row @returns {boolean} whether more than half of its weight is at the truth */
export const isFound = ({ weights, truth = new Float32Array(), columnLabels: { length } }, row) =>
  truth
    .subarray(row * length, (row + 1) * length)
    .reduce((sum, share, s) => sum + share * Number(weights[row * length + s]), 0) > kFound;

/**
 * @param {Learner} run untrained
 * @returns {Promise<{ order: Found[], missing: string[], every: number }>} earliest first; labels of those never found
 */
export async function findingOrder(run) {
  const {
    rows,
    steps: [steps = new Map()],
    every,
  } = await firstSteps(run, [isFound]);
  return {
    order: [...steps]
      .map(([row, step]) => ({ label: rows[row] ?? '', step }))
      .sort((one, other) => one.step - other.step),
    missing: rows.filter((_, row) => !steps.has(row)),
    every,
  };
}

/**
 * @param {readonly { step: number }[]} order
 * @param {number} plannedSteps
 * @returns {'together' | 'apart'}
 */
export function verdictOf(order, plannedSteps) {
  const first = order[0]?.step ?? 0;
  const last = order[order.length - 1]?.step ?? 0;
  return last - first <= kTogether * plannedSteps ? 'together' : 'apart';
}

/**
 * Whether all rows are found at about the same time: learned from a run of the same seed beside the one that is shown,
 * and told when that one has come as far.
 * @param {Readonly<Record<'together' | 'apart', () => string>>} why
 * @param {(scope: Scope) => Promise<Learner & { dispose: () => void }>} [beside]
 * @returns {NonNullable<import('./question.js').Question['watch']>}
 */
export const watchFinding =
  (why, beside = ({ configuration }) => createScope({ ...configuration, threads: 1 })) =>
  async (scope) => {
    const run = await beside(scope);
    const { order, missing, every } = await findingOrder(run).finally(() => run.dispose());
    const { plannedSteps } = scope.manifest;
    const last = missing.length > 0 ? plannedSteps : Number(order.at(-1)?.step);
    return ({ step }) => {
      if (step < last) return null;
      const id = missing.length > 0 ? 'apart' : verdictOf(order, plannedSteps);
      return { id, told: orderText(order, missing, every), why: why[id]() };
    };
  };

/**
 * @param {readonly Found[]} order
 * @param {readonly string[]} missing
 * @param {number} every steps between two looks
 * @returns {string} each row with its step, of many rows the first and the last
 */
function orderText(order, missing, every) {
  const count = new Intl.NumberFormat(language());
  const all = order.map(({ label, step }) =>
    say('{step} for {row}', { step: count.format(step), row: sayRow(label) }),
  );
  const steps =
    all.length <= kMostTold
      ? all.join(', ')
      : say('{first} first, and {last} last', { first: all[0], last: all[all.length - 1] });
  const never = missing.map(sayRow).join(', ');
  return [
    all.length > 0 &&
      say(
        'Looked at every {every} steps, more than half of the weight was first at the truth at step {steps}',
        {
          every: count.format(every),
          steps,
        },
      ),
    never && say('It never had in this run for {rows}', { rows: never }),
  ]
    .filter(Boolean)
    .join('. ');
}
