import { markProse } from '../../lab/scene.js';
import { markText } from '../../language/translate.js';

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 1,
    title: markText('From the end'),
    text: markProse`
      Context *c* stands for position *c* from the end. The network has to learn this.

      ! Run it: on which diagonal do the weights gather?
    `,
    runTo: Infinity,
  },
];
