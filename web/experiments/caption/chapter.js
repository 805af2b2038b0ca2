import { percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** From here on the largest weight is where it should be. */
const kFound = 0.85;
/** Fewer looks than this fall on a named object only by chance: it has four of 36 regions. */
const kSome = 0.3;
/** An object has so many of the regions. */
const kChance = 4 / 36;

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 7,
    title: phrase('Where it looks for a word'),
    text: prose`
      An [encoder](:encoder) turns 6 × 6 regions of a picture into one vector each, the *annotations*. A
      [decoder](:decoder) writes the caption. Before each word its state asks all regions, as in translation; light is
      [attention weight](:weights). The outline is the object that the word names. Training compares words only; it is
      never told where to look.
    `,
    set: { preset: 'soft' },
    ask: {
      ask: phrase('Once it has learned: where will it look when it names a colour?'),
      choices: [
        { id: 'object', text: phrase('At the object of that colour') },
        { id: 'beside', text: phrase('At a region beside it') },
        { id: 'elsewhere', text: phrase('Often somewhere else') },
      ],
      watch: watchEnd(({ pointing, pointingNear }) => {
        const id =
          Number(pointing) > kFound ? 'object' : Number(pointingNear) > kFound ? 'beside' : 'elsewhere';
        const why = {
          object: say('because the colour of an object is easiest to read where the object is'),
          beside: say('because annotations know their neighbours, and the loss does not mind which is asked'),
          elsewhere: say('because the loss rewards words, and this seed found them in other regions'),
        }[id];
        return {
          id,
          told: say(
            'The largest weight was on the named object in {found}, at most one region away in {near}',
            {
              found: percent(pointing),
              near: percent(pointingNear),
            },
          ),
          why,
        };
      }),
    },
  },
  {
    chapter: 7,
    title: phrase('Your own picture'),
    text: prose`
      Training has pictures of one or two shapes, never two of one colour, never none. The model answers for whatever
      you put on the board: nine places of 2 × 2 regions. The light shows where it looked.

      ! When it has learned, put a second shape on the board, first of another colour, then of the same. Which captions
      are right?
    `,
    set: { preset: 'soft' },
    runTo: Infinity,
    explore: 'own-picture',
  },
  {
    chapter: 7,
    title: phrase('Looking at one region only'),
    text: prose`
      Hard attention samples one region, with the weights as probabilities. Sampling has no gradient, so by
      [REINFORCE](:reinforce) the weights learn from a reward: how probable the right words became. As in Xu et al. 2015, one
      caption is sampled for each picture, and its reward is compared with the mean of earlier ones.
    `,
    set: { preset: 'published' },
    ask: {
      ask: phrase('How often will the region that it looks at belong to the object that it names?'),
      choices: [
        { id: 'always', text: phrase('Nearly always, as with soft attention') },
        { id: 'some', text: phrase('More often than by chance, but not always') },
        { id: 'chance', text: phrase('As often as by chance') },
      ],
      watch: watchEnd(({ pointing, exactMatch }) => {
        const id = Number(pointing) > kFound ? 'always' : Number(pointing) > kSome ? 'some' : 'chance';
        const why = {
          always: say('because this seed was lucky; seven others reached 20 to 75 %'),
          some: say(
            'because the decoder begins with the mean of all annotations: it knows the colours before it looks, and writes many words without looking',
          ),
          chance: say('because words that can be guessed reward every look alike'),
        }[id];
        return {
          id,
          told: say(
            'It looked at the object in {found}, by chance it would in {chance}; {exact} of the captions were right',
            {
              chance: percent(kChance),
              found: percent(pointing),
              exact: percent(exactMatch),
            },
          ),
          why,
        };
      }),
    },
  },
  {
    chapter: 7,
    title: phrase('Starting from zeros'),
    text: prose`
      The decoder before began with the mean of all annotations. This one begins with zeros: it has to look. Four
      captions of a picture are compared; a look is rewarded for later words only.

      ! Compare exact match and pointing accuracy (*All numbers*) with about .4 and .5 in scene 3. Then open
      [Sampled looks](>looks): some dots fall beside the object.
    `,
    set: { preset: 'hard' },
    runTo: Infinity,
  },
  {
    chapter: 7,
    title: phrase('Looked at once, named in two words'),
    text: prose`
      Two words name an object, as “red triangle”. *Pointing accuracy* counts words with the largest weight on their
      object, *Seen by then* also counts a look at an earlier word. An [LSTM](:lstm) can look once and write both.

      ! At the end open *All numbers* and compare the two. Then play the caption: at which word is each object lit?
    `,
    set: { preset: 'gated', seed: 2 },
    runTo: Infinity,
  },
  {
    chapter: 7,
    title: phrase('Right words, wrong place'),
    text: prose`
      Same settings as in the first scene, another seed. The captions are as right as there, but a quarter of the
      words look elsewhere. The loss rewards words only, and the decoder begins with the mean of all annotations: it may
      know a colour without looking.

      ! Go through the pictures. Which words have their light outside their outline?
    `,
    set: { preset: 'soft', seed: 3 },
    watch: 22,
    runTo: Infinity,
  },
  {
    chapter: 7,
    title: phrase('Without attention'),
    text: prose`
      Now the mean annotation is all that the decoder gets. It often tells colours and shapes, but hardly what lies where.
      Guessing one of four relations gives 25 %. *Relation accuracy* may be lower still: the decoder says what was true of
      these objects in training.

      ! Go through the pictures with two objects. Which words are right, and which wrong?
    `,
    set: { preset: 'blind' },
    watch: 9,
    runTo: Infinity,
  },
];
