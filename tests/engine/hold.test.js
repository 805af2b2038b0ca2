/** Tests predictions with held attention weights, and the functions that use them. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  disposeAll,
  expectRejection,
  oneHot,
  smallTransformer,
  smallTranslation,
  trainTestScope,
} from './scopes.js';

/** @typedef {import('./scopes.js').Scope} Scope */
/** @typedef {import('../../web/engine/shapes.js').AttentionMap} AttentionMap */

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

/** The rows of each head as the model has computed them. @param {AttentionMap} map */
function readLearnedRows({ name, shape, weights }) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const heads = shape.length > 2 ? Number(shape[1]) : 1;
  return Array.from({ length: weights.length / rows / columns }, (_, i) => ({
    map: name,
    ...(shape.length > 2 && { layer: Math.floor(i / heads), head: i % heads }),
    rows: Object.fromEntries(
      Array.from({ length: rows }, (_, row) => {
        const first = (i * rows + row) * columns;
        return [row, Array.from(weights.subarray(first, first + columns))];
      }),
    ),
  }));
}

describe.each(models)('%s', (_, experiment, parameters) => {
  it('changes nothing when the learned rows are held', async () => {
    const scope = await trainTestScope(experiment, parameters, 10);
    for (const map of [undefined, ...scope.manifest.maps.map(({ name }) => name)]) {
      const attention = readLearnedRows(await scope.attention({ example: 1, ...(map && { map }) }));
      for (const prefix of experiment === 'language-model' ? ['true'] : ['true', 'own']) {
        const learned = await scope.predict({ example: 1, prefix });
        // Without the true prefix, the rows depend on the model's own words and may be others.
        const held = prefix === 'true' ? attention : readLearnedRows(learned.attention);
        const {
          candidates,
          output,
          attention: after,
        } = await scope.predict({ example: 1, prefix, attention: held });
        expect([candidates, output]).toEqual([learned.candidates, learned.output]);
        expect(after.held?.length).toBe(Object.keys(held[0]?.rows ?? {}).length);
        if (after.name === learned.attention.name) expect(after.weights).toEqual(learned.attention.weights);
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

  it('leaves the bits of training as they are', async () => {
    const [scope, other] = [
      await trainTestScope(experiment, parameters, 5),
      await trainTestScope(experiment, parameters, 5),
    ];
    const { attention } = await scope.predict({ example: 0, prefix: 'true' });
    const columns = Number(attention.shape.at(-1));
    await scope.predict({
      example: 0,
      prefix: 'true',
      attention: { rows: { 1: oneHot(columns, 0) } },
      without: [1],
    });
    await scope.counterfactual({ example: 0, row: 1 });
    for (const one of [scope, other]) await one.train({ steps: 5 });
    expect(await scope.fingerprint()).toBe(await other.fingerprint());
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
    const error = await expectRejection(scope.predict({ example: 0, prefix: 'true', ...request }));
    expect(error, JSON.stringify(request)).toMatchObject({ code: 'BAD_INPUT', parameter });
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
    const error = await expectRejection(scope.predict({ example: 0, attention: hidden }));
    expect(error).toMatchObject({ code: 'BAD_INPUT', parameter: 'attention.rows.1.2' });
  },
);

it('hides source positions from the maps whose columns they are', async () => {
  const scope = await trainTestScope('self-attention', smallTransformer, 10);
  for (const [map, hidden] of /** @type {const} */ ([
    ['encoder', 0],
    ['cross', 0],
    ['decoder', 1],
  ])) {
    const { shape } = await scope.attention({ example: 0, map });
    const [, , rows = 0, columns = 0] = shape;
    // The last row of the named map is held only because the answer then contains that map.
    const attention = { map, rows: { [rows - 1]: oneHot(columns, rows - 1 < columns ? rows - 1 : 1) } };
    const answer = await scope.predict({ example: 0, prefix: 'true', without: [0], attention });
    for (let row = 0; row < rows - 1; ++row) {
      const first = answer.attention.weights.subarray(row * columns, (row + 1) * columns);
      expect(first[0] === 0 ? 0 : 1, `${map} ${row}`).toBe(hidden);
      expect(first.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    }
  }
});

const fast = { learningRate: 0.01, warmup: 30, layers: 1 };

/** @type {[string, string, Record<string, string | number | boolean>, number][]} */
const trained = [
  ['translation', 'translation', { ...smallTranslation, embedding: 16, hidden: 16, learningRate: 0.01 }, 400],
  ['self-attention', 'self-attention', { ...smallTransformer, ...fast }, 300],
  [
    'recall',
    'self-attention',
    {
      ...smallTransformer,
      ...fast,
      task: 'recall',
      vocabulary: 8,
      kind: 'encoder',
      causalEncoder: true,
      layers: 2,
    },
    300,
  ],
];

it.each(trained)('is obeyed by a trained network: %s', async (_, experiment, parameters, steps) => {
  const scope = await trainTestScope(experiment, parameters, steps);
  const { atTruth, elsewhere, unchanged, pairs } = await scope.obedience({ examples: 16 });
  expect(atTruth).toBe(1);
  expect(elsewhere).toBeGreaterThan(0.7);
  expect(unchanged).toBeLessThan(0.3);
  expect(pairs).toBeGreaterThan(50);
});
