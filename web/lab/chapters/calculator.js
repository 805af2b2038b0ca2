import { attend, writeLink } from '../../index.js';
import { say } from '../../language/say.js';
import { fixed } from './numbers.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (prose) => ({
  title: say('Attention by hand'),
  before: prose`
    Every word of the sentence has three rows of numbers. Its **query** says what it looks for, its
    **key** what it offers, its **value** what it hands over when it is looked at. The rest is arithmetic:
    a query times every key gives scores, softmax makes weights of them, and the weights mix the values
    into a context.

    All of it stands below with its numbers. Change any of them, or take another mechanism: there is no
    training here, only the formula.
  `,
  question: {
    ask: say(
      'Suppose that the same row of numbers is added to every key, say (1, −2, 1, 1). What becomes of the weights?',
    ),
    choices: [
      { id: 'towards', text: say('They shift to the longest key') },
      { id: 'flatter', text: say('They become more alike') },
      { id: 'same', text: say('Nothing at all') },
    ],
    answer: async () => {
      const { exampleOf } = await import('../../element/calculator/worked.js');
      const given = [exampleOf('example'), exampleOf('moved')];
      const [before, after] = await Promise.all(given.map((inputs) => attend('scaled-dot', inputs)));
      const [own, moved] = [before, after].map(({ weights }) => shares(weights));
      const { shape, data } = given[1].key;
      return {
        link: writeLink({
          experiment: 'calculator',
          seed: 7,
          parameters: { numbers: `key(${shape})${data}` },
        }),
        id: own === moved ? 'same' : 'towards',
        told: say(
          '“Chasing” gave its six words {own} before, and {moved} after. All its scores moved by the same amount, and softmax sees only differences.',
          { own, moved },
        ),
      };
    },
  },
  after: prose`
    # Why the largest is subtracted

    Follow one column downwards. Before the exponential the largest score is taken from all: the weights
    stay what they are, as you have just seen, but no score can be so large that its exponential
    overflows. Drag a query up to a thousand: the weights saturate, nothing breaks.

    # Who can still learn?

    Press a weight, and each input says how far that weight would follow it. With “One loud key” nearly
    all of these are 0: a saturated softmax passes hardly any derivative on, and what gets no derivative
    learns nothing. That is what the division by √d is for. Raise the temperature and see them come back.

    # Take it with you

    The link holds your numbers. “Copy as NumPy” and “Copy as PyTorch” give a program with the same
    numbers, which prints what you see here.
  `,
});

/** @param {import('../../engine/tensors.js').Tensor} weights @returns {string} those of "chasing" */
function shares({ shape, data }) {
  const columns = shape[2] ?? 0;
  return Array.from(data.slice(3 * columns, 4 * columns), (weight) => fixed(weight, 3)).join(', ');
}
