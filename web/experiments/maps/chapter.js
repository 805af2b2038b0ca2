import { prose } from '../../lab/scene.js';
import { phrase } from '../../language/say.js';

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 5,
    title: phrase('A map from a file'),
    text: prose`
      So far maps came from models that learn on this page. This one comes from a file, which any model can write. It has
      maps of several [heads](:head); the next chapter explains them.

      ! Move the slider of steps. From which step on does the chosen map look mostly at the true token? *Your own file*
      shows how to write one.
    `,
  },
];
