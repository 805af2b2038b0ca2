import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/**
 * Creates a question: which of two networks ends with the lower loss, the variational bound?
 * @param {string} questionText
 * @param {Readonly<Record<'windows' | 'baseline' | 'same', string | undefined>>} why
 * @returns {import('../../lab/question.js').Question}
 */
const createBoundQuestion = (questionText, why) => ({
  text: questionText,
  choices: [
    {
      id: 'same',
      text: markText('Less than 1 nat apart'),
      isOutcome: ({ variationalBound, baselineVariationalBound }) =>
        Math.abs(baselineVariationalBound - variationalBound) < 1,
      reason: why.same,
    },
    {
      id: 'windows',
      text: markText('The one with windows'),
      isOutcome: ({ variationalBound, baselineVariationalBound }) =>
        variationalBound < baselineVariationalBound,
      reason: why.windows,
    },
    { id: 'baseline', text: markText('The one that sees everything'), reason: why.baseline },
  ],
  metricNames: ['variationalBound', 'baselineVariationalBound'],
});

/** After two thirds of the steps DRAW already copies nearly as well. */
const kTwoEpochs = { epochs: 2, decaySteps: 2000 };
const kShort = { preset: 'no-baseline', parameters: kTwoEpochs };

/** Settings that matter most in this experiment. */
export const mainSettings = ['pictures', 'readWindow', 'writeWindow', 'glimpses', 'baseline'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 9,
    title: markText('Drawing through a window'),
    text: markProse`
      DRAW copies a digit in eight steps. At each it reads a part through its *read window*: 5 × 5 blurred spots
      (Gaussian filters). It makes eight *latent numbers* of it, a short code. From these alone a decoder adds a stroke
      to the *canvas* through its *write window*.

      ! While it learns, watch the copy sharpen. Then follow its eight steps.
    `,
    settings: kShort,
    runTo: Infinity,
  },
  {
    chapter: 9,
    title: markText('What are the windows good for?'),
    text: markProse`
      A second network has as many parameters and no windows: it reads and writes all pixels at every step. The [bound](:bound)
      is the information in the latent numbers (*divergence*) plus the reconstruction error, both in nats (1 nat = 1.44
      bits). Less is better.
    `,
    settings: { preset: 'digits', parameters: kTwoEpochs },
    question: createBoundQuestion(markText('Which of the two ends with the lower (better) bound?'), {
      windows: markText(
        'because 5 × 5 numbers need far fewer weights than a whole picture: of as many parameters, more are left for its recurrent state',
      ),
      baseline: undefined,
      same: undefined,
    }),
  },
  {
    chapter: 9,
    title: markText('Draw one yourself, or let it invent'),
    isOnTour: true,
    text: markProse`
      The network DRAW copies a picture in eight steps. In each it moves a window, its attention: it reads there, and writes there.
      Without its encoder it draws new pictures, from random numbers: [Invented pictures](>invented-pictures) has some.

      ! When it has learned, draw a digit. Then try what it never saw: a letter, a digit at the edge, nothing at all.
    `,
    settings: kShort,
    runTo: Infinity,
    explore: 'own-drawing',
  },
];
