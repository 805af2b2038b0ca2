/** Drawn maps and the model's map are scored by the same code. */

import { afterAll, describe, expect, it } from 'vitest';
import { experiments } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

afterAll(disposeAll);

it.each(experiments().map(({ name }) => name))(
  '%s: a drawn truth has a perfect score, and the model has its own',
  async (experiment) => {
    const scope = await createTestScope({ experiment, seed: 3 });
    await scope.train({ steps: 20 });
    const before = scope.fingerprint();
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
    expect(scope.fingerprint()).toBe(before);
  },
);

it('scores both maps over the drawn rows only', async () => {
  const scope = await createTestScope({ experiment: 'translation', seed: 3 });
  await scope.train({ steps: 20 });
  const { weights, truth = new Float32Array(), shape } = await scope.attention({ example: 0 });
  const width = shape.at(-1) ?? 0;
  /** @param {readonly number[]} rows @param {Float32Array} of */
  const only = (rows, of) => of.map((one, i) => (rows.includes(Math.floor(i / width)) ? one : 0));
  const computeMass = (/** @type {number} */ row) =>
    truth
      .slice(row * width, (row + 1) * width)
      .reduce((sum, mark, column) => sum + mark * (weights[row * width + column] ?? 0), 0);
  for (const rows of [[0], [1], [0, 2]]) {
    const { drawn, learned } = await scope.score({ example: 0, weights: only(rows, truth) });
    expect([drawn.alignmentAccuracy, drawn.massOnTruth, drawn.divergence]).toEqual([1, 1, 0]);
    const mean = rows.reduce((sum, row) => sum + computeMass(row), 0) / rows.length;
    expect(learned.massOnTruth).toBeCloseTo(mean, 5);
    // The weights of other rows are returned, too.
    expect(learned.weights).toEqual((await scope.score({ example: 0, weights: truth })).learned.weights);
  }
});

describe('the sampled rows', () => {
  it.each(experiments().map(({ name }) => name))(
    '%s: at most three rows with a truth, which depend only on the seed',
    async (experiment) => {
      const samples = [];
      for (const seed of [5, 5, 6]) {
        const scope = await createTestScope({ experiment, seed });
        const { truthMap: map } = /** @type {{ truthMap?: string }} */ (scope.manifest);
        const example = scope.manifest.cellLabels ? 0 : undefined;
        const request = { ...(map && { map }), ...(example === undefined ? {} : { example }) };
        const { sampleRows = [], truth = new Float32Array(), shape } = await scope.attention(request);
        const width = shape.at(-1) ?? 0;
        expect(sampleRows.length).toBeGreaterThan(0);
        expect(sampleRows.length).toBeLessThanOrEqual(3);
        for (const row of sampleRows)
          expect(truth.slice(row * width, (row + 1) * width).some((mark) => mark > 0)).toBe(true);
        samples.push(sampleRows);
        await scope.train({ steps: 2 });
        expect((await scope.attention(request)).sampleRows).toEqual(sampleRows);
      }
      expect(samples[1]).toEqual(samples[0]);
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
    '%s %j %s has none, because no attention mechanism computes its weights',
    async (experiment, parameters, map) => {
      const scope = await createTestScope({ experiment, parameters });
      const reply = await scope.attention(map ? { map } : {});
      expect([reply.truth !== undefined, 'sample' in reply]).toEqual([true, false]);
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

describe('refuses', () => {
  /** @type {[string, any, string][]} */
  const mistakes = [
    ['nothing', undefined, 'request'],
    ['no weights', {}, 'weights'],
    ['a text', { weights: '1,2' }, 'weights'],
    ['too few', { weights: [1, 2, 3] }, 'weights'],
    ['negative ones', { weights: Array(40).fill(-1) }, 'weights'],
    ['what is not a number', { weights: Array(40).fill('x') }, 'weights'],
    ['another map', { weights: Array(40).fill(1), map: 'x' }, 'map'],
    ['another field', { weights: Array(40).fill(1), x: 1 }, 'request.x'],
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
