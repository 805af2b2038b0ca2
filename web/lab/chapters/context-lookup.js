import { html } from 'lit';
import { watchFinding } from '../question.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = () => ({
  title: 'Where does a network look?',
  before: html`
  <p>
    Each example is a row of eight random numbers <var>x</var> and a context <var>c</var>, one of five. The answer
    is one of the eight numbers, and the context alone decides which. Nobody tells the network the positions: it
    sees rows, contexts and answers.
  </p>
  <p>
    For each context it keeps a row <var>a</var> of eight weights, its attention, multiplies it into the numbers
    and reads out the result by one linear layer:
    <span class="formula">y = Σ<sub>j</sub> w<sub>j</sub>·(a ⊙ x)<sub>j</sub> + b</span>. Below, outlines are the
    truth and bars are what has been learned. When a bar fills its outline, its context has been found.
  </p>
`,
  question: {
    ask: 'All contexts are equally hard. If the network starts from other random numbers, when will they be found?',
    choices: [
      { id: 'together', text: 'All together' },
      { id: 'apart', text: 'Some much later' },
    ],
    watch: watchFinding,
  },
  after: html`
  <section>
    <h2>What to watch</h2>
    <p>
      Equally hard is not equally fast. Each bar is a product a·w, and each factor learns in proportion to the
      other: two small ones hardly move, and once one has grown it pulls the other along. A context whose product
      begins near zero, or with the wrong sign, has to wait. Press Reset and tick “signs” to see which those were.
    </p>
    <p>
      The loss never quite reaches zero. Each step follows one single example, and the last digits keep trembling.
    </p>
  </section>
  <section>
    <h2>Why there are two pictures</h2>
    <p>
      It is common to plot the attention table alone, |a| / Σ|a|. But the network never uses <var>a</var> alone:
      the readout multiplies it by <var>w</var>. A large entry before a small weight says little, and a small one
      before a large weight may carry the answer. Switch between the pictures after a run: what the network uses
      is nearly all on the truth, while the table still looks undecided. One network, two pictures, and only one
      of them shows what it does.
    </p>
  </section>
  <section>
    <h2>Try to confuse it</h2>
    <p>
      Click any bar: the truth of that context moves there, while the network still believes the old one. The
      other contexts did not change, but they share the readout, so they waver too until all agree again. Then slow it
      down to one step a second and watch single examples at work, or raise the learning rate until it no longer
      settles.
    </p>
  </section>
`,
});
