/** Tests of whether the map explains the prediction, through the public interface. */
import { afterEach, expect, it } from 'vitest';
import { experiments } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterEach(disposeAll);

it.each(experiments().filter(({ supportsExplain }) => supportsExplain))(
  '$name supports all four tests, which do not change the run',
  async ({ name }) => {
    const scope = await createTestScope({ experiment: name });
    await scope.train({ steps: 20 });
    const before = await scope.fingerprint();
    for (const test of ['permute', 'uniform', 'leave-out', 'search']) {
      const found = await scope.explain({ test, example: 1 });
      expect(found.weights.length, test).toBe(found.columnLabels.length);
      expect(found.answer.probability).toBeGreaterThan(0);
    }
    expect(await scope.fingerprint()).toBe(before);
    if (name !== 'sentiment') return;
    const typed = await scope.explain({ test: 'leave-out', sentence: 'a good film' });
    expect(typed.columnLabels).toEqual(['a', 'good', 'film']);
  },
);

it.each([
  ['an unknown test', 'sentiment', { test: 'guess', example: 1 }, 'test'],
  ['no input', 'sentiment', { test: 'permute' }, 'sentence'],
  ['a map of equal weights', 'sentiment', { test: 'permute', example: 1, map: 'baseline' }, 'map'],
  ['an experiment without support', 'context-lookup', { test: 'uniform', example: 1 }, expect.anything()],
])('rejects %s with the name of the field', async (_, experiment, request, parameter) => {
  const scope = await createTestScope({ experiment });
  const error = await expectRejection(scope.explain(request));
  expect(error).toMatchObject({ code: 'BAD_INPUT', parameter, recoverable: true });
});
