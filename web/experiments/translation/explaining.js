/**
 * The chapter about what a map can explain: tests of the map, then faulty models whose maps show the fault.
 */
import { replyToHeldRow } from '../../lab/hold-reply.js';
import { formatDecimalPercent } from '../../lab/number-format.js';
import { markProse } from '../../lab/scene.js';
import { markText, translate } from '../../language/translate.js';
import { formatFixed, formatNumber } from '../../parts/format.js';
import { describeOtherMap, measureFindings, readFormulas } from './findings.js';

/** Training loss below which a model has memorized or learned the pairs. */
const kLearnedLoss = 0.1;

/** Scores that differ by less than this are equal up to rounding. */
const kEqualScores = 1e-4;

/** The lines of the additive score, in the order in which they are computed. @type {import('../../lab/faulty-model.js').FaultyModel['lines']} */
const kLines = [
  {
    id: 'query',
    name: markText('query'),
    formatFormula: ({ query }) => query,
    explainWhyCorrect: ({ rowDifference: { firstRow, secondRow, low, high } }) =>
      translate(
        'Without q all rows would have the same scores. Here those of rows {one} and {other} differ by up to {most}.',
        { one: firstRow, other: secondRow, most: formatFixed(Math.max(Math.abs(low), Math.abs(high)), 2) },
      ),
  },
  {
    id: 'key',
    name: markText('key'),
    formatFormula: ({ key }) => key,
    explainWhyCorrect: ({ firstRowScores: { low, high } }) =>
      translate(
        'Without k all scores of a row would be equal. Here those of the first row lie between {low} and {high}.',
        { low: formatFixed(low, 2), high: formatFixed(high, 2) },
      ),
  },
  {
    id: 'score',
    name: markText('score'),
    formatFormula: ({ score }) => score,
    explainWhyCorrect: ({ firstRowScores, rowDifference: { firstRow, secondRow, low, high } }) =>
      firstRowScores.high - firstRowScores.low < kEqualScores
        ? translate(
            'All scores of the first row are {score}: what enters this line is already the same at every position.',
            {
              score: formatFixed(firstRowScores.low, 2),
            },
          )
        : translate(
            'Without tanh, two rows would differ by one number at every position. Between rows {one} and {other} it goes from {low} to {high}.',
            { one: firstRow, other: secondRow, low: formatFixed(low, 2), high: formatFixed(high, 2) },
          ),
  },
  {
    id: 'mask',
    name: markText('mask'),
    formatFormula: () => translate('e = −∞ at padding'),
    explainWhyCorrect: ({ smallestRowSum }) =>
      translate(
        'If padding took part, the shown weights of some rows would add up to less than 1. Here the smallest sum of a row’s visible weights is {sum}.',
        {
          sum: formatFixed(smallestRowSum, 2),
        },
      ),
  },
  {
    id: 'softmax',
    name: markText('weights'),
    formatFormula: () => 'a = softmax(e)',
    explainWhyCorrect: ({ ratio }) =>
      translate(
        'Softmax makes the ratio of two weights exp(e₁ − e₂). For the largest two of the first row both are {ratio}.',
        { ratio: formatNumber(ratio.weights) },
      ),
  },
  {
    id: 'context',
    name: markText('context vector'),
    formatFormula: ({ context }) => context,
    explainWhyCorrect: ({ contextError }) =>
      translate('Computed again from the weights and the states, c differs by at most {error}.', {
        error: formatFixed(contextError, 5),
      }),
  },
  {
    id: 'data',
    name: markText('training data'),
    formatFormula: ({ defaultPairCount }) => translate('{count} pairs', { count: defaultPairCount }),
    explainWhyCorrect: ({ results: { loss, metrics } }) =>
      loss < kLearnedLoss
        ? translate(
            'With too few pairs, test numbers would come out wrong. Here {exact} of them are right.',
            {
              exact: formatDecimalPercent(metrics['exactMatch']),
            },
          )
        : translate('With too few pairs, the training loss would be near 0. Here it is {loss}.', {
            loss: formatFixed(loss, 3),
          }),
  },
];

/** @import { FaultyModel } from '../../lab/faulty-model.js' */
/** @import { Scene } from '../../lab/scene.js' */

/**
 * A scene with a faulty model, whose fault the reader looks for.
 * @param {Pick<Scene, 'title' | 'text' | 'isOnTour'> & { preset: string, fault: Pick<FaultyModel, 'faultyLine' | 'formatFaultyFormula' | 'explainFault' | 'explanationsWhyCorrect'> }} options
 */
const createFaultyScene = ({ preset, fault, ...scene }) => ({
  chapter: 5,
  ...scene,
  settings: { preset },
  runTo: Infinity,
  replyToHold: replyToHeldRow,
  faultyModel: {
    lines: kLines,
    referencePreset: 'reversal',
    readFormulas,
    measure: measureFindings,
    ...fault,
  },
});

