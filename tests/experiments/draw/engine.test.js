/** Tests DRAW and its baseline without windows: metrics, shown values, and own pictures. */

import { afterEach, describe, expect, it } from 'vitest';
import { createTestScope, disposeAll, expectRejection } from '../../engine/scopes.js';
import { isFullRun } from '../../full-run.js';

afterEach(disposeAll);

/** @typedef {Partial<import('../../../web/engine/create-scope.js').ScopeOptions>} Options */

const pixels = 400;
const small = {
  examples: 400,
  hidden: 16,
  latent: 3,
  glimpses: 4,
  readGrid: 3,
  writeGrid: 4,
  batchSize: 8,
};

/** @param {Options['parameters']} [parameters] @param {Options} [options] */
const open = (parameters, options) => createTestScope({ experiment: 'draw', parameters, ...options });

/** @param {Options['parameters']} parameters @param {number} seed */
async function trainScope(parameters, seed) {
  const scope = await open(parameters, { seed });
  await scope.train({ steps: scope.manifest.plannedSteps });
  return { scope, metrics: (await scope.evaluate()).metrics };
}

/** @param {ArrayLike<number>} numbers */
const total = (numbers) => Array.from(numbers).reduce((sum, number) => sum + number, 0);

/** Cross-entropy of a copy, in nats. @param {ArrayLike<number>} picture @param {ArrayLike<number>} copy */
const computeCrossEntropy = (picture, copy) =>
  -total(Array.from(picture, (x, i) => x * Math.log(copy[i] ?? 0) + (1 - x) * Math.log1p(-(copy[i] ?? 0))));

describe('on stroke digits', () => {
  it.runIf(!isFullRun)('is better than a baseline of equal size after a third of the steps', async () => {
    const scope = await open({}, { seed: 0 });
    await scope.train({ steps: 1000 });
    const { metrics } = await scope.evaluate();
    expect(metrics.variationalBound).toBeLessThanOrEqual(66);
    expect(metrics.variationalBound).toBeCloseTo(metrics.reconstructionLoss + metrics.klDivergence, 2);
    expect(metrics.baselineVariationalBound - metrics.variationalBound).toBeGreaterThan(4);
    expect(metrics.meanImageBound - metrics.variationalBound).toBeGreaterThan(18);
    expect(metrics.windowOnInk).toBeGreaterThan(1.5 * metrics.inkShare);
  });

  it.runIf(isFullRun).each([0, 1, 2, 3, 4])(
    'reaches 58 nats in 3,000 steps, better than a baseline of equal size, seed %s',
    async (seed) => {
      const { scope, metrics } = await trainScope({}, seed);
      expect(scope.manifest.plannedSteps).toBe(3000);
      expect(metrics.variationalBound).toBeLessThanOrEqual(58);
      expect(metrics.variationalBound).toBeCloseTo(metrics.reconstructionLoss + metrics.klDivergence, 2);
      expect(metrics.baselineVariationalBound - metrics.variationalBound).toBeGreaterThan(4);
      expect(metrics.meanImageBound - metrics.variationalBound).toBeGreaterThan(25);
      expect(metrics.variationalBound).toBeGreaterThan(metrics.noiseFloor);
      // Its windows cover 2.4 times as much ink as a uniform window would.
      expect(metrics.windowOnInk).toBeGreaterThan(1.5 * metrics.inkShare);
      const { parameterCounts } = /** @type {{ parameterCounts: Record<string, number> }} */ (
        scope.manifest.details
      );
      expect(parameterCounts.baseline).toBeLessThanOrEqual(parameterCounts.draw);
      expect(parameterCounts.baseline).toBeGreaterThan(0.95 * parameterCounts.draw);
    },
  );

  // Each takes minutes, so only the full run trains them.
  it.runIf(isFullRun).each([0, 1])('reaches 54 nats with the larger preset, seed %s', async (seed) => {
    const scope = await open({}, { seed, preset: 'larger' });
    await scope.train({ steps: 3000 });
    const { metrics } = await scope.evaluate();
    expect(metrics.variationalBound).toBeLessThanOrEqual(54);
    expect(metrics.windowOnInk).toBeGreaterThan(1.5 * metrics.inkShare);
  });

  it.runIf(isFullRun).each([0])('learns to read without a window, seed %s', async (seed) => {
    const { metrics } = await trainScope({ readWindow: false, baseline: 'none' }, seed);
    expect(metrics.variationalBound).toBeLessThanOrEqual(58);
    expect(metrics.windowExtent).toBeCloseTo(1, 6);
  });
});

