import { html } from 'lit';
import { attend, writeLink } from '../../index.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = () => ({
  title: 'Attention by hand',
  before: html`
  <p>
    Every word of the sentence has three rows of numbers. Its <b>query</b> says what it looks for, its <b>key</b> what it
    offers, its <b>value</b> what it hands over when it is looked at. The rest is arithmetic: a query times every key
    gives scores, softmax makes weights of them, and the weights mix the values into a context.
  </p>
  <p>
    All of it stands below with its numbers. Change any of them, or take another mechanism: there is no training here,
    only the formula.
  </p>
`,
  question: {
    ask: 'Suppose that the same row of numbers is added to every key, say (1, −2, 1, 1). What becomes of the weights?',
    choices: [
      { id: 'towards', text: 'They shift to the longest key' },
      { id: 'flatter', text: 'They become more alike' },
      { id: 'same', text: 'Nothing at all' },
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
        told: `“Chasing” gave its six words ${own} before, and ${moved} after. All its scores moved by the same amount,
          and softmax sees only differences.`,
      };
    },
  },
  after: html`
  <section>
    <h2>Why the largest is subtracted</h2>
    <p>
      Follow one column downwards. Before the exponential the largest score is taken from all: the weights stay what
      they are, as you have just seen, but no score can be so large that its exponential overflows. Drag a query up
      to a thousand: the weights saturate, nothing breaks.
    </p>
  </section>
  <section>
    <h2>Who can still learn?</h2>
    <p>
      Press a weight, and each input says how far that weight would follow it. With “One loud key” nearly all of these
      are 0: a saturated softmax passes hardly any derivative on, and what gets no derivative learns nothing. That
      is what the division by √d is for. Raise the temperature and see them come back.
    </p>
  </section>
  <section>
    <h2>Take it with you</h2>
    <p>
      The link holds your numbers. “Copy as NumPy” and “Copy as PyTorch” give a program with the same numbers, which
      prints what you see here.
    </p>
  </section>
`,
});

/** @param {import('../../engine/tensors.js').Tensor} weights @returns {string} those of "chasing" */
function shares({ shape, data }) {
  const columns = shape[2] ?? 0;
  return Array.from(data.slice(3 * columns, 4 * columns), (weight) => weight.toFixed(3)).join(', ');
}
