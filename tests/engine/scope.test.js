/** The public API on the real module: determinism, files, predictions. */

import { afterEach, describe, expect, it } from 'vitest';
import { experiments } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterEach(disposeAll);

describe('determinism', () => {
  it('gives the same bits for the same seed, however the steps are split into calls', async () => {
    const [one, many, other] = await Promise.all([
      createTestScope(),
      createTestScope(),
      createTestScope({ seed: 8 }),
    ]);
    expect(await other.fingerprint()).not.toBe(await one.fingerprint());
    const whole = await one.train({ steps: 3000 });
    for (let i = 0; i < 300; i++) await many.train({ steps: 10 });
    expect(await many.fingerprint()).toBe(await one.fingerprint());
    expect(await one.fingerprint()).toMatch(/^[0-9a-f]{16}$/);
    expect((await many.evaluate()).metrics).toEqual((await one.evaluate()).metrics);
    const { loss } = await many.train({ steps: 10 });
    expect(loss).toBe((await one.train({ steps: 10 })).loss);
    expect(whole.step).toBe(3000);
  });

  it('holds after reset', async () => {
    const scope = await createTestScope();
    const initial = await scope.fingerprint();
    await scope.train({ steps: 500 });
    const trained = await scope.fingerprint();
    await scope.reset();
    expect([scope.step, await scope.fingerprint()]).toEqual([0, initial]);
    await scope.train({ steps: 500 });
    expect(await scope.fingerprint()).toBe(trained);
  });
});

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
      expect((await expectRejection(scope.restore(bytes))).code).toBe('BAD_FILE');
    for (const bytes of [...neither, checkpoint])
      expect((await expectRejection(scope.loadWeights(bytes))).code).toBe('BAD_FILE');
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
      expect(await expectRejection(scope.loadWeights(detached))).toMatchObject({
        code: 'BAD_FILE',
        expected: expect.stringContaining('not detached'),
      });
  });
});

describe('predictions', () => {
  it('of an example and of an own input have the computation line by line', async () => {
    const scope = await createTestScope();
    await scope.train({ steps: 40_000 });
    const values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
    const own = await scope.predict({ context: 1, values });
    expect(own.output).toBeCloseTo(0.8, 1);
    expect(own.target).toBeUndefined();
    expect(own.attention.weights).toBeInstanceOf(Float32Array);
    expect(own.attention.shape).toEqual([1, 8]);
    expect(own.steps.length).toBeGreaterThan(2);
    for (const { name, formula, values: numbers } of own.steps) {
      expect(name && formula).toBeTruthy();
      expect(numbers).toBeInstanceOf(Float32Array);
    }
    const example = await scope.predict({ example: 3 });
    expect(example.output).toBeCloseTo(Number(example.target), 1);
    expect(await scope.predict({ context: 1, values: Float64Array.from(values) })).toEqual(own);
  });

  it('have attention of all rows, of one example and of the embedding table', async () => {
    const scope = await createTestScope();
    const [first, second] = experiments()[0].maps;
    const whole = await scope.attention();
    expect(whole).toMatchObject({ name: first.name, shape: [5, 8] });
    expect(whole.rowLabels).toHaveLength(5);
    expect(whole.columnLabels).toHaveLength(8);
    const row = await scope.attention({ example: 3, map: second.name });
    expect(row).toMatchObject({ name: second.name, shape: [1, 8] });
    expect(row.weights).toHaveLength(8);
    expect(whole.weights).toHaveLength(40);
    expect(whole.scores).toHaveLength(40);
  });

  it.each([
    [{}],
    [{ example: 1e9 }],
    [{ example: 1, context: 1 }],
    [{ context: 5, values: [1, 2, 3, 4, 5, 6, 7, 8] }],
    [{ context: 0, values: [1, 2, 3, 4, 5, 6, 7, Number.NaN] }],
    [{ sentence: 'x' }],
  ])('reject the input %o', async (input) => {
    const scope = await createTestScope();
    const error = await expectRejection(scope.predict(/** @type {{ example: number }} */ (input)));
    expect(error.code).toBe('BAD_INPUT');
    expect(error.parameter).toBeTruthy();
    await scope.predict({ example: 0 });
  });

  it.each([[{ map: 'x' }], [{ example: 1e9 }], [null]])(
    'of attention reject the request %o',
    async (request) => {
      const scope = await createTestScope();
      expect((await expectRejection(scope.attention(/** @type {{ map: string }} */ (request)))).code).toBe(
        'BAD_INPUT',
      );
    },
  );
});
