import { html } from 'lit';
import { watchEnd } from '../question.js';
import { percent } from './percent.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (preset) => ({
  title: 'Everything looks at everything',
  before: html`
  <p>
    No state is carried along here. Each token makes three rows of numbers out of itself: a query <var>q</var>, what
    it asks; a key <var>k</var>, what it is found by; a value <var>v</var>, what it gives. It asks all others at
    once, <span class="formula">a = softmax(q · k / √d)</span>, takes the mean of their values with these weights,
    and adds that to itself. Several heads do so side by side, each with numbers of its own.
  </p>
  <p>
    The task is small enough to know the truth: write a number backwards. Each small map is a head; outlines
    are the places where the digits really come from. Switch a head off and see how many answers are lost with it.
  </p>
`,
  question: {
    ask: 'Take away what tells a token its place, so that the source is a heap of letters. Will the model still learn to sort them?',
    choices: [
      { id: 'yes', text: 'As well as ever' },
      { id: 'some', text: 'Some of them' },
      { id: 'no', text: 'Not at all' },
    ],
    preset: 'sorting-a-set',
    watch: watchEnd(({ exactMatch, tokenAccuracy }) => ({
      id: Number(exactMatch) > 0.95 ? 'yes' : Number(exactMatch) > 0.2 ? 'some' : 'no',
      told: `${percent(exactMatch)} of the held-out words came out sorted, ${percent(tokenAccuracy)} of their letters right.`,
    })),
  },
  after: html`
  <section>
    <h2>A set, not a sequence</h2>
    <p>
      Shuffle the tokens, and attention gives the same answers, shuffled. Order is not in it; it has to be put in,
      as waves that are added to each token or as learned numbers. To sort, nobody needs to know where a letter
      stood: what comes next in the alphabet is enough. To ${preset('no-positions', 'reverse')} one needs nothing
      but that, and no training helps. Only the digits are known, not their order.
    </p>
  </section>
  <section>
    <h2>Why several heads</h2>
    <p>
      The softmax of one head has one answer to one question. ${preset('one-head', 'One head')} has all of French to
      itself, and its map is the alignment. ${preset('four-heads', 'Four')} have a quarter of the width each; they
      divide the work, and none of their maps is the alignment any more. Then ask what each head
      carries. In recall with two layers two clear maps lie on the truth, and without one of them an eighth or a
      quarter of the answers is lost; without a head of the first layer, which never looks there, nearly all.
    </p>
  </section>
  <section>
    <h2>Why two layers</h2>
    <p>
      In “k 4 c 7 c” the answer is 7, since c came before it. But a 7 that knows nothing of its neighbour is found
      by no question about c. ${preset('no-induction', 'With one layer')} the model guesses among the values.
      ${preset('induction', 'With two')} it can be prepared: in the first, tokens look one place back; in
      the second a head finds the value that knows of the key. Such a pair is called an induction head.
    </p>
  </section>
  <section>
    <h2>√d, or D?</h2>
    <p>
      A sum of d products grows as √d, so the scores are divided by it. An article prints
      ${preset('pale', '1/D')} instead, with the whole width. All scores are smaller then and the map is paler: the
      answers become as right, but more weight stays beside the truth. Let both scales race.
    </p>
  </section>
  <section>
    <h2>Follow one token</h2>
    <p>
      Type digits of your own and go through a layer step by step. One row of numbers runs through from the
      embedding to the answer, and each part only adds to it. Or give it ${preset('french', 'French')}, where no
      single head holds the whole alignment and their mean is the better map, or
      ${preset('decoder', 'a decoder alone')}, which reads its own answer as it goes.
    </p>
  </section>
`,
});
