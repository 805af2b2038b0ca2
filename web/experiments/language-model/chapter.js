import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';
import { formatFixed } from '../../parts/format.js';

/** Of the bits of trigrams: less is a lot less. */
const kMuchLess = 0.6;

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 10,
    title: phrase('Character by character'),
    text: prose`
      This decoder has one task: to predict the next character of a text that we wrote. Its lines name things and name
      them again. A trigram model counts what follows two characters, a unigram model each character alone. The decoder
      sees 64, through the [causal mask](:causal-mask), and chooses by [attention](:attention).
    `,
    set: { preset: 'characters' },
    ask: {
      ask: phrase('Bits per character measure its surprise. How many will it need, compared with trigrams?'),
      choices: [
        { id: 'more', text: phrase('As many, or more') },
        { id: 'less', text: phrase('A little less') },
        { id: 'half', text: phrase('About half as many, or fewer') },
      ],
      watch: watchEnd(({ bitsPerCharacter, trigramBits }) => {
        const [own, counted] = [Number(bitsPerCharacter), Number(trigramBits)];
        const id = own >= counted ? 'more' : own > kMuchLess * counted ? 'less' : 'half';
        return {
          id,
          told: say(
            'On held-out text the decoder needed {own} bits per character, trigrams {counted}; the curve is of the text that it learns from',
            {
              own: formatFixed(own, 2),
              counted: formatFixed(counted, 2),
            },
          ),
          why: {
            more: say('because this run has hardly been trained'),
            less: say('because it knows the words, but not yet which of them has been named'),
            half: say('because it sees whole lines: which words there are, and which have been named before'),
          }[id],
        };
      }),
    },
  },
  {
    chapter: 10,
    title: phrase('What was named before'),
    text: prose`
      Now each word is a token. Where a line names something again, the word has to be looked up, as in scene 6 of
      chapter 6. Outlines mark where it was named before. Several heads share this work. Trigrams count words.

      ! When it has learned, compare *truth* of all heads. Open the best head and scroll: which outlines are light?
    `,
    set: { preset: 'words' },
    runTo: Infinity,
    explore: 'head-grid',
  },
  {
    chapter: 10,
    title: phrase('Your own text'),
    text: prose`
      The sample is written token by token: each is drawn from the predicted probabilities and read again. A low
      *temperature* prefers likely ones.

      ! Point at a name that comes again. Where did the model look? Then paste a text of your own under [Own data](>data); it
      stays in this browser. With fewer than 30,000 characters, trigrams are hard to beat.
    `,
    set: { preset: 'words' },
    runTo: Infinity,
  },
];
