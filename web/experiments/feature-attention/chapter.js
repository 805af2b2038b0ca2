import { replyToHeldRow } from '../../lab/hold-reply.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';
import { findLargestIndices } from '../../plots/largest-column.js';

/** Number of features that selection keeps. */
const kSelectedFeatureCount = 2;

/** Settings that matter most in this experiment. */
export const mainSettings = ['target', 'informativeFeatures', 'noise', 'epochs', 'seed'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 1,
    title: markText('Weights computed from the input'),
    text: markProse`
      A table is a lookup: it never sees the input. [Attention](:attention) in the strict sense computes its weights
      from it, here $a = softmax(xW + b)$. Is such a network more accurate? Scene 5 asks whether it is easier to read.
      Ten random features; the answer is yes if two of them have the same sign. A plain network learns beside it.
    `,
    question: {
      text: markText('Same data, same number of parameters. Which network will be more accurate?'),
      choices: [
        {
          id: 'baseline',
          text: markText('The plain one'),
          isOutcome: ({ accuracy, baselineAccuracy }) => baselineAccuracy > accuracy,
          reason: markText(
            'because the answer depends on the product of two features: a hidden layer can form it, attention can only weight and add',
          ),
        },
        { id: 'attention', text: markText('The one with attention') },
      ],
      metricNames: ['accuracy', 'baselineAccuracy'],
    },
  },
  {
    chapter: 1,
    title: markText('Attention chooses, another network answers'),
    text: markProse`
      Attention gives each feature a weight, so it can choose. Keep the two features with the largest weights, drop the
      other eight, and train both networks anew on these two. [Prune](>prune) shows both before and after.

      ! Press *Look at one example*, then a feature: all weight is there.
    `,
    question: {
      text: markText('How accurate will the plain network be on the two features that attention has chosen?'),
      choices: [
        {
          id: 'same',
          text: markText('As on all ten within 2 %, or more'),
          isOutcome: (own, comparison) => comparison['baselineAccuracy'] > own['baselineAccuracy'] - 0.02,
          reason: markText(
            'because the largest weights were on the features that decide. Alone, attention cannot use them: two weights that add up to 1 are one number',
          ),
        },
        {
          id: 'less',
          text: markText('Less accurate, but over 60 %'),
          isOutcome: (_, comparison) => comparison['baselineAccuracy'] > 0.6,
        },
        { id: 'coin', text: markText('No better than 60 %') },
      ],
      metricNames: ['accuracy', 'baselineAccuracy'],
      comparison: { name: markText('On the two that it kept'), deriveParameters: selectFeatures },
    },
    replyToHold: replyToHeldRow,
  },
  {
    chapter: 1,
    title: markText('A hundred features'),
    text: markProse`
      Now 98 of 100 features are noise. The weights of attention, and the first layer of the plain network, can each
      be asked which share belongs to the two informative features.
    `,
    settings: { preset: 'hundred-features' },
    question: {
      text: markText('Which network shows more clearly which features matter?'),
      choices: [
        {
          id: 'same',
          text: markText('Both, within 10 %'),
          isOutcome: ({ massOnTruth, baselineMassOnTruth }) =>
            Math.abs(massOnTruth - baselineMassOnTruth) < 0.1,
        },
        {
          id: 'attention',
          text: markText('The one with attention'),
          isOutcome: ({ massOnTruth, baselineMassOnTruth }) => massOnTruth > baselineMassOnTruth,
          reason: markText(
            'because softmax makes the features compete for one unit of weight; in the plain layer the small weights of 98 noise features add up',
          ),
        },
        { id: 'baseline', text: markText('The plain one') },
      ],
      metricNames: ['massOnTruth', 'baselineMassOnTruth'],
    },
  },
];

/**
 * Creates the settings of a run that uses only the features with the largest weights.
 * @param {import('../../engine/scope.js').Scope} scope trained
 */
async function selectFeatures(scope) {
  const { weights } = await scope.attention();
  return {
    ...scope.configuration.parameters,
    selectedFeatureCount: kSelectedFeatureCount,
    selectedFeatures: findLargestIndices(weights, kSelectedFeatureCount),
  };
}
