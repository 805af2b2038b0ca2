/**
 * What the page says about each experiment. An experiment without a chapter of its own still has a page: its title
 * and summary from the registry.
 * @module
 */
import { html } from 'lit';
import { writeLink } from '../index.js';
import { watchEnd, watchFinding } from './question.js';

/**
 * @typedef {object} Chapter
 * @property {string} title
 * @property {unknown} before what the reader needs to know first
 * @property {import('./question.js').Question} [question] what to predict about the run with the next seed
 * @property {unknown} after what to look at, and why
 */

/** Two accuracies closer than this count as the same. */
const kSame = 0.02;
/** So far from one half, two hundred reviews may be by chance. */
const kChance = 0.1;

/**
 * A link to a preset of the experiment.
 * @typedef {(preset: string, text: string) => unknown} PresetLink
 */

/** @type {ReadonlyMap<string, (preset: PresetLink) => Chapter>} */
const written = new Map(
  /** @type {[string, (preset: PresetLink) => Chapter][]} */ ([
    [
      'context-lookup',
      () => ({
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
      }),
    ],
    [
      'feature-attention',
      (preset) => ({
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
      }),
    ],
    [
      'sentiment',
      (preset) => ({
        title: 'Which words carry the verdict?',
        before: html`
        <p>
          A grammar writes the reviews. One clause says what the writer thinks, often negated or intensified. Others state
          facts, or report what somebody else thinks, and do not count. So the words that decide are known; they stand in
          dotted boxes.
        </p>
        <p>
          Two networks read the same words with the same recurrent cell. One keeps only its last state, after the padding
          that makes all reviews equally long. The other looks back at every state through attention. Bars under the words
          are its weights.
        </p>
      `,
        question: {
          ask: 'Both read the same words with the same cell. How often will the one without attention be right?',
          choices: [
            { id: 'same', text: 'As often' },
            { id: 'less', text: 'Less often' },
            { id: 'coin', text: 'Like tossing a coin' },
          ],
          preset: 'default',
          watch: watchEnd(({ accuracy, rivalAccuracy }) => {
            const [own, rival] = [Number(accuracy), Number(rivalAccuracy)];
            const id = rival > own - kSame ? 'same' : rival > 0.5 + kChance ? 'less' : 'coin';
            return {
              id,
              told: `Of the held-out reviews it judged ${percent(rival)} right, the one with attention ${percent(own)}.`,
            };
          }),
        },
        after: html`
        <section>
          <h2>Why the last state knows so little</h2>
          <p>
            The cell does not stop at the last word. It reads dozens of empty positions, and each washes out some of what it
            knew. Take ${preset('last-real', 'the state at the last real word')} and the same cell is nearly always right:
            its memory was fine. Even ${preset('mean', 'the plain mean of all states')} does well. Before attention gets the
            credit, the rival deserves a fair start.
          </p>
        </section>
        <section>
          <h2>A gain that we could not find again</h2>
          <p>
            ${preset('article', 'The set-up of the article')} gives each position its own bias and masks nothing. We ran it
            five times on two thousand public sentences: 0.787 ± 0.026 right with attention, 0.808 ± 0.013 without. Three
            quarters of the weight lay on padding, the rest nearly even, so it came close to a plain average. Short reviews
            from our grammar show the same leaning; or load your own sentences. Then flip one switch,
            ${preset('masked', 'the mask')}, and the striped blocks stay empty.
          </p>
        </section>
        <section>
            <h2>Weights are of states, not of words</h2>
            <p>
              Look closely: sometimes the longest bar stands a word behind the box. The state there has just read the word that
              decides, and attention picks states. A bar says where the network looks something up, not what it read. Then
              type a sentence of your own: put the praise into somebody else's mouth, negate it, add a “but”. Words that
              never occurred in training are marked. Or load reviews of your own, each with its verdict.
            </p>
          </section>
      `,
      }),
    ],
    [
      'translation',
      (preset) => ({
        title: 'Where does a translator look?',
        before: html`
        <p>
          One network reads a sentence to its end, a second one writes the translation, word by word. At each word it
          looks back: it scores every state <var>h</var> that the reading left against its own state <var>z</var>,
          <span class="formula">e = v · tanh(Wz + Uh)</span>, makes the scores weights that add up to one, and takes
          the mean of those states with these weights.
        </p>
        <p>
          Nobody tells it which word comes from which. We know, because a grammar wrote the sentences: outlines are the
          true places, colours the learned weights. The adjectives of “la zone économique européenne” come out in the
          other order. Watch attention jump ahead and come back.
        </p>
      `,
        question: {
          ask: 'Take away the half of the reader that begins at the end, and let it reverse numbers. It will learn to be right. On which digit will its weights lie?',
          choices: [
            { id: 'right', text: 'On the right one' },
            { id: 'beside', text: 'On the one beside' },
            { id: 'spread', text: 'On all of them' },
          ],
          preset: 'one-off',
          watch: watchEnd(({ exactMatch, alignmentAccuracy, alignmentNear }) => ({
            id: Number(alignmentAccuracy) > 0.6 ? 'right' : Number(alignmentNear) > 0.8 ? 'beside' : 'spread',
            told: `${percent(exactMatch)} of the held-out numbers came out without a mistake. The largest weight was on the right digit in ${percent(alignmentAccuracy)}, on it or its neighbour in ${percent(alignmentNear)}.`,
          })),
        },
        after: html`
        <section>
          <h2>Low loss is not a right map</h2>
          <p>
            A state holds more than its own word. One that has read “4 7” can give back either digit, and a decoder that
            asks before its step may find the later state the handier one. Nothing in the loss objects. So the map has
            numbers of its own, beside the loss: how often the largest weight is at the true place, how often at most one
            aside, how much weight lies on the truth. Read from both ends, and the line moves to where it belongs.
          </p>
        </section>
        <section>
          <h2>What is wrong here?</h2>
          <p>
            Five mistakes that are easily made. With each the loss falls. Look at the map, guess, then
            open the settings and repair it.
          </p>
          <ul>
            <li>${preset('no-source', 'A')}: the map stays as even as on the first day.
              <details><summary>The switch</summary>“Fault”. The source was left out of the score, so all places are
              alike to it; the decoder lives on the mean of all states. Set it to none.</details></li>
            <li>${preset('no-tanh', 'B')}: every row looks at the same places.
              <details><summary>The switch</summary>“Fault”. Without tanh the score is a sum, v · Wz + v · Uh; its first
              part is equal for all places and the softmax drops it. What is being written no longer matters.</details></li>
            <li>${preset('no-mask', 'C')}: some of the weight is nowhere to be seen.
              <details><summary>The switch</summary>“Fault”. Short numbers are padded, and the padding was not masked: weight
              goes where there is nothing to read.</details></li>
            <li>${preset('little-data', 'D')}: hardly any loss, and every fifth translation wrong.
              <details><summary>The number</summary>“Examples”. Two hundred pairs can be learned by heart. Give it 20,000.</details></li>
            <li>${preset('one-off', 'E')}: all right, and all beside.
              <details><summary>The switch</summary>“Read in both directions”, or a score that is asked after the
              step.</details></li>
          </ul>
        </section>
        <section>
          <h2>And without?</h2>
          <p>
            ${preset('forgetful', 'Without attention')} one last state has to hold the whole sentence. The loss falls, yet
            six translations in seven have a wrong word. Attention need not see everything either:
            ${preset('local-p', 'a window that finds its own place')} does as well, while
            ${preset('wrong-way', 'one that only moves forward')} sees what it needs in the middle alone. Or let
            them race: same seed, same batches, one thread each.
          </p>
        </section>
        <section>
          <h2>Follow one word</h2>
          <p>
            Type a sentence of the grammar, or one that it never had, and go through it step by step: what asks, each
            score with its numbers, what is taken from where, and what else it might have said. Then pull the film back to
            its first pictures, where everything was still possible.
          </p>
        </section>
      `,
      }),
    ],
    [
      'self-attention',
      (preset) => ({
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
            carries. In the recall below two clear maps lie on the truth, and without one of them an eighth or a quarter
            of the answers is lost; without a head that never looks there, nearly all.
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
      }),
    ],
  ]),
);

/** @param {number | null | undefined} share */
function percent(share) {
  return `${(100 * Number(share)).toFixed(1)}\u00a0%`;
}

/**
 * @param {import('../engine/schema.js').ExperimentSchema} experiment
 * @returns {Chapter}
 */
export function chapterOf({ name, title, summary, presets = [] }) {
  const chapter = written.get(name);
  if (!chapter) return { title, before: html`<p>${summary}</p>`, after: null };
  return chapter((wanted, text) => {
    const parameters = presets.find((preset) => preset.name === wanted)?.parameters ?? {};
    return html`<a href="#${writeLink({ experiment: name, seed: 7, parameters })}">${text}</a>`;
  });
}
