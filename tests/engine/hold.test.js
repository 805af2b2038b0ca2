/** Tests predictions with held attention weights, and the functions that use them. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  disposeAll,
  expectRejection,
  oneHot,
  readLearnedRows,
  smallTransformer,
  smallTranslation,
  trainTestScope,
} from './scopes.js';

/** @typedef {import('./scopes.js').Scope} Scope */

afterEach(disposeAll);

const smallText = { context: 8, dModel: 16, heads: 2, batchSize: 4, lines: 200 };

/** @type {[string, string, Record<string, string | number | boolean>][]} */
const models = [
  ['translation', 'translation', smallTranslation],
  ['encoder', 'self-attention', { ...smallTransformer, kind: 'encoder' }],
  ['causal encoder', 'self-attention', { ...smallTransformer, kind: 'encoder', causalEncoder: true }],
  ['decoder', 'self-attention', { ...smallTransformer, kind: 'decoder' }],
  ['encoder-decoder', 'self-attention', smallTransformer],
  ['language model', 'language-model', smallText],
];

describe.each(models)('%s', (_, experiment, parameters) => {
  it('changes nothing when the learned rows are held', async () => {
    const scope = await trainTestScope(experiment, parameters, 10);
    for (const map of [undefined, ...scope.manifest.maps.map(({ name }) => name)]) {
      const attention = readLearnedRows(await scope.attention({ example: 1, ...(map && { map }) }));
      for (const prefix of experiment === 'language-model' ? ['true'] : ['true', 'own']) {
        const learned = await scope.predict({ example: 1, prefix });
        // Without the true prefix, the rows depend on the model's own words and may be others.
        const held = prefix === 'true' ? attention : readLearnedRows(learned.attention);
        const now = await scope.predict({ example: 1, prefix, attention: held });
        expect([now.candidates, now.output]).toEqual([learned.candidates, learned.output]);
        expect(now.attention.held?.length).toBe(Object.keys(held[0]?.rows ?? {}).length);
        if (now.attention.name === learned.attention.name)
          expect(now.attention.weights).toEqual(learned.attention.weights);
      }
    }
  });

  it('predicts what counterfactual() says, cell by cell', async () => {
    const scope = await trainTestScope(experiment, parameters, 10);
    /** @type {Record<string, number>[]} */
    const places = experiment === 'translation' ? [{}] : [{}, { layer: 1, head: 1 }];
    const { candidates = [] } = await scope.predict({ example: 0, prefix: 'true' });
    for (const place of places) {
      const { labels, probabilities, learned } = await scope.counterfactual({ example: 0, ...place });
      for (const [t, row] of [...labels.keys()].slice(-candidates.length).entries()) {
        expect(candidates[t]?.[0]?.token).toBe(learned[row]?.label);
        for (const [column, label] of (labels[row] ?? []).entries()) {
          const rows = { [row]: oneHot(labels[row]?.length ?? 0, column) };
          const held = await scope.predict({ example: 0, prefix: 'true', attention: { ...place, rows } });
          const best = held.candidates?.[t]?.[0];
          expect(best?.token).toBe(label);
          expect(best?.probability).toBeCloseTo(Number(probabilities[row]?.[column]), 6);
        }
      }
    }
  });

  it('counts the answers of counterfactual() that obey', async () => {
    const scope = await trainTestScope(experiment, parameters, 10);
    const sum = { atTruth: [0, 0], elsewhere: [0, 0], unchanged: [0, 0] };
    for (const example of [0, 1]) {
      const { truth = new Float32Array(), shape } = await scope.attention({ example });
      const { labels, expected, learned } = await scope.counterfactual({ example });
      const columns = Number(shape.at(-1));
      for (const [row, words] of expected.entries()) {
        const marks = truth.subarray(row * columns, row * columns + words.length);
        if (!marks.some((mark) => mark > 0)) continue;
        for (const [column, word] of words.entries()) {
          if (word === null) continue;
          const label = labels[row]?.[column];
          /** @type {['atTruth' | 'elsewhere' | 'unchanged', boolean][]} */
          const counts = marks[column]
            ? [['atTruth', label === word]]
            : [
                ['elsewhere', label === word],
                ['unchanged', label === learned[row]?.label],
              ];
          for (const [name, holds] of counts) sum[name] = [sum[name][0] + Number(holds), sum[name][1] + 1];
        }
      }
    }
    const pairs = sum.atTruth[1] + sum.elsewhere[1];
    const shares = Object.entries(sum).map(([name, [hits, all]]) => [name, hits / all]);
    expect(pairs).toBeGreaterThan(0);
    expect(await scope.obedience({ examples: 2 })).toMatchObject({
      ...Object.fromEntries(shares),
      pairs,
      examples: 2,
    });
  });
});

it('refuses weights that are none, and passes on what the core refuses, by name', async () => {
  const scope = await trainTestScope('self-attention', smallTransformer, 1);
  const { shape } = (await scope.predict({ example: 0, prefix: 'true' })).attention;
  const columns = Number(shape.at(-1));
  const all = Array.from({ length: columns }, () => 1);
  /** @type {[string, object][]} */
  const bad = [
    ['attention.rows.1', { attention: { rows: { 1: [1] } } }],
    ['attention.rows.1.0', { attention: { rows: { 1: all.map(() => -1) } } }],
    ['attention.rows.1', { attention: { rows: { 1: all.map(() => Number.NaN) } } }],
    ['attention.layer', { attention: { layer: 2, rows: { 1: all } } }],
    ['without', { without: [columns] }],
  ];
  for (const [parameter, request] of bad) {
    await expectRejection(scope.predict({ example: 0, prefix: 'true', ...request }), {
      code: 'BAD_INPUT',
      parameter,
    });
  }
});

it.each(['encoder', 'decoder', 'encoder-decoder'])(
  'refuses places that a causal row does not see: %s',
  async (kind) => {
    const scope = await trainTestScope(
      'self-attention',
      { ...smallTransformer, kind, causalEncoder: true },
      1,
    );
    const map = kind === 'encoder' ? 'encoder' : 'decoder';
    const { shape } = await scope.attention({ example: 0, map });
    const hidden = { map, rows: { 1: oneHot(Number(shape[3]), 2) } };
    await expectRejection(scope.predict({ example: 0, attention: hidden }), {
      code: 'BAD_INPUT',
      parameter: 'attention.rows.1.2',
    });
  },
);

const fast = { ...smallTransformer, learningRate: 0.01, warmup: 30, layers: 1 };
const recall = { ...fast, task: 'recall', vocabulary: 8, kind: 'encoder', causalEncoder: true, layers: 2 };

/** @type {[string, string, Record<string, string | number | boolean>, number][]} */
const trained = [
  ['translation', 'translation', { ...smallTranslation, embedding: 16, hidden: 16, learningRate: 0.01 }, 400],
  ['self-attention', 'self-attention', fast, 300],
  ['recall', 'self-attention', recall, 300],
];

it.each(trained)('is obeyed by a trained network: %s', async (_, experiment, parameters, steps) => {
  const scope = await trainTestScope(experiment, parameters, steps);
  const { atTruth, elsewhere, unchanged, pairs } = await scope.obedience({ examples: 16 });
  expect(atTruth).toBe(1);
  expect(elsewhere).toBeGreaterThan(0.7);
  expect(unchanged).toBeLessThan(0.3);
  expect(pairs).toBeGreaterThan(50);
});
