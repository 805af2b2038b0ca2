/** Tests what GATv2 learns and GAT cannot. */

import { afterEach, describe, expect, it } from 'vitest';
import { createTestScope, disposeAll } from '../../engine/scopes.js';
import { selectSeeds } from '../../full-run.js';

/** @import { ValueLike } from '../../../web/engine/schema.js' */

afterEach(disposeAll);

/** A run after its planned steps. @param {number} seed @param {Record<string, ValueLike>} [parameters] */
async function trainScope(seed, parameters = {}) {
  const scope = await createTestScope({ experiment: 'graph-attention', seed, parameters });
  await scope.train({ steps: scope.manifest.plannedSteps });
  return (await scope.evaluate()).metrics;
}

describe.each(selectSeeds(7, 0, 1, 2, 3, 4))('with seed %s', (seed) => {
  it('every query attends to the true edge with GATv2', async () => {
    const found = await trainScope(seed);
    expect(found.accuracy).toBeGreaterThanOrEqual(0.99);
    expect(found.alignmentAccuracy).toBeGreaterThanOrEqual(0.99);
    expect(found.massOnTruth).toBeGreaterThanOrEqual(0.9);
    expect(found.argmaxAgreement).toBeLessThanOrEqual(0.15);
    expect(found.rankAgreement).toBeLessThanOrEqual(0.8);
  });

  it('every query attends to the same key with GAT, and eight heads are not enough', async () => {
    const one = await trainScope(seed, { mechanism: 'gat' });
    expect(one.accuracy).toBeLessThanOrEqual(0.45);
    expect(one.alignmentAccuracy).toBeLessThanOrEqual(0.15);
    expect(one.argmaxAgreement).toBeGreaterThanOrEqual(0.99);
    expect(one.rankAgreement).toBe(1);
    const eight = await trainScope(seed, { mechanism: 'gat', heads: 8 });
    expect(eight.accuracy).toBeGreaterThanOrEqual(0.5);
    expect(eight.accuracy).toBeLessThanOrEqual(0.9);
    expect(eight.rankAgreement).toBe(1);
  });

  it('all queries have the same row without LeakyReLU, up to rounding', async () => {
    const parameters = { mechanism: 'gatv2-linear', selfLoops: false };
    const found = await trainScope(seed, parameters);
    expect(found.accuracy).toBeLessThanOrEqual(0.45);
    expect(found.argmaxAgreement).toBeGreaterThanOrEqual(0.99);
    expect(found.rankAgreement).toBeGreaterThanOrEqual(0.99);
    const scope = await createTestScope({ experiment: 'graph-attention', seed, parameters });
    await scope.train({ steps: 100 });
    const { shape, weights } = await scope.attention({ example: 0 });
    expect(shape).toEqual([8, 16]);
    for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(weights[i % 16] ?? 0, 5);
  });

  it('GATv2 answers by exclusion if each value occurs once', async () => {
    const found = await trainScope(seed, { values: 'permuted' });
    expect(found.accuracy).toBeGreaterThanOrEqual(0.99);
    expect(found.massOnTruth).toBeLessThanOrEqual(0.05);
    expect(found.alignmentAccuracy).toBeLessThanOrEqual(0.1);
  });

  it('in the social task GATv2 attends to the informed node, and GAT does not', async () => {
    const social = await trainScope(seed, { task: 'social', kinds: 6 });
    expect(social.accuracy).toBeGreaterThanOrEqual(0.98);
    expect(social.massOnTruth).toBeGreaterThanOrEqual(0.85);
    const fixed = await trainScope(seed, { task: 'social', kinds: 6, mechanism: 'gat' });
    expect(fixed.accuracy).toBeLessThanOrEqual(0.85);
    expect(fixed.rankAgreement).toBe(1);
  });
});
