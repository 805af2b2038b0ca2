/**
 * Tests runs of every experiment: equality with the native build, files, calls that must not change the run, and the frames and
 * answers that views get.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { experiments } from '../../web/index.js';
import { countElements } from '../engine/mechanism-inputs.js';
import {
  createTestScope,
  disposeAll,
  expectRejection,
  oneHot,
  smallLanguageModel,
  smallTransformer,
  smallTranslation,
  waitForTensors,
} from '../engine/scopes.js';

afterEach(disposeAll);

/** @typedef {Record<string, import('../../web/engine/schema.js').ValueLike>} Parameters */

const translation = { ...smallTranslation };
const selfAttention = { ...smallTransformer, warmup: 100 };
const caption = { features: 8, embedding: 6, hidden: 8, batchSize: 4, steps: 100, examples: 1000 };
const hardCaption = { ...caption, attention: 'hard', samples: 3, warmup: 20 };
const glimpse = { features: 16, hidden: 16, batchSize: 4, samples: 4, examples: 1000 };

/** Experiment, parameters, and the fingerprint after 30 steps, as in tests/core/runs_test.cpp. @type {[string, Parameters, string][]} */
const natives = [
  ['translation', translation, '4979f80615a45c58'],
  ['translation', { ...translation, attention: 'hard', samples: 3, warmup: 20 }, '03d242a7c047b265'],
  ['self-attention', selfAttention, '008224ec3b51ae2b'],
  ['caption', caption, 'e2926f7e29762a7e'],
  ['caption', hardCaption, 'b2f6887af36114ee'],
  ['language-model', smallLanguageModel, '0eae518bc1ec68be'],
  ['glimpse', glimpse, '8c7bfde48e10a481'],
];

test.each(natives)('%s has the native fingerprint: %j', async (experiment, parameters, print) => {
  const scope = await createTestScope({ experiment, parameters });
  await scope.train({ steps: 30 });
  expect(await scope.fingerprint()).toBe(print);
});

/** Small parameters, and a change that gives a model of another shape. @type {Record<string, [Parameters, Parameters]>} */
const small = {
  'context-lookup': [{ examples: 320, batchSize: 10 }, { contexts: 3 }],
  'feature-attention': [{ features: 5, examples: 400, batchSize: 32 }, { features: 6 }],
  sentiment: [
    {
      ...{ sentences: 500, embedding: 4, hidden: 4, batchSize: 50 },
      ...{ dropout: 0.2, recurrentDropout: 0.2, l2: 0.001 },
    },
    { baseline: 'none' },
  ],
  translation: [{ ...translation, dropout: 0.2, teacherForcing: 0.7, cell: 'lstm' }, { hidden: 9 }],
  'self-attention': [
    { ...selfAttention, dropout: 0.2, kind: 'decoder', positions: 'learned', tiedEmbeddings: true },
    { dModel: 20 },
  ],
  caption: [hardCaption, { hidden: 9 }],
  draw: [{ examples: 400, hidden: 16, latent: 3, glimpses: 4, readGrid: 3, batchSize: 8 }, { hidden: 17 }],
  'graph-attention': [{ batchSize: 16 }, { heads: 2 }],
  glimpse: [{ ...glimpse, steps: 200 }, { hidden: 24 }],
  'language-model': [{ ...smallLanguageModel, batchSize: 16 }, { dModel: 24 }],
};

describe.each(experiments())('$name', ({ name: experiment, metrics, supportsExplain }) => {
  const [parameters, change] = small[experiment] ?? [{}, null];
  const open = (more = {}, seed = 7) =>
    createTestScope({ experiment, seed, parameters: { ...parameters, ...more } });

  test('continues from files to the same bits, whatever reads the run', async () => {
    const [straight, stopped, again] = [await open(), await open(), await open()];
    await straight.train({ steps: 45 });
    await stopped.train({ steps: 33 });
    for (const example of [0, 3]) {
      await stopped.evaluate();
      await stopped.predict({ example });
      for (const { name } of stopped.manifest.maps) await stopped.attention({ map: name });
      for (const test of supportsExplain ? ['permute', 'uniform', 'leave-out', 'search'] : []) {
        const { weights, columnLabels } = await stopped.explain({ test, example });
        expect(weights.length, test).toBe(columnLabels.length);
      }
      if (['translation', 'self-attention', 'language-model'].includes(experiment)) {
        const { columnLabels } = await stopped.attention({ example });
        const attention = { rows: { 1: oneHot(columnLabels.length, 0) } };
        await stopped.predict({ example, prefix: 'true', attention, without: [1] });
        await stopped.counterfactual({ example, row: 1 });
        await stopped.obedience({ examples: 1 });
      }
    }
    const checkpoint = await stopped.checkpoint();
    await again.restore(checkpoint);
    for (const scope of [stopped, again]) {
      await scope.train({ steps: 12 });
      expect(await scope.fingerprint()).toBe(await straight.fingerprint());
    }
    expect(await again.checkpoint()).toEqual(await straight.checkpoint());
    const weights = await straight.saveWeights();
    const seeded = await open({}, 3);
    await seeded.loadWeights(weights);
    expect(await seeded.fingerprint()).toBe(await straight.fingerprint());
    const other = change && (await open(change, 3));
    for (const refused of other ? [other.restore(checkpoint), other.loadWeights(weights)] : [])
      await expectRejection(refused, { code: 'BAD_FILE' });
  });

  test('has frames and answers as described', async () => {
    const scope = await open();
    const { tensors, scalars, maps } = scope.manifest;
    expect(scalars.slice(4)).toEqual(metrics.slice(2).map(({ name }) => name));
    const frame = waitForTensors(scope, 20);
    await scope.train({ steps: 20 });
    for (const { name, shape } of tensors)
      expect((await frame)[name], name).toHaveLength(countElements(shape));
    for (const { name } of maps) {
      const { shape, weights, rowLabels } = await scope.attention({ map: name });
      expect(weights, name).toHaveLength(countElements(shape));
      expect(rowLabels, name).toHaveLength(shape.at(-2) ?? 0);
    }
    const measured = (await scope.evaluate()).metrics;
    for (const { name } of metrics.filter(({ isShare }) => isShare))
      expect(measured[name] < 0 || measured[name] > 1.000001, name).toBe(false);
    const { steps, output } = await scope.predict({ example: 4 });
    expect(output).toBeDefined();
    for (const { name, formula, values } of steps) {
      expect(formula, name).toBeTruthy();
      expect(values.every(Number.isFinite), name).toBe(true);
    }
  });
});
