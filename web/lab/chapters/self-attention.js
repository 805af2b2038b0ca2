import { say } from '../../language/say.js';
import { watchEnd } from '../question.js';
import { percent } from './numbers.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (prose) => ({
  title: say('Everything looks at everything'),
  before: prose`
    No state is carried along here. Each token makes three rows of numbers out of itself: a query *q*,
    what it asks; a key *k*, what it is found by; a value *v*, what it gives. It asks all others at once,
    $a = softmax(q · k / √d)$, takes the mean of their values with these weights, and adds that to itself.
    Several heads do so side by side, each with numbers of its own.

    The task is small enough to know the truth: write a number backwards. Each small map is a head;
    outlines are the places where the digits really come from. Switch a head off and see how many answers
    are lost with it.
  `,
  question: {
    ask: say(
      'Take away what tells a token its place, so that the source is a heap of letters. Will the model still learn to sort them?',
    ),
    choices: [
      { id: 'yes', text: say('As well as ever') },
      { id: 'some', text: say('Some of them') },
      { id: 'no', text: say('Not at all') },
    ],
    preset: 'sorting-a-set',
    watch: watchEnd(({ exactMatch, tokenAccuracy }) => ({
      id: Number(exactMatch) > 0.95 ? 'yes' : Number(exactMatch) > 0.2 ? 'some' : 'no',
      told: say('{exact} of the held-out words came out sorted, {letters} of their letters right.', {
        exact: percent(exactMatch),
        letters: percent(tokenAccuracy),
      }),
    })),
  },
  after: prose`
    # A set, not a sequence

    Shuffle the tokens, and attention gives the same answers, shuffled. Order is not in it; it has to be
    put in, as waves that are added to each token or as learned numbers. To sort, nobody needs to know
    where a letter stood: what comes next in the alphabet is enough. To [reverse](no-positions) one needs
    nothing but that, and no training helps. Only the digits are known, not their order.

    # Why several heads

    The softmax of one head has one answer to one question. [One head](one-head) has all of French to
    itself, and its map is the alignment. [Four](four-heads) have a quarter of the width each; they divide
    the work, and none of their maps is the alignment any more. Then ask what each head carries. In recall
    with two layers two clear maps lie on the truth, and without one of them an eighth or a quarter of the
    answers is lost; without a head of the first layer, which never looks there, nearly all.

    # Why two layers

    In “k 4 c 7 c” the answer is 7, since c came before it. But a 7 that knows nothing of its neighbour is
    found by no question about c. [With one layer](no-induction) the model guesses among the values. [With
    two](induction) it can be prepared: in the first, tokens look one place back; in the second a head
    finds the value that knows of the key. Such a pair is called an induction head.

    # √d, or D?

    A sum of d products grows as √d, so the scores are divided by it. An article prints [1/D](pale)
    instead, with the whole width. All scores are smaller then and the map is paler: the answers become as
    right, but more weight stays beside the truth. Let both scales race.

    # Follow one token

    Type digits of your own and go through a layer step by step. One row of numbers runs through from the
    embedding to the answer, and each part only adds to it. Or give it [French](french), where no single
    head holds the whole alignment and their mean is the better map, or [a decoder alone](decoder), which
    reads its own answer as it goes.
  `,
});
