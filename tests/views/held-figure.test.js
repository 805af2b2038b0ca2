/** Texts and figures of scenes that depend on what the reader holds, on a test of the map, or on a network that is training. */
import { expect, test } from 'vitest';
import { readShuffle } from '../../web/experiments/self-attention/shuffle.js';
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

test('outputs before and after shuffling belong to the same step, while training goes on', async () => {
  let step = 0;
  const scope = /** @type {never} */ ({
    configuration: { parameters: { layers: 1, positions: 'none' } },
    // Calls that wait together are answered before the next step.
    predict: async () => {
      const steps = [{ part: 'answer', name: 'last norm', values: Float32Array.of(step, step, step) }];
      await null;
      step += 1;
      return { attention: { columnLabels: ['a', 'b', '<end>'] }, steps };
    },
  });
  const { own, shuffled } = await readShuffle(scope, { order: '1 0 2' });
  expect(shuffled).toEqual(own);
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
  [
    'area',
    'Row “european”, held on “zone”, now says “area”, 99\u00a0%. Looking there, it should say just that.',
  ],
  ['european', 'still says “european”, 99\u00a0%. Looking there, it should say “area”.'],
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
  expect(sentences.slice(0, 2).join(' ')).toContain(sentence);
  expect(sentences[0]?.match(/\d+/g)).toEqual(['99']);
  expect(sentences[2]).toMatch(/in 90\u00a0%, .* only in 50\u00a0%\.$/);
});
