import { percent } from '../../lab/numbers.js';
import { watchEnd } from '../../lab/question.js';
import { prose } from '../../lab/scene.js';
import { phrase, say } from '../../language/say.js';

/** A last glimpse is on the glyph so often, or hardly more often than by chance: a glyph has 25 of 576 pixels. */
const kFound = 0.7;
const kRare = 0.15;
const kChance = 25 / 576;

/** @type {import('../../lab/scene.js').Scenes} */
export const chapter = [
  {
    chapter: 9,
    title: phrase('Sharp in the middle, coarse around'),
    text: prose`
      This network never sees the whole picture sharply. A *glimpse* has three patches: pixels in the middle, coarser
      cells around. After each glimpse an [LSTM](:lstm) answers, and says where to look next. Dots distract. Only right
      answers are rewarded.

      ! While it learns, watch the path find the glyph. Then step through the glimpses: what does each scale show?
    `,
    set: { preset: 'narrowing' },
    runTo: Infinity,
  },
  {
    chapter: 9,
    title: phrase('Narrow from the start'),
    text: prose`
      As in Mnih et al. 2014, places scatter little around the one that is meant, and one answer at the end is rewarded. A glyph
      covers 4 % of the picture.
    `,
    set: { preset: 'published' },
    ask: {
      ask: phrase('How often will its last glimpse be on the glyph?'),
      choices: [
        { id: 'always', text: phrase('Nearly always') },
        { id: 'some', text: phrase('About half of the time') },
        { id: 'chance', text: phrase('About as often as by chance') },
      ],
      watch: watchEnd(({ onTarget, accuracy }) => {
        const share = Number(onTarget);
        const id = share > kFound ? 'always' : share > kRare ? 'some' : 'chance';
        const why = {
          always: say('because this seed found a reward early; others do not'),
          some: say('because some pictures have the glyph near the centre, where it looks anyway'),
          chance: say(
            'because its tries at a picture look at nearly the same place and earn the same reward, so none is preferred; its answers come from the coarse patches',
          ),
        }[id];
        return {
          id,
          told: say(
            'The last glimpse was on the glyph in {found} of the pictures, by chance it would be in {chance}; {right} of the answers were right',
            {
              found: percent(onTarget),
              chance: percent(kChance),
              right: percent(accuracy),
            },
          ),
          why,
        };
      }),
    },
  },
  {
    chapter: 9,
    title: phrase('Wide at first, then narrow'),
    text: prose`
      The gaze starts wide: places scatter by *σ*, at first half the way from the centre to the edge. Some of eight
      samples hit the glyph by chance and answer better than the others. [REINFORCE](:reinforce) makes those places
      likelier, and σ falls. So search comes before precision.

      ! Watch the paths of the samples gather while σ falls.
    `,
    set: { preset: 'narrowing' },
    runTo: Infinity,
    explore: 'looks',
  },
  {
    chapter: 9,
    title: phrase('What choosing is worth'),
    text: prose`
      A second network learns from the same pictures and chooses nothing: it looks at random places. It has seen as many
      patches, but seldom the one that matters. What it lacks is what choosing is worth.

      ! Compare both networks. Then set the [Baseline](>settings.rival) to *one coarse look at all*, and run again.
    `,
    set: { preset: 'narrowing' },
    runTo: Infinity,
    explore: 'many-pictures',
  },
  {
    chapter: 9,
    title: phrase('Place the glyph yourself'),
    text: prose`
      Put a glyph anywhere and strew dots. The path follows at once.

      ! When it has learned, put the glyph into a corner. Surround it with dots. Then take it away: where does it
      look, and what does it answer?
    `,
    set: { preset: 'narrowing' },
    runTo: Infinity,
    explore: 'own-glimpses',
  },
];
