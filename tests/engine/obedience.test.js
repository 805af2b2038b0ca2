/** Tests that answers follow attention where they should: obedience of trained models, over several seeds. */
import { afterEach, expect, test } from 'vitest';
import { createTestScope, disposeAll } from './scopes.js';

afterEach(disposeAll);

const kSeeds = [7, 1, 2, 3, 4];

/** Minimum obedience at the true position and elsewhere, and maximum obedience elsewhere. */
const cases = [
  { score: 'general', bidirectional: true, task: 'reversal', atTruth: 0.97, elsewhere: 0.7, most: 1 },
  { score: 'additive', bidirectional: true, task: 'reversal', atTruth: 0.97, elsewhere: 0.8, most: 1 },
  // The decoder has learned a grammar, so it rejects words that cannot stand at a position.
  { score: 'additive', bidirectional: true, task: 'french', atTruth: 0.95, elsewhere: 0.2, most: 0.75 },
];

for (const { atTruth, elsewhere, most, ...parameters } of cases) {
  test.each(kSeeds)(`${JSON.stringify(parameters)}, seed %i`, { tags: 'full' }, async (seed) => {
    const scope = await createTestScope({ experiment: 'translation', seed, parameters });
    await scope.train({ steps: scope.manifest.plannedSteps });
    const found = await scope.obedience();
    expect(found.atTruth).toBeGreaterThanOrEqual(atTruth);
    expect(found.elsewhere).toBeGreaterThanOrEqual(elsewhere);
    expect(found.elsewhere).toBeLessThanOrEqual(most);
    expect(found.pairs).toBeGreaterThan(1000);
  });
}
