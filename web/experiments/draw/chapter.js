import { fixed } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** Two bounds closer than this, in nats, count as the same: as far apart as two seeds of one network are. */
const kSame = 3;

/**
 * Which of the two networks ends with the lower bound.
 * @param {string} ask
 * @param {Readonly<Record<'windows' | 'rival' | 'same', () => string>>} why
 * @returns {import('../../lab/question.js').Question}
 */
const whoseBound = (ask, why) => ({
  ask,
  choices: [
    { id: 'windows', text: phrase('The one with windows') },
    { id: 'rival', text: phrase('The one that sees everything') },
    { id: 'same', text: phrase('Hardly any difference') },
  ],
  watch: watchEnd(({ bound, rivalBound }) => {
    const ahead = Number(rivalBound) - Number(bound);
    const id = Math.abs(ahead) < kSame ? 'same' : ahead > 0 ? 'windows' : 'rival';
    const told = say('With windows {own} nats for a held-out picture, without {rival}', {
      own: fixed(Number(bound), 1),
      rival: fixed(Number(rivalBound), 1),
    });
    return { id, told, why: why[id]() };
  }),
});

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 9,
    title: phrase('Drawing through a window'),
    text: prose`
      DRAW copies a digit in eight steps. At each it reads a part through its *read window*: 5 × 5 blurred spots
      (Gaussian filters). It makes eight *latent numbers* of it, a short code. From these alone a decoder adds a stroke
      to the *canvas* through its *write window*.

      ! While it learns, watch the copy sharpen. Then follow its eight steps.
    `,
    set: { preset: 'alone' },
    runTo: Infinity,
  },
  {
    chapter: 9,
    title: phrase('What are the windows good for?'),
    text: prose`
      A second network has as many parameters and no windows: it reads and writes all pixels at every step. The [bound](:bound)
      is the information in the latent numbers (*divergence*) plus the reconstruction error, both in nats (1 nat = 1.44
      bits). Less is better.
    `,
    set: { preset: 'digits', seed: 1 },
    ask: whoseBound(phrase('Which of the two ends with the lower (better) bound?'), {
      windows: () =>
        say(
          'because 5 × 5 numbers need far fewer weights than a whole picture: of as many parameters, more are left for its recurrent state',
        ),
      rival: () =>
        say('because this run of the network with windows learned badly; another seed shows the usual order'),
      same: () => say('because the seeds of one network differ as much as these two'),
    }),
  },
  {
    chapter: 9,
    title: phrase('As wide a state'),
    text: prose`
      Before, the second network had a narrower state. Now it has as wide a state, and with it four times the parameters. It
      still reads and writes all pixels at every step. Again the [bound](:bound) decides. (Between the two: DRAW that
      [reads all pixels](all-seeing) and writes through a window.)
    `,
    set: { preset: 'as-wide' },
    ask: whoseBound(phrase('Which of the two ends with the lower (better) bound now?'), {
      windows: () =>
        say(
          'because parameters are not all: in as many steps the second network, with more to learn, does not come as far',
        ),
      rival: () =>
        say('because with as wide a state it can do all that windows do, at four times the parameters'),
      same: () =>
        say(
          'because on pictures as small as these windows mainly save parameters: it needs four times as many',
        ),
    }),
  },
  {
    chapter: 9,
    title: phrase('Draw one yourself, or let it invent'),
    text: prose`
      The network reads your drawing through its window and writes it again, in eight steps. Without its encoder it draws
      new pictures, from random latent numbers: [Invented pictures](>invented-pictures) has some.

      ! When it has learned, draw a digit. Then try what it never saw: a letter, a digit at the edge, nothing at all.
    `,
    set: { preset: 'digits' },
    runTo: Infinity,
    explore: 'own-drawing',
  },
];