/** @type {import('../../lab/scene.js').Scenes} */
export const explainingScenes = [
  {
    chapter: 5,
    title: markText('Another map, the same answer?'),
    isOnTour: true,
    text: markProse`
      A map is a [faithful explanation](:explanation) only if other weights would give another answer. Four tests
      replace the weights of one row: shuffled, all alike, without one word, or found by a search. Each measures how far
      the probabilities move.

      ! When the run has ended, run all four for the target “the”, then for “european”.
    `,
    settings: { preset: 'french' },
    explore: 'explanation',
    question: {
      text: markText('Can the weights of the first row be quite different, and the word still be “the”?'),
      choices: [
        {
          id: 'far',
          text: markText('Yes, even mostly on other words'),
          isOutcome: ({ far }) => far,
          reason: markText('because other encoder states and the decoder’s own state lead to the same word'),
        },
        {
          id: 'close',
          text: markText('No, they must be like the learned ones'),
          reason: markText('because only the states with a large weight lead to this word'),
        },
      ],
      awaitedTest: {
        request: { test: 'search', row: 0 },
        instruction: markText('When the run has ended, run all tests for the first word.'),
      },
      probe: async (scope) => describeOtherMap(await scope.explain({ test: 'search', example: 0, row: 0 })),
    },
  },
  {
    chapter: 5,
    title: markText('An encoder that reads one way'),
    isOnTour: true,
    text: markProse`
      This encoder is not [bidirectional](:bidirectional): it reads from left to right only. The network will learn
      to reverse nearly every number without a mistake: a high [exact match](:exact-match). Is its
      [alignment accuracy](:alignment) high, too?

      ! When it has learned, hold a row on its outlined cell, then on that of the largest weight, and compare.
    `,
    settings: { preset: 'unidirectional-encoder', seed: 8 },
    watchedExample: 1,
    question: {
      text: markText('On which digit will its largest weight lie?'),
      choices: [
        {
          id: 'right',
          text: markText('On the true digit, in over 60 % of the rows'),
          isOutcome: ({ alignmentAccuracy }) => alignmentAccuracy > 0.6,
        },
        {
          id: 'beside',
          text: markText('Often just beside it'),
          isOutcome: ({ alignmentAccuracyWithinOne }) => alignmentAccuracyWithinOne > 0.8,
          reason: markText(
            'because a state that has just read two digits holds both: the loss does not ask where the weight is',
          ),
        },
        {
          id: 'spread',
          text: markText('Further away, in over 20 %'),
        },
      ],
      metricNames: ['exactMatch', 'alignmentAccuracy', 'alignmentAccuracyWithinOne'],
    },
    replyToHold: replyToHeldRow,
  },
  createFaultyScene({
    title: markText('Patient A'),
    isOnTour: true,
    text: markProse`
      This network has a fault that is easily made. Its map stays even: every row looks as it did at the start. In the
      formulas, *z* is the decoder’s state, *h* one of the encoder’s; *W*, *U* and *v* are learned.

      ! Press the outlined cell of a row: it must look there.
    `,
    preset: 'no-source',
    fault: {
      faultyLine: 'key',
      formatFaultyFormula: ({ key }) => key.replace(/=.*/, '= 0'),
      explainFault: ({ largestKey, firstRowScores }) =>
        translate(
          'The largest entry of any k is {largest}, so all scores of the first row are {score}, and softmax makes equal weights of them. Many digits come out right all the same, because the decoder begins with the encoder’s last state.',
          { largest: formatFixed(largestKey, 2), score: formatFixed(firstRowScores.low, 2) },
        ),
    },
  }),
  createFaultyScene({
    title: markText('Patient B'),
    text: markProse`
      All rows of this map are alike, whatever digit is being written. The network learns, but it never looks at the
      digit that it needs.
    `,
    preset: 'no-tanh',
    fault: {
      faultyLine: 'score',
      formatFaultyFormula: ({ score }) => score.replace('tanh', ''),
      explainFault: ({ rowDifference: { firstRow, secondRow, low } }) =>
        translate(
          'Without tanh, e = v · q + v · k. The first part is one number for a whole row, and softmax cancels it. Rows {one} and {other} differ by about {apart} at every position.',
          { one: firstRow, other: secondRow, apart: formatFixed(low, 2) },
        ),
    },
  }),
  createFaultyScene({
    title: markText('Patient C'),
    text: markProse`
      The answers are right, and the diagonal is there. But where a number is short,
      the visible weights of a row add up to less than 1.
    `,
    preset: 'no-mask',
    fault: {
      faultyLine: 'mask',
      formatFaultyFormula: () => translate('e = e at padding'),
      explainFault: ({ smallestRowSum }) =>
        smallestRowSum < 0.995
          ? translate(
              'This number is short, and the positions behind it are padding. They have scores too, so they get weight: the smallest sum of a row’s visible weights is {sum}.',
              { sum: formatFixed(smallestRowSum, 2) },
            )
          : translate(
              'Behind a shorter number are positions of padding. They have scores too, so they get weight.',
            ),
      explanationsWhyCorrect: {
        context: ({ results: { metrics } }) =>
          translate('The decoder reads the source through c alone, and {exact} of the numbers are right.', {
            exact: formatDecimalPercent(metrics['exactMatch']),
          }),
      },
    },
  }),
  createFaultyScene({
    title: markText('Patient D'),
    text: markProse`
      Here the training loss is next to nothing, and the map is clear. Still, many test numbers come out wrong.
    `,
    preset: 'small-data',
    fault: {
      faultyLine: 'data',
      formatFaultyFormula: ({ pairCount }) => translate('{count} pairs', { count: pairCount }),
      explainFault: ({ results: { loss, metrics } }) =>
        translate(
          'So few pairs can be memorized: the training loss is {loss}, but only {exact} of the test numbers are right. The formula of attention was right all the time.',
          { loss: formatFixed(loss, 3), exact: formatDecimalPercent(metrics['exactMatch']) },
        ),
    },
  }),
];
