/** Files that have crashed other safetensors readers are rejected with a reason, and the run does not change. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { getSeedPath, hostileFiles } from '../fuzz/hostile-files.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterEach(disposeAll);

it.each(Object.entries(hostileFiles))('%s', async (name, [bytes, says]) => {
  expect(readFileSync(getSeedPath(name)).equals(bytes)).toBe(true);
  const scope = await createTestScope({ parameters: { examples: 100 } });
  const before = scope.fingerprint();
  const refused = [
    await expectRejection(scope.loadWeights(bytes)),
    await expectRejection(scope.restore(bytes)),
  ];
  expect(refused.map(({ code }) => code)).toEqual(['BAD_FILE', 'BAD_FILE']);
  // Only the error of loadWeights is compared: restore finds other faults, because checkpoints may hold infinities.
  expect(refused[0].message).toBe(says);
  await scope.evaluate();
  expect(scope.fingerprint()).toBe(before);
});
