/** Tests that drawn maps and the model's map are scored by the same code. */

import { afterAll, describe, expect, it } from 'vitest';
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

describe('the sampled rows', () => {
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
    '%s %j %s has none, because no attention mechanism computes its weights',
    async (experiment, parameters, map) => {
      const scope = await createTestScope({ experiment, parameters });
      const reply = await scope.attention(map ? { map } : {});
      expect([reply.truth !== undefined, 'sampleRows' in reply]).toEqual([true, false]);
    },
  );
});

it('the score of a map over all examples equals the metric', async () => {
  const scope = await createTestScope();
  await scope.train({ steps: 3000 });
  const { metrics } = await scope.evaluate();
  const { learned } = await scope.score({ weights: Array(40).fill(1) });
  expect(learned.alignmentAccuracy).toBe(metrics['alignmentAccuracy']);
  expect(learned.massOnTruth).toBeCloseTo(metrics['massOnTruth'] ?? 0, 6);
});

it.each(
  /** @type {[any, string][]} */ ([
    [{ first: [1, 2], second: [1, 2, 3, 4], columns: 2 }, 'columns'],
    [{ first: [1, -2], second: [1, 2], columns: 2 }, 'first'],
    [{ first: [1, 2], second: 'x', columns: 2 }, 'second'],
  ]),
)('the distances of rows: %j is refused', async (maps, parameter) => {
  const scope = await createTestScope();
  const error = await expectRejection(scope.compareRows(maps));
  expect([error.code, error.parameter]).toEqual(['BAD_INPUT', parameter]);
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

describe('refuses', () => {
  /** @type {[string, any, string][]} */
  const mistakes = [
    ['nothing', undefined, 'request'],
    ['too few', { weights: [1, 2, 3] }, 'weights'],
    ['negative ones', { weights: Array(40).fill(-1) }, 'weights'],
    ['another map', { weights: Array(40).fill(1), map: 'x' }, 'map'],
  ];
  it.each(mistakes)('%s', async (_, request, parameter) => {
    const scope = await createTestScope();
    const error = await expectRejection(scope.score(request));
    expect([error.code, error.parameter]).toEqual(['BAD_INPUT', parameter]);
  });

  it('a map without known truth', async () => {
    const scope = await createTestScope({ experiment: 'self-attention' });
    const { truth, weights } = await scope.attention({ map: 'encoder' });
    expect(truth).toBeUndefined();
    const error = await expectRejection(scope.score({ weights, map: 'encoder' }));
    expect(error.code).toBe('BAD_INPUT');
  });
});
