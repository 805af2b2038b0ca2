/** Tests of whether the map explains the prediction, for trained models through the public interface. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScope, experiments } from '../../web/index.js';
import { expectRejection } from './scopes.js';

/** @import { Scope } from '../../web/engine/scope.js' */

describe('explain() of a sentiment model', () => {
  /** @type {Scope} */
  let scope;
  beforeAll(async () => {
    scope = await createScope({ experiment: 'sentiment', seed: 3, worker: false });
    await scope.train({ steps: scope.manifest.plannedSteps });
  });
  afterAll(() => scope.dispose());

  it('shows that permuted weights change the prediction', async () => {
    const before = scope.fingerprint();
    const medians = [];
    for (let example = 3200; example < 3210; example++) {
      const found = await scope.explain({ test: 'permute', example });
      expect(found.changes).toHaveLength(100);
      expect([...(found.changes ?? [])].sort((a, b) => a - b)).toEqual(found.changes);
      expect(found.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      const { output } = await scope.predict({ example });
      const p = found.answer.label === 'good' ? Number(output) : 1 - Number(output);
      expect(found.answer.probability).toBeCloseTo(p, 5);
      medians.push(found.median ?? 0);
    }
    expect(Math.max(...medians)).toBeGreaterThan(0.3);
    expect(scope.fingerprint()).toBe(before);
  });

  it('finds other maps with nearly the same prediction, and measures the effect of each word', async () => {
    const other = await scope.explain({
      test: 'search',
      sentence: 'the screen is fine but the battery is terrible',
    });
    expect(other.change).toBeLessThanOrEqual(other.maximumChange ?? 0);
    expect(other.distance).toBeGreaterThan(0);
    expect(other.alternativeWeights?.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    const left = await scope.explain({ test: 'leave-out', sentence: 'the battery is not terrible' });
    expect(left.columnLabels).toEqual(['the', 'battery', 'is', 'not', 'terrible']);
    expect(left.changes).toHaveLength(5);
    expect(Math.abs(left.agreement ?? 2)).toBeLessThanOrEqual(1);
  });

  it('is deterministic', async () => {
    const request = { test: 'search', example: 3300 };
    expect(await scope.explain(request)).toEqual(await scope.explain(request));
  });

  /** @type {[string, Record<string, string | number>, string][]} */
  const mistakes = [
    ['an unknown test', { test: 'guess', example: 1 }, 'test'],
    ['no input', { test: 'permute' }, 'sentence'],
    ['a model without attention weights', { test: 'permute', example: 1, map: 'baseline' }, 'map'],
  ];
  it.each(mistakes)('rejects %s with the name of the field', async (_, request, parameter) => {
    const error = await expectRejection(scope.explain(request));
    expect(error).toMatchObject({ code: 'BAD_INPUT', parameter, recoverable: true });
    expect((await scope.explain({ test: 'uniform', example: 1 })).test).toBe('uniform');
  });
});

describe('explain() of experiments', () => {
  it.each(experiments().filter(({ supportsExplain }) => supportsExplain))(
    '$name supports all four tests',
    async ({ name }) => {
      const scope = await createScope({ experiment: name, worker: false });
      await scope.train({ steps: 20 });
      const before = scope.fingerprint();
      for (const test of ['permute', 'uniform', 'leave-out', 'search']) {
        const found = await scope.explain({ test, example: 1 });
        expect(found.weights.length, test).toBe(found.columnLabels.length);
        expect(found.answer.probability).toBeGreaterThan(0);
      }
      expect(scope.fingerprint()).toBe(before);
      scope.dispose();
    },
  );

  it('without support is rejected', async () => {
    const scope = await createScope({ experiment: 'context-lookup', worker: false });
    const error = await expectRejection(scope.explain({ test: 'uniform', example: 1 }));
    expect(error.code).toBe('BAD_INPUT');
    scope.dispose();
  });
});
