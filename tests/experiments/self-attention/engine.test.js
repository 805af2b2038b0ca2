/** Tests transformers: metrics, maps, and the path of one token through a layer. */

import { afterEach, describe, expect, it } from 'vitest';
import { experiments } from '../../../web/index.js';
import { findStepValues } from '../../../web/parts/find-step.js';
import {
  createTestScope,
  disposeAll,
  expectFilesToRoundTrip,
  expectRejection,
  waitForTensors,
} from '../../engine/scopes.js';
import { isFullRun, selectSeeds } from '../../full-run.js';

afterEach(disposeAll);

/** @typedef {Partial<import('../../../web/engine/create-scope.js').ScopeOptions>} Options */

const described = experiments().find(({ name }) => name === 'self-attention');
const small = {
  task: 'reversal',
  minimumLength: 2,
  maximumLength: 4,
  dModel: 16,
  layers: 2,
  feedForward: 2,
  warmup: 100,
  batchSize: 16,
  examples: 500,
};

/** @param {Options['parameters']} [parameters] @param {Options} [options] */
const open = (parameters, options) =>
  createTestScope({ experiment: 'self-attention', parameters, ...options });

/** Cached results by preset and seed. @type {Map<string, ReturnType<typeof train>>} */
const results = new Map();

/** @param {string} preset @param {number} seed */
function trainPreset(preset, seed) {
  const key = `${preset} ${seed}`;
  const result = results.get(key) ?? train(preset, seed);
  results.set(key, result);
  return result;
}

/** @param {string} preset @param {number} seed trained for the planned steps */
async function train(preset, seed) {
  const scope = await open(undefined, { preset, seed });
  await scope.train({ steps: scope.manifest.plannedSteps });
  const { loss, metrics } = await scope.evaluate();
  return { scope, loss, metrics };
}

/** @param {ArrayLike<number>} numbers */
const total = (numbers) => Array.from(numbers).reduce((sum, number) => sum + number, 0);

describe('a trained model', () => {
  /** @param {string} preset @param {number} seed */
  async function expectExact(preset, seed) {
    const { loss, metrics } = await trainPreset(preset, seed);
    expect(loss).toBeLessThan(0.05);
    expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.99);
    expect(metrics.massOnTruth).toBeGreaterThanOrEqual(metrics.meanMassOnTruth);
    return metrics;
  }

  it.each(selectSeeds(7, 0, 1, 2, 3, 4))('reverses exactly and with the right map, seed %s', async (seed) => {
    const metrics = await expectExact('reversal', seed);
    expect(metrics.alignmentAccuracy).toBeGreaterThanOrEqual(0.9);
    expect(metrics.massOnTruth).toBeGreaterThanOrEqual(0.8);
  });

  it.runIf(isFullRun).each([7, 0, 1, 2, 3, 4])('sorts exactly, seed %s', async (seed) => {
    await expectExact('sorting', seed);
  });

  it.each(selectSeeds(7, 0, 1, 2, 3, 4))(
    'recalls with two layers by an induction head, seed %s',
    async (seed) => {
      const { metrics } = await trainPreset('induction', seed);
      expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.99);
      expect(metrics.massOnTruth).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('only guesses in recall with one layer', async () => {
    const { metrics } = await trainPreset('induction-one-layer', 7);
    expect(metrics.exactMatch).toBeLessThan(0.3);
    expect(metrics.massOnTruth).toBeLessThan(0.3);
  });

  it.runIf(isFullRun).each(Array.from({ length: 20 }, (_, seed) => seed))(
    'reverses with a decoder only, with the right map, seed %s',
    async (seed) => {
      const { metrics } = await trainPreset('decoder', seed);
      expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.99);
      expect(metrics.alignmentAccuracy).toBeGreaterThanOrEqual(0.95);
    },
  );

  it.runIf(isFullRun)('translates French with encoder and decoder', async () => {
    const { scope, metrics } = await trainPreset('french', 7);
    expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.97);
    expect(metrics.meanAlignmentAccuracy).toBeGreaterThanOrEqual(0.75);
    const { text } = await scope.predict({ source: 'La zone économique européenne' });
    expect(text).toBe('the european economic area');
  });

  if (isFullRun)
    it('aligns French with one head, and divides the work among four', async () => {
      const [one, four] = [await trainPreset('one-head', 7), await trainPreset('four-heads', 7)];
      expect(one.metrics.alignmentAccuracy).toBeGreaterThan(four.metrics.alignmentAccuracy + 0.05);
      for (const { metrics } of [one, four]) expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.95);
    });

  it.runIf(isFullRun)('has a less peaked map with the scale 1/d', async () => {
    const [usual, pale] = [await trainPreset('reversal', 7), await trainPreset('scale-1-over-d', 7)];
    expect(pale.metrics.exactMatch).toBeGreaterThanOrEqual(0.99);
    expect(pale.metrics.normalizedEntropy).toBeGreaterThan(2 * usual.metrics.normalizedEntropy);
    expect(pale.metrics.meanMassOnTruth).toBeLessThan(usual.metrics.meanMassOnTruth - 0.1);
  });

  it.runIf(isFullRun)('sorts but does not reverse without positional encoding', async () => {
    const reversal = await trainPreset('no-positions', 7);
    expect(reversal.metrics.exactMatch).toBeLessThan(0.1);
    const sorting = await trainPreset('sorting-no-positions', 7);
    expect(sorting.metrics.exactMatch).toBeGreaterThanOrEqual(0.99);
  });

  it.each(described?.presets ?? [])('starts and learns with the preset $name', async ({ name }) => {
    const scope = await open(undefined, { preset: name });
    expect(scope.manifest.plannedSteps).toBe(scope.configuration.parameters.steps);
    const { loss } = await scope.train({ steps: 2 });
    expect(loss).toBeGreaterThan(0);
  });
});

