/** Own scores: equality with the built-in scores, other formulas that learn, links, and errors. */
import { afterEach, describe, expect, it } from 'vitest';
import { experiments, parseLink, writeLink } from '../../web/index.js';
import { selectSeeds } from '../full-run.js';
import { createTestScope, disposeAll, expectRejection, smallTranslation as small } from './scopes.js';

afterEach(disposeAll);

const digits = {
  task: 'reversal',
  hidden: 32,
  batchSize: 32,
  learningRate: 0.01,
  constantSteps: 150,
  epochs: 1,
};
const described = experiments().find(({ name }) => name === 'translation');
const setting = described?.parameters.find(({ name }) => name === 'formula');

/** @param {Record<string, import('../../web/engine/schema.js').Value>} parameters */
const openTranslation = (parameters) => createTestScope({ experiment: 'translation', parameters });
/** @param {string} formula */
const openOwnScore = (formula) => openTranslation({ ...small, score: 'own', formula });

describe('a formula of a built-in score', () => {
  it.each([
    ['q · k', 'dot'],
    ['(W q) · k', 'general'],
    ['v · tanh(W q + U k)', 'concat'],
    ['v.tanh(W q+U k)', 'concat'],
  ])('%s has the same losses as %s', async (formula, score) => {
    const scopes = [await openOwnScore(formula), await openTranslation({ ...small, score })];
    /** @type {(number | string)[][]} */
    const results = [[], []];
    for (const [i, scope] of scopes.entries()) {
      for (let k = 0; k < 5; ++k) results[i]?.push((await scope.train({ steps: 12 })).loss);
      const { attention } = await scope.predict({ source: '123' });
      results[i]?.push(...attention.weights);
      // The weights have the same order, but other names.
      results[i]?.push(scope.fingerprint());
    }
    expect(results[0]).toEqual(results[1]);
    const [other] = [await openOwnScore('q W k')];
    expect((await other.train({ steps: 12 })).loss).not.toBe(results[0]?.[0]);
  });
});

describe('an own formula', () => {
  it.each(selectSeeds('q · W k + b · |t − s|', '−|q − k|²', 'v · relu(W q + U k)', '(W q) · (U k) / √d'))(
    '%s finds the alignment',
    async (formula) => {
      const scope = await openTranslation({ ...digits, score: 'own', formula });
      await scope.train({ steps: scope.manifest.plannedSteps });
      const { metrics } = await scope.evaluate();
      expect(metrics['exactMatch']).toBeGreaterThanOrEqual(0.99);
      expect(metrics['alignmentAccuracy']).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('without q and k does not find it', async () => {
    const scope = await openTranslation({ ...digits, score: 'own', formula: '−|t − s|' });
    await scope.train({ steps: scope.manifest.plannedSteps });
    expect((await scope.evaluate()).metrics['alignmentAccuracy']).toBeLessThan(0.5);
  });

  it('can use positions: the scores of a formula of positions equal the computed ones at each step', async () => {
    for (const formula of ['−|S − t − s|', '−9 |S − t − s|²', 't s / 9']) {
      const scope = await openOwnScore(formula);
      const { attention, output } = await scope.predict({ source: '123' });
      const [T, S] = attention.shape;
      expect(output).toHaveLength(T ?? 0);
      for (let i = 0; i < attention.scores.length; ++i) {
        const [t, s] = [Math.floor(i / Number(S)) + 1, (i % Number(S)) + 1];
        const away = Math.abs(4 - t - s);
        const expected = { '−|S − t − s|': -away, '−9 |S − t − s|²': -9 * away ** 2 }[formula] ?? (t * s) / 9;
        expect(attention.scores[i]).toBeCloseTo(expected, 5);
      }
    }
  });

  it.each((setting?.choices ?? []).map(({ value }) => value))(
    'from the list trains, and continues from a checkpoint: %s',
    async (formula) => {
      const scope = await openOwnScore(formula);
      await scope.train({ steps: 8 });
      const saved = await scope.checkpoint();
      const { loss } = await scope.train({ steps: 8 });
      expect(Number.isFinite(loss)).toBe(true);
      const again = await openOwnScore(formula);
      await again.restore(saved);
      expect((await again.train({ steps: 8 })).loss).toBe(loss);
      expect(again.fingerprint()).toBe(scope.fingerprint());
    },
  );

  it('is part of a link', async () => {
    for (const formula of ['|q;k=2|', '−|q − k|² / √d', 'v.tanh(W q+U k)', '100% \'"<b>&#', 'q, k']) {
      const parameters = { score: 'own', formula };
      const text = writeLink({ experiment: 'translation', seed: 3, parameters });
      expect(text).toMatch(/^v1;experiment=translation;formula=[^;=|<>"\s]+;score=own;seed=3$/);
      expect(parseLink(text)).toMatchObject({ configuration: { seed: 3, parameters }, notices: [] });
    }
    const formula = '−|q − k|² / √d';
    const scope = await openOwnScore(formula);
    expect(scope.configuration.parameters['formula']).toBe(formula);
    const { configuration } = parseLink(scope.link());
    expect(configuration.parameters['formula']).toBe(formula);
    const again = await createTestScope(configuration);
    expect(again.fingerprint()).toBe(scope.fingerprint());
  });
});

describe('a wrong formula', () => {
  it.each([
    ['q ·', /at character 4$/],
    ['q + k', /a number as the score, not a vector, at character 1$/],
    ['q · q', /k or s, because/],
    ['q · k)', /an operation or the end, at character 6$/],
    ['q · k; score=dot', /at character 6$/],
    [`${'('.repeat(150)}`, /at most 16 levels of parentheses, at character 18$/],
    ['', /a text of 1 to 200 bytes/],
    ['('.repeat(10_000), /a text of 1 to 200 bytes/],
    ['q'.repeat(1_000_000), /a text of 1 to 200 bytes/],
    ['−'.repeat(67), /a text of 1 to 200 bytes/],
  ])('%.20s is rejected with the position of the error', async (formula, expected) => {
    // It is also checked if it is not used.
    for (const score of ['own', 'dot']) {
      const error = await expectRejection(openTranslation({ ...small, score, formula }));
      expect(error).toMatchObject({ code: 'BAD_PARAMETER', parameter: 'formula' });
      expect(error.expected).toMatch(expected);
    }
  });
});
