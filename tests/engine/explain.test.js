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
  });
  afterAll(() => scope.dispose());

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
