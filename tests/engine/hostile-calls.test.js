/** Random arguments are rejected with an error that names the fault, or accepted; other runs do not change. */

import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { attend, createScope, sweep } from '../../web/index.js';
import { arbitraryText, arbitraryValue, arbitraryVariation, attempt } from './hostile.js';
import { createTestScope, disposeAll } from './scopes.js';

afterEach(disposeAll);

it('a run computes the same bits after any calls', async () => {
  const options = { parameters: { examples: 100 } };
  const [scope, undisturbed] = [await createTestScope(options), await createTestScope(options)];
  const start = await scope.checkpoint();
  const damagedFile = fc
    .tuple(fc.nat(), fc.nat(255), fc.boolean())
    .map(([at, byte, isCut]) =>
      isCut ? start.slice(0, at % start.length) : start.with(at % start.length, byte),
    );
  const calls = fc.oneof(
    fc.tuple(fc.constantFrom('predict', 'attention', 'explain', 'score', 'pytorch'), arbitraryValue),
    fc.tuple(fc.constant('predict'), arbitraryVariation({ context: 1, values: [1, 2, 3, 4, 5, 6, 7, 8] })),
    fc.tuple(fc.constant('attention'), arbitraryVariation({ example: 0, map: 'embedding' })),
    fc.tuple(fc.constant('set'), fc.oneof(fc.constant('learningRate'), arbitraryText), arbitraryValue),
    fc.tuple(fc.constant('train'), arbitraryVariation({ steps: 0, signal: undefined })),
    fc.tuple(fc.constant('run'), arbitraryVariation({ speed: 0, until: -1 })),
    fc.tuple(fc.constantFrom('loadWeights', 'restore'), fc.oneof(arbitraryValue, damagedFile)),
  );
  await fc.assert(
    fc.asyncProperty(calls, async ([method, ...args]) => {
      const { refused } = await attempt(() => /** @type {any} */ (scope)[method](...args));
      // A call that was accepted may have changed the run.
      if (!refused) {
        await scope.pause();
        scope.speed = Number.POSITIVE_INFINITY;
        await scope.restore(start);
        await undisturbed.restore(start);
      }
      await Promise.all([scope.train({ steps: 1 }), undisturbed.train({ steps: 1 })]);
      expect([scope.step, await scope.fingerprint()]).toEqual([
        undisturbed.step,
        await undisturbed.fingerprint(),
      ]);
    }),
    { numRuns: 200 },
  );
});

const own = {
  experiment: 'context-lookup',
  seed: 1,
  parameters: { examples: 100, epochs: 1 },
  worker: false,
};
const query = { shape: [1, 1, 2], data: [1, 2] };
const request = { steps: true, randomSeed: 7, gradient: { of: 'context', at: [0, 0, 0] } };

/** @type {[string, fc.Arbitrary<unknown[]>, (...args: any[]) => Promise<unknown>][]} */
const functions = [
  [
    'createScope',
    fc.tuple(
      fc.oneof(
        arbitraryVariation(own),
        arbitraryText.map((experiment) => ({ ...own, experiment })),
      ),
    ),
    async (options) => (await createScope(options)).dispose(),
  ],
  [
    'sweep',
    fc.tuple(arbitraryVariation({ ...own, seeds: [1], vary: { contexts: [1] } })),
    async (options) => {
      const points = sweep(options);
      await points.next().finally(() => points.return());
    },
  ],
  [
    'attend',
    fc.tuple(
      fc.oneof(fc.constant('dot'), arbitraryValue),
      fc.oneof(
        arbitraryVariation({ query, key: query }),
        arbitraryVariation(query).map((key) => ({ query, key })),
      ),
      arbitraryVariation(request),
    ),
    attend,
  ],
];
it.each(functions)('%s accepts or rejects any arguments', async (_, args, call) => {
  const before = await attend('dot', { query, key: query });
  await fc.assert(fc.asyncProperty(args, async (list) => void (await attempt(() => call(...list)))));
  expect(await attend('dot', { query, key: query })).toEqual(before);
});

it('rejects bytes that were transferred', async () => {
  const scope = await createTestScope({ parameters: { examples: 100 } });
  const bytes = await scope.saveWeights();
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  for (const detached of [bytes, bytes.buffer]) {
    const { result } = await attempt(() => scope.loadWeights(/** @type {Uint8Array} */ (detached)));
    expect(result).toMatchObject({ code: 'BAD_FILE', expected: expect.stringContaining('not detached') });
  }
});
