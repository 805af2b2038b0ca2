/**
 * The chapter about what a map can explain: tests of the map, then faults that leave their marks in it.
 * @module
 */
import { fixed, percent } from '../../lab/numbers.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** @import { Last, Outcome } from '../../lab/question.js' */

/** So different counts as another map; 1 would have nothing in common. */
const kOther = 0.5;

/** The causes among which a fault is to be found; the order gives nothing away. */
const kCauses = [
  { id: 'no-mask', text: phrase('Padding is not masked') },
  { id: 'no-source', text: phrase('The score leaves out the encoder state') },
  { id: 'no-tanh', text: phrase('The score has no tanh') },
  { id: 'little-data', text: phrase('Too few training examples') },
];

/**
 * @param {string} id of the cause
 * @param {(last: Last) => string} symptoms
 * @param {() => string} why
 * @returns {import('../../lab/question.js').Question}
 */
const diagnosis = (id, symptoms, why) => ({
  ask: phrase('What is the cause?'),
  choices: kCauses,
  diagnosis: true,
  trained: true,
  answer: async (_, last) => ({ id, told: symptoms(last), why: why() }),
  repair: { preset: 'reversal' },
});

/** @param {Last} last */
const entropy = ({ metrics: { exactMatch, normalisedEntropy } }) =>
  say('The exact match was {exact}, the normalised entropy of the weights {entropy}', {
    exact: percent(exactMatch),
    entropy: percent(normalisedEntropy),
  });

/** @type {import('../../lab/scene.js').Scenes} */
export const explaining = [
  {
    chapter: 5,
    title: phrase('Another map, the same answer?'),
    text: prose`
      A map is a [faithful explanation](:explanation) only if other weights would give another answer. So search: keep
      the network, and replace the weights of one row by others that leave the probabilities nearly as they are.
    `,
    set: { preset: 'french' },
    explore: 'explanation',
    ask: {
      ask: phrase('For the first word of the answer, how different can the other weights be?'),
      choices: [
        { id: 'close', text: phrase('Nearly the same as the learned ones') },
        { id: 'far', text: phrase('Mostly on other words') },
      ],
      trained: true,
      answer: async (scope) => {
        return judged(await scope.explain({ test: 'search', example: 0, row: 0 }));
      },
    },
  },
  {
    chapter: 5,
    title: phrase('Four tests'),
    text: prose`
      Shuffle the weights of a row, make them all alike, leave out one word at a time, or search for other weights.
      Each test changes one thing and measures how far the probabilities of the answer move.

      ! Run all four for the row “european”. Which agree that its weights matter?
    `,
    set: { preset: 'french' },
    runTo: Infinity,
    explore: 'explanation',
  },
  {
    chapter: 5,
    title: phrase('Patient A'),
    text: prose`
      Each of the next four networks has a fault that is easily made. The loss falls all the same. This map stays even:
      every row looks as it did at the start.
    `,
    set: { preset: 'no-source' },
    runTo: Infinity,
    ask: diagnosis('no-source', entropy, () =>
      say(
        'because without h in the score every position gets the same score, and softmax gives equal weights. The repair is v · tanh(W z + U h)',
      ),
    ),
  },
  {
    chapter: 5,
    title: phrase('Patient B'),
    text: prose`
      All rows of this map look alike, whatever digit is being written. The decoder does not seem to ask for anything.
    `,
    set: { preset: 'no-tanh' },
    runTo: Infinity,
    ask: diagnosis('no-tanh', entropy, () =>
      say(
        'because without tanh the score is a sum, v · W z + v · U h. Its first part is equal for all positions, so softmax cancels it. The repair is tanh around the sum',
      ),
    ),
  },
  {
    chapter: 5,
    title: phrase('Patient C'),
    text: prose`
      The answers are right, and the diagonal is there. But in each row the colours are paler than they should be: the
      visible weights do not add up to 1.
    `,
    set: { preset: 'no-mask' },
    runTo: Infinity,
    ask: diagnosis(
      'no-mask',
      ({ metrics: { exactMatch, massOnTruth } }) =>
        say('The exact match was {exact}, the weight on the true digit {mass}', {
          exact: percent(exactMatch),
          mass: percent(massOnTruth),
        }),
      () =>
        say(
          'because short numbers are padded, and the padding takes part in the softmax. The repair is a score of −∞ for every empty position',
        ),
    ),
  },
  {
    chapter: 5,
    title: phrase('Patient D'),
    text: prose`
      Here the training loss is next to nothing, and the map is clear. Still, many held-out numbers come out wrong.
    `,
    set: { preset: 'little-data' },
    runTo: Infinity,
    ask: diagnosis(
      'little-data',
      ({ loss, metrics: { exactMatch } }) =>
        say('The training loss was {loss}, the exact match on held-out numbers {exact}', {
          loss: Number(loss).toPrecision(2),
          exact: percent(exactMatch),
        }),
      () =>
        say(
          'because two hundred pairs can be memorised, and the formula was right all the time. The repair is 20,000 training examples',
        ),
    ),
  },
];

/**
 * @param {import('../../engine/shapes.js').Explanation} explanation by the search
 * @returns {Outcome}
 */
function judged({ answer, found, distance = 0, answerAfter }) {
  const far = distance > kOther;
  const places = {
    distance: fixed(distance, 3),
    before: answer.label,
    after: answerAfter?.label,
    share: percent(answerAfter?.probability),
  };
  return {
    id: far ? 'far' : 'close',
    told: found
      ? say(
          'With weights that are {distance} apart from the learned ones (0: the same, 1: nothing in common), the answer goes from “{before}” to “{after}” ({share})',
          places,
        )
      : say('No other weights were found that leave the answer as it is'),
    why: far
      ? say('because other encoder states and the decoder’s own state lead to the same word')
      : say('because only the states with a large weight lead to this word'),
  };
}
