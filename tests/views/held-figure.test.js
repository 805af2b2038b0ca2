/** Texts and figures of the translation scenes that depend on what the reader holds, or on a test of the map. */
import { expect, test } from 'vitest';
import { describeOtherMap } from '../../web/experiments/translation/findings.js';
import { readUnrolledDecoder } from '../../web/experiments/translation/unrolled-decoder.js';
import { replyToHeldRow } from '../../web/lab/hold-reply.js';

test('the unrolled decoder shows the weights of a held row', async () => {
  const map = { rowLabels: ['a', 'b'], columnLabels: ['x', 'y'] };
  const scope = /** @type {never} */ ({
    configuration: { parameters: { score: 'concat', locality: 'global' } },
    attention: async () => ({ ...map, weights: Float32Array.of(1, 0, 1, 0) }),
  });
  const held = /** @type {never} */ ({ ...map, weights: Float32Array.of(1, 0, 0, 1) });
  expect(await readUnrolledDecoder(scope, 1, null)).toMatchObject({ weights: [1, 0] });
  expect(await readUnrolledDecoder(scope, 1, held)).toMatchObject({ weights: [0, 1] });
});

test.each([
  ['the', 'With them it still writes “the” (90.0\u00a0%)'],
  ['a', 'With them it writes “a” (90.0\u00a0%) in place of “the”'],
])('the reply about other weights fits the answer “%s”', (label, sentence) => {
  const explanation = {
    ...{ weights: [1, 0], alternativeWeights: [0, 1], distance: 1 },
    ...{ answer: { label: 'the', probability: 1 }, alternativeAnswer: { label, probability: 0.9 } },
  };
  expect(describeOtherMap(/** @type {never} */ (explanation)).text).toContain(sentence);
});

test.each([
  ['area', 'Row “european”, held on “zone”: now it says “area”, 99\u00a0%, right for that position.'],
  ['european', 'it still says “european”, 99\u00a0%, right for that position would be “area”.'],
])('the reply to a held row that says “%s” names the row and has one number', async (token, sentence) => {
  const scope = /** @type {never} */ ({
    counterfactual: async () => ({
      rowLabels: ['european'],
      columnLabels: ['la', 'zone'],
      expected: [[null, 'area']],
    }),
    obedience: async () => ({ atTruth: 0.9, elsewhere: 0.9, unchanged: 0, atBrightest: 0.5 }),
  });
  const held = /** @type {never} */ ({
    ...{ row: 1, column: 1, answer: { attention: { rowLabels: ['the', 'european'] } } },
    ...{ learned: [{ token: 'european' }], held: [{ token, probability: 0.99 }] },
  });
  const sentences = [];
  for await (const text of replyToHeldRow(held, scope)) sentences.push(text);
  expect(sentences[0]).toContain(sentence);
  expect(sentences[1]).toMatch(/the largest weight is not where the answer is\.$/);
  expect(sentences.join(' ').match(/\d+/g)).toEqual(['99']);
});
