/** The public API on the real module: files, predictions. */

import { afterEach, describe, expect, it } from 'vitest';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterEach(disposeAll);

describe('files', () => {
  it('a checkpoint restores live parameters', async () => {
    const [from, to] = await Promise.all([createTestScope(), createTestScope()]);
    await from.set('learningRate', 0.02);
    await from.set('map', [1, 2, 3, 4, 5]);
    await to.restore((await from.checkpoint()).buffer);
    expect(to.configuration.parameters).toMatchObject({ learningRate: 0.02, map: [1, 2, 3, 4, 5] });
    expect(to.link()).toBe(from.link());
  });

  it('of the wrong kind change nothing', async () => {
    const scope = await createTestScope();
    await scope.train({ steps: 100 });
    const before = [await scope.fingerprint(), scope.step, scope.link()];
    const [weights, checkpoint] = [await scope.saveWeights(), await scope.checkpoint()];
    const neither = /** @type {any[]} */ ([null, [1, 2], new ArrayBuffer(33 << 20), checkpoint.slice(0, -1)]);
    for (const bytes of [...neither, weights])
      await expectRejection(scope.restore(bytes), { code: 'BAD_FILE' });
    for (const bytes of [...neither, checkpoint])
      await expectRejection(scope.loadWeights(bytes), { code: 'BAD_FILE' });
    expect([await scope.fingerprint(), scope.step, scope.link()]).toEqual(before);
  });

  it('are copied at the call', async () => {
    const scope = await createTestScope();
    const checkpoint = await scope.checkpoint();
    const restored = scope.restore(checkpoint);
    checkpoint.fill(0);
    await restored;
    expect(scope.step).toBe(0);
  });

  it('are rejected if they were transferred', async () => {
    const scope = await createTestScope();
    const bytes = await scope.saveWeights();
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    for (const detached of [bytes, bytes.buffer])
      await expectRejection(scope.loadWeights(detached), {
        code: 'BAD_FILE',
        expected: expect.stringContaining('not detached'),
      });
  });
});

it('predictions accept own values in lists and typed arrays, and have no target then', async () => {
  const scope = await createTestScope();
  const values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
  const own = await scope.predict({ context: 1, values });
  expect(own.target).toBeUndefined();
  expect(own.steps[0].values).toBeInstanceOf(Float32Array);
  expect(await scope.predict({ context: 1, values: Float64Array.from(values) })).toEqual(own);
});

it.each(
  /** @type {['predict' | 'attention', any][]} */ ([
    ['predict', {}],
    ['predict', { example: 1e9 }],
    ['predict', { example: 1, context: 1 }],
    ['predict', { context: 5, values: [1, 2, 3, 4, 5, 6, 7, 8] }],
    ['predict', { context: 0, values: [1, 2, 3, 4, 5, 6, 7, Number.NaN] }],
    ['predict', { sentence: 'x' }],
    ['attention', { map: 'x' }],
    ['attention', { example: 1e9 }],
    ['attention', null],
  ]),
)('predictions of %s reject the input %o', async (method, input) => {
  const scope = await createTestScope();
  expect((await expectRejection(scope[method](input), { code: 'BAD_INPUT' })).parameter).toBeTruthy();
  await scope.predict({ example: 0 });
});
