/** Tests that the table of Unicode properties is fetched only for text that is not ASCII. */
import { afterEach, expect, test, vi } from 'vitest';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

const place = vi.hoisted(() => ({ lost: true }));

vi.mock('../../web/engine/asset-addresses.js', async (original) => {
  const parts = /** @type {typeof import('../../web/engine/asset-addresses.js')} */ (await original());
  return {
    ...parts,
    getModuleAddress: (/** @type {string} */ name) =>
      name === 'unicode' && place.lost ? 'file:///nowhere/unicode.wasm' : parts.getModuleAddress(name),
    compileModule: (/** @type {string} */ address) =>
      parts.compileModule(
        place.lost
          ? address
          : address.replace('file:///nowhere/unicode.wasm', parts.getModuleAddress('unicode')),
      ),
  };
});

afterEach(disposeAll);

test('ASCII does not need it; other input is rejected while it is missing, the run continues, and it is fetched again', async () => {
  place.lost = true;
  const data = Array.from({ length: 24 }, (_, i) => `It's word${i % 3}!\t${i % 2}`).join('\n');
  const scope = await createTestScope({
    experiment: 'sentiment',
    data,
    parameters: { hidden: 4, embedding: 4 },
  });
  expect((await scope.predict({ sentence: "IT'S word2" })).unknownWords).toEqual([]);
  const error = await expectRejection(scope.predict({ sentence: 'It’s' }), {
    code: 'FETCH_FAILED',
    recoverable: true,
  });
  expect(error.message).toMatch(/table of Unicode.*nowhere/s);
  await scope.train({ steps: 1 });
  place.lost = false;
  expect((await scope.predict({ sentence: 'It’s' })).unknownWords).toEqual([]);
});

test('own data that is not ASCII is rejected without it', async () => {
  place.lost = true;
  const data = Array.from({ length: 24 }, (_, i) => `été ${i}\t${i % 2}`).join('\n');
  await expectRejection(createTestScope({ experiment: 'sentiment', data }), { code: 'FETCH_FAILED' });
});
