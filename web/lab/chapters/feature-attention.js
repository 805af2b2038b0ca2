import { say } from '../../language/say.js';
import { watchEnd } from '../question.js';
import { percent } from './numbers.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (prose) => ({
  title: say('Two features decide. Which?'),
  before: prose`
    Each example is a row of ten random numbers. Two of them decide the answer: it is yes when they have
    the same sign. The other eight are noise, and nobody tells the networks which is which.

    One network is a gate. From the whole example it computes a weight for each feature, $a = softmax(xW +
    b)$, multiplies the features by it and reads out the answer from $a ⊙ x$. The other is a plain network
    with one hidden layer and just as many parameters. Both learn from the same batches, side by side.
  `,
  question: {
    ask: say(
      'Same data, same number of parameters, same steps. Which of the two will be right more often in the end?',
    ),
    choices: [
      { id: 'attention', text: say('The one with attention') },
      { id: 'rival', text: say('The plain one') },
    ],
    watch: watchEnd(({ accuracy, rivalAccuracy }) => ({
      id: Number(accuracy) > Number(rivalAccuracy) ? 'attention' : 'rival',
      told: say(
        'On examples that neither had seen, attention was right in {own}, the plain network in {rival}.',
        { own: percent(accuracy), rival: percent(rivalAccuracy) },
      ),
    })),
  },
  after: prose`
    # Why not a plain network?

    A fair question, and on accuracy there is no reason: the plain network won in everything that we ran.
    Among ten features it was right in 99.7 of a hundred held-out examples and the gate in 93, among a
    hundred features in 98 against 95, with just 500 examples in about 95 against 88. Do not take our word
    for it: the comparison under the map trains both again, here.

    # What attention does give

    It says what it looked at. About 0.73 of its weight is on the two features that matter, among ten or
    among [a hundred](hundred-features). The first layer of the plain network is as clear among ten, but
    among a hundred its share falls to a quarter: right without showing why. So let attention choose and
    the plain network answer. Keep the two features, drop the rest, retrain: with a third of the
    parameters it lost next to nothing, and with [few examples](small-data) it got better. The gate itself
    gets worse, with nothing left to choose.

    # Read the whiskers, too

    A bar is a mean. In a single example the gate may put nearly everything on one feature and nothing on
    the other: the weights are computed anew each time, and have to be. One fixed set of weights before
    the same readout cannot tell equal signs from different ones at all. And some shapes are not for a
    gate: see what it makes of [a circle](circle), or of [wrong answers](noise) among the right ones.
  `,
});
