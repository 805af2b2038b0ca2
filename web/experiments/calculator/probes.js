/**
 * Measurements that answer the questions of the calculator's scenes; loaded after the reader's answer. They change the key
 * vectors on the screen.
 */
import { collectInputs, computeConfiguration } from '../../calculator/computation.js';
import { createConfiguration } from '../../calculator/state.js';
import { formatDecimal } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';

/** @import { State } from '../../calculator/state.js' */
/** @import { Numbers } from '../../calculator/worked-example.js' */
/** @import { Configuration } from '../../engine/schema.js' */
/** @import { ProbeResult } from '../../lab/question.js' */

/** Rows of the words "FBI" and "chasing"; the sentence has one row per word. */
const kFbi = 1;
const kChasing = 3;

/** Returns the changed key of one word. @typedef {(row: readonly number[], index: number) => number[]} KeyChange */

/** @type {KeyChange} */
const lengthenFbi = (row, index) => row.map((value) => (index === kFbi ? 10 : 1) * value);
/** Adds the vector (1, −2) to a key. @type {KeyChange} */
const moveKey = (row) => row.map((value, i) => value + (i === 1 ? -2 : 1));

/**
 * Opens the first configuration with queries and keys of "FBI" and "chasing".
 * @param {readonly Configuration[]} configurations the last one always has them
 * @returns {Promise<{ state: State, inputs: ReadonlyMap<string, Numbers> }>}
 */
async function openFirst([configuration, ...others]) {
  const { state, base } = await computeConfiguration(/** @type {Configuration} */ (configuration));
  const { mechanism, tokens, features } = state;
  const fits = mechanism.name === 'scaled-dot' && tokens[kFbi] === 'FBI' && tokens[kChasing] === 'chasing';
  if (!(fits && features === 2) && others.length > 0) return openFirst(others);
  return { state, inputs: collectInputs(state, base) };
}

/**
 * Computes the scores, weights and context of "chasing" before and after a change of the keys.
 * @param {readonly Configuration[]} shown
 * @param {KeyChange} change
 */
async function changeKeys(shown, change) {
  const { state, inputs } = await openFirst(shown);
  const [{ shape, data }, value] = ['key', 'value'].map((name) => /** @type {Numbers} */ (inputs.get(name)));
  const rows = state.tokens.map((_, i) => change(data.slice(2 * i, 2 * i + 2), i));
  const key = { shape, data: rows.flat().map((number) => Number(number.toPrecision(7))) };
  const configuration = createConfiguration({ ...state, edited: new Map([...state.edited, ['key', key]]) });
  return {
    before: readChasing((await computeConfiguration(createConfiguration(state))).result),
    after: readChasing((await computeConfiguration(configuration)).result),
    configuration,
    fbi: value.data.slice(2 * kFbi, 2 * kFbi + 2),
  };
}

/** @param {import('../../engine/attend.js').AttendExtendedResult} result */
function readChasing(result) {
  const [scores, weights, context] = ['scores', 'weights', 'context'].map((name) => {
    const { shape, data } = result[name];
    const columns = shape[2] ?? 0;
    return Array.from(data.slice(kChasing * columns, (kChasing + 1) * columns));
  });
  return { scores, weights, context };
}

/** Counts the numbers that differ by more than rounding. @param {readonly number[]} before @param {readonly number[]} after */
const countDifferences = (before, after) =>
  before.filter((one, i) => Math.abs(one - Number(after[i])) > 1e-5).length;

/**
 * Counts the scores and weights of "chasing" that a change of keys changes.
 * @param {readonly Configuration[]} shown
 * @param {KeyChange} change
 * @returns {Promise<ProbeResult>}
 */
async function compareKeys(shown, change) {
  const { before, after, configuration } = await changeKeys(shown, change);
  const scores = countDifferences(before.scores, after.scores);
  const weights = countDifferences(before.weights, after.weights);
  const numbers = {
    ...{ scores, weights, count: before.scores.length },
    ...{ before: formatDecimal(before.weights[kFbi], 3), after: formatDecimal(after.weights[kFbi], 3) },
  };
  return {
    configuration,
    values: { scores, weights },
    text:
      weights === 0
        ? translate(
            '{scores} of {count} scores changed, but no weight: that of “FBI” is still {after}',
            numbers,
          )
        : translate(
            '{scores} of {count} scores and {weights} of {count} weights changed; that of “FBI” went from {before} to {after}',
            numbers,
          ),
  };
}

/** @param {readonly Configuration[]} shown */
export const compareLongerKey = (shown) => compareKeys(shown, lengthenFbi);

/** @param {readonly Configuration[]} shown */
export const compareMovedKeys = (shown) => compareKeys(shown, moveKey);

/** Measures how far the context of "chasing" is from the value of "FBI", before and after the key of "FBI" is lengthened. @param {readonly Configuration[]} shown @returns {Promise<ProbeResult>} */
export async function compareDistancesToValue(shown) {
  const { before, after, configuration, fbi } = await changeKeys(shown, lengthenFbi);
  const [a, b] = [before, after].map(({ weights, context }) => ({
    weight: weights[kFbi],
    distance: Math.hypot(...context.map((c, i) => c - Number(fbi[i]))),
  }));
  return {
    configuration,
    values: { distance: b.distance - a.distance },
    text: translate('The weight went from {a} to {b}, the distance to the value from {c} to {d}', {
      a: formatDecimal(a.weight, 3),
      b: formatDecimal(b.weight, 3),
      c: formatDecimal(a.distance, 2),
      d: formatDecimal(b.distance, 2),
    }),
  };
}
