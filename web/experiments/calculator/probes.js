/**
 * Probes of the calculator's scenes; loaded when the reader has made a prediction.
 * @module
 */
import { getLessonTensors } from '../../calculator/worked-example.js';
import { attend } from '../../index.js';
import { formatDecimal } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';

/** @import { ProbeResult } from '../../lab/question.js' */

/** Rows of these words; the sentence has one row per word. */
const kFbi = 1;
const kChasing = 3;

/** @param {readonly string[]} lessons whose keys are used */
const attendEach = (...lessons) =>
  Promise.all(lessons.map((lesson) => attend('scaled-dot', getLessonTensors(lesson))));

/** @param {import('../../engine/tensors.js').Tensor} of @returns {number[]} the row of "chasing" */
function getChasingRow({ shape, data }) {
  const columns = shape[2] ?? 0;
  return Array.from(data.slice(kChasing * columns, (kChasing + 1) * columns));
}

/** Counts the numbers that differ by more than rounding. @param {readonly number[]} before @param {readonly number[]} after */
const countDifferences = (before, after) =>
  before.filter((one, i) => Math.abs(one - Number(after[i])) > 1e-5).length;

/**
 * Counts the scores and weights of "chasing" that another lesson changes.
 * @param {string} lesson
 * @returns {Promise<ProbeResult>}
 */
export async function compareLessonWithExample(lesson) {
  const [one, other] = await attendEach('example', lesson);
  const [scores, weights] = /** @type {const} */ (['scores', 'weights']).map((name) => {
    const [before, after] = [one, other].map((of) => getChasingRow(of[name]));
    return { before, after, changed: countDifferences(before ?? [], after ?? []) };
  });
  return {
    values: { scores: scores?.changed, weights: weights?.changed },
    text: translate(
      '{scores} of 6 scores and {weights} of 6 weights changed; the weights were {before}, and are {after}',
      {
        scores: scores?.changed,
        weights: weights?.changed,
        before: formatNumbers(weights?.before),
        after: formatNumbers(weights?.after),
      },
    ),
  };
}

/** @param {readonly number[]} [numbers] */
const formatNumbers = (numbers = []) => numbers.map((one) => formatDecimal(one, 2)).join(', ');

/** Compares the distance of the context vector of "chasing" from the value of "FBI" in two lessons. @returns {Promise<ProbeResult>} */
export async function compareContextDistances() {
  const { value } = getLessonTensors('example');
  const found = (await attendEach('equal', 'dominant')).map(({ weights, context }) => ({
    weight: getChasingRow(weights)[kFbi] ?? 0,
    distance: Math.hypot(...getChasingRow(context).map((c, i) => c - Number(value.data[kFbi * 2 + i]))),
  }));
  const [before, after] = /** @type {[typeof found[0], typeof found[0]]} */ (found);
  return {
    values: { distance: after.distance - before.distance },
    text: translate('The weight went from {a} to {b}, the distance to the value from {c} to {d}', {
      a: formatDecimal(before.weight, 3),
      b: formatDecimal(after.weight, 3),
      c: formatDecimal(before.distance, 2),
      d: formatDecimal(after.distance, 2),
    }),
  };
}