describe('what is shown', () => {
  it('has pictures, the canvas of each step, windows, and generated samples', async () => {
    const scope = await open(small);
    await scope.train({ steps: 20 });
    const shapes = Object.fromEntries(scope.manifest.tensors.map(({ name, shape }) => [name, shape]));
    expect(shapes).toMatchObject({
      pictures: [8, 20, 20],
      canvases: [8, 4, 20, 20],
      baselineCopies: [8, 20, 20],
      readWindows: [8, 4, 5],
      writeWindows: [8, 4, 5],
      divergences: [8, 4],
      invented: [24, 20, 20],
      blank: [20, 20],
      read: [4, pixels],
      write: [4, pixels],
    });
  });

  it('is bit-identical for the same seed, independent of probes', async () => {
    const [one, two] = await Promise.all([open(small), open(small)]);
    await one.train({ steps: 20 });
    for (let i = 0; i < 20; i++) {
      await two.train({ steps: 1 });
      if (i % 5 === 0) {
        await two.evaluate();
        await two.predict({ example: i, interpolateTo: 3 });
        await two.attention({ map: 'write' });
      }
    }
    expect(two.fingerprint()).toBe(one.fingerprint());
  });

  it('is a map with a distribution over pixels for each step', async () => {
    const scope = await open(small);
    for (const map of ['read', 'write']) {
      const { shape, weights, truth, rowLabels, columnLabels } = await scope.attention({ example: 5, map });
      expect(shape).toEqual([4, pixels]);
      for (let t = 0; t < 4; t++) {
        expect(total(weights.subarray(t * pixels, (t + 1) * pixels))).toBeCloseTo(1, 4);
      }
      expect(rowLabels).toHaveLength(4);
      expect(columnLabels[21]).toBe('2, 2');
      const { target } = await scope.predict({ example: 5 });
      expect(Array.from(truth ?? []).slice(0, pixels)).toEqual(
        Array.from(/** @type {number[]} */ (target), Math.fround),
      );
    }
  });
});

describe("a picture of one's own", () => {
  it('is reconstructed like an example', async () => {
    const scope = await open({ ...small, batchSize: 16 });
    await scope.train({ steps: 200 });
    const chosen = await scope.predict({ example: 3 });
    const picture = /** @type {number[]} */ (chosen.target);
    const typed = await scope.predict({ picture });
    expect(typed.output).toEqual(chosen.output);
    expect(typed.target).toBeUndefined();
    const blank = await scope.predict({ picture: Array(pixels).fill(0) });
    const copy = /** @type {number[]} */ (chosen.output);
    // The initial canvas, from which the written ink can be computed.
    const { blank: paper, canvases } = /** @type {any} */ (chosen);
    expect(paper).toHaveLength(pixels);
    expect(Math.max(...paper)).toBeLessThan(0.1);
    expect(canvases.slice(-pixels)).toEqual(copy);
    expect(computeCrossEntropy(picture, copy)).toBeLessThan(
      computeCrossEntropy(picture, /** @type {number[]} */ (blank.output)),
    );
  });

  it('is the start of an interpolation to an example', async () => {
    const scope = await open(small);
    await scope.train({ steps: 20 });
    const { interpolation } = /** @type {any} */ (await scope.predict({ example: 3, interpolateTo: 9 }));
    expect(interpolation).toHaveLength(9 * pixels);
    const there = /** @type {number[]} */ ((await scope.predict({ example: 9 })).output);
    for (const [i, ink] of there.entries()) expect(interpolation[8 * pixels + i]).toBeCloseTo(ink, 4);
  });

  it('must have 400 numbers from 0 to 1', async () => {
    const scope = await open(small);
    for (const picture of [[0, 1], Array(pixels).fill(2), Array(pixels).fill(Number.NaN)]) {
      expect(await expectRejection(scope.predict({ picture }))).toMatchObject({
        code: 'BAD_INPUT',
        parameter: 'picture',
      });
    }
    expect(await expectRejection(scope.predict({ example: 1, interpolateTo: 5000 }))).toMatchObject({
      parameter: 'interpolateTo',
    });
  });
});
