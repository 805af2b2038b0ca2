import { watchFinding } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 1,
    title: phrase('Five contexts, eight numbers'),
    text: prose`
      Each example has eight random numbers and a context, one of five. The context alone decides which number is the
      answer. Outlines mark the [true positions](:truth), which the network is never told. Bars are its learned
      [weights](:weights).
    `,
    ask: {
      ask: phrase('All five contexts are equally hard. Will all be learned at about the same time?'),
      choices: [
        { id: 'together', text: phrase('At about the same time') },
        { id: 'apart', text: phrase('Some much later than others') },
      ],
      watch: watchFinding({
        together: () =>
          say('because with this seed no product a·w had far to go; other seeds spread further'),
        apart: () =>
          say(
            'because a bar shows |a·w|, and each factor learns in proportion to the other: both learn slowly near zero, and a product that starts negative has to pass it',
          ),
      }),
    },
  },
  {
    chapter: 1,
    title: phrase('The network follows'),
    text: prose`
      For each context the network keeps eight weights *a*. It multiplies the inputs by *a*, element by element, and
      one linear layer reads out the sum: $y = Σ_j w_j·(a ⊙ x)_j + b$.

      ! Click a position without an outline: the truth of this context moves there. Watch the bars follow.
    `,
    runTo: Infinity,
  },
  {
    chapter: 1,
    title: phrase('Two pictures of one network'),
    text: prose`
      It is common to plot the attention table alone, |a| / Σ|a|. But the network uses the product *a·w*: a large weight
      before a small *w* says little. The measures are always those of the product.

      ! Switch the map between the table alone and the product. Which of the two looks more certain?
    `,
    runTo: Infinity,
  },
];
