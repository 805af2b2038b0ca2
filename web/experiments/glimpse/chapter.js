import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

const kWorth = markText(
  'because its patches seldom hold the glyph: the difference is what choosing is worth',
);

/** Half as wide and without a baseline, it finds the glyph nearly as often in a third of the time. */
const kSmall = {
  preset: 'narrowing-sigma',
  parameters: { baseline: 'none', features: 32, hidden: 32, learningRate: 0.005 },
};

/** Settings that matter most here. */
export const mainSettings = ['glimpses', 'patchSize', 'scales', 'initialSigma', 'steps'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 9,
    title: markText('Sharp in the middle, coarse around'),
    text: markProse`
      This network never sees the whole picture sharply. A *glimpse* has three patches: pixels in the middle, coarser
      cells around. After each glimpse an [LSTM](:lstm) answers, and says where to look next. Dots distract. Only right
      answers are rewarded.

      ! While it learns, watch the path find the glyph. Then step through the glimpses, and compare the three scales.
    `,
    settings: kSmall,
    runTo: Infinity,
  },
  {
    chapter: 9,
    title: markText('Narrow from the start'),
    text: markProse`
      As in Mnih et al. 2014, places scatter little around the one that is meant, and one answer at the end is rewarded. A glyph
      covers 4 % of the picture.
    `,
    settings: { preset: 'published' },
    isRecorded: true,
    question: {
      text: markText('How often will its last glimpse be on the glyph?'),
      choices: createRangeChoices('onTarget', [
        [0.7, markText('More than 70 %')],
        [0.15, markText('Between 15 % and 70 %')],
        [
          0,
          markText('Less than 15 %'),
          markText(
            'because its tries at a picture look at nearly the same place and earn the same reward. Its answers come from the coarse patches',
          ),
        ],
      ]),
      metricNames: ['accuracy', 'onTarget'],
    },
  },
  {
    chapter: 9,
    title: markText('Wide at first, then narrow'),
    text: markProse`
      The gaze starts wide: places scatter by *σ*, at first half the way from the center to the edge. Some of eight
      samples hit the glyph by chance and answer better than the others. [REINFORCE](:reinforce) makes those places
      likelier, and σ falls. So search comes before precision.

      ! Watch the paths of the samples gather while σ falls.
    `,
    settings: kSmall,
    runTo: Infinity,
    explore: 'looks',
  },
  {
    chapter: 9,
    title: markText('What choosing is worth'),
    text: markProse`
      A second network learns from the same pictures and chooses nothing: it looks at random places. It sees as many
      patches, but seldom the one that matters.

      ! Run and compare both networks. Then set the [Baseline](>settings.baseline) to *one coarse look at all*, and run again.
    `,
    settings: { preset: 'narrowing-sigma' },
    isRecorded: true,
    explore: 'many-pictures',
    question: {
      text: markText('How many answers of the second network will be right?'),
      choices: [
        {
          id: 'half',
          text: markText('Less than half as many as of the first'),
          isOutcome: ({ accuracy, baselineAccuracy }) => baselineAccuracy < accuracy / 2,
          reason: kWorth,
        },
        {
          id: 'fewer',
          text: markText('Fewer, but more than half as many'),
          isOutcome: ({ accuracy, baselineAccuracy }) => baselineAccuracy < accuracy,
          reason: kWorth,
        },
        { id: 'more', text: markText('As many, or more') },
      ],
      metricNames: ['accuracy', 'baselineAccuracy', 'onTarget', 'baselineOnTarget'],
    },
  },
  {
    chapter: 9,
    title: markText('Place the glyph yourself'),
    text: markProse`
      Put a glyph anywhere and strew dots. The path follows at once.

      ! When it has learned, put the glyph into a corner. Surround it with dots. Then take it away.
    `,
    settings: kSmall,
    explore: 'own-glimpses',
    question: {
      text: markText('Four dots and no glyph: how probable will it find its answer?'),
      choices: createRangeChoices('sure', [
        [0.9, markText('90 % or more')],
        [0.5, markText('Between 50 % and 90 %')],
        [0, markText('Less than 50 %'), markText('because nothing that it sees speaks for one glyph')],
      ]),
      probe: async (scope) => (await import('./probes.js')).measureConfidenceWithoutGlyph(scope),
    },
  },
];
