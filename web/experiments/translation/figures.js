/**
 * The figure of a decoder's step, beside the text of a scene.
 * @module
 */
import { readUnrolled, unrolledTemplate } from './unrolled.js';

/** Figures by the name that a scene uses. @type {Readonly<Record<string, import('../../lab/live-figure.js').Figure>>} */
export const figures = {
  unrolled: {
    read: (scope, { step = 0 }) => readUnrolled(scope, Number(step)),
    template: unrolledTemplate,
    getHighlight: ({ step = 0 }) => ({ rows: [Number(step)] }),
    choiceForRow: (step) => ({ step }),
  },
};
