/** Reads the formulas of a translation model from its steps, and measures what shows a fault. */
import { experiments } from '../../index.js';
import { formatDecimal, formatDecimalPercent } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';
import { findStep, findStepValues } from '../../parts/find-step.js';
import { formatCount } from '../../parts/format.js';
import { attendsElsewhere } from '../../studies/other-map.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { ModelMeasurements, Formulas } from '../../lab/faulty-model.js' */

/** @param {Scope} scope @returns {Promise<Formulas>} */
export async function readFormulas(scope) {
  const { experiment, parameters } = scope.configuration;
  const schema = experiments().find(({ name }) => name === experiment);
  const { steps } = await scope.predict({ example: Number(parameters['probeExample'] ?? 0) });
  /** @param {string} name @param {number} [t] */
  const readFormula = (name, t) => findStep(steps, { name, t })?.formula ?? '';
  const [query, key] = [readFormula('projected query', 0), readFormula('keys')];
  const scoreSetting = schema?.parameters.find(({ name }) => name === 'score');
  const score = scoreSetting?.choices?.find(({ value }) => value === parameters['score'])?.formula ?? '';
  return {
    query,
    key,
    score: `e = ${[query, key].reduce(abbreviate, score)}`,
    context: readFormula('context', 0),
    defaultPairCount: formatCount(
      Number(schema?.parameters.find(({ name }) => name === 'examples')?.default),
    ),
    pairCount: formatCount(Number(parameters['examples'])),
  };
}

/**
 * Shortens a formula: replaces the right-hand side of another line by the letter which that line defines.
 * @param {string} formula
 * @param {string} line
 */
function abbreviate(formula, line) {
  const [letter = '', right = ''] = line.split(' = ');
  return right === '' ? formula : formula.replace(right, letter);
}

/**
 * @param {Scope} scope trained
 * @param {number} loss training loss
 * @returns {Promise<ModelMeasurements>}
 */
export async function measureFindings(scope, loss) {
  const example = Number(scope.configuration.parameters['probeExample'] ?? 0);
  const [{ metrics }, map, prediction] = await Promise.all([
    scope.evaluate(),
    scope.attention({ example }),
    scope.predict({ example }),
  ]);
  const { weights, scores, rowLabels, columnLabels } = map;
  const columns = columnLabels.length;
  /** @param {Float32Array} of @param {number} row */
  const getRow = (of, row) => Array.from(of.subarray(row * columns, (row + 1) * columns));
  const [first, last] = [getRow(scores, 0), getRow(scores, rowLabels.length - 1)];
  const apart = rowLabels.slice(1).map((_, i) => {
    const between = getRow(scores, i + 1).map((score, s) => score - Number(first[s]));
    return { firstRow: 1, secondRow: i + 2, ...computeRange(between) };
  });
  return {
    results: { loss, metrics },
    map,
    smallestRowSum: Math.min(
      ...rowLabels.map((_, row) => getRow(weights, row).reduce((sum, weight) => sum + weight, 0)),
    ),
    firstRowScores: computeRange(first),
    lastRowScores: computeRange(last),
    rowDifference: apart.reduce((one, other) => (other.high - other.low > one.high - one.low ? other : one)),
    ratio: computeRatio(getRow(weights, 0), first),
    largestKey: Math.max(...findStepValues(prediction.steps, { name: 'keys' }).map(Math.abs)),
    contextError: computeContextError(prediction),
  };
}

/** @param {readonly number[]} of */
const computeRange = (of) => ({ low: Math.min(...of), high: Math.max(...of) });

/** Ratio of the two largest weights, and the ratio that their scores imply. @param {readonly number[]} weights @param {readonly number[]} scores of the same row */
function computeRatio(weights, scores) {
  const [largest = 0, next = 0] = weights
    .map((_, s) => s)
    .sort((a, b) => Number(weights[b]) - Number(weights[a]));
  return {
    weights: Number(weights[largest]) / Number(weights[next]),
    scores: Math.exp(Number(scores[largest]) - Number(scores[next])),
  };
}

/** @param {import('../../engine/shapes.js').Prediction} prediction @returns {number} the largest entry of c − Σ a h at the first step */
function computeContextError({ attention: { weights, columnLabels }, steps }) {
  const states = findStepValues(steps, { name: 'encoder states' });
  const context = findStepValues(steps, { name: 'context', t: 0 });
  const width = states.length / columnLabels.length;
  return Math.max(
    ...Array.from(context, (c, i) =>
      Math.abs(
        columnLabels.reduce((rest, _, s) => rest - Number(weights[s]) * Number(states[s * width + i]), c),
      ),
    ),
  );
}

/**
 * @param {import('../../engine/shapes.js').Explanation} explanation found by the search for another map with the same answer
 * @returns {import('../../lab/question.js').ProbeResult}
 */
export function describeOtherMap(explanation) {
  const { answer, alternativeWeights, distance = 0, alternativeAnswer } = explanation;
  const values = { far: attendsElsewhere(explanation) };
  if (!alternativeWeights)
    return { values, text: translate('No other weights were found that leave the answer as it is') };
  const numbers = {
    distance: formatDecimal(distance, 3),
    before: answer.label,
    after: alternativeAnswer?.label,
    share: formatDecimalPercent(alternativeAnswer?.probability),
  };
  const distanceText = translate(
    'Distance of the found weights from the learned ones: {distance}, at most 1',
    numbers,
  );
  const answerText =
    alternativeAnswer?.label === answer.label
      ? translate('With them it still writes “{after}” ({share})', numbers)
      : translate('With them it writes “{after}” ({share}) in place of “{before}”', numbers);
  return { values, text: `${distanceText}. ${answerText}` };
}
