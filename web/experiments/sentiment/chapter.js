import { percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** Two accuracies closer than this count as the same. */
const kSame = 0.02;
/** So far from one half, two hundred reviews may be by chance. */
const kChance = 0.1;

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 3,
    title: phrase('One clause decides'),
    text: prose`
      A grammar writes reviews. One clause holds the verdict; the others state facts or quote somebody else. Two
      networks read with the same recurrent cell. The [baseline](:baseline) keeps its last state, after the
      [padding](:padding). The other takes an attention-weighted average of all states.
    `,
    set: { preset: 'default' },
    ask: {
      ask: phrase('How accurate will the baseline be on held-out reviews?'),
      choices: [
        { id: 'same', text: phrase('As accurate as attention') },
        { id: 'less', text: phrase('Less accurate, but better than chance') },
        { id: 'coin', text: phrase('No better than chance') },
      ],
      watch: watchEnd(({ accuracy, rivalAccuracy }) => {
        const [own, rival] = [Number(accuracy), Number(rivalAccuracy)];
        const id = rival > own - kSame ? 'same' : rival > 0.5 + kChance ? 'less' : 'coin';
        const why = {
          same: say('because with this seed the last state kept the verdict through the padding'),
          less: say('because the state loses part of the verdict while it reads padding'),
          coin: say('because the cell goes on reading padding, which overwrites the verdict'),
        }[id];
        return {
          id,
          told: say('The baseline reached {rival}, attention {own}', {
            rival: percent(rival),
            own: percent(own),
          }),
          why,
        };
      }),
    },
  },
  {
    chapter: 3,
    title: phrase('Your own sentence'),
    text: prose`
      Bars under the words are [attention weights](:weights); boxes mark the words that decide. A bar may stand behind
      its box: the next scene says why. What others said does not count, and “not” reverses a verdict.

      ! Under *Try*, type “my brother said the food was awful but i love it”. Which word gets the largest weight? Then
      negate it.
    `,
    set: { preset: 'default' },
    runTo: Infinity,
  },
  {
    chapter: 3,
    title: phrase('Weights belong to states'),
    text: prose`
      A weight belongs to a state, which holds its word and those before it. So the longest bar may stand a word
      behind the box, or before it: “hardly” already sounds like praise here. Weights sum to 1: a later word takes some.

      ! Type[, under “Try”,](~) “we hardly truly dislike the waiter”, then the same with “love”. Where does the weight go?
    `,
    set: { preset: 'default' },
    runTo: Infinity,
  },
  {
    chapter: 3,
    title: phrase('The last real word'),
    text: prose`
      Was the memory too small, or was it the padding? Here the baseline uses the state at the last real word. This is
      [pooling](:pooling), too: one vector from many states.
    `,
    set: { preset: 'last-real' },
    ask: {
      ask: phrase('How accurate is this baseline, beside attention?'),
      choices: [
        { id: 'same', text: phrase('As accurate as attention') },
        { id: 'less', text: phrase('Less accurate, but better than chance') },
        { id: 'coin', text: phrase('No better than chance') },
      ],
      watch: watchEnd(({ accuracy, rivalAccuracy }) => {
        const [own, rival] = [Number(accuracy), Number(rivalAccuracy)];
        const id = rival > own - kSame ? 'same' : rival > 0.5 + kChance ? 'less' : 'coin';
        return {
          id,
          told: say('The baseline reached {rival}, attention {own}', {
            rival: percent(rival),
            own: percent(own),
          }),
          why:
            id === 'same'
              ? say('because the state has to carry one yes or no, not a whole sentence')
              : say('because the verdict often stands early, and the words after it overwrite part of it'),
        };
      }),
    },
  },
  {
    chapter: 3,
    title: phrase('A gain we could not reproduce'),
    text: prose`
      A tutorial article on 2,000 sentences from Amazon and Yelp reports an accuracy of .77 without attention and .81
      with it; padding is not masked. On the same sentences, five runs each, we measured .808 ± .013 without and .787 ±
      .026 with. On the short reviews here attention is far ahead, but only because the baseline reads padding to the end.
    `,
    set: { preset: 'article' },
    ask: {
      ask: phrase('How much weight will attention put on padding?'),
      choices: [
        { id: 'little', text: phrase('Less than a tenth') },
        { id: 'some', text: phrase('Between a tenth and a half') },
        { id: 'most', text: phrase('More than half') },
      ],
      watch: watchEnd(({ massOnPadding, normalisedEntropy }) => {
        const id = Number(massOnPadding) > 0.5 ? 'most' : Number(massOnPadding) > 0.1 ? 'some' : 'little';
        return {
          id,
          told: say('{mass} of the weight was on padding; the normalised entropy was {entropy}', {
            mass: percent(massOnPadding),
            entropy: percent(normalisedEntropy),
          }),
          why:
            id === 'little'
              ? say('because this run has learned to give padding a low score')
              : say(
                  'because padding is not masked: most positions of a short review are padding, and no word gets much more weight than another',
                ),
        };
      }),
    },
  },
  {
    chapter: 3,
    title: phrase('The same with a mask'),
    text: prose`
      One switch is different: padding is masked and gets weight 0. With most seeds fewer answers come out right,
      though more of the weight lies on the words that decide. The average is now over states of words alone.

      ! When the run has ended, read accuracy and weight on cue words: without the mask .94 and .03.
    `,
    set: { preset: 'masked' },
    runTo: Infinity,
  },
  {
    chapter: 3,
    title: phrase('A cell that looks back'),
    text: prose`
      An [LSTM](:lstm) goes on from its last state. This cell, the machine reader (LSTMN), keeps all its states. At each
      word [attention](:attention) over them decides from which it goes on.
    `,
    set: { preset: 'reader' },
    ask: {
      ask: phrase('How much weight will a word of sentiment put on its “not”?'),
      choices: [
        { id: 'little', text: phrase('Less than half') },
        { id: 'some', text: phrase('Between half and nine tenths') },
        { id: 'most', text: phrase('More than nine tenths') },
      ],
      watch: watchEnd(({ massOnModifier, massOnPrevious }) => {
        const id = Number(massOnModifier) > 0.9 ? 'most' : Number(massOnModifier) >= 0.5 ? 'some' : 'little';
        return {
          id,
          told: say(
            'A word of sentiment put {mass} of its weight on its modifier. Of the weight of all words, {previous} was on the word before',
            {
              mass: percent(massOnModifier),
              previous: percent(massOnPrevious),
            },
          ),
          why:
            id === 'little'
              ? say('because with this seed the cell carries the “not” along in its other states')
              : say('because the “not” turns the verdict, and its state holds just that'),
        };
      }),
    },
  },
];