describe('a run', () => {
  it('is bit-reproducible in every engine, and not changed by probes', async () => {
    const [one, two] = await Promise.all([open(small), open(small)]);
    await one.train({ steps: 30 });
    for (let i = 0; i < 30; i++) {
      await two.train({ steps: 1 });
      if (i % 10) continue;
      await two.set('disabledHeads', [0, 5]);
      await two.evaluate();
      await two.predict({ example: i });
      await two.attention({ example: i, map: 'decoder' });
      await two.set('probeExample', i);
    }
    expect(two.fingerprint()).toBe(one.fingerprint());
    // as in trial_test.cpp
    expect(one.fingerprint()).toBe('008224ec3b51ae2b');
  });

  it('continues from a checkpoint, and exports its weights', () =>
    expectFilesToRoundTrip(
      open,
      { ...small, dropout: 0.2, kind: 'decoder', positions: 'learned', tiedEmbeddings: true },
      small,
    ));

  it('is less accurate while a head is disabled', async () => {
    const scope = await open({ ...small, learningRate: 0.01, warmup: 30 });
    const { metrics } = await scope.train({ steps: 250 });
    expect(metrics.tokenAccuracy).toBeGreaterThan(0.8);
    const before = scope.fingerprint();
    await scope.set('disabledHeads', [8, 9, 10, 11]); // all looks at the source
    const { metrics: blind } = await scope.evaluate();
    expect(blind.tokenAccuracy).toBeLessThan(0.5);
    await scope.set('disabledHeads', []);
    expect((await scope.evaluate()).metrics.tokenAccuracy).toBeGreaterThan(0.8);
    expect(scope.fingerprint()).toBe(before);
    expect(await expectRejection(scope.set('disabledHeads', [12]))).toMatchObject({
      code: 'BAD_PARAMETER',
      parameter: 'disabledHeads',
    });
    const off = await open({ ...small, disabledHeads: [1, 2] });
    expect(off.link()).toContain('disabledHeads=1,2');
  });
});

describe('an explanation', () => {
  it('is for one row of one head and the answer at its position', async () => {
    const scope = await open({ ...small, learningRate: 0.01, warmup: 30 });
    await scope.train({ steps: 250 });
    const map = await scope.attention({ example: 2 });
    const [layers, heads, rows, columns] = map.shape;
    for (let layer = 0; layer < layers; layer++) {
      for (let head = 0; head < heads; head++) {
        for (let row = 0; row < rows; row++) {
          const { weights, columnLabels } = await scope.explain({
            test: 'uniform',
            example: 2,
            layer,
            head,
            row,
          });
          const first = ((layer * heads + head) * rows + row) * columns;
          expect(Float32Array.from(weights)).toEqual(map.weights.slice(first, first + columns));
          expect(columnLabels).toEqual(map.columnLabels);
        }
      }
    }
    const own = await scope.explain({ test: 'permute', example: 2, map: 'decoder', row: 1 });
    expect(own.columnLabels).toHaveLength(2); // what comes later is not seen
    const read = await scope.explain({ test: 'leave-out', example: 2, map: 'encoder', row: 1 });
    expect(read.answer.label.split(' ')).toHaveLength(rows); // all that is written hangs on it
    for (const [parameter, value] of Object.entries({ head: 2, layer: 2, row: 9 })) {
      const error = await expectRejection(scope.explain({ test: 'uniform', example: 2, [parameter]: value }));
      expect(error).toMatchObject({ code: 'BAD_INPUT', parameter });
    }
  });
});

