import { say } from '../../language/say.js';
import { watchFinding } from '../question.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (prose) => ({
  title: say('Where does a network look?'),
  before: prose`
    Each example is a row of eight random numbers *x* and a context *c*, one of five. The answer is one of
    the eight numbers, and the context alone decides which. Nobody tells the network the positions: it
    sees rows, contexts and answers.

    For each context it keeps a row *a* of eight weights, its attention, multiplies it into the numbers
    and reads out the result by one linear layer: $y = Σ_j w_j·(a ⊙ x)_j + b$. Below, outlines are the
    truth and bars are what has been learned. When a bar fills its outline, its context has been found.
  `,
  question: {
    ask: say(
      'All contexts are equally hard. If the network starts from other random numbers, when will they be found?',
    ),
    choices: [
      { id: 'together', text: say('All together') },
      { id: 'apart', text: say('Some much later') },
    ],
    watch: watchFinding,
  },
  after: prose`
    # What to watch

    Equally hard is not equally fast. Each bar is a product a·w, and each factor learns in proportion to
    the other: two small ones hardly move, and once one has grown it pulls the other along. A context
    whose product begins near zero, or with the wrong sign, has to wait. Press Reset and tick “signs” to
    see which those were.

    The loss never quite reaches zero. Each step follows one single example, and the last digits keep
    trembling.

    # Why there are two pictures

    It is common to plot the attention table alone, |a| / Σ|a|. But the network never uses *a* alone: the
    readout multiplies it by *w*. A large entry before a small weight says little, and a small one before
    a large weight may carry the answer. Switch between the pictures after a run: what the network uses is
    nearly all on the truth, while the table still looks undecided. One network, two pictures, and only
    one of them shows what it does.

    # Try to confuse it

    Click any bar: the truth of that context moves there, while the network still believes the old one.
    The other contexts did not change, but they share the readout, so they waver too until all agree
    again. Then slow it down to one step a second and watch single examples at work, or raise the learning
    rate until it no longer settles.
  `,
});
