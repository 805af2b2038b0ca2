import { getLessonTensors } from '../../calculator/worked-example.js';
import { createYesNoChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/** @param {string} lesson whose keys differ from the example's @returns {import('../../lab/scene.js').SceneSettings} */
function readKeys(lesson) {
  const { shape, data } = getLessonTensors(lesson).key;
  return { parameters: { numbers: `key(${shape})${data}` } };
}

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 2,
    title: markText('One query, six keys'),
    isOnTour: true,
    text: markProse`
      Each word has three vectors of d = 2 numbers. Its [query](:query) asks, its [key](:key) answers, its
      [value](:value) is what it contributes. The [score](:score) is the dot product of query and key, divided by √d.

      ! The query of “chasing” is the thick arrow. Drag the tip of a key, and watch its projection. Then press
      *Origin*: one [embedding](:embedding) gives all three.
    `,
    question: {
      text: markText('The key of “FBI” will be ten times as long. What changes for “chasing”?'),
      choices: [
        {
          id: 'one',
          text: markText('One score, one weight'),
          isOutcome: ({ weights }) => weights <= 1,
        },
        {
          id: 'weights',
          text: markText('One score, all weights'),
          isOutcome: ({ scores, weights }) => scores === 1 && weights > 1,
          reason: markText('because a score needs this key alone, but all weights together are always 1'),
        },
        { id: 'all', text: markText('All scores, all weights') },
      ],
      probe: async (_, __, shown) => (await import('./probes.js')).compareLongerKey(shown),
    },
  },
  {
    chapter: 2,
    title: markText('From scores to weights'),
    isOnTour: true,
    text: markProse`
      [Softmax](:softmax) takes the exponential of each score and divides by the sum of all six, the normalizer *Z*.
      The weights are positive and add up to 1. The largest score is subtracted first, so that no exponential
      overflows. *Table* has all lines; *m* is the score *e* divided by a temperature *τ*, here 1.
    `,
    question: {
      text: markText('The vector (1, −2) will be added to every key. What happens to the weights?'),
      choices: [
        {
          id: 'towards',
          text: markText('They move to the longest key'),
          isOutcome: ({ weights }) => weights > 0,
        },
        {
          id: 'same',
          text: markText('They stay the same'),
          reason: markText(
            'because all scores of this query grew by the same amount, and softmax depends on differences only',
          ),
        },
      ],
      probe: async (_, __, shown) => (await import('./probes.js')).compareMovedKeys(shown),
    },
  },
  {
    chapter: 2,
    title: markText('The context vector'),
    isOnTour: true,
    text: markProse`
      The weights average the values: $c = Σ_s a_s v_s$. This [context vector](:context-vector) is the result of
      attention. Here all six keys are equal, so all weights are 1/6, and the context vector is the plain mean.

      ! Drag one key: the context vector moves, but never leaves the shaded area between the values.
    `,
    settings: readKeys('equal'),
    question: {
      text: markText(
        'The key of “FBI” becomes ten times as long. Will the context vector of “chasing” come closer to the value of “FBI”?',
      ),
      choices: createYesNoChoices(({ distance }) => distance < 0, {
        yes: markText('because its weight grows, so its value gets a larger part of the average'),
        no: markText('because its score is negative, and a longer key makes it more negative'),
      }),
      probe: async (_, __, shown) => (await import('./probes.js')).compareDistancesToValue(shown),
    },
  },
  {
    chapter: 2,
    title: markText('Large scores stop the learning'),
    text: markProse`
      The long key of “FBI” has a large score and gets all the weight. Dot products of *d* random numbers grow like √d,
      so scores are divided by it.

      ! Press its weight in the *Table*: the derivatives[, under “Numbers”,](~) are nearly 0, so nothing is learned.
      Then raise the temperature *τ*, another divisor, beside the *Arrows*.
    `,
    settings: readKeys('dominant'),
  },
  {
    chapter: 2,
    title: markText('A causal mask'),
    text: markProse`
      A model that writes must not look ahead. The [causal mask](:causal-mask) gives every later position a score of
      −∞, hence weight 0. The others share what is left.

      ! Choose the queries of “The”, “is” and “criminal” in turn, and count the keys that each one sees.
    `,
    settings: { parameters: { options: 'causal(true)' } },
  },
  {
    chapter: 2,
    title: markText('All queries at once'),
    text: markProse`
      Six queries and six keys give 36 weights: a map with a row for each query and a column for each key.

      ! Press another row: the formula computes it. Then choose *Additive attention* in the list, not the pooling: only
      the score changes; mask, softmax and average stay.
    `,
    explore: 'map',
  },
];
