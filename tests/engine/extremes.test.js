/**
 * Tests every parameter of every experiment at the ends of its range: the model trains with a finite loss, or is rejected with a
 * reason.
 */

import { afterEach, describe, expect, it } from 'vitest';
import { outlines } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection } from './scopes.js';

/** @import { ParameterSchema } from '../../web/engine/schema.js' */

afterEach(disposeAll);

/** Small sizes for the parameters that are not under test. @type {Record<string, number>} */
const smallSizes = { examples: 200, sentences: 500, batchSize: 2 };

/** Extreme values that contradict another parameter, with parameter and expectation of the error. */
const contradictions = new Map([
  ['context-lookup batchSize=1024', ['batchSize', 'no more than there are examples']],
  ['feature-attention informativeFeatures=0,0', ['informativeFeatures', 'two different features']],
  ['feature-attention informativeFeatures=9,9', ['informativeFeatures', 'two different features']],
  ['self-attention minimumLength=64', ['minimumLength', 'at most maximumLength, 8']],
  ['self-attention maximumLength=2', ['minimumLength', 'at most maximumLength, 2']],
  ['self-attention disabledHeads=143', ['disabledHeads', 'numbers of heads, from 0 to 5']],
  ['language-model disabledHeads=47', ['disabledHeads', 'numbers of heads, from 0 to 7']],
  ['language-model probeExample=127', ['probeExample', 'a number below that of the windows to watch, 16']],
]);

/** The extreme values of a schema; lists of the extreme values of an item. @param {ParameterSchema} schema @param {(name: string) => number} usual */
function getExtremes(schema, usual) {
  /** @param {import('../../web/engine/schema.js').Bound | undefined} bound */
  const number = (bound) => (typeof bound === 'string' ? usual(bound) : bound);
  const { minimum = 0, maximum, itemLimit, length, choices, type } = schema;
  const greatest = itemLimit === undefined ? number(maximum) : Number(number(itemLimit)) - 1;
  if (type === 'boolean') return [false, true];
  // Texts have their own tests.
  if (type === 'text') return [];
  if (type === 'choice') return (choices ?? []).map(({ value }) => value);
  if (!type.endsWith('s')) return [minimum, Number(greatest)];
  const items = number(length) ?? 1;
  return [minimum, Number(greatest)].map((item) => Array(items).fill(item));
}

describe.each(outlines().map(({ name, parameters }) => [name, parameters]))('%s', (experiment, schemas) => {
  const own = Object.entries(smallSizes).filter(([name]) => schemas.some((schema) => schema.name === name));
  /** @param {string} name */
  const usual = (name) => Number(schemas.find((schema) => schema.name === name)?.default);
  const cases = schemas.flatMap((schema) =>
    getExtremes(schema, usual).map((value) => /** @type {const} */ ([schema.name, value])),
  );
  it.each(cases)('%s = %j', { tags: 'full' }, async (name, value) => {
    const parameters = { ...Object.fromEntries(own), [name]: value };
    const key = `${experiment} ${name}=${value}`;
    if (contradictions.has(key)) {
      const { code, parameter, expected } = await expectRejection(
        createTestScope({ experiment, parameters }),
      );
      expect([code, parameter, expected]).toEqual(['BAD_PARAMETER', ...(contradictions.get(key) ?? [])]);
      return;
    }
    const scope = await createTestScope({ experiment, parameters });
    const { step, loss } = await scope.train({ steps: 2 });
    expect([step, Number.isFinite(loss)]).toEqual([2, true]);
    expect(scope.configuration.parameters[name]).toEqual(value);
  });
});
