import { exampleOf } from '../../calculator/worked.js';
import { attend } from '../../index.js';
import { fixed } from '../../lab/numbers.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** @param {string} lesson whose keys differ from the example's @returns {import('../../lab/scene.js').Setting} */
function keysOf(lesson) {
  const { shape, data } = exampleOf(lesson).key;
  return { parameters: { numbers: `key(${shape})${data}` } };
}

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 2,
    title: phrase('One query, six keys'),
    text: prose`
      Each word has three vectors. Its [query](:query) asks, its [key](:key) answers, its [value](:value) is what it
      contributes. The [score](:score) of two words is the dot product of query and key, divided by √d.

      ! The query of “chasing” is open. Change a number of one key[, under “Numbers”](~). Which other numbers change,
      and which do not?
    `,
  },
  {
    chapter: 2,
    title: phrase('Softmax sees differences'),
    text: prose`
      [Softmax](:softmax) takes the exponential of each score and divides by the sum of all six, the normaliser *Z*.
      The weights are positive and add up to 1. The largest score is subtracted first, so that no exponential
      overflows. The line *m* matters in scenes 4 and 5: the temperature *τ* is 1 here, and no key is hidden.
    `,
    ask: {
      ask: phrase('The vector (1, −2, 1, 1) will be added to every key. What happens to the weights?'),
      choices: [
        { id: 'towards', text: phrase('They move to the longest key') },
        { id: 'flatter', text: phrase('They become more even') },
        { id: 'same', text: phrase('They stay the same') },
      ],
      set: keysOf('moved'),
      answer: async () => {
        const given = [exampleOf('example'), exampleOf('moved')];
        const [before, after] = await Promise.all(given.map((inputs) => attend('scaled-dot', inputs)));
        const [own, moved] = [before, after].map(({ weights }) => shares(weights));
        return {
          id: own === moved ? 'same' : 'towards',
          told: say('The weights of “chasing” were {own} before and {moved} after', { own, moved }),
          why: say(
            'because all scores of this query grew by the same amount, and softmax depends on differences only',
          ),
        };
      },
    },
  },
  {
    chapter: 2,
    title: phrase('The context vector'),
    text: prose`
      The weights average the values: $c = Σ_s a_s v_s$. This [context vector](:context-vector) is the result of
      attention. Here all six keys are equal, so all weights are 1/6, and the context vector is the plain mean.

      ! Change one key[, under “Numbers”](~). Towards which value does the context vector move, and which weight has grown?
    `,
    set: keysOf('equal'),
  },
  {
    chapter: 2,
    title: phrase('Large scores stop the learning'),
    text: prose`
      The long key of “FBI” has a large score and gets all the weight. Dot products of *d* random numbers grow like √d,
      so scores are divided by it.

      ! Press its weight: the derivatives[, under “Numbers”,](~) are nearly 0, so nothing is learned.
      Raise the [temperature](>settings.temperature) *τ*, another divisor. Close the options and compare.
    `,
    set: keysOf('dominant'),
  },
  {
    chapter: 2,
    title: phrase('A causal mask'),
    text: prose`
      A model that writes must not look ahead. The [causal mask](:causal-mask) gives every later position a score of
      −∞, hence weight 0. The others share what is left.

      ! Choose the queries of “The”, “is” and “criminal” in turn. How many keys can each one see?
    `,
    set: { parameters: { options: 'causal(true)' } },
  },
  {
    chapter: 2,
    title: phrase('All queries at once'),
    text: prose`
      Six queries and six keys give 36 weights: a map with a row for each query and a column for each key.

      ! Press another row: the formula computes it. Then choose *Additive attention* in the list, not the pooling: only
      the score is another; mask, softmax and average stay.
    `,
    explore: 'map',
  },
];

/** @param {import('../../engine/tensors.js').Tensor} weights @returns {string} those of "chasing" */
function shares({ shape, data }) {
  const columns = shape[2] ?? 0;
  return Array.from(data.slice(3 * columns, 4 * columns), (weight) => fixed(weight, 3)).join(', ');
}