describe('a shown value', () => {
  it('exists for every head of every map of the watched pair, with the truth if there is one', async () => {
    const scope = await open({ ...small, probeExample: 2 });
    const { tensors, maps, scalars } = scope.manifest;
    expect(maps.map(({ name, truth }) => [name, truth])).toEqual([
      ['encoder', ''],
      ['decoder', ''],
      ['cross', 'cross.truth'],
    ]);
    expect(scalars.slice(4)).toEqual(described?.metrics.slice(2).map(({ name }) => name));
    const shapes = Object.fromEntries(tensors.map(({ name, shape }) => [name, shape]));
    for (const name of ['encoder', 'decoder', 'cross']) {
      expect(shapes[name]).toEqual([4, 5, 5]);
      expect(shapes[`${name}.entropy`]).toEqual([4]);
    }
    const framePromise = waitForTensors(scope, 200);
    await scope.train({ steps: 200 });
    const frame = await framePromise;
    const [n] = frame.lengths;
    for (const name of ['encoder', 'decoder', 'cross']) {
      const map = await scope.attention({ example: 2, map: name });
      expect(map).toEqual(await scope.attention({ map: name }));
      expect(map.shape).toEqual([2, 2, n, n]);
      for (let head = 0; head < 4; head++) {
        for (let t = 0; t < n; t++) {
          const row = map.weights.subarray((head * n + t) * n, (head * n + t + 1) * n);
          expect(total(row)).toBeCloseTo(1, 5);
          expect([...row]).toEqual([...frame[name].subarray((head * 5 + t) * 5, (head * 5 + t) * 5 + n)]);
          if (name === 'decoder') expect(total(row.subarray(t + 1))).toBe(0);
        }
      }
    }
    const cross = await scope.attention();
    expect(cross.name).toBe('cross');
    expect(cross.rowLabels).toEqual([...cross.columnLabels.slice(0, -1)].reverse().concat('<end>'));
    expect(total(/** @type {Float32Array} */ (cross.truth))).toBe(n - 1);
    expect((await scope.attention({ map: 'decoder' })).rowLabels[0]).toBe('<start>');
  });

  it.each([
    ['encoder', 'before', 'answer'],
    ['encoder', 'after', 'answer'],
    ['decoder', 'before', 'answer'],
    ['encoder-decoder', 'before', 'source'],
    ['encoder-decoder', 'after', 'answer'],
  ])('is the path of one token through a layer: %s, norm %s, %s', async (kind, norm, side) => {
    const scope = await open({ ...small, kind, norm });
    await scope.train({ steps: 20 });
    const D = 16;
    const position = kind === 'encoder-decoder' && side === 'answer' ? 0 : 1; // its answer may end at once
    for (const layer of [0, 1]) {
      const { steps, attention } = await scope.predict({ example: 4, layer, position, side });
      const places = steps.map(({ part, name, head }) => [part, name, head].join());
      expect(new Set(places).size).toBe(steps.length);
      /** @param {string} part @param {string} name @param {number} [head] */
      const line = (part, name, head) => findStepValues(steps, { part, name, head });
      for (const { formula } of steps) expect(formula).toBeTruthy();
      /** @param {ArrayLike<number>} got @param {ArrayLike<number>} expected */
      const same = (got, expected) => {
        expect(got.length).toBe(expected.length);
        Array.from(expected).forEach((value, i) => {
          expect(got[i]).toBeCloseTo(value, 4);
        });
      };
      /** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
      const sum = (a, b) => Array.from(a).map((value, i) => value + b[i]);
      if (layer === 0) {
        const placed = line('embedding', 'embedding and position');
        same(placed, sum(line('embedding', 'embedding'), line('embedding', 'position')));
        same(line('self', 'input'), placed);
      }
      for (const name of ['query', 'key', 'value']) expect(line('self', name)).toHaveLength(D);
      for (const part of ['self', ...(line('cross', 'query').length > 0 ? ['cross'] : []), 'feed-forward']) {
        same(line(part, 'residual'), sum(line(part, 'input'), line(part, 'output')));
        expect(line(part, 'norm')).toHaveLength(D);
        if (part === 'feed-forward') continue;
        for (const head of [0, 1]) {
          const [scores, mask, weights] = ['scores', 'mask', 'weights'].map((name) => line(part, name, head));
          const powers = Array.from(scores).map((score, s) => mask[s] * Math.exp(score));
          same(
            weights,
            powers.map((power) => power / total(powers)),
          );
          // Columns of this head in the token's query and in all keys and values.
          const [q, k, v] = ['query', 'keys', 'values'].map((name) =>
            Array.from(line(part, name)).filter((_, i) => Math.floor((i % D) / (D / 2)) === head),
          );
          const d = D / 2;
          same(
            scores,
            Array.from(scores, (_, s) => total(q.map((one, i) => one * k[s * d + i])) / Math.sqrt(d)),
          );
          same(
            line(part, 'weighted sum', head),
            q.map((_, i) => total(Array.from(weights, (weight, s) => weight * v[s * d + i]))),
          );
        }
      }
      const causal = kind !== 'encoder' && side === 'answer';
      const mask = line('self', 'mask', 0);
      expect(total(mask)).toBe(causal ? position + 1 : mask.length);
      const logits = line('answer', 'logits');
      expect(logits.length === 0).toBe(layer === 0 || side === 'source');
      if (logits.length > 0) expect(total(line('answer', 'probabilities'))).toBeCloseTo(1, 5);
      expect(attention.shape.slice(0, 2)).toEqual([2, 2]);
    }
  });

  it.each([
    ['encoder-decoder', 'before', 'answer'],
    ['encoder-decoder', 'after', 'source'],
    ['decoder', 'after', 'answer'],
  ])('for all tokens stacks the values of each token: %s, norm %s, %s', async (kind, norm, side) => {
    const scope = await open({ ...small, kind, norm });
    await scope.train({ steps: 20 });
    const request = { example: 4, layer: 1, side };
    const all = (await scope.predict({ ...request, allTokens: true, position: 1 })).steps;
    const own = [
      'query',
      'key',
      'value',
      'norm',
      'output',
      'residual',
      'scores',
      'weights',
      'weighted sum',
      'hidden',
    ];
    const rows = findStepValues(all, { part: 'self', name: 'query' }).length / 16;
    expect(rows).toBeGreaterThan(2);
    const each = await Promise.all(
      Array.from({ length: rows }, (_, position) => scope.predict({ ...request, position })),
    );
    for (const { name, part, head, values } of all) {
      const one = each.map(({ steps }) => findStepValues(steps, { part, name, head }));
      // Keys and values are shared, so they appear once.
      if (name === 'keys' || name === 'values' || name === 'heads on') expect(values).toEqual(one[0]);
      else expect(Array.from(values), `${part} ${name}`).toEqual(one.flatMap((row) => Array.from(row)));
    }
    for (const name of own) expect(all.map((line) => line.name)).toContain(name);
  });

  it('is a prediction for typed input', async () => {
    const scope = await open({ task: 'sorting', dModel: 16, batchSize: 16, examples: 500 });
    const { text, output, attention, unknownWords, truncatedWords, candidates, target } = await scope.predict(
      {
        source: 'd9a',
      },
    );
    expect(attention.columnLabels).toEqual(['d', '9', 'a', '<end>']);
    expect(unknownWords).toEqual(['9']);
    expect(truncatedWords).toBe(0);
    expect(target).toBeUndefined();
    expect(candidates).toHaveLength(/** @type {number[]} */ (output).length);
    expect(text).toBe(attention.rowLabels.filter((word) => word !== '<end>').join(''));
  });
});

