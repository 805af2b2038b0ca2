/** Tests two sentence classifiers: metrics of each pooling on the grammar, own sentences, and typed ones. */

import { afterEach, describe, expect, it } from 'vitest';
import { experiments } from '../../../web/index.js';
import { createTestScope, disposeAll, expectRejection, waitForTensors } from '../../engine/scopes.js';
import { selectSeeds } from '../../full-run.js';

afterEach(disposeAll);

/** @typedef {Partial<import('../../../web/engine/create-scope.js').ScopeOptions>} Options */

const described = experiments().find(({ name }) => name === 'sentiment');
const small = {
  sentences: 500,
  maximumLength: 16,
  neutralClauses: 1,
  vocabulary: 40,
  embedding: 4,
  hidden: 4,
  batchSize: 50,
};

/** @param {Options['parameters']} [parameters] @param {Options} [options] */
const open = (parameters, options) => createTestScope({ experiment: 'sentiment', parameters, ...options });

/** @param {Options['parameters']} parameters @param {number} seed */
async function trainScope(parameters, seed) {
  const scope = await open(parameters, { seed });
  await scope.train({ steps: scope.manifest.plannedSteps });
  const { loss, metrics } = await scope.evaluate();
  return { scope, loss, metrics };
}

/** @param {ArrayLike<number>} numbers */
const total = (numbers) => Array.from(numbers).reduce((sum, number) => sum + number, 0);

/** Sixty short sentences, half of them good. */
const lines = Array.from(
  { length: 60 },
  (_, i) => `the ${['soup', 'plot', 'room'][i % 3]} is ${i % 2 ? 'good' : 'bad'}\t${i % 2}`,
);

describe('on the grammar', () => {
  it.each(selectSeeds(0, 1, 2, 3, 4))(
    'additive attention finds the cue, and padding spoils the last state, seed %s',
    async (seed) => {
      const { loss, metrics } = await trainScope({}, seed);
      expect(metrics.accuracy).toBeGreaterThanOrEqual(0.99);
      expect(metrics.massOnCues).toBeGreaterThanOrEqual(0.6);
      expect(metrics.cueAccuracy).toBeGreaterThanOrEqual(0.55);
      expect(metrics.massOnPadding).toBe(0);
      expect(metrics.normalizedEntropy).toBeLessThan(0.3);
      expect(loss).toBeLessThan(0.06);
      expect(Math.abs(metrics.baselineAccuracy - 0.5)).toBeLessThan(0.06);
      expect(metrics.baselineMassOnPadding).toBe(1);
      expect(metrics.baselineMassOnCues).toBe(0);
    },
  );

  it.each(selectSeeds(1, 2, 3, 4, 5))(
    'the LSTMN attends to the modifier of the decisive word, seed %s',
    async (seed) => {
      const scope = await createTestScope({ experiment: 'sentiment', preset: 'machine-reader', seed });
      await scope.train({ steps: scope.manifest.plannedSteps });
      const { metrics } = await scope.evaluate();
      expect(metrics.accuracy).toBeGreaterThanOrEqual(0.99);
      expect(metrics.baselineAccuracy).toBeGreaterThanOrEqual(0.99);
      expect(metrics.massOnModifier).toBeGreaterThanOrEqual(0.9);
      // An LSTM only continues from its last state.
      expect(metrics.massOnPrevious).toBeLessThan(0.6);
      const { shape, weights } = await scope.attention({ map: 'intra', example: 3 });
      const [rows = 0, columns = 0] = shape;
      expect(rows).toBe(columns);
      for (let row = 0; row < rows; row++) {
        const own = weights.subarray(row * columns, (row + 1) * columns);
        expect(total(own.subarray(0, row))).toBeCloseTo(row > 0 ? 1 : 0, 5);
        expect(total(own.subarray(row))).toBe(0);
      }
    },
  );

  it('a network without intra-attention has no metrics of it', async () => {
    const scope = await open(small);
    const { metrics } = await scope.evaluate();
    expect(Number.isNaN(metrics.massOnModifier)).toBe(true);
    expect(Number.isNaN(metrics.massOnPrevious)).toBe(true);
    const { code, expected } = await expectRejection(scope.attention({ map: 'intra' }));
    expect(code).toBe('BAD_INPUT');
    expect(expected).toMatch(/model, baseline/);
  });

  it.each(selectSeeds(0, 1, 2, 3, 4))(
    'attention as in the article learns everything, and the mean most of it, seed %s',
    async (seed) => {
      const { metrics } = await trainScope({ pooling: 'article', baseline: 'mean' }, seed);
      expect(metrics.accuracy).toBeGreaterThanOrEqual(0.99);
      expect(metrics.baselineAccuracy).toBeGreaterThanOrEqual(0.97);
      // tanh keeps the scores so close together that the map stays soft
      expect(metrics.massOnCues).toBeLessThan(0.4);
      expect(metrics.massOnPadding).toBe(0);
      expect(metrics.baselineMassOnPadding).toBe(0);
    },
  );

  it.each(selectSeeds(0, 1, 2, 3, 4))(
    'the last state without padding learns it, too, seed %s',
    async (seed) => {
      const { metrics } = await trainScope({ pooling: 'last', baseline: 'none', epochs: 4 }, seed);
      expect(metrics.accuracy).toBeGreaterThanOrEqual(0.97);
      expect(metrics.baselineAccuracy).toBeNaN();
    },
  );
});

