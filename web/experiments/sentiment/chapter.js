import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

const kPadding = markText('because the weight of padding goes to words');
const kStates = markText('because several states may hold the verdict, and each seed chooses among them');
const kNegation = markText('because the “not” turns the verdict, and its state holds just that');

/** The sentence of the second scene. */
const kTyped = 'my brother said the food was awful but i love it';

/** The article's networks have 100 hidden units; the findings are the same with fewer, and a run takes a quarter of the time. */
const kSmaller = { hidden: 32 };

/**
 * Creates a question: how accurate is the baseline?
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

/** Settings that matter most in this experiment. */
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
    question: createBaselineQuestion(markText('How accurate will the baseline be on new reviews?'), {
      coin: markText('because the cell goes on reading padding, which overwrites the verdict'),
    }),
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 3,
    title: markText('Your own sentence'),
    isOnTour: true,
    text: markProse`
      A network tells good reviews from bad. A [baseline](:baseline) uses its last state only, after the
      [padding](:padding). Bars are [attention weights](:weights); boxes mark words that decide. A weight belongs to a
      state, which holds its word and those before it. So the longest bar may stand beside the box.

      ! After the run, write “do not love it” in the field.
    `,
    settings: { preset: 'default' },
    typedText: kTyped,
    replyToText: async (sentence, scope) =>
      `${(await (await import('./probes.js')).findHeaviestWords(scope, [sentence])).text}.`,
    question: {
      text: markText(
        'Which word of “my brother said the food was awful but i love it” will get the largest weight?',
      ),
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
      probe: async (scope) => (await import('./probes.js')).findHeaviestWords(scope, [kTyped]),
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
    title: markText('A mask for the padding'),
    text: markProse`
      Must attention see the [padding](:padding)? Here it is masked and gets weight 0, so the average is over states of
      words alone. Beside it a network without the mask is trained from the same seed, as in a tutorial article, but
      with 32 hidden units.
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
      metricNames: ['accuracy', 'massOnCues', 'massOnPadding'],
      comparison: {
        name: markText('Without the mask'),
        settings: { preset: 'article', parameters: kSmaller },
      },
    },
  },
  {
    chapter: 3,
    title: markText('A cell that looks back'),
    isOnTour: true,
    text: markProse`
      An [LSTM](:lstm) goes on from its last state. This cell, the machine reader (LSTMN), keeps all its states. At each
      word [attention](:attention) over them decides from which it goes on.

      In the formula[, under “Numbers and tools”,](~) *x* is the word, *h* an earlier state, *h̃* the last average of states; *v*, *W*, *Z* and *U* are
      learned.
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
      metricNames: ['massOnModifier'],
    },
  },
];
