import { createYesNoChoices } from '../../lab/question.js';
import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 5,
    title: markText('A map from a file'),
    text: markProse`
      So far maps came from models that learn on this page. This one comes from a file, which any model can write. It has
      maps of several [heads](:head); the next chapter explains them.

      ! Move the slider of steps, and choose other heads. *Your own file* shows how to write one.
    `,
    question: {
      text: markText('Does each head look mostly at the true token in more rows at every later step?'),
      choices: createYesNoChoices(({ falls }) => !falls, {
        no: markText(
          'because training lowers the loss, not the distance to the truth: on the way a head may do worse',
        ),
      }),
      probe: async () => (await import('./probes.js')).readSample(),
    },
  },
];
