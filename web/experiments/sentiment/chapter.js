import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

const kUnmasked = markText('because padding is not masked: most positions of a short review are padding');
const kPadding = markText('because the weight of padding goes to words');
const kStates = markText('because several states may hold the verdict, and each seed chooses among them');
const kNegation = markText('because the “not” turns the verdict, and its state holds just that');

/** The article's networks have 100 hidden units; the findings are the same with fewer, and a run takes a quarter of the time. */
const kSmaller = { hidden: 32 };
const kArticle = { preset: 'article', parameters: kSmaller };

/**
 * Asks how accurate the baseline is.
 * @param {string} questionText
 * @param {{ same?: string, coin?: string }} why
 * @returns {import('../../lab/question.js').Question}
 */
const createBaselineQuestion = (questionText, why) => ({
  text: questionText,
  choices: [
    {
      id: 'same',
      text: markText('As accurate as attention within 2 %, or more'),
      isOutcome: ({ accuracy, baselineAccuracy }) => baselineAccuracy > accuracy - 0.02,
      reason: why.same,
    },
    {
      id: 'less',
      text: markText('Less accurate, but over 60 %'),
      isOutcome: ({ baselineAccuracy }) => baselineAccuracy > 0.6,
    },
    { id: 'coin', text: markText('No better than 60 %'), reason: why.coin },
  ],
  metricNames: ['accuracy', 'baselineAccuracy'],
});

/** Settings that matter most here. */
export const mainSettings = ['pooling', 'baseline', 'negation', 'hidden', 'epochs'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 3,
    title: markText('One clause decides'),
    text: markProse`
      A grammar writes reviews. One clause holds the verdict; the others state facts or quote somebody else. Two
      networks read with the same recurrent cell. The [baseline](:baseline) keeps its last state, after the
      [padding](:padding). The other takes an attention-weighted average of all states.

      ! When it has learned, press a word: all weight is there.
    `,
    settings: { preset: 'default' },
    question: createBaselineQuestion(markText('How accurate will the baseline be on held-out reviews?'), {
      coin: markText('because the cell goes on reading padding, which overwrites the verdict'),
    }),
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 3,
    title: markText('Your own sentence'),
    text: markProse`
      Bars under the words are [attention weights](:weights); boxes mark the words that decide. A bar may stand behind
      its box: the next scene says why. What others said does not count, and “not” reverses a verdict.

      ! Type “my brother said the food was awful but i love it”. Then negate it.
    `,
    settings: { preset: 'default' },
    question: {
      text: markText('Which word of this sentence gets the largest weight?'),
      choices: [
        {
          id: 'love',
          text: 'love',
          isOutcome: ({ words }) => words[0] === 'love',
          reason: markText('because it is the speaker’s own verdict'),
        },
        { id: 'awful', text: 'awful', isOutcome: ({ words }) => words[0] === 'awful' },
        {
          id: 'other',
          text: markText('Another word'),
          reason: kStates,
        },
      ],
      probe: async (scope) =>
        (await import('./probes.js')).findHeaviestWords(scope, [
          'my brother said the food was awful but i love it',
        ]),
    },
  },
  {
    chapter: 3,
    title: markText('Weights belong to states'),
    text: markProse`
      A weight belongs to a state, which holds its word and those before it. So the longest bar may stand a word
      behind the box, or before it. Weights sum to 1: a later word takes some.

      ! Type “we hardly truly dislike the waiter”, then the same with “love”.
    `,
    settings: { preset: 'default' },
    question: {
      text: markText('Will “dislike” and “love” get the largest weight of their sentences?'),
      choices: [
        {
          id: 'both',
          text: markText('Both'),
          isOutcome: ({ words: [first, second] }) => first === 'dislike' && second === 'love',
          reason: kStates,
        },
        {
          id: 'one',
          text: markText('One of them'),
          isOutcome: ({ words: [first, second] }) => first === 'dislike' || second === 'love',
          reason: kStates,
        },
        { id: 'none', text: markText('Neither'), reason: kStates },
      ],
      probe: async (scope) =>
        (await import('./probes.js')).findHeaviestWords(
          scope,
          ['dislike', 'love'].map((verb) => `we hardly truly ${verb} the waiter`),
        ),
    },
  },
  {
    chapter: 3,
    title: markText('The last real word'),
    text: markProse`
      Was the memory too small, or was it the padding? Here the baseline uses the state at the last real word. This is
      [pooling](:pooling), too: one vector from many states.
    `,
    settings: { preset: 'last-real-baseline' },
    question: createBaselineQuestion(markText('How accurate is this baseline, beside attention?'), {
      same: markText('because the state has to carry one yes or no, not a whole sentence'),
    }),
  },
  {
    chapter: 3,
    title: markText('A gain we could not reproduce'),
    text: markProse`
      A tutorial article on 2,000 sentences from Amazon and Yelp reports an accuracy of .77 without attention and .81
      with it; padding is not masked. In five runs we measured .808 ± .013 and .787 ± .026. Here, on shorter
      reviews with smaller networks (32 hidden units, not 100), attention is ahead, but only because the baseline reads
      padding to the end.
    `,
    settings: kArticle,
    question: {
      text: markText('How much weight will attention put on padding?'),
      choices: createRangeChoices('massOnPadding', [
        [0.5, markText('More than half'), kUnmasked],
        [0.1, markText('Between a tenth and a half'), kUnmasked],
        [0, markText('Less than a tenth')],
      ]),
      metricNames: ['accuracy', 'massOnPadding', 'normalizedEntropy'],
    },
  },
  {
    chapter: 3,
    title: markText('The same with a mask'),
    text: markProse`
      One switch is different: padding is masked and gets weight 0. The average is now over states of words alone.
      Beside it the network of the last scene is trained again, from the same seed.
    `,
    settings: { preset: 'article-masked', parameters: kSmaller },
    question: {
      text: markText('What does the mask change?'),
      choices: [
        {
          id: 'cues',
          text: markText('Fewer right answers, more weight on the words that decide'),
          isOutcome: (own, other) =>
            own['accuracy'] < other['accuracy'] && own['massOnCues'] > other['massOnCues'],
          reason: kPadding,
        },
        {
          id: 'more',
          text: markText('At least as many right answers, more weight on the words that decide'),
          isOutcome: (own, other) => own['massOnCues'] > other['massOnCues'],
          reason: kPadding,
        },
        { id: 'less', text: markText('Less weight on the words that decide') },
      ],
      metricNames: ['accuracy', 'massOnCues'],
      comparison: { name: markText('Without the mask'), settings: kArticle },
    },
  },
  {
    chapter: 3,
    title: markText('A cell that looks back'),
    text: markProse`
      An [LSTM](:lstm) goes on from its last state. This cell, the machine reader (LSTMN), keeps all its states. At each
      word [attention](:attention) over them decides from which it goes on.
    `,
    settings: { preset: 'machine-reader' },
    question: {
      text: markText('How much weight will a word of sentiment put on its “not”?'),
      choices: createRangeChoices('massOnModifier', [
        [0.9, markText('More than nine tenths'), kNegation],
        [0.5, markText('Between half and nine tenths'), kNegation],
        [
          0,
          markText('Less than half'),
          markText('because with this seed the cell carries the “not” along in its other states'),
        ],
      ]),
      metricNames: ['massOnModifier', 'massOnPrevious'],
    },
  },
];
