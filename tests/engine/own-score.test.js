/** Own scores: equality with the built-in scores, links, and errors. */
import { afterEach, describe, expect, it } from 'vitest';
import { parseLink, writeLink } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection, smallTranslation as small } from './scopes.js';

afterEach(disposeAll);

/** @param {Record<string, import('../../web/engine/schema.js').Value>} parameters */
const openTranslation = (parameters) => createTestScope({ experiment: 'translation', parameters });
/** @param {string} formula */
const openOwnScore = (formula) => openTranslation({ ...small, score: 'own', formula });

describe('a formula of a built-in score', () => {
  it.each([
    ['q · k', 'dot'],
    ['v · tanh(W q + U k)', 'concat'],
  ])('%s has the same losses as %s', async (formula, score) => {
    const scopes = [await openOwnScore(formula), await openTranslation({ ...small, score })];
    /** @type {(number | string)[][]} */
    const results = [[], []];
    for (const [i, scope] of scopes.entries()) {
      for (let k = 0; k < 5; ++k) results[i]?.push((await scope.train({ steps: 12 })).loss);
      const { attention } = await scope.predict({ source: '123' });
      results[i]?.push(...attention.weights);
      // The weights have the same order, but other names.
      results[i]?.push(await scope.fingerprint());
    }
    expect(results[0]).toEqual(results[1]);
    const [other] = [await openOwnScore('q W k')];
    expect((await other.train({ steps: 12 })).loss).not.toBe(results[0]?.[0]);
  });
});

describe('an own formula', () => {
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
    expect(await again.fingerprint()).toBe(await scope.fingerprint());
  });
});

describe('a wrong formula', () => {
  it.each([
    ['q ·', /at character 4$/],
    [`${'('.repeat(150)}`, /at most 16 levels of parentheses, at character 18$/],
    ['', /a text of 1 to 200 bytes/],
  ])('%.20s is rejected with the position of the error', async (formula, expected) => {
    // It is also checked if it is not used.
    for (const score of ['own', 'dot']) {
      const error = await expectRejection(openTranslation({ ...small, score, formula }));
      expect(error).toMatchObject({ code: 'BAD_PARAMETER', parameter: 'formula' });
      expect(error.expected).toMatch(expected);
    }
  });
});
