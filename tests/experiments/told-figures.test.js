/** Figures that a scene tells of the run before it are those of that run. All are trained to their end, so only in a proof. */
import { afterEach, expect, test } from 'vitest';
import { chapter as pictures } from '../../web/experiments/caption/chapter.js';
import { chapter as reviews } from '../../web/experiments/sentiment/chapter.js';
import { disposeAll, scopeOf } from '../engine/scopes.js';
import { proof } from '../seeds.js';

afterEach(disposeAll);

const told = [
  { experiment: 'sentiment', preset: 'article', scenes: reviews, metrics: ['accuracy', 'massOnCues'] },
  { experiment: 'caption', preset: 'published', scenes: pictures, metrics: ['exactMatch', 'pointing'] },
];

test.runIf(proof).each(told)(
  'the scene after $preset of $experiment',
  async ({ experiment, preset, scenes, metrics }) => {
    const scope = await scopeOf({ experiment, preset, seed: 7 });
    const { metrics: found } = await scope.train({ steps: scope.manifest.plannedSteps });
    const [accuracy, weight] = metrics.map((name) => Number(found[name]).toFixed(2).replace(/^0/, ''));
    const next = scenes[scenes.findIndex(({ set }) => set?.preset === preset) + 1];
    expect(next?.text).toMatch(new RegExp(`\\${accuracy} and \\${weight}\\b`));
  },
);

test.runIf(proof)(
  'at “hardly” the network of the reviews expects praise, unless “love” follows',
  async () => {
    const scope = await scopeOf({ experiment: 'sentiment', preset: 'default', seed: 7 });
    await scope.train({ steps: scope.manifest.plannedSteps });
    /** @param {string} verb @returns {Promise<string>} the word with the largest weight */
    const most = async (verb) => {
      const { attention } = await scope.predict({ sentence: `we hardly truly ${verb} the waiter` });
      const weights = Array.from(attention?.weights ?? []);
      return attention?.columnLabels[weights.indexOf(Math.max(...weights))] ?? '';
    };
    expect(await most('dislike')).toBe('hardly');
    expect(await most('love')).not.toBe('hardly');
  },
);
