import { replyToHeldRow } from '../../lab/hold-reply.js';
import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/**
 * Creates a question: how many answers are right?
 * @param {string} questionText
 * @param {Readonly<Partial<Record<'all' | 'none', string>>>} why
 * @returns {import('../../lab/question.js').Question}
 */
const createExactMatchQuestion = (questionText, { all, none }) => ({
  text: questionText,
  choices: createRangeChoices('exactMatch', [
    [0.95, markText('More than 95 %'), all],
    [0.05, markText('Between 5 % and 95 %')],
    [0, markText('Less than 5 %'), none],
  ]),
  metricNames: ['exactMatch', 'tokenAccuracy'],
});

const kOthers = markText('because the heads of cross-attention can stand in for one another here');

/** Settings that matter most in this experiment. */
export const mainSettings = ['task', 'heads', 'layers', 'positions', 'steps'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 6,
    title: markText('All tokens at once'),
    text: markProse`
      No recurrence: in [self-attention](:self-attention) every token has [query](:query), [key](:key) and
      [value](:value), compared with all: $a = softmax(q k^{T} / √d)$. In *cross-attention* the queries come from
      the answer, keys and values from the source.

      ! Watch cross-attention learn reversal. In the encoder about half the weight goes to the end token, because each
      digit must know how far it is from the end.
    `,
    settings: { preset: 'reversal' },
    runTo: Infinity,
    figure: 'matrices',
  },
  {
    chapter: 6,
    title: markText('A set, not a sequence'),
    isOnTour: true,
    text: markProse`
      A transformer compares all tokens at once, by [self-attention](:self-attention). Shuffle the tokens, and it gives the
      same outputs in the shuffled order. Order has to be added, as a [position encoding](:position-encoding). Here it is
      left out of the source, and the task is to sort letters.

      ! Drag a token of the figure[ below](~); then choose *Waves*, and drag another.
    `,
    settings: { preset: 'sorting-no-positions' },
    figure: 'shuffle',
    question: createExactMatchQuestion(markText('How many sources will come out sorted?'), {
      all: markText('because sorting depends on which letters there are, not on where they stand'),
    }),
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 6,
    title: markText('Reversal without positions'),
    isOnTour: true,
    text: markProse`
      The same model, again without position encodings in the source. Now it has to reverse digits.
    `,
    settings: { preset: 'no-positions' },
    question: createExactMatchQuestion(markText('How many numbers will come out right?'), {
      none: markText(
        'because the model knows which digits there are, but not in which order, and must guess their places',
      ),
    }),
  },
  {
    chapter: 6,
    title: markText('Several heads'),
    isOnTour: true,
    text: markProse`
      A [head](:head) is one attention with queries, keys and values of its own. Each may look elsewhere; those of
      [cross-attention](:cross-attention) look from the answer at the source. They are named by layer and number: L1·H4
      is head 4 of layer 1.

      ! When it has learned, switch heads off one at a time[ (or press “Accuracy without each head in turn” under “Numbers”)](~).
    `,
    settings: { preset: 'four-heads' },
    question: {
      text: markText('Which kind of head does the model need most?'),
      choices: [
        {
          id: 'cross',
          text: markText('One of cross-attention'),
          isOutcome: ({ kind }) => kind === 'cross',
          reason: markText('because the answer sees the source through these heads alone'),
        },
        {
          id: 'encoder',
          text: markText('One of the encoder'),
          isOutcome: ({ kind }) => kind === 'encoder',
          reason: kOthers,
        },
        { id: 'decoder', text: markText('One of the decoder’s self-attention'), reason: kOthers },
      ],
      probe: async (scope) => (await import('./probes.js')).findMostImportantHead(scope),
    },
  },
  {
    chapter: 6,
    title: markText('Two layers: an induction head'),
    isOnTour: true,
    text: markProse`
      In “k 4 c 7 c” the last letter asks; the answer is 7. A head of layer 1 looks one place back, so digits get their
      letters. Heads of layer 2 find the letter asked for: [induction heads](:induction).

      ! In layer 2, press another digit in the asking letter’s row, then *whole layer*: one head may be outvoted.
    `,
    settings: { preset: 'induction' },
    question: {
      text: markText(
        'A second model, not shown, has one layer only. How many sources will it answer without a mistake?',
      ),
      choices: [
        {
          id: 'all',
          text: markText('More than 95 %'),
          isOutcome: (_, one) => one['exactMatch'] >= 0.95,
        },
        {
          id: 'some',
          text: markText('Between 5 % and 95 %'),
          isOutcome: (_, one) => one['exactMatch'] >= 0.05,
          reason: markText(
            'because no digit has information about the letter before it, so the model guesses among the digits that it sees',
          ),
        },
        { id: 'none', text: markText('Less than 5 %') },
      ],
      metricNames: ['exactMatch', 'tokenAccuracy'],
      comparison: { name: markText('With one layer'), settings: { preset: 'induction-one-layer' } },
    },
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 6,
    title: markText('One token through a block'),
    text: markProse`
      A feed-forward network follows attention. Each adds its result to the token’s [residual stream](:residual), written
      ⊕ x. The stream begins with √D E w, the embedding of the token, and adds its position P. Here *norm* is layer
      normalization, *h* the hidden layer, ‖·‖ the length of a vector.

      ! Point at a token, and compare the lengths. [Residual path](>residual-path) computes each number.
    `,
    settings: { preset: 'reversal' },
    question: {
      text: markText('After which part is the stream of the source’s tokens longest on average?'),
      choices: [
        {
          id: 'embedding',
          text: markText('Embedding and position'),
          isOutcome: ({ lengths }) => lengths[0] > Math.max(lengths[1], lengths[2]),
        },
        {
          id: 'self',
          text: markText('Self-attention'),
          isOutcome: ({ lengths }) => lengths[1] > lengths[2],
        },
        {
          id: 'forward',
          text: markText('Feed-forward network'),
          reason: markText('because each part adds its result to the stream'),
        },
      ],
      probe: async (scope) => (await import('./probes.js')).measureResidualStream(scope),
    },
    figure: 'block',
  },
  {
    chapter: 10,
    title: markText('A decoder alone'),
    text: markProse`
      Source and target can be one sequence: digits, then the same backwards. The [causal mask](:causal-mask) hides what
      comes later. A row is named after the token that it reads, and writes the next. Language models work this way.

      ! The row *<start>* writes the first digit.
    `,
    settings: { preset: 'decoder' },
    question: {
      text: markText(
        'On what will the best head’s largest weight lie when a digit of the answer is written?',
      ),
      choices: createRangeChoices('alignmentAccuracy', [
        [
          0.8,
          markText('On the same digit of the source, in over 80 % of the rows'),
          markText(
            'because queries and keys hold positions: a head finds the place, and the value brings the digit',
          ),
        ],
        [0, markText('Often on another token')],
      ]),
      metricNames: ['exactMatch', 'alignmentAccuracy', 'massOnTruth'],
    },
  },
];
