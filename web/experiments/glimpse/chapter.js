import { createRangeChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/** This run takes a fifth of the time and names as many glyphs; in two of three pictures its last glimpse is on the glyph. */
const kSmall = {
  preset: 'narrowing-sigma',
  parameters: {
    baseline: 'none',
    features: 32,
    hidden: 32,
    dropout: 0.2,
    learningRate: 0.004,
    steps: 5000,
  },
};

/** Settings that matter most in this experiment. */
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
    title: markText('Wide at first, then narrow'),
    text: markProse`
      The gaze starts wide: places scatter by *σ*, at first half the way from the center to the edge. Some of eight
      samples hit the glyph by chance and answer better. [REINFORCE](:reinforce) makes those places likelier, and σ
      falls. Narrow from the start, [as published](published), it hits nothing by chance.

      ! Watch the paths of the samples gather while σ falls.
    `,
    settings: kSmall,
    runTo: Infinity,
    explore: 'looks',
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
