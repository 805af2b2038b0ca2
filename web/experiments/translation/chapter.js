import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createRangeChoices, createYesNoChoices } from '../../lab/question.js';
import { findFirstSteps, isRowFound } from '../../lab/row-order.js';
import { markProse } from '../../lab/scene.js';
import { markText, translate } from '../../language/translate.js';
import { bottleneck } from './bottleneck.js';
import { explaining } from './explaining.js';

const kOpposite = markText(
  'because window and answer move in opposite directions: only in the middle is the true digit in sight',
);
const kGuess = markText('because training never had this order of words');

/** @type {import('../../lab/scene.js').Scenes} */
const translating = [
  {
    chapter: 4,
    title: markText('Alignment, learned'),
    text: markProse`
      The decoder writes English, one row of the map a word. In each row, the color is its
      [attention weight](:weights) on a French word, the outline the [true alignment](:truth), never given to the
      network.

      Watch “european economic area”: the French order is reversed, and attention runs backwards.

      ! Then press another cell of a row: the word must look there.
    `,
    settings: { preset: 'french' },
    runTo: Infinity,
    figure: 'unrolled',
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 4,
    title: markText('One step of the decoder'),
    text: markProse`
      The decoder state *z* is the [query](:query). It is compared with every encoder state *h* to give a
      [score](:score). [Softmax](:softmax) turns the scores into weights; the weighted average of the states is
      the [context vector](:context-vector). The score here is *concat*: $v·tanh(Wz + Uh)$.

      ! When it has learned, choose a row of the map. Follow its numbers from score to context vector.
    `,
    settings: { preset: 'french' },
    runTo: Infinity,
    explore: 'decoder-steps',
  },
  {
    chapter: 4,
    title: markText('Four ways to score'),
    text: markProse`
      Luong et al. score the decoder state after its step: dot $z·h$, general $z·Wh$, and concat $v·tanh(W[z; h])$,
      where [z; h] joins both. With *W* split in two, that is $v·tanh(Wz + Uh)$. Bahdanau et al. use this additive score
      **before** the step, so the race has both.

      ! Start the race on reversed digits. Which score first reaches 90 % [alignment](:alignment) accuracy?
    `,
    settings: { preset: 'general' },
    explore: 'race',
    figure: 'scores',
  },
  {
    chapter: 4,
    title: markText('A score of your own'),
    text: markProse`
      The score may be any formula of query *q* and key *k*. Capital letters are learned matrices, other small letters
      learned vectors or numbers, *t* and *s* the two positions. This one adds a learned multiple of the distance to
      the general score.

      ! Choose another [Formula](>settings.formula) or write one, then *Run*. Compare it under [Race](>race), *Your own score*.
    `,
    settings: { preset: 'custom-score' },
    runTo: Infinity,
    explore: 'settings',
  },
  {
    chapter: 4,
    title: markText('A window that moves'),
    text: markProse`
      Local-m looks through a window of ±2 around its center *p*, whereas [global attention](:global) looks at all
      positions. At step *t*, the center is position *t*. So the window moves from left to right.
    `,
    settings: { preset: 'local-m-reversal' },
    watchedExample: 5,
    figure: 'unrolled',
    question: {
      text: markText('The task is to reverse digits. How many numbers will come out right with this window?'),
      choices: createRangeChoices('exactMatch', [
        [0.95, markText('More than 95 %')],
        [0.05, markText('Between 5 % and 95 %'), kOpposite],
        [0, markText('Less than 5 %'), kOpposite],
      ]),
      metricNames: ['exactMatch', 'alignmentAccuracy'],
    },
  },
  {
    chapter: 4,
    title: markText('A window with a predicted center'),
    text: markProse`
      Local-p predicts the center of its window from the decoder state: $p = S·σ(v·tanh(W z))$, with the
      logistic function *σ* and *S* source tokens. Weights fall off around it as a Gaussian.

      ! When it has learned, drag the slider of steps through the run.
    `,
    settings: { preset: 'local-p' },
    figure: 'unrolled',
    question: {
      text: markText('Which will find the true digits first, the center or the weights?'),
      choices: [
        {
          id: 'center',
          text: markText('The center, in most rows'),
          isOutcome: ({ count, center }) => center > count / 2,
          reason: markText('because weights far from the center stay small, so it has to come near first'),
        },
        {
          id: 'weights',
          text: markText('The weights, in most rows'),
          isOutcome: ({ count, weights }) => weights > count / 2,
        },
        {
          id: 'mixed',
          text: markText('Neither'),
          reason: markText('because a better center makes the weights better, and the other way round'),
        },
      ],
      probe: async (scope, create) => {
        const run = await create({ ...scope.configuration, threads: 1 });
        const { rows, steps } = await findFirstSteps(run, [isCentered, isRowFound]).finally(() =>
          run.dispose(),
        );
        const [centers, weights] = steps.map((one) => rows.map((_, row) => one.get(row) ?? Infinity));
        const values = {
          count: rows.length,
          center: countLess(centers, weights),
          weights: countLess(weights, centers),
        };
        return {
          values,
          text: translate(
            'Of {count} rows, the center was first in {center}, the weights in {weights}',
            values,
          ),
        };
      },
    },
  },
  {
    chapter: 4,
    title: markText('One state instead of an average'),
    text: markProse`
      [Hard attention](:hard) draws one encoder state, with the weights as probabilities. A draw has no gradient, so the
      weights learn from a reward: how probable the right digits became (REINFORCE). Four samples of each number tell
      how good one draw is.

      ! Watch the dots reach the true digits. Then *Run* with 1 for [Samples](>settings.samples).
    `,
    settings: { preset: 'hard' },
    question: {
      text: markText('With one sample instead of four, will the map be as sharp?'),
      choices: createYesNoChoices((own, one) => one['normalizedEntropy'] < own['normalizedEntropy'] + 0.05, {
        no: markText('because one sample has no others to be compared with, so its reward tells less'),
      }),
      metricNames: ['exactMatch', 'alignmentAccuracy', 'normalizedEntropy'],
      comparison: {
        name: markText('With one sample'),
        settings: { preset: 'hard', parameters: { samples: 1 } },
      },
    },
  },
  {
    chapter: 4,
    title: markText('Your own sentence'),
    text: markProse`
      The network answers whatever words of its grammar you type. That does not make the answer right. Words that it does
      not know are marked.

      ! Open [Decoder steps](>decoder-steps) and type “la petite maison rouge”, then “rouge maison petite la” or a
      sentence of your own.
    `,
    settings: { preset: 'french' },
    question: {
      text: markText('Which of the two will become “the small red house”?'),
      choices: [
        {
          id: 'both',
          text: markText('Both'),
          isOutcome: ({ right }) => right === '✓✓',
          reason: markText('because with this seed the words decide, whatever their order'),
        },
        {
          id: 'first',
          text: markText('The first alone'),
          isOutcome: ({ right }) => right === '✓✗',
          reason: kGuess,
        },
        { id: 'other', text: markText('The second alone, or neither') },
      ],
      probe: async (scope) => {
        const found = await Promise.all(
          ['la petite maison rouge', 'rouge maison petite la'].map(async (source) => {
            const { text } = await scope.predict({ source });
            const mark = text === 'the small red house' ? '✓' : '✗';
            return { mark, description: `“${source}” → “${text}” ${mark}` };
          }),
        );
        return {
          values: { right: found.map(({ mark }) => mark).join('') },
          text: found.map(({ description }) => description).join('. '),
        };
      },
    },
  },
];

/** @param {import('../../engine/shapes.js').AttentionMap} map @param {number} row @returns {boolean} whether its window is centered at the truth */
const isCentered = ({ position = [], truth = new Float32Array(), columnLabels: { length } }, row) =>
  Math.abs(Number(position[row]) - truth.subarray(row * length, (row + 1) * length).indexOf(1)) <= 0.5;

/** Counts the entries of `one` that are less than those of `other`. @param {readonly number[]} [one] @param {readonly number[]} [other] */
const countLess = (one = [], other = []) => one.filter((step, i) => step < Number(other[i])).length;

/** Settings that matter most here. */
export const mainSettings = ['task', 'score', 'locality', 'attention', 'epochs'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [...bottleneck, ...translating, ...explaining];