describe('rejects', () => {
  it.each([
    [{ minimumLength: 9 }, 'minimumLength'],
    [{ task: 'klingon' }, 'task'],
    [{ kind: 'encoder', task: 'french' }, 'kind'],
    [{ heads: 3 }, 'heads'],
    [{ task: 'sorting', maximumLength: 12, vocabulary: 8 }, 'vocabulary'],
    [{ disabledHeads: [12] }, 'disabledHeads'],
    [{ disabledHeads: [1.5] }, 'disabledHeads'],
  ])('the settings %o', async (parameters, parameter) => {
    const error = await expectRejection(open({ ...small, ...parameters }));
    expect(error).toMatchObject({ code: 'BAD_PARAMETER', parameter });
  });

  it.each([
    [{ source: '' }, 'source'],
    [{ source: '  ' }, 'source'],
    [{ example: 512 }, 'example'],
    [{ example: 1, layer: 2 }, 'layer'],
    [{ example: 1, position: 99 }, 'position'],
    [{ example: 1, source: '12' }, 'source'],
  ])('the input %o', async (input, parameter) => {
    const scope = await open(small);
    const error = await expectRejection(scope.predict(/** @type {{ example: number }} */ (input)));
    expect(error).toMatchObject({ code: 'BAD_INPUT', parameter });
  });
});
