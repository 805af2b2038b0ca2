/** Files that broke other readers: ours says what is wrong with each, and the run is what it was. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { hostileFiles, seedPath } from '../fuzz/hostile-files.js';
import { disposeAll, refusal, scopeOf } from './scopes.js';

afterEach(disposeAll);

it.each(Object.entries(hostileFiles))('%s', async (name, [bytes, says]) => {
  expect(readFileSync(seedPath(name)).equals(bytes)).toBe(true);
  const scope = await scopeOf({ parameters: { examples: 100 } });
  const before = scope.fingerprint();
  const refused = [await refusal(scope.loadWeights(bytes)), await refusal(scope.restore(bytes))];
  expect(refused.map(({ code }) => code)).toEqual(['BAD_FILE', 'BAD_FILE']);
  // A checkpoint may hold what is not finite, and is refused for what else it lacks.
  expect(refused[0].message).toBe(says);
  await scope.evaluate();
  expect(scope.fingerprint()).toBe(before);
});
