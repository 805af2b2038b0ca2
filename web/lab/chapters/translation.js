import { say } from '../../language/say.js';
import { watchEnd } from '../question.js';
import { percent } from './numbers.js';

/** @type {import('./index.js').ChapterOf} */
export const chapter = (prose) => ({
  title: say('Where does a translator look?'),
  before: prose`
    One network reads a sentence to its end, a second one writes the translation, word by word. At each
    word it looks back: it scores every state *h* that the reading left against its own state *z*, $e = v
    · tanh(Wz + Uh)$, makes the scores weights that add up to one, and takes the mean of those states with
    these weights.

    Nobody tells it which word comes from which. We know, because a grammar wrote the sentences: outlines
    are the true places, colours the learned weights. The adjectives of “la zone économique européenne”
    come out in the other order. Watch attention jump ahead and come back.
  `,
  question: {
    ask: say(
      'Take away the half of the reader that begins at the end, and let it reverse numbers. It will learn to be right. On which digit will its weights lie?',
    ),
    choices: [
      { id: 'right', text: say('On the right one') },
      { id: 'beside', text: say('On the one beside') },
      { id: 'spread', text: say('On all of them') },
    ],
    preset: 'one-off',
    watch: watchEnd(({ exactMatch, alignmentAccuracy, alignmentNear }) => ({
      id: Number(alignmentAccuracy) > 0.6 ? 'right' : Number(alignmentNear) > 0.8 ? 'beside' : 'spread',
      told: say(
        '{exact} of the held-out numbers came out without a mistake. The largest weight was on the right digit in {found}, on it or its neighbour in {near}.',
        { exact: percent(exactMatch), found: percent(alignmentAccuracy), near: percent(alignmentNear) },
      ),
    })),
  },
  after: prose`
    # Low loss is not a right map

    A state holds more than its own word. One that has read “4 7” can give back either digit, and a
    decoder that asks before its step may find the later state the handier one. Nothing in the loss
    objects. So the map has numbers of its own, beside the loss: how often the largest weight is at the
    true place, how often at most one aside, how much weight lies on the truth. Read from both ends, and
    the line moves to where it belongs.

    # What is wrong here?

    Five mistakes that are easily made. With each the loss falls. Look at the map, guess, then open the
    settings and repair it.

    - [A](no-source): the map stays as even as on the first day.

    ? The switch: “Fault”. The source was left out of the score, so all places are alike to it; the
    decoder lives on the mean of all states. Set it to none.

    - [B](no-tanh): every row looks at the same places.

    ? The switch: “Fault”. Without tanh the score is a sum, v · Wz + v · Uh; its first part is equal for
    all places and the softmax drops it. What is being written no longer matters.

    - [C](no-mask): some of the weight is nowhere to be seen.

    ? The switch: “Fault”. Short numbers are padded, and the padding was not masked: weight goes where
    there is nothing to read.

    - [D](little-data): hardly any loss, and every fifth translation wrong.

    ? The number: “Examples”. Two hundred pairs can be learned by heart. Give it 20,000.

    - [E](one-off): all right, and all beside.

    ? The switch: “Read in both directions”, or a score that is asked after the step.

    # And without?

    [Without attention](forgetful) one last state has to hold the whole sentence. The loss falls, yet six
    translations in seven have a wrong word. Attention need not see everything either: [a window that
    finds its own place](local-p) does as well, while [one that only moves forward](wrong-way) sees what
    it needs in the middle alone. Or let them race: same seed, same batches, one thread each.

    # Follow one word

    Type a sentence of the grammar, or one that it never had, and go through it step by step: what asks,
    each score with its numbers, what is taken from where, and what else it might have said. Then pull the
    film back to its first pictures, where everything was still possible.
  `,
});
