/** Figures beside the text of a scene: a decoder's step, and the score functions. */
import { readScores, scoresTemplate } from './scores.js';
import { readUnrolledDecoder, unrolledDecoderTemplate } from './unrolled-decoder.js';

/** The figures, by their names in scenes. @type {Readonly<Record<string, import('../../lab/live-figure.js').Figure>>} */
export const figures = {
  scores: { read: readScores, template: scoresTemplate },
  unrolled: {
    read: (scope, { step = 0 }, held) => readUnrolledDecoder(scope, Number(step), held),
    template: unrolledDecoderTemplate,
    getHighlight: ({ step = 0 }) => ({ rows: [Number(step)] }),
    choiceForRow: (step) => ({ step }),
  },
};
