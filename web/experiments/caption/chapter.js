import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createRangeChoices, createYesNoChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/** Half of the usual steps suffice for correct captions. */
const kShort = { steps: 1400 };
const kSoft = { preset: 'soft', parameters: kShort };

/**
 * Creates a question: where are the largest attention weights?
 * @param {string} questionText
 * @returns {import('../../lab/question.js').Question}
 */
const createLightQuestion = (questionText) => ({
  text: questionText,
  choices: [
    ...createRangeChoices('pointingAccuracy', [
      [
        0.85,
        markText('At the object that they name, in over 85 %'),
        markText('because a word is easiest to read where its object is'),
      ],
    ]),
    ...createRangeChoices('pointingAccuracyWithinOne', [
      [
        0.85,
        markText('Often just beside it'),
        markText(
          'because an annotation contains its neighbors, too, and the loss is the same whichever is read',
        ),
      ],
      [
        0,
        markText('Further away, in over 15 %'),
        markText('because the loss rewards words, and this seed found them in other regions'),
      ],
    ]),
  ],
  metricNames: ['exactMatch', 'pointingAccuracy', 'pointingAccuracyWithinOne'],
});

/** @param {Readonly<Partial<Record<'most' | 'some', string>>>} why @returns {import('../../lab/question.js').Question} */
const createPointingQuestion = ({ most, some }) => ({
  text: markText('How often will the region that it looks at belong to the object that it names?'),
  choices: createRangeChoices('pointingAccuracy', [
    [0.85, markText('More than 85 %'), most],
    [0.2, markText('Between 20 % and 85 %'), some],
    [0, markText('Less than 20 %: by chance it would be 11 %')],
  ]),
  metricNames: ['exactMatch', 'pointingAccuracy'],
});

/** Settings that matter most in this experiment. */
export const mainSettings = ['attention', 'gate', 'objects', 'beam', 'steps'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 7,
    title: markText('Where it looks for a word'),
    isOnTour: true,
    text: markProse`
      An [encoder](:encoder) turns 6 × 6 regions of a picture into one vector each, the *annotations*. A
      [decoder](:decoder) writes the caption. Before each word its state asks all regions, as in translation; light is
      [attention weight](:weights). The outline is the object that the word names. Training compares words only; it is
      never told where to look.
    `,
    settings: kSoft,
    question: createLightQuestion(markText('Once it has learned: where will the light be for most words?')),
  },
  {
    chapter: 7,
    title: markText('Your own picture'),
    isOnTour: true,
    text: markProse`
      Training has pictures of one or two shapes, never two of one color, never none. The model answers for whatever
      you put on the board: nine places of 2 × 2 regions. The light shows where it looked.

      ! When it has learned, put a second shape on the board, first of another color, then of the same.
    `,
    settings: kSoft,
    explore: 'own-picture',
    question: {
      text: markText('A red square and a red circle, as it never saw them: will the caption be right?'),
      choices: createYesNoChoices(({ right }) => right, {
        no: markText('because training never showed it two shapes of one color'),
      }),
      probe: async (scope) => (await import('./probes.js')).captionTwoShapesOfOneColor(scope),
    },
  },
  {
    chapter: 7,
    title: markText('Looking at one region only'),
    text: markProse`
      Hard attention samples one region, with the weights as probabilities. Sampling has no gradient, so by
      [REINFORCE](:reinforce) the weights learn from a reward: how probable the right words became. Four captions of a
      picture are compared. Xu et al. began with the mean of all regions; this decoder begins with zeros.

      ! Run it, and open [Sampled looks](>looks).
    `,
    settings: { preset: 'hard', parameters: kShort },
    question: createPointingQuestion({ most: markText('because now it cannot know a word without looking') }),
  },
  {
    chapter: 7,
    title: markText('The same training, another seed'),
    text: markProse`
      Same settings as in the first scene, another seed. The loss rewards words only, and the decoder begins with the
      mean of all annotations: it may know a color without looking.

      ! Go through the pictures. Where a word has its light outside its outline, press a region inside: it must look
      there.
    `,
    settings: { ...kSoft, seed: 3 },
    watchedExample: 22,
    question: createLightQuestion(markText('Where will the light be for most words, with this seed?')),
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 7,
    title: markText('Without attention'),
    text: markProse`
      Now the mean annotation is all that the decoder gets. It may tell colors and shapes, but hardly what lies where.
      Guessing one of four relations gives 25 %. *Relation accuracy* may be lower still: the decoder says what was true of
      these objects in training.

      ! Run it, and go through the pictures with two objects.
    `,
    settings: { preset: 'no-attention', parameters: kShort },
    watchedExample: 9,
    question: {
      text: markText('How often will a relation be right, compared with all words?'),
      choices: [
        {
          id: 'less',
          text: markText('Less often, by over a tenth'),
          isOutcome: ({ wordAccuracy, relationAccuracy }) => relationAccuracy < wordAccuracy - 0.1,
          reason: markText('because a mean of all regions has no places'),
        },
        { id: 'same', text: markText('About as often, or more often') },
      ],
      metricNames: ['wordAccuracy', 'relationAccuracy'],
    },
  },
];
