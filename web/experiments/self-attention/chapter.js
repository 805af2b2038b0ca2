import { percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** @type {NonNullable<import('../../lab/question.js').Question['choices']>} */
const kShares = [
  { id: 'all', text: phrase('More than 95 %') },
  { id: 'some', text: phrase('Between 5 % and 95 %') },
  { id: 'none', text: phrase('Less than 5 %') },
];

/** @param {Readonly<Record<string, () => string>>} why by the share that came out right */
const sharing = (why) =>
  watchEnd(({ exactMatch, tokenAccuracy }) => {
    const id = Number(exactMatch) > 0.95 ? 'all' : Number(exactMatch) < 0.05 ? 'none' : 'some';
    return {
      id,
      told: say(
        '{exact} of the answers were right in every token; of single tokens, the end included, {tokens} were right',
        {
          exact: percent(exactMatch),
          tokens: percent(tokenAccuracy),
        },
      ),
      why: why[id]?.() ?? '',
    };
  });

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 6,
    title: phrase('All tokens at once'),
    text: prose`
      No recurrence: in [self-attention](:self-attention) every token has [query](:query), [key](:key) and
      [value](:value), compared with all: $a = softmax(q k^{T} / √d)$. In *cross-attention* the queries come from
      the answer, keys and values from the source.

      ! Watch cross-attention learn reversal. Then read the last column of *Encoder self-attention*: on average
      half the weight is on the end token, for reversal needs its distance.
    `,
    set: { preset: 'reversal' },
    runTo: Infinity,
    figure: 'matrices',
  },
  {
    chapter: 6,
    title: phrase('A set, not a sequence'),
    text: prose`
      Shuffle the tokens, and self-attention gives the same outputs in the shuffled order. Order has to be added, as a
      [position encoding](:position-encoding). Here it is left out of the source, and the task is to sort letters.
    `,
    set: { preset: 'sorting-a-set' },
    ask: {
      ask: phrase('How many sources will come out sorted?'),
      choices: kShares,
      watch: sharing({
        all: () => say('because sorting depends on which letters there are, not on where they stand'),
        some: () => say('because this run needs more steps; positions are not what it lacks'),
        none: () => say('because this run has hardly been trained; positions are not what it lacks'),
      }),
    },
  },
  {
    chapter: 6,
    title: phrase('Reversal without positions'),
    text: prose`
      The same model, again without position encodings in the source. Now it has to reverse digits.
    `,
    set: { preset: 'no-positions' },
    ask: {
      ask: phrase('How many numbers will come out right?'),
      choices: kShares,
      watch: sharing({
        all: () => say('because these numbers could be told apart by their digits alone'),
        some: () => say('because a few numbers have only one order that fits, such as 7777'),
        none: () =>
          say(
            'because the model knows which digits there are, but not in which order; some fall into place by chance',
          ),
      }),
    },
  },
  {
    chapter: 6,
    title: phrase('Several heads'),
    text: prose`
      A [head](:head) is one attention with queries, keys and values of its own. Four heads share the width, and each
      may look elsewhere. They are named by layer and number: L1·H4 is head 4 of layer 1.

      ! When it has learned, switch heads off one at a time[ (or press “Accuracy without each head in turn”, at the end of the row above the maps)](~). Which one
      costs most accuracy?
    `,
    set: { preset: 'four-heads' },
    runTo: Infinity,
  },
  {
    chapter: 6,
    title: phrase('Recall with one layer'),
    text: prose`
      In “k 4 c 7 c” the last letter asks, and the answer is 7, because c stood before it. Longer sources ask for several
      digits. A token sees itself and earlier ones only. With one layer, what is stored about “7” is computed from “7” and
      its position alone.
    `,
    set: { preset: 'no-induction' },
    ask: {
      ask: phrase('How many sources will it answer without a mistake?'),
      choices: kShares,
      watch: sharing({
        all: () => say('because these short sources can be solved without knowing the neighbour'),
        some: () =>
          say(
            'because no digit has information about the letter before it, so the model guesses among the digits that it sees',
          ),
        none: () => say('because this run has hardly been trained; guessing alone gives more'),
      }),
    },
  },
  {
    chapter: 6,
    title: phrase('Two layers: an induction head'),
    text: prose`
      With two layers, a head of the first looks one place back, so each digit gets its letter. Heads of the
      second then find the digit whose letter is asked for: [induction heads](:induction).

      ! Find these heads in the maps. Then switch off the one that looks one place back.
    `,
    set: { preset: 'induction' },
    runTo: Infinity,
  },
  {
    chapter: 6,
    title: phrase('One token through a block'),
    text: prose`
      A feed-forward network follows attention. Each adds its result to the token’s [residual stream](:residual), written
      ⊕ x. The stream begins with √D E w, the embedding of the token, and adds its position P. Here *norm* is layer
      normalisation, *h* the hidden layer, ‖·‖ the length of a vector.

      ! Point at a token. After which part is its vector longest?
    `,
    set: { preset: 'reversal' },
    runTo: Infinity,
    explore: 'residual-path',
    figure: 'block',
  },
  {
    chapter: 10,
    title: phrase('A decoder alone'),
    text: prose`
      Source and target can be one sequence: digits, then the same backwards. The [causal mask](:causal-mask) hides what
      comes later. A row is named after the token that it reads, and writes the next. Language models work this way.

      ! The row *<start>* writes the first digit. From where does each digit of the answer come?
    `,
    set: { preset: 'decoder' },
    runTo: Infinity,
  },
];
