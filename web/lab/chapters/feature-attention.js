import { html } from 'lit';
import { watchEnd } from '../question.js';
import { percent } from './percent.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (preset) => ({
  title: 'Two features decide. Which?',
  before: html`
  <p>
    Each example is a row of ten random numbers. Two of them decide the answer: it is yes when they have the same
    sign. The other eight are noise, and nobody tells the networks which is which.
  </p>
  <p>
    One network is a gate. From the whole example it computes a weight for each feature,
    <span class="formula">a = softmax(xW + b)</span>, multiplies the features by it and reads out the answer from
    <span class="formula">a ⊙ x</span>. The other is a plain network with one hidden layer and just as many
    parameters. Both learn from the same batches, side by side.
  </p>
`,
  question: {
    ask: 'Same data, same number of parameters, same steps. Which of the two will be right more often in the end?',
    choices: [
      { id: 'attention', text: 'The one with attention' },
      { id: 'rival', text: 'The plain one' },
    ],
    watch: watchEnd(({ accuracy, rivalAccuracy }) => ({
      id: Number(accuracy) > Number(rivalAccuracy) ? 'attention' : 'rival',
      told: `On examples that neither had seen, attention was right in ${percent(accuracy)}, the plain network in ${percent(rivalAccuracy)}.`,
    })),
  },
  after: html`
  <section>
    <h2>Why not a plain network?</h2>
      <p>
        A fair question, and on accuracy there is no reason: the plain network won in everything that we ran. Among
        ten features it was right in 99.7 of a hundred held-out examples and the gate in 93, among a hundred
        features in 98 against 95, with just 500 examples in about 95 against 88. Do not take our word for it: the
        comparison under the map trains both again, here.
      </p>
    </section>
    <section>
      <h2>What attention does give</h2>
      <p>
        It says what it looked at. About 0.73 of its weight is on the two features that matter, among ten or among
        ${preset('hundred-features', 'a hundred')}. The first layer of the plain network is as clear among ten, but
        among a hundred its share falls to a quarter: right without showing why. So let attention choose and the
        plain network answer. Keep the two features, drop the rest, retrain: with a third of the parameters it lost
        next to nothing, and with ${preset('small-data', 'few examples')} it got better. The gate itself gets worse,
        with nothing left to choose.
      </p>
    </section>
    <section>
      <h2>Read the whiskers, too</h2>
      <p>
        A bar is a mean. In a single example the gate may put nearly everything on one feature and nothing on the
        other: the weights are computed anew each time, and have to be. One fixed set of weights before the same
        readout cannot tell equal signs from different ones at all. And some shapes are not for a gate: see what it
        makes of ${preset('circle', 'a circle')}, or of ${preset('noise', 'wrong answers')} among the right ones.
      </p>
  </section>
`,
});
