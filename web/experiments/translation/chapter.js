import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createYesNoChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';
import { bottleneckScenes } from './bottleneck.js';
import { explainingScenes } from './explaining.js';

/** @type {import('../../lab/scene.js').Scenes} */
const translatingScenes = [
  {
    chapter: 4,
    title: markText('Alignment, learned'),
    isOnTour: true,
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
      [score](:score), here *concat*: $v·tanh(Wz + Uh)$. [Softmax](:softmax) turns the scores into weights; the weighted
      average of the states is the [context vector](:context-vector).

      ! When it has learned, follow a row from score to context vector. Then type a sentence of your own.
    `,
    settings: { preset: 'french' },
    explore: 'decoder-steps',
    question: {
      text: markText(
        'Training never had “rouge maison petite la”. Will it become “the small red house”, like “la petite maison rouge”?',
      ),
      choices: createYesNoChoices(({ right }) => right, {
        yes: markText('because with this seed the words decide, whatever their order'),
        no: markText('because training never had this order of words'),
      }),
      probe: async (scope) => {
        const answers = await Promise.all(
          ['la petite maison rouge', 'rouge maison petite la'].map(async (source) => {
            const { text } = await scope.predict({ source });
            return { source, text, right: text === 'the small red house' };
          }),
        );
        return {
          values: { right: answers[1]?.right },
          text: answers
            .map(({ source, text, right }) => `“${source}” → “${text}” ${right ? '✓' : '✗'}`)
            .join('. '),
        };
      },
    },
  },
  {
    chapter: 4,
    title: markText('Four ways to score'),
    text: markProse`
      Luong et al. score the decoder state after its step, Bahdanau et al. **before** it. With *W* split in two, concat
      is the additive score; [z; h] joins both vectors.

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
      Local attention looks through a window around a center *p*; [global attention](:global) looks at all positions.
      Local-m sets *p* to the step *t*, so its window moves from left to right. Local-p predicts it from the decoder
      state: $p = S·σ(v·tanh(W z))$, with the logistic function *σ* and *S* source tokens.
    `,
    settings: { preset: 'local-p' },
    question: {
      text: markText('The task is to reverse digits. How many numbers will come out right with local-m?'),
      choices: [
        {
          id: 'most',
          text: markText('As many as with local-p'),
          isOutcome: (own, other) => other['exactMatch'] > own['exactMatch'] - 0.05,
        },
        {
          id: 'fewer',
          text: markText('Fewer'),
          reason: markText(
            'because window and answer move in opposite directions: only in the middle is the true digit in sight',
          ),
        },
      ],
      metricNames: ['exactMatch', 'alignmentAccuracy'],
      comparison: { name: markText('With local-m'), settings: { preset: 'local-m-reversal' } },
    },
  },
  {
    chapter: 4,
    title: markText('One state instead of an average'),
    text: markProse`
      [Hard attention](:hard) draws one encoder state, with the weights as probabilities. A draw has no gradient, so the
      weights learn from a reward: how probable the right digits became (REINFORCE). Four samples of each number tell
      how good one draw is.

      ! Watch the dots reach the true digits.
    `,
    settings: { preset: 'hard' },
    question: {
      text: markText('With one sample instead of four, will the map be as sharp?'),
      choices: createYesNoChoices((own, one) => one['normalizedEntropy'] < own['normalizedEntropy'] + 0.05, {
        no: markText('because one sample has no others to be compared with, so its reward tells less'),
      }),
      metricNames: ['alignmentAccuracy', 'normalizedEntropy'],
      comparison: {
        name: markText('With one sample'),
        settings: { preset: 'hard', parameters: { samples: 1 } },
      },
    },
  },
];

/** Settings that matter most in this experiment. */
export const mainSettings = ['task', 'score', 'locality', 'attention', 'hidden'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [...bottleneckScenes, ...translatingScenes, ...explainingScenes];
