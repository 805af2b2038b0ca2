import { createScope } from '../../index.js';
import { fixed, percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';
import { largestFew, listed } from '../../views/features/feature-bars-text.js';

/** Two accuracies closer than this count as the same. */
const kSame = 0.02;
/** So far from one half is better than chance. */
const kChance = 0.1;
/** So many features are kept. */
const kKept = 2;

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 1,
    title: phrase('Weights computed from the input'),
    text: prose`
      A table is a lookup: it never sees the input. [Attention](:attention) in the strict sense computes its weights
      from it, here $a = softmax(xW + b)$. Is such a network more accurate? Scene 6 asks whether it is easier to read.
      Ten random features; the answer is yes if two of them have the same sign. A plain network learns beside it.
    `,
    ask: {
      ask: phrase('Same data, same number of parameters. Which network will be more accurate?'),
      choices: [
        { id: 'attention', text: phrase('The one with attention') },
        { id: 'rival', text: phrase('The plain one') },
      ],
      watch: watchEnd(({ accuracy, rivalAccuracy }) => {
        const id = Number(accuracy) > Number(rivalAccuracy) ? 'attention' : 'rival';
        return {
          id,
          told: say('On held-out examples attention reached {own}, the plain network {rival}', {
            own: percent(accuracy),
            rival: percent(rivalAccuracy),
          }),
          why:
            id === 'rival'
              ? say(
                  'because the answer depends on the product of two features: a hidden layer can form it. Attention can only weight each feature and add them up, which comes close',
                )
              : say('because the plain network has not had enough examples or steps'),
        };
      }),
    },
  },
  {
    chapter: 1,
    title: phrase('Attention chooses, another network answers'),
    text: prose`
      Attention gives each feature a weight, so it can choose. Keep the two features with the largest weights, drop the
      other eight, and train both networks anew on these two. [Prune](>prune) shows both before and after.
    `,
    ask: {
      ask: phrase('How accurate will the plain network be on the two features that attention has chosen?'),
      choices: [
        { id: 'same', text: phrase('As accurate as on all ten, or more') },
        { id: 'less', text: phrase('Less accurate, but better than chance') },
        { id: 'coin', text: phrase('No better than chance') },
      ],
      trained: true,
      answer: async (scope) => {
        const [{ metrics: before }, { features, metrics: after }] = await Promise.all([
          scope.evaluate(),
          retrained(scope),
        ]);
        const [rival, left] = [before, after].map((metrics) => Number(metrics['rivalAccuracy']));
        const id =
          Number(left) > Number(rival) - kSame ? 'same' : Number(left) > 0.5 + kChance ? 'less' : 'coin';
        return {
          id,
          told: say(
            'On all ten the plain network reached {rival}, on {features} {left}. Attention itself went from {own} to {kept}',
            {
              features: listed(features),
              rival: percent(rival),
              left: percent(left),
              own: percent(before['accuracy']),
              kept: percent(after['accuracy']),
            },
          ),
          why:
            id === 'same'
              ? say(
                  'because the largest weights were on the features that decide. Alone, attention cannot use them: two weights that add up to 1 are one number',
                )
              : say('because this network has not been trained to its end'),
        };
      },
    },
  },
  {
    chapter: 1,
    title: phrase('A hundred features'),
    text: prose`
      Now 98 of 100 features are noise. The weights of attention, and the first layer of the plain network, can each
      be asked which share belongs to the two informative features.
    `,
    set: { preset: 'hundred-features' },
    ask: {
      ask: phrase('Which network shows more clearly which features matter?'),
      choices: [
        { id: 'attention', text: phrase('The one with attention') },
        { id: 'rival', text: phrase('The plain one') },
        { id: 'same', text: phrase('Both about equally') },
      ],
      watch: watchEnd(({ massOnTruth, rivalMassOnTruth }) => {
        const gap = Number(massOnTruth) - Number(rivalMassOnTruth);
        const id = Math.abs(gap) < 0.1 ? 'same' : gap > 0 ? 'attention' : 'rival';
        const why = {
          attention: say(
            'because softmax makes the features compete for one unit of weight; in the plain layer the small weights of 98 noise features add up. This is what attention gives here: weights that can be read',
          ),
          rival: say('because this network with attention has not been trained to its end'),
          same: say('because among few features the plain layer is as clear'),
        }[id];
        return {
          id,
          told: say('Attention put {own} of its weight on them, the plain network {rival}', {
            own: fixed(Number(massOnTruth), 2),
            rival: fixed(Number(rivalMassOnTruth), 2),
          }),
          why,
        };
      }),
    },
  },
];

/**
 * The same run, trained anew to its end on the features with the largest weights alone.
 * @param {import('../../engine/scope.js').Scope} scope trained
 */
async function retrained(scope) {
  const { weights, columnLabels } = await scope.attention();
  const kept = largestFew(weights, kKept);
  const parameters = { ...scope.configuration.parameters, keep: kKept, kept };
  const second = await createScope({ ...scope.configuration, parameters, threads: 1 });
  try {
    await second.train({ steps: second.manifest.plannedSteps });
    const { metrics } = await second.evaluate();
    return { features: kept.map((i) => columnLabels[i] ?? ''), metrics };
  } finally {
    second.dispose();
  }
}