describe('two models', () => {
  it('have equal initial parameters, are bit-reproducible, and not changed by probes', async () => {
    const [one, two] = await Promise.all([open(small), open(small)]);
    await one.train({ steps: 30 });
    for (let i = 0; i < 30; i++) {
      await two.train({ steps: 1 });
      if (i % 10 === 0) {
        await two.evaluate();
        await two.predict({ example: i });
        await two.predict({ sentence: 'not bad' });
        await two.attention({ map: 'baseline' });
      }
    }
    expect(two.fingerprint()).toBe(one.fingerprint());
    const same = await open({ ...small, pooling: 'mean', baseline: 'mean' });
    const { loss, metrics } = await same.train({ steps: 20 });
    expect(metrics.baselineLoss).toBe(loss);
    expect(metrics.baselineAccuracy).toBe(metrics.accuracy);
  });

  it('continue from a checkpoint, and export their weights', async () => {
    const parameters = { ...small, dropout: 0.2, recurrentDropout: 0.2, l2: 0.001 };
    const [straight, stopped, fresh] = await Promise.all([open(parameters), open(parameters), open(small)]);
    await straight.train({ steps: 25 });
    await stopped.train({ steps: 13 });
    await fresh.restore(await stopped.checkpoint());
    await fresh.train({ steps: 12 });
    expect(fresh.fingerprint()).toBe(straight.fingerprint());
    expect(fresh.configuration.parameters).toMatchObject({ dropout: 0.2, l2: 0.001 });
    const other = await open(small);
    await other.loadWeights(await straight.saveWeights());
    expect(other.fingerprint()).toBe(straight.fingerprint());
    const without = await open({ ...small, baseline: 'none' });
    expect((await expectRejection(without.loadWeights(await straight.saveWeights()))).code).toBe('BAD_FILE');
  });
});

describe('the frame', () => {
  it('has eight held-out sentences of all lengths, with words, weights, predictions and cues', async () => {
    const scope = await open({ ...small, sentences: 1000 });
    const { tensors, maps, rowLabels, cellLabels, details, data, scalars } = scope.manifest;
    const shapes = Object.fromEntries(tensors.map(({ name, shape }) => [name, shape]));
    expect(shapes).toEqual({
      model: [8, 16],
      'model.scores': [8, 16],
      baseline: [8, 16],
      'baseline.scores': [8, 16],
      truth: [8, 16],
      verdicts: [8, 2],
      labels: [8],
      lengths: [8],
      accuracyByLength: [2, 6],
      'accuracyByLength.counts': [6],
    });
    expect(maps.map(({ name }) => name)).toEqual(['model', 'baseline']);
    expect(rowLabels).toHaveLength(8);
    expect(details['lengthRanges']).toHaveLength(7);
    expect(data).toMatchObject({ source: 'grammar', train: 800, heldOut: 200, truncated: 0 });
    expect(scalars.slice(4)).toEqual(described?.metrics.slice(2).map(({ name }) => name));

    const framePromise = waitForTensors(scope, 200);
    await scope.train({ steps: 200 });
    const frame = await framePromise;
    expect([...frame.lengths]).toEqual([...frame.lengths].sort((a, b) => a - b));
    expect(total(frame['accuracyByLength.counts'])).toBe(200);
    for (let row = 0; row < 8; row++) {
      const length = frame.lengths[row];
      expect(cellLabels?.[row]).toHaveLength(length);
      const [weights, baseline, truth] = [frame.model, frame.baseline, frame.truth].map((map) =>
        map.subarray(16 * row, 16 * row + 16),
      );
      expect(total(weights)).toBeCloseTo(1, 5);
      expect(total(weights.subarray(length))).toBe(0);
      expect(baseline[15]).toBe(1);
      expect(total(truth)).toBeCloseTo(1, 5);
      expect(total(truth.subarray(length))).toBe(0);
      expect([0, 1]).toContain(frame.labels[row]);
    }
    const whole = await scope.attention();
    expect(whole).toMatchObject({ name: 'model', shape: [8, 16] });
    expect(whole.weights).toEqual(frame.model);
  });

  it('has the weights of each pooling, and the mask removes the weight of padding', async () => {
    const padded = await open({ ...small, pooling: 'article', baseline: 'mean', maskPadding: false });
    const masked = await open({ ...small, pooling: 'article', baseline: 'mean' });
    const [before, after] = [(await padded.evaluate()).metrics, (await masked.evaluate()).metrics];
    expect(before.massOnPadding).toBeGreaterThan(0.1);
    expect(before.baselineMassOnPadding).toBeGreaterThan(0.1);
    expect([after.massOnPadding, after.baselineMassOnPadding]).toEqual([0, 0]);
    const { weights } = await masked.attention({ example: 2, map: 'baseline' });
    expect(new Set(weights)).toEqual(new Set([Math.fround(1 / weights.length)]));
  });
});

