/** Own scores: links and errors. */
import { afterEach, describe, expect, it } from 'vitest';
import { parseLink, writeLink } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection, smallTranslation as small } from './scopes.js';

afterEach(disposeAll);

/** @param {Record<string, import('../../web/engine/schema.js').Value>} parameters */
const openTranslation = (parameters) => createTestScope({ experiment: 'translation', parameters });

describe('an own formula', () => {
  it('is part of a link', () => {
    for (const formula of ['|q;k=2|', '−|q − k|² / √d', 'v.tanh(W q+U k)', '100% \'"<b>&#', 'q, k']) {
      const parameters = { score: 'own', formula };
      const text = writeLink({ experiment: 'translation', seed: 3, parameters });
      expect(text).toMatch(/^v1;experiment=translation;formula=[^;=|<>"\s]+;score=own;seed=3$/);
      expect(parseLink(text)).toMatchObject({ configuration: { seed: 3, parameters }, notices: [] });
    }
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
