/** Tests what is computed about maps: scores of drawn and learned maps, distances of rows, and tests of an explanation. */

import { afterAll, expect, it } from 'vitest';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterAll(disposeAll);

it.each(['translation', 'sentiment', 'draw'])(
  '%s: a drawn truth has a perfect score, and the model has its own',
  async (experiment) => {
    const scope = await createTestScope({ experiment, seed: 3 });
    await scope.train({ steps: 20 });
    const before = await scope.fingerprint();
    const { truth = new Float32Array(), shape } = await scope.attention();
    const columns = shape.at(-1) ?? 0;
    const { drawn, learned, attention } = await scope.score({ weights: truth });
    expect(attention.truth).toEqual(truth);
    expect([drawn.alignmentAccuracy, drawn.massOnTruth, drawn.divergence]).toEqual([1, 1, 0]);
    expect(learned.massOnTruth).toBeGreaterThan(0);
    expect(learned.massOnTruth).toBeLessThan(1);

    // A uniform map has the share of marked positions as its mass, computed here.
    const even = await scope.score({ weights: Array(truth.length).fill(3) });
    const rows = Array.from({ length: truth.length / columns }, (_, row) =>
      truth.slice(row * columns, (row + 1) * columns).filter((mark) => mark > 0),
    ).filter((marks) => marks.length > 0);
    const share = rows.reduce((sum, marks) => sum + marks.length / columns, 0) / rows.length;
    expect(even.drawn.massOnTruth).toBeCloseTo(share, 6);
    expect(even.learned).toEqual(learned);

    // A drawn copy of the model's map has the score of the model.
    const copied = await scope.score({ weights: learned.weights });
    expect(copied.drawn.alignmentAccuracy).toBe(learned.alignmentAccuracy);
    expect(copied.drawn.massOnTruth).toBeCloseTo(learned.massOnTruth, 6);
    expect(await scope.fingerprint()).toBe(before);
  },
);

it.each(
  /** @type {[string, Record<string, any>, string | undefined][]} */ ([
    ['translation', { score: 'none' }, undefined],
    ['caption', { attention: 'none' }, undefined],
    ['draw', { readWindow: false }, undefined],
    ['sentiment', { pooling: 'mean' }, undefined],
    ['sentiment', { pooling: 'last' }, undefined],
    ['sentiment', {}, 'baseline'],
    ['glimpse', {}, 'baseline'],
  ]),
)(
  '%s %j %s has no sampled rows, because no attention mechanism computes its weights',
  async (experiment, parameters, map) => {
    const scope = await createTestScope({ experiment, parameters });
    const reply = await scope.attention(map ? { map } : {});
    expect([reply.truth !== undefined, 'sampleRows' in reply]).toEqual([true, false]);
  },
);

it('the score of a map over all examples equals the metric', async () => {
  const scope = await createTestScope();
  await scope.train({ steps: 3000 });
  const { metrics } = await scope.evaluate();
  const { learned } = await scope.score({ weights: Array(40).fill(1) });
  expect(learned.alignmentAccuracy).toBe(metrics['alignmentAccuracy']);
  expect(learned.massOnTruth).toBeCloseTo(metrics['massOnTruth'] ?? 0, 6);
});

it('the distances of rows are those of the core', async () => {
  const scope = await createTestScope();
  const { rows, mean } = await scope.compareRows({
    first: [1, 0, 1, 1, 0, 0],
    second: [0, 2, 1, 1, 1, 0],
    columns: 2,
  });
  expect([...rows, mean]).toEqual([1, 0, Number.NaN, 0.5]);
});

it.each(
  /** @type {['score' | 'compareRows' | 'explain', string, any, string][]} */ ([
    ['score', 'context-lookup', undefined, 'request'],
    ['score', 'context-lookup', { weights: [1, 2, 3] }, 'weights'],
    ['score', 'context-lookup', { weights: Array(40).fill(-1) }, 'weights'],
    ['score', 'context-lookup', { weights: Array(40).fill(1), map: 'x' }, 'map'],
    ['compareRows', 'context-lookup', { first: [1, 2], second: [1, 2, 3, 4], columns: 2 }, 'columns'],
    ['compareRows', 'context-lookup', { first: [1, -2], second: [1, 2], columns: 2 }, 'first'],
    ['compareRows', 'context-lookup', { first: [1, 2], second: 'x', columns: 2 }, 'second'],
    ['explain', 'context-lookup', { test: 'uniform', example: 1 }, expect.anything()],
    ['explain', 'sentiment', { test: 'guess', example: 1 }, 'test'],
    ['explain', 'sentiment', { test: 'permute' }, 'sentence'],
    ['explain', 'sentiment', { test: 'permute', example: 1, map: 'baseline' }, 'map'],
  ]),
)('%s in %s refuses %j', async (method, experiment, request, parameter) => {
  const scope = await createTestScope({ experiment });
  await expectRejection(scope[method](request), { code: 'BAD_INPUT', parameter });
});

it('explain() accepts a typed sentence', async () => {
  const scope = await createTestScope({ experiment: 'sentiment' });
  const typed = await scope.explain({ test: 'leave-out', sentence: 'a good film' });
  expect(typed.columnLabels).toEqual(['a', 'good', 'film']);
});

it('a map without known truth has no score', async () => {
  const scope = await createTestScope({ experiment: 'self-attention' });
  const { truth, weights } = await scope.attention({ map: 'encoder' });
  expect(truth).toBeUndefined();
  await expectRejection(scope.score({ weights, map: 'encoder' }), { code: 'BAD_INPUT' });
});
