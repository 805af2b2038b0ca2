import { prose } from '../../lab/scene.js';
import { phrase } from '../../language/say.js';

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 5,
    title: phrase('Attention of your own'),
    text: prose`
      So far maps came from models that learn on this page. This one comes from a file, which any model can write.

      ! Move the slider of steps. From which step on does a head look mostly at the true token? *Your own file* shows the lines of Python that write one.
    `,
  },
];
