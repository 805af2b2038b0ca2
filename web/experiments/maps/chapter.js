import { prose } from '../../lab/scene.js';
import { phrase } from '../../language/say.js';

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 5,
    title: phrase('Attention of your own'),
    text: prose`
      The maps so far come from models that learn on this page. Here a map comes from a file, computed by any model: weights, tokens, and the truth where it is known.

      ! Move the slider of steps. From which step on does a head look mostly at the true token? Then open a file of your own: *Your own file* shows how a few lines of Python write one.
    `,
  },
];