describe('typed sentences', () => {
  it('have weights for each word and lines of the formula', async () => {
    const scope = await open(small);
    const { output, baseline, target, attention, baselineAttention, unknownWords, truncatedWords, steps } =
      await scope.predict({
        sentence: 'The waiter; isn’t 100% GOOD = 😀 “zyx”?',
      });
    const words = ['the', 'waiter', "isn't", '100', 'good', 'zyx'];
    expect(attention.columnLabels).toEqual(words);
    expect(attention.shape).toEqual([1, 6]);
    expect(total(attention.weights)).toBeCloseTo(1, 5);
    expect(baselineAttention?.columnLabels).toEqual(words);
    expect(total(baselineAttention?.weights ?? [1])).toBe(0); // all of it lies on the padding
    expect(unknownWords).toEqual(expect.arrayContaining(['zyx', '100', "isn't"]));
    expect(truncatedWords).toBe(0);
    expect(target).toBeUndefined();
    expect(output).toBeGreaterThan(0);
    expect(baseline).toBeLessThan(1);
    expect(steps.map(({ name }) => name)).toEqual(['scores', 'weights', 'context', 'logit', 'output']);
    expect(steps[4].values[0]).toBeCloseTo(Number(output), 6);
    const long = await scope.predict({ sentence: 'good '.repeat(20) });
    expect(long.truncatedWords).toBe(4);
    const example = await scope.predict({ example: 3 });
    expect([0, 1]).toContain(example.target);
  });

  it.each([
    [{ sentence: '' }],
    [{ sentence: ' ?! ' }],
    [{ sentence: 'é'.repeat(1001) }],
    [{ sentence: 3 }],
    [{ example: 500 }],
    [{ words: 'good' }],
    [{}],
  ])('refuses %o', async (input) => {
    const scope = await open(small);
    const error = await expectRejection(
      scope.predict(/** @type {{ example: number }} */ (/** @type {unknown} */ (input))),
    );
    expect(error.code).toBe('BAD_INPUT');
  });
});

describe('own sentences', () => {
  it('are accepted with a report, and kept by reset and checkpoint', async () => {
    const data = ['no tab', 'wrong\t2', '', '<script>alert(1)</script> awful\t0', ...lines].join('\r\n');
    const scope = await open(small, { data });
    expect(scope.manifest.data).toMatchObject({
      source: 'own',
      train: 49,
      heldOut: 12,
      positive: 30,
      longest: 5,
      truncated: 0,
      report: {
        accepted: 61,
        rejected: [
          { reason: 'no tab before the label', count: 1, firstLine: 1 },
          { reason: 'a label that is neither 0 nor 1', count: 1, firstLine: 2 },
        ],
        notes: [
          { reason: 'blank line, skipped', count: 1, firstLine: 3 },
          { reason: 'markup, kept as plain text', count: 1, firstLine: 4 },
        ],
      },
    });
    await scope.train({ steps: 60 });
    const trained = scope.fingerprint();
    expect((await scope.evaluate()).metrics.massOnCues).toBeNaN();
    const markup = await scope.predict({ example: 0 });
    expect(markup.attention.columnLabels).toEqual(['script', 'alert', '1', 'script', 'awful']);
    const checkpoint = await scope.checkpoint();
    await scope.reset();
    await scope.train({ steps: 60 });
    expect(scope.fingerprint()).toBe(trained);
    expect((await expectRejection((await open(small)).restore(checkpoint))).code).toBe('BAD_FILE');
    const again = await open(small, { data: new TextEncoder().encode(data) });
    await again.restore(checkpoint);
    expect(again.fingerprint()).toBe(trained);
  });

  it.each([
    ['too few lines', lines.slice(0, 19).join('\n'), /19 sentences/],
    ['one label only', lines.filter((line) => line.endsWith('1')).join('\n'), /all labeled 1/],
    ['binary data', `${lines.join('\n')}\0`, /NUL/],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x61, 0]), /UTF-16/],
    ['prose', 'It was the best of times,\nit was the worst of times.', /no tab before the label/],
  ])('refuses %s', async (_, data, value) => {
    const error = await expectRejection(open(small, { data }));
    expect(error.code).toBe('BAD_FILE');
    expect(error.parameter).toBe('data');
    expect(String(error.value)).toMatch(value);
  });
});

describe('presets', () => {
  it('all start, and the two of the article differ only in the mask', async () => {
    const presets = described?.presets ?? [];
    expect(presets.map(({ name }) => name)).toEqual([
      'default',
      'article',
      'article-masked',
      'last-real-baseline',
      'mean-baseline',
      'machine-reader',
    ]);
    for (const { name } of presets) {
      const scope = await open({ sentences: 500 }, { preset: name });
      await scope.train({ steps: 1 });
      expect(scope.step).toBe(1);
    }
    const [article, masked] = ['article', 'article-masked'].map(
      (presetName) => presets.find(({ name }) => name === presetName)?.parameters,
    );
    expect({ ...article, maskPadding: true }).toEqual({ ...masked });
  });
});
