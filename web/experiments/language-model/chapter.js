import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/** A context of half the length gives the same findings in half the time. */
const kShort = { context: 32 };

/** Settings that matter most in this experiment. */
export const mainSettings = ['tokens', 'layers', 'heads', 'context', 'steps'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 10,
    title: markText('Character by character'),
    isOnTour: true,
    text: markProse`
      This decoder has one task: to predict the next character of a text that we wrote. Its lines name things and name
      them again. A trigram model counts what follows two characters, a unigram model each character alone. The decoder
      sees 32, through the [causal mask](:causal-mask), and chooses by [attention](:attention).
    `,
    settings: { preset: 'characters', parameters: kShort },
    question: {
      text: markText(
        'How well will it predict the next character, compared with trigrams? Fewer bits are better.',
      ),
      choices: [
        {
          id: 'half',
          text: markText('At most 60 % of the trigrams’ bits'),
          isOutcome: ({ bitsPerCharacter, trigramBits }) => bitsPerCharacter <= 0.6 * trigramBits,
          reason: markText(
            'because it sees 32 characters instead of two: whole words, and what was named just before',
          ),
        },
        {
          id: 'less',
          text: markText('Fewer than trigrams, but over 60 %'),
          isOutcome: ({ bitsPerCharacter, trigramBits }) => bitsPerCharacter < trigramBits,
        },
        { id: 'more', text: markText('As many, or more') },
      ],
      metricNames: ['bitsPerCharacter', 'trigramBits'],
    },
  },
  {
    chapter: 10,
    title: markText('What was named before'),
    text: markProse`
      Now each word is a token. Where a line names something again, the word has to be looked up, as in scene 5 of
      chapter 6. Outlines mark where it was named before. Several heads share this work. Trigrams count words.

      ! When it has learned, compare *truth* of all heads. Open the best head and scroll along its outlines.
    `,
    settings: { preset: 'words', parameters: kShort },
    question: {
      text: markText('How much of its weight will the best head put on the earlier mention?'),
      choices: createRangeChoices('massOnTruth', [
        [0.9, markText('More than nine tenths')],
        [0.1, markText('Between a tenth and nine tenths'), markText('because several heads share this work')],
        [0, markText('Less than a tenth')],
      ]),
      metricNames: ['recallAccuracy', 'alignmentAccuracy', 'massOnTruth'],
    },
    explore: 'head-grid',
  },
  {
    chapter: 10,
    title: markText('Your own text'),
    text: markProse`
      The sample is written token by token: each is drawn from the predicted probabilities and read again. A low
      *temperature* prefers likely ones.

      ! Point at a repeated name, and see where the model looked. Then paste a text of your own under [Own data](>data); it
      stays in this browser. With fewer than 30,000 characters, trigrams are hard to beat.
    `,
    settings: { preset: 'words', parameters: kShort },
    runTo: Infinity,
  },
];
