/** The chapter about the bottleneck: what is lost if one vector has to hold a whole sequence. */
import { formatDecimalPercent } from '../../lab/number-format.js';
import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText, translate } from '../../language/translate.js';

/** @import { Scope } from '../../engine/scope.js' */

/** Settings of a network that learns to reverse digits in seconds. */
const kDigits = {
  task: 'reversal',
  minimumLength: 3,
  maximumLength: 12,
  hidden: 32,
  batchSize: 32,
  learningRate: 0.01,
  constantSteps: 150,
  epochs: 1,
};
const kAlone = { parameters: { ...kDigits, score: 'none' } };

/**
 * Counts the numbers with `length` digits that the model reverses without a mistake, among those of the chart beside the text.
 * @param {Scope} scope
 * @param {number} length
 * @returns {Promise<{ count: number, right: number }>} how many have this length, and how many are reversed without a mistake
 */
async function countCorrectReversals(scope, length) {
  let [count, right] = [0, 0];
  for (let example = 0; example < Number(scope.manifest.probeExampleCount); ++example) {
    const { correct, target } = await scope.predict({ example });
    // The target also contains the end token.
    if (/** @type {readonly number[]} */ (target).length - 1 !== length) continue;
    right += Number(correct);
    count += 1;
  }
  return { count, right };
}

/**
 * Creates a question: how many long numbers come out right?
 * @param {{ all?: string, none?: string }} why
 * @returns {import('../../lab/question.js').Question}
 */
const createLengthQuestion = ({ all, none }) => ({
  text: markText('How many numbers of 12 digits come out right as a whole?'),
  choices: createRangeChoices('share', [
    [0.9, markText('Nearly all are right: over 90 %'), all],
    [0.1, markText('Some are right: 10 % to 90 %')],
    [0, markText('Nearly all are wrong: under 10 % right'), none],
  ]),
  probe: async (scope) => {
    const [short, long] = [await countCorrectReversals(scope, 3), await countCorrectReversals(scope, 12)];
    return {
      values: { share: long.right / long.count },
      text: translate(
        '{long} of {longCount} measured numbers with 12 digits came out right, {short} of {shortCount} with 3 digits',
        {
          ...{ long: long.right, longCount: long.count },
          ...{ short: short.right, shortCount: short.count },
        },
      ),
    };
  },
});

const kSpread = markText('because the vector has no room for all digits: what it lost is guessed');

/** @type {import('../../lab/scene.js').Scenes} */
export const bottleneckScenes = [
  {
    chapter: 0,
    title: markText('One vector for a whole number'),
    isOnTour: true,
    text: markProse`
      First a network without attention. An [encoder](:encoder) reads a number digit by digit, from both ends, and ends with one vector: its last
      [hidden state](:hidden-state), drawn as bars. From it alone a [decoder](:decoder) writes the number backwards.
      Three digits or twelve, there are always 32 bars.

      ! Bet first. It learns while the [loss](:loss) falls. Then slide through the lengths.
    `,
    settings: kAlone,
    question: createLengthQuestion({
      none: markText('because twelve digits have to fit into the same 32 entries as three'),
    }),
  },
  {
    chapter: 0,
    title: markText('What gets lost'),
    text: markProse`
      Each strip is a state of the encoder: 32 entries from each end. Only the last ones, merged into one vector of 32,
      reach the decoder. Where that vector no longer holds a digit, the decoder’s probabilities are spread over several.

      ! Type 3141, then 31415926, and compare the probabilities.
    `,
    settings: kAlone,
    explore: 'decoder-steps',
    question: {
      text: markText('How many digits of 31415926 will get 90 % or more?'),
      choices: createRangeChoices('sure', [
        [8, markText('All eight')],
        [1, markText('Some'), kSpread],
        [0, markText('None'), kSpread],
      ]),
      probe: async (scope) => {
        const { candidates = [], text = '' } = await scope.predict({ source: '31415926' });
        const digits = candidates.slice(0, text.length).map(([first]) => first);
        return {
          values: { sure: digits.filter((first) => Number(first?.probability) >= 0.9).length },
          text: translate('It writes {digits}', {
            digits: digits
              .map((first) => `${first?.token} (${formatDecimalPercent(first?.probability)})`)
              .join(', '),
          }),
        };
      },
    },
  },
  {
    chapter: 0,
    title: markText('A wider vector'),
    text: markProse`
      A vector of 64 entries holds more than one of 32. It also costs more: the recurrent matrices have four times as
      many entries.
    `,
    settings: { parameters: { ...kDigits, hidden: 64, score: 'none' } },
    question: createLengthQuestion({
      none: markText('because a wider vector moves the limit, but does not remove it'),
    }),
  },
  {
    chapter: 0,
    title: markText('Keep every state'),
    isOnTour: true,
    text: markProse`
      Now the encoder keeps the state of every digit. At each step the decoder takes a weighted average of them: this
      is [attention](:attention). A learned [score](:score) gives the weights: one row of the map for each
      [token](:token), here a digit. Data and [seed](:seed) are those of scene 1.

      ! Before the run all weights are about equal; watch where they gather.
    `,
    settings: { parameters: { ...kDigits, score: 'additive' } },
    watchedExample: 1,
    question: createLengthQuestion({
      all: markText('because each digit keeps a state of its own, however long the number is'),
    }),
  },
  {
    chapter: 0,
    title: markText('Sentences are harder still'),
    text: markProse`
      These French sentences, built by a small grammar, have up to 21 words. Without attention the loss falls as well,
      but the [exact match](:exact-match) is low: few translations are right in every word.

      ! Let it run to the end, then go on. Chapter 4 trains the same network with attention.
    `,
    settings: { preset: 'no-attention' },
    runTo: Infinity,
  },
];
