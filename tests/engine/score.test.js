/** A drawn map gets the score that the model gets, from the same lines of the core. */

import { afterAll, describe, expect, it } from 'vitest';
import { experiments } from '../../web/index.js';
import { disposeAll, refusal, scopeOf } from './scopes.js';

afterAll(disposeAll);

it.each(experiments().map(({ name }) => name))(
  '%s: truth as drawn is perfect, and the model gets its own score',
  async (experiment) => {
    const scope = await scopeOf({ experiment, seed: 3 });
    await scope.train({ steps: 20 });
    const before = scope.fingerprint();
    const { truth = new Float32Array(), shape } = await scope.attention();
    const columns = shape.at(-1) ?? 0;
    const { drawn, learned, attention } = await scope.score({ weights: truth });
    expect(attention.truth).toEqual(truth);
    expect([drawn.alignmentAccuracy, drawn.massOnTruth, drawn.divergence]).toEqual([1, 1, 0]);
    expect(learned.massOnTruth).toBeGreaterThan(0);
    expect(learned.massOnTruth).toBeLessThan(1);

    // All alike: the share of the positions that are marked, worked out here.
    const even = await scope.score({ weights: Array(truth.length).fill(3) });
    const rows = Array.from({ length: truth.length / columns }, (_, row) =>
      truth.slice(row * columns, (row + 1) * columns).filter((mark) => mark > 0),
    ).filter((marks) => marks.length > 0);
    const share = rows.reduce((sum, marks) => sum + marks.length / columns, 0) / rows.length;
    expect(even.drawn.massOnTruth).toBeCloseTo(share, 6);
    expect(even.learned).toEqual(learned);

    // What the model looks at, drawn by hand, is as good as the model.
    const copied = await scope.score({ weights: learned.weights });
    expect(copied.drawn.alignmentAccuracy).toBe(learned.alignmentAccuracy);
    expect(copied.drawn.massOnTruth).toBeCloseTo(learned.massOnTruth, 6);
    expect(scope.fingerprint()).toBe(before);
  },
);

it('where a map is the whole experiment, the score is the metric that is shown', async () => {
  const scope = await scopeOf();
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
    const scope = await scopeOf();
    const error = await refusal(scope.score(request));
    expect([error.code, error.parameter]).toEqual(['BAD_INPUT', parameter]);
  });

  it('a map of which the truth is not known', async () => {
    const scope = await scopeOf({ experiment: 'self-attention' });
    const { truth, weights } = await scope.attention({ map: 'encoder' });
    expect(truth).toBeUndefined();
    const error = await refusal(scope.score({ weights, map: 'encoder' }));
    expect(error.code).toBe('BAD_INPUT');
  });
});
