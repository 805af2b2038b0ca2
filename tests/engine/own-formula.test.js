/** Tests a formula of the reader as a mechanism and as a score: the check of its derivatives, and errors. */
import { expect, it, test } from 'vitest';
import { attend, checkFormula, mechanisms, readFormula } from '../../web/index.js';
import { createTestScope, expectRejection } from './scopes.js';

const ownMechanism = /** @type {any} */ (mechanisms().find(({ name }) => name === 'own'));
const defaultFormula = String(ownMechanism.options[0].default);

test('the mechanism in the list equals the one of its default formula', async () => {
  expect(await readFormula(defaultFormula)).toEqual(ownMechanism);
  expect(await readFormula(' q·W k+b|t-s| ')).toEqual(ownMechanism);
});

it('the check finds every derivative correct', async () => {
  for (const { value } of ownMechanism.options[0].choices) {
    const { parts, tolerance } = await checkFormula(value);
    for (const { name, count, difference } of parts) {
      expect(count, value).toBeGreaterThan(0);
      expect(difference, `${value}: ${name}`).toBeLessThan(tolerance / 10);
    }
    expect(parts.map(({ name }) => name)).toEqual(
      value === '−|t − s|' ? [] : expect.arrayContaining(['q', 'k']),
    );
  }
});

it('the check has a part for each letter', async () => {
  const { parts } = await checkFormula('v · tanh(W q + U k)');
  expect(parts.map(({ name }) => name).toSorted()).toEqual(['U', 'W', 'k', 'q', 'v']);
});

it('the check reports derivatives that are not finite', async () => {
  const { parts } = await checkFormula('√(q · k)');
  expect(parts.some(({ difference }) => difference === null)).toBe(true);
});

const query = [[[1, 2]]];
it.each([
  [{ formula: 'q ·', query, key: query }, 'formula', /at character 4$/],
  [{ formula: 'q; k', query, key: query }, 'formula', /at character 2$/],
  [{ formula: '', query, key: query }, 'formula', /a text of 1 to 200 bytes/],
  [{ formula: 'q W k', query, key: query }, 'W', /^\[K H\]$/],
  [{ formula: 'q W k', query, key: query, W: [1, 2] }, 'W', /K = 2, H = 2/],
  [{ formula: 'q · k', query, key: query, W: [[1]] }, 'W', /one of the inputs query, key, value, mask/],
  [{ formula: 'q · k', query, key: query, S: [[1]] }, 'S', /one of the inputs/],
  [{ formula: 'q · k', query, key: [[[1, 2, 3]]] }, 'key', /H = 2/],
  [{ formula: 'q · k', query, key: query, WW: 1 }, 'inputs.WW', /only query/],
])(
  'an invalid formula or input is rejected with its position or name: %j',
  async (inputs, parameter, expected) => {
    const error = await expectRejection(attend('own', /** @type {any} */ (inputs)), { parameter });
    expect(error.expected).toMatch(expected);
    if (parameter !== 'formula') return;
    for (const parse of [readFormula, checkFormula])
      await expectRejection(parse(/** @type {any} */ (inputs.formula)), {
        parameter,
        expected: error.expected,
      });
  },
);

test.each(['own', 'dot'])(
  'a run is refused for an invalid formula, also with the score %s',
  async (score) => {
    const parameters = { score, formula: 'q ·' };
    const creation = createTestScope({ experiment: 'translation', parameters });
    expect((await expectRejection(creation, { parameter: 'formula' })).expected).toMatch(/at character 4$/);
  },
);
