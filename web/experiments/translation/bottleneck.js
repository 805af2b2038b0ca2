/**
 * The chapter about what is lost without attention: one vector for a whole number.
 * @module
 */
import { formatDecimalPercent } from '../../lab/number-format.js';
import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText, translate } from '../../language/translate.js';

/** Settings of a network that learns to reverse digits in seconds. */
const kDigits = {
  task: 'reversal',
  hidden: 32,
  batchSize: 32,
  learningRate: 0.01,
  constantSteps: 150,
  epochs: 1,
};
const kAlone = { parameters: { ...kDigits, score: 'none' } };

/**
 * Asks how accuracy depends on the length of a number.
 * @param {{ short?: string, same?: string }} why
 * @returns {import('../../lab/question.js').Question}
 */
const createLengthQuestion = ({ short, same }) => ({
  text: markText('Which numbers come out right in every digit?'),
  choices: createRangeChoices('gap', [
    [0.1, markText('Short ones more often, by over a tenth'), short],
    [-0.1, markText('The same share at every length'), same],
    [-1, markText('Long ones more often, by over a tenth')],
  ]),
  figure: 'by-length',
});

const kLimit = markText('because a wider vector moves the limit, but does not remove it');
const kSpread = markText('because the vector has no room for all digits: what it lost is guessed');

/** @type {import('../../lab/scene.js').Scenes} */
export const bottleneck = [
  {
    chapter: 0,
    title: markText('One vector for a whole number'),
    text: markProse`
      An [encoder](:encoder) reads a number digit by digit, from both ends, and ends with one vector of 32 entries:
      its last [hidden state](:hidden-state). From it alone a [decoder](:decoder) writes the number backwards.
      It has no attention weights: the map stays empty.

      ! Watch the loss fall. Then read the [exact match](:exact-match): the share of right numbers[, under “Numbers”](~).
    `,
    settings: kAlone,
    runTo: Infinity,
    figure: 'unrolled',
  },
  {
    chapter: 0,
    title: markText('Which numbers does it lose?'),
    text: markProse`
      The vector always has 32 entries. The numbers in the test have 4 to 8 digits, and the network has seen
      thousands of each length.
    `,
    settings: kAlone,
    figure: 'by-length',
    question: createLengthQuestion({
      short: markText(
        'because each digit needs room in the vector, and the vector does not grow with the number',
      ),
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
    question: {
      text: markText('With twice the width, how many numbers come out right?'),
      choices: createRangeChoices('exactMatch', [
        [0.95, markText('More than 95 %')],
        [0.5, markText('Between 50 % and 95 %'), kLimit],
        [0, markText('Less than half'), kLimit],
      ]),
      metricNames: ['exactMatch'],
      comparison: { name: markText('With 32 entries'), settings: kAlone },
    },
  },
  {
    chapter: 0,
    title: markText('Keep every state'),
    text: markProse`
      Now the encoder keeps the state of every digit. At each step the decoder takes a weighted average of them: this
      is [attention](:attention). Data and seed are as before, and the width is 32 again.
    `,
    settings: { parameters: { ...kDigits, score: 'additive' } },
    figure: 'by-length',
    question: createLengthQuestion({
      same: markText('because each digit keeps a state of its own, however long the number is'),
    }),
  },
  {
    chapter: 0,
    title: markText('Sentences are harder still'),
    text: markProse`
      These French sentences, built by a small grammar, have up to 21 words. Without attention the loss falls as well,
      but few translations are right in every word.

      ! Let it run to the end, then go on. Chapter 4 trains the same network with attention.
    `,
    settings: { preset: 'no-attention' },
    runTo: Infinity,
  },
];
