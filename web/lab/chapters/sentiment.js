import { say } from '../../language/say.js';
import { watchEnd } from '../question.js';
import { percent } from './numbers.js';

/** Two accuracies closer than this count as the same. */
const kSame = 0.02;
/** So far from one half, two hundred reviews may be by chance. */
const kChance = 0.1;

/** @type {import('./index.js').ChapterOf} */
export const chapter = (prose) => ({
  title: say('Which words carry the verdict?'),
  before: prose`
    A grammar writes the reviews. One clause says what the writer thinks, often negated or intensified.
    Others state facts, or report what somebody else thinks, and do not count. So the words that decide
    are known; they stand in dotted boxes.

    Two networks read the same words with the same recurrent cell. One keeps only its last state, after
    the padding that makes all reviews equally long. The other looks back at every state through
    attention. Bars under the words are its weights.
  `,
  question: {
    ask: say(
      'Both read the same words with the same cell. How often will the one without attention be right?',
    ),
    choices: [
      { id: 'same', text: say('As often') },
      { id: 'less', text: say('Less often') },
      { id: 'coin', text: say('Like tossing a coin') },
    ],
    preset: 'default',
    watch: watchEnd(({ accuracy, rivalAccuracy }) => {
      const [own, rival] = [Number(accuracy), Number(rivalAccuracy)];
      const id = rival > own - kSame ? 'same' : rival > 0.5 + kChance ? 'less' : 'coin';
      return {
        id,
        told: say('Of the held-out reviews it judged {rival} right, the one with attention {own}.', {
          rival: percent(rival),
          own: percent(own),
        }),
      };
    }),
  },
  after: prose`
    # Why the last state knows so little

    The cell does not stop at the last word. It reads dozens of empty positions, and each washes out some
    of what it knew. Take [the state at the last real word](last-real) and the same cell is nearly always
    right: its memory was fine. Even [the plain mean of all states](mean) does well. Before attention gets
    the credit, the rival deserves a fair start.

    # A gain that we could not find again

    [The set-up of the article](article) gives each position its own bias and masks nothing. We ran it
    five times on two thousand public sentences: 0.787 ± 0.026 right with attention, 0.808 ± 0.013
    without. Three quarters of the weight lay on padding, the rest nearly even, so it came close to a
    plain average. Short reviews from our grammar show the same leaning; or load your own sentences. Then
    flip one switch, [the mask](masked), and the striped blocks stay empty.

    # Weights are of states, not of words

    Look closely: sometimes the longest bar stands a word behind the box. The state there has just read
    the word that decides, and attention picks states. A bar says where the network looks something up,
    not what it read. Then type a sentence of your own: put the praise into somebody else's mouth, negate
    it, add a “but”. Words that never occurred in training are marked. Or load reviews of your own, each
    with its verdict.
  `,
});
