import { createScope } from '../../index.js';
import { percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';
import { explaining } from './explaining.js';

/** Digits reversed, by a network that learns them in seconds. */
const kDigits = {
  task: 'reversal',
  hidden: 32,
  batchSize: 32,
  learningRate: 0.01,
  steady: 150,
  epochs: 1,
};
const kAlone = { parameters: { ...kDigits, score: 'none' } };

/** @type {import('../../lab/scene.js').Scenes} */
const bottleneck = [
  {
    chapter: 0,
    title: phrase('One vector for a whole number'),
    text: prose`
      An [encoder](:encoder) reads a number digit by digit, from both ends, and ends with one vector of 32 entries:
      its last [hidden state](:hidden-state). From it alone a [decoder](:decoder) writes the number backwards.
      It has no attention weights: the map stays empty.

      ! Watch the loss fall. Then read the [exact match](:exact-match): the share of right numbers[, under “Numbers”](~).
    `,
    set: kAlone,
    runTo: Infinity,
    figure: 'unrolled',
  },
  {
    chapter: 0,
    title: phrase('Which numbers does it lose?'),
    text: prose`
      The vector always has 32 entries. The numbers in the test have 4 to 8 digits, and the network has seen
      thousands of each length.
    `,
    set: kAlone,
    figure: 'by-length',
    ask: {
      ask: phrase('Which numbers come out right in every digit?'),
      choices: [
        { id: 'same', text: phrase('The same share at every length') },
        { id: 'short', text: phrase('Short ones far more often') },
        { id: 'long', text: phrase('Long ones more often') },
      ],
      measure: 'by-length',
      /** @param {readonly { length: number, share: number }[]} shares */
      judge: (shares) => {
        const [first, last] = [shares[0], shares[shares.length - 1]];
        const gap = Number(first?.share) - Number(last?.share);
        const id = gap > 0.1 ? 'short' : gap < -0.1 ? 'long' : 'same';
        const why = {
          short: say(
            'because each digit needs room in the vector, and the vector does not grow with the number',
          ),
          same: say('because this network has learned no length better than another; train it to the end'),
          long: say('because few short numbers are in the test; another seed shows the usual order'),
        }[id];
        const told = say('With {first} digits {high} were right, with {last} digits {low}', {
          first: first?.length,
          high: percent(first?.share),
          last: last?.length,
          low: percent(last?.share),
        });
        return { id, told, why };
      },
    },
  },
  {
    chapter: 0,
    title: phrase('What gets lost'),
    text: prose`
      Each strip is a state of the encoder: 32 entries from each end. Only the last ones, merged into one vector of 32,
      reach the decoder. Where that vector no longer holds a digit, the decoder’s probabilities are spread over several.

      ! Type 3141, then 31415926. At which digit does the decoder become unsure?
    `,
    set: kAlone,
    runTo: Infinity,
    explore: 'decoder-steps',
  },
  {
    chapter: 0,
    title: phrase('A wider vector'),
    text: prose`
      A vector of 64 entries holds more than one of 32. It also costs more: the recurrent matrices have four times as
      many entries.
    `,
    set: { parameters: { ...kDigits, hidden: 64, score: 'none' } },
    ask: {
      ask: phrase('With twice the width, how many numbers come out right?'),
      choices: [
        { id: 'all', text: phrase('More than 95 %') },
        { id: 'most', text: phrase('Between 50 % and 95 %') },
        { id: 'few', text: phrase('Less than half') },
      ],
      watch: async (scope) => {
        const wide = Number(await exactMatchOf(scope.configuration.parameters, scope));
        const narrow = percent(await exactMatchOf(kAlone.parameters, scope));
        return watchEnd(() => {
          const id = wide > 0.95 ? 'all' : wide >= 0.5 ? 'most' : 'few';
          return {
            id,
            told: say('Of all held-out numbers {exact} were right; with 32 entries {narrow}', {
              exact: percent(wide),
              narrow,
            }),
            why:
              id === 'all'
                ? say('because these numbers are short enough for this width; longer ones fill it again')
                : say('because a wider vector moves the limit, but does not remove it'),
          };
        })(scope);
      },
    },
  },
  {
    chapter: 0,
    title: phrase('Keep every state'),
    text: prose`
      Now the encoder keeps the state of every digit. At each step the decoder takes a weighted average of them: this
      is [attention](:attention). Data and seed are as before, and the width is 32 again.

      ! Compare the exact match. Then press *Measure*: does the length still matter?
    `,
    set: { parameters: { ...kDigits, score: 'additive' } },
    runTo: Infinity,
    figure: 'by-length',
  },
  {
    chapter: 0,
    title: phrase('Sentences are harder still'),
    text: prose`
      These French sentences, built by a small grammar, have up to 21 words. Without attention the loss falls as well,
      but few translations are right in every word.

      ! Let it run to the end, then go on. Chapter 4 trains the same network with attention.
    `,
    set: { preset: 'forgetful' },
    runTo: Infinity,
  },
];

/** @type {import('../../lab/scene.js').Scenes} */
const translating = [
  {
    chapter: 4,
    title: phrase('Alignment, learned'),
    text: prose`
      The decoder writes English, one row of the map a word. In each row, the colour is its
      [attention weight](:weights) on a French word, the outline the [true alignment](:truth). Nobody gives the
      alignment to the network.

      ! Watch the rows of “european economic area”: the French order is reversed, and attention runs backwards.
    `,
    set: { preset: 'french' },
    runTo: Infinity,
    figure: 'unrolled',
  },
  {
    chapter: 4,
    title: phrase('One step of the decoder'),
    text: prose`
      The decoder state *z* is the [query](:query). It is compared with every encoder state *h* to give a
      [score](:score). [Softmax](:softmax) turns the scores into weights; the weighted average of the states is
      the [context vector](:context-vector). The score here is *concat*: $v·tanh(Wz + Uh)$.

      ! When it has learned, choose a row of the map. Follow its numbers from score to context vector.
    `,
    set: { preset: 'french' },
    runTo: Infinity,
    explore: 'decoder-steps',
  },
  {
    chapter: 4,
    title: phrase('Four ways to score'),
    text: prose`
      Luong et al. score the decoder state after its step: dot $z·h$, general $z·Wh$, and concat $v·tanh(W[z; h])$,
      where [z; h] joins both. With *W* split in two, that is $v·tanh(Wz + Uh)$. Bahdanau et al. use this additive score
      **before** the step, so the race has both.

      ! Start the race on reversed digits. Which score first reaches 90 % [alignment](:alignment) accuracy?
    `,
    set: { preset: 'general' },
    explore: 'race',
    figure: 'scores',
  },
  {
    chapter: 4,
    title: phrase('A score of your own'),
    text: prose`
      The score may be any formula of query *q* and key *k*. Capital letters are learned matrices, other small letters
      learned vectors or numbers, *t* and *s* the two positions. This one adds a learned multiple of the distance to
      the general score.

      ! Choose another [Formula](>settings.formula) or write one, then *Run*. Compare it under [Race](>race), *Your own score*.
    `,
    set: { preset: 'own' },
    runTo: Infinity,
    explore: 'settings',
  },
  {
    chapter: 4,
    title: phrase('A window that moves'),
    text: prose`
      Local-m looks through a window of ±2 around its centre *p*, whereas [global attention](:global) looks at all
      positions. At step *t*, the centre is position *t*. So the window moves from left to right.
    `,
    set: { preset: 'wrong-way' },
    watch: 5,
    figure: 'unrolled',
    ask: {
      ask: phrase('The task is to reverse digits. How many numbers will come out right with this window?'),
      choices: [
        { id: 'all', text: phrase('More than 95 %') },
        { id: 'some', text: phrase('Between 5 % and 95 %') },
        { id: 'none', text: phrase('Less than 5 %') },
      ],
      watch: watchEnd(({ exactMatch, alignmentAccuracy }) => {
        const id = Number(exactMatch) > 0.95 ? 'all' : Number(exactMatch) < 0.05 ? 'none' : 'some';
        return {
          id,
          told: say('The exact match was {exact}, the alignment accuracy {found}', {
            exact: percent(exactMatch),
            found: percent(alignmentAccuracy),
          }),
          why:
            id === 'all'
              ? say('because the encoder states carried the other digits into the window')
              : say(
                  'because window and answer move in opposite directions: only in the middle is the true digit in sight, the rest has to come from memory',
                ),
        };
      }),
    },
  },
  {
    chapter: 4,
    title: phrase('A window with a predicted centre'),
    text: prose`
      Local-p predicts the centre of its window from the decoder state: $p = S·σ(v·tanh(W z))$, with the
      logistic function *σ* and *S* source tokens. Weights fall off around it as a Gaussian.

      ! When it has learned, drag the slider of steps through the run. Which finds the true digit first, the centre or
      the weights?
    `,
    set: { preset: 'local-p' },
    runTo: Infinity,
    figure: 'unrolled',
  },
  {
    chapter: 4,
    title: phrase('A low loss, a wrong map'),
    text: prose`
      This encoder is not [bidirectional](:bidirectional): it reads from left to right only. The network will learn
      to reverse every number without a mistake.
    `,
    set: { preset: 'one-off' },
    ask: {
      ask: phrase('On which digit will its largest weight lie?'),
      choices: [
        { id: 'right', text: phrase('On the true digit') },
        { id: 'beside', text: phrase('On the digit beside it') },
        { id: 'spread', text: phrase('On no digit in particular') },
      ],
      watch: watchEnd(({ exactMatch, alignmentAccuracy, alignmentNear }) => {
        const id =
          Number(alignmentAccuracy) > 0.6 ? 'right' : Number(alignmentNear) > 0.8 ? 'beside' : 'spread';
        const why = {
          right: say('because with this seed the state of a digit served best at its own place'),
          beside: say(
            'because a state that has just read two digits holds both, so its neighbour serves as well, and the loss does not object',
          ),
          spread: say('because several states hold each digit, and the loss does not choose among them'),
        }[id];
        const places = {
          exact: percent(exactMatch),
          found: percent(alignmentAccuracy),
          near: percent(alignmentNear),
        };
        return {
          id,
          told: say(
            'The exact match was {exact}. The largest weight was on the true digit in {found} of the rows, at most one beside it in {near}',
            places,
          ),
          why,
        };
      }),
    },
  },
  {
    chapter: 4,
    title: phrase('One state instead of an average'),
    text: prose`
      [Hard attention](:hard) draws one encoder state, with the weights as probabilities. A draw has no gradient, so the
      weights learn from a reward: how probable the right digits became (REINFORCE). Four samples of each number tell
      how good one draw is.

      ! Watch the dots reach the true digits. Then *Run* with 1 for [Samples](>settings.samples): is the map as sharp?
    `,
    set: { preset: 'hard' },
    runTo: Infinity,
  },
  {
    chapter: 4,
    title: phrase('Your own sentence'),
    text: prose`
      The network translates any words of its grammar, also in an order that it never saw. Words that it does not
      know are marked.

      ! Open [Decoder steps](>decoder-steps) and type “la petite maison rouge” or a sentence of your own. In which row does the alignment
      leave the diagonal?
    `,
    set: { preset: 'french' },
    runTo: Infinity,
  },
];

/**
 * @param {Readonly<Record<string, import('../../engine/schema.js').Value>>} parameters
 * @param {import('../../engine/scope.js').Scope} scope whose seed it has
 * @returns {Promise<number | null | undefined>} of all held-out numbers, at the planned end of such a run
 */
async function exactMatchOf(parameters, { configuration }) {
  const run = await createScope({ ...configuration, parameters, threads: 1 });
  try {
    await run.train({ steps: run.manifest.plannedSteps });
    return (await run.evaluate()).metrics['exactMatch'];
  } finally {
    run.dispose();
  }
}

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [...bottleneck, ...translating, ...explaining];
