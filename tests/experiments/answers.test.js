/** Tests the answers of models to typed input, and that the lines of a computation give its weights, contexts and outputs. */
import { afterEach, describe, expect, it } from 'vitest';
import { findStepValues } from '../../web/parts/find-step.js';
import { computeScoreTerms, readDecoder } from '../../web/views/alignment/decoder-data.js';
import {
  createTestScope,
  disposeAll,
  expectRejection,
  smallLanguageModel,
  smallTransformer,
  smallTranslation,
  trainTestScope,
  waitForTensors,
} from '../engine/scopes.js';

afterEach(disposeAll);

/** @param {ArrayLike<number>} numbers */
const total = (numbers) => Array.from(numbers).reduce((sum, number) => sum + number, 0);

/** @param {ArrayLike<number>} got @param {ArrayLike<number>} expected */
function expectClose(got, expected) {
  expect(got.length).toBe(expected.length);
  for (const [i, value] of Array.from(expected).entries()) expect(got[i]).toBeCloseTo(value, 4);
}

describe('translation', () => {
  it('has words, candidates and the context of each decoder step', async () => {
    const parameters = { ...smallTranslation, score: 'additive', beam: 3 };
    const scope = await trainTestScope('translation', parameters, 200);
    const { text, output, attention, unknownWords, truncatedWords, candidates, steps, target } =
      await scope.predict({ source: '1x2 345' });
    expect(attention.columnLabels).toEqual(['1', 'x', '2', '3', '<end>']);
    expect([unknownWords, truncatedWords, target]).toEqual([['x'], 2, undefined]);
    const { length } = /** @type {number[]} */ (output);
    expect([attention.shape, candidates?.length]).toEqual([[length, 5], length]);
    expect(text).toBe(attention.rowLabels.filter((word) => word !== '<end>').join(''));
    for (const list of candidates ?? []) {
      const probabilities = list.map(({ probability }) => probability);
      expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
      expect(new Set(list.map(({ token }) => token)).size).toBe(5);
    }
    const states = findStepValues(steps, { name: 'encoder states' }); // five of sixteen numbers
    for (let t = 0; t < length; t++) {
      const weights = Array.from(attention.weights.subarray(5 * t, 5 * t + 5));
      expect(total(weights)).toBeCloseTo(1, 5);
      const sums = Array.from({ length: 16 }, (_, k) => total(weights.map((a, s) => a * states[16 * s + k])));
      expectClose(findStepValues(steps, { name: 'context', t }), sums);
    }
    expect((await scope.predict({ source: '3141' })).targetText).toBe('1413');
    expect((await scope.predict({ source: '3x41' })).targetText).toBeUndefined();
  });

  it('measures the sources by length without attention, and shows what the decoder gets of the first', async () => {
    const parameters = { ...smallTranslation, score: 'none' };
    const scope = await createTestScope({ experiment: 'translation', parameters });
    const tensors = waitForTensors(scope, 60);
    await scope.train({ steps: 60 });
    const { byLength, source } = await tensors;
    const width = byLength.length / source.length;
    const groups = [2, 3, 4].map((length) => byLength.subarray(length * width, (length + 1) * width));
    expect(total(groups.map(([count = 0]) => count))).toBe(64);
    const examples = await Promise.all(
      Array.from({ length: 64 }, (_, example) => scope.predict({ example })),
    );
    for (const [i, [count = 0, right = 0, ...rest]] of groups.entries()) {
      const own = examples.filter(({ target }) => /** @type {number[]} */ (target).length - 1 === i + 2);
      expect([count, right]).toEqual([own.length, own.filter(({ correct }) => correct).length]);
      const { output, target } = own[0] ?? {};
      const words = rest.slice(8 + i + 3).filter((id) => id > 0);
      expect(words).toEqual([.../** @type {number[]} */ (target), .../** @type {number[]} */ (output)]);
      expect(Math.max(...rest.slice(0, 8).map(Math.abs))).toBeGreaterThan(0);
    }
  });

  it.each([
    ['general', 'none'],
    ['additive', 'none'],
    ['additive', 'no-tanh'],
  ])('has the terms of the %s score, fault: %s', async (score, fault) => {
    const scope = await trainTestScope('translation', { ...smallTranslation, score, fault }, 60);
    const answer = await scope.predict({ source: '1234' });
    const reading = readDecoder(answer, scope.step);
    for (const [i, e] of answer.attention.scores.entries()) {
      const terms = computeScoreTerms(reading, Math.floor(i / 5), i % 5, fault !== 'no-tanh');
      expect(total(terms.map(({ term }) => term))).toBeCloseTo(e, 4);
    }
  });

  it('has the state sampled by hard attention as its context', async () => {
    const parameters = { ...smallTranslation, attention: 'hard', warmup: 20 };
    const scope = await trainTestScope('translation', parameters, 60);
    const { attention, steps } = await scope.predict({ source: '1234' });
    const { position = [], weights, rowLabels, columnLabels } = attention;
    const states = findStepValues(steps, { name: 'encoder states' });
    const width = states.length / columnLabels.length;
    for (const t of rowLabels.keys()) {
      const row = weights.subarray(5 * t, 5 * t + 5);
      expect(row[position[t] ?? 0]).toBe(Math.max(...row));
      const [from, to] = [0, 1].map((next) => width * (Number(position[t]) + next));
      expect(findStepValues(steps, { name: 'context', t })).toEqual(states.slice(from, to));
    }
  });
});

describe('self-attention', () => {
  it.each([
    ['decoder', 'before', 'answer'],
    ['encoder-decoder', 'after', 'answer'],
  ])('has the path of a token through a layer: %s, norm %s, %s', async (kind, norm, side) => {
    const scope = await trainTestScope('self-attention', { ...smallTransformer, kind, norm }, 20);
    const [D, d] = [16, 8];
    const position = kind === 'decoder' ? 1 : 0; // the other answer may end at once
    const { steps } = await scope.predict({ example: 4, layer: 1, position, side });
    /** @param {string} part @param {string} name @param {number} [head] */
    const line = (part, name, head) => findStepValues(steps, { part, name, head });
    expect(new Set(steps.map(({ part, name, head }) => `${part},${name},${head}`)).size).toBe(steps.length);
    for (const part of ['self', ...(kind === 'decoder' ? [] : ['cross']), 'feed-forward']) {
      const output = line(part, 'output');
      const sums = Array.from(line(part, 'input'), (x, i) => x + Number(output[i]));
      expectClose(line(part, 'residual'), sums);
      for (const head of part === 'feed-forward' ? [] : [0, 1]) {
        const [scores, mask, weights] = ['scores', 'mask', 'weights'].map((name) => line(part, name, head));
        const powers = Array.from(scores).map((score, s) => mask[s] * Math.exp(score));
        const shares = powers.map((power) => power / total(powers));
        expectClose(weights, shares);
        const [q, k, v] = ['query', 'keys', 'values'].map((name) =>
          Array.from(line(part, name)).filter((_, i) => Math.floor((i % D) / d) === head),
        );
        const products = Array.from(scores, (_, s) => total(q.map((one, i) => one * k[s * d + i])));
        const scaled = products.map((product) => product / Math.sqrt(d));
        expectClose(scores, scaled);
        const sums = q.map((_, i) => total(Array.from(weights, (weight, s) => weight * v[s * d + i])));
        expectClose(line(part, 'weighted sum', head), sums);
      }
    }
    expect(total(line('self', 'mask', 0))).toBe(position + 1);
    expect(total(line('answer', 'probabilities'))).toBeCloseTo(1, 5);
  });

  it('stacks the values of each token for all tokens', async () => {
    const scope = await trainTestScope('self-attention', smallTransformer, 20);
    const request = { example: 4, layer: 1, side: 'answer' };
    const all = (await scope.predict({ ...request, allTokens: true, position: 1 })).steps;
    const rows = findStepValues(all, { part: 'self', name: 'query' }).length / 16;
    expect(rows).toBeGreaterThan(2);
    const each = await Promise.all(
      Array.from({ length: rows }, (_, position) => scope.predict({ ...request, position })),
    );
    for (const { name, part, head, values } of all) {
      const own = each.map(({ steps }) => Array.from(findStepValues(steps, { part, name, head })));
      // Keys and values are shared, so they appear once.
      const isShared = ['keys', 'values', 'heads on'].includes(name);
      expect(Array.from(values), `${part} ${name}`).toEqual(isShared ? own[0] : own.flat());
    }
  });
});

describe('feature-attention', () => {
  it('has the lines of both networks', async () => {
    const selection = { selectedFeatureCount: 3, selectedFeatures: [5, 2, 0] };
    const parameters = { features: 6, informativeFeatures: [0, 5], examples: 1000, ...selection };
    const scope = await trainTestScope('feature-attention', parameters, 100);
    const own = await scope.predict({ values: [1, 9, 0.5, 9, -9, -2] });
    expect(own).toEqual(await scope.predict({ values: [1, 0, 0.5, 0, 0, -2] })); // the others are dropped
    expect(own.attention).toMatchObject({ shape: [1, 3], columnLabels: ['x5', 'x2', 'x0'] });
    const line = Object.fromEntries(
      own.steps.map(({ name, part, values }) => [part ? `${part} ${name}` : name, values]),
    );
    expect([...line.input]).toEqual([-2, 0.5, 1]);
    const products = Array.from(line.weights, (weight, k) => weight * line.input[k]);
    expectClose(line.weighed, products);
    expect(own.output).toBeCloseTo(1 / (1 + Math.exp(-line.logit[0])), 6);
    expect(own.baseline).toBeCloseTo(1 / (1 + Math.exp(-line['baseline logit'][0])), 6);
  });

  it('has surfaces with the first feature to the right and the second upwards', async () => {
    const parameters = { features: 5, informativeFeatures: [4, 1], batchSize: 32, learningRate: 0.01 };
    const scope = await createTestScope({
      experiment: 'feature-attention',
      parameters: { ...parameters, target: 'either', examples: 2000 },
    });
    const frame = waitForTensors(scope, 3000);
    await scope.train({ steps: 3000 });
    for (const name of ['truth', 'baseline', 'attention']) {
      const surface = (await frame)[`surface.${name}`];
      const corners = [0, 31, 31 * 32, 32 * 32 - 1].map((i) => surface[i] > 0.5);
      expect(corners, name).toEqual([true, true, false, true]); // no only where both are negative
    }
    const { output } = await scope.predict({ values: [0, 3, 0, 0, -3] });
    expect(Number(output)).toBeCloseTo((await frame)['surface.attention'][0], 5);
  });
});

describe('sentiment', () => {
  const small = { sentences: 500, maximumLength: 16, vocabulary: 40, embedding: 4, hidden: 4, batchSize: 50 };

  it('has the lines of the computation for typed words', async () => {
    const scope = await createTestScope({ experiment: 'sentiment', parameters: small });
    const { output, attention, steps } = await scope.predict({ sentence: 'The waiter; isn’t 100% GOOD' });
    expect(total(attention.weights)).toBeCloseTo(1, 5);
    expect(steps.map(({ name }) => name)).toEqual(['scores', 'weights', 'context', 'logit', 'output']);
    expect(steps[4].values[0]).toBeCloseTo(Number(output), 6);
  });

  it('needs own sentences for their checkpoint', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, i) => `soup ${i % 3} is ${['bad', 'good'][i % 2]}\t${i % 2}`,
    );
    const data = lines.join('\r\n');
    const scope = await trainTestScope('sentiment', small, 60, { data });
    expect(scope.manifest.data).toMatchObject({ source: 'own', train: 48, heldOut: 12, positive: 30 });
    expect((await scope.evaluate()).metrics).toMatchObject({ accuracy: 1, massOnCues: Number.NaN });
    const other = await createTestScope({ experiment: 'sentiment', parameters: small });
    await expectRejection(other.restore(await scope.checkpoint()), { code: 'BAD_FILE' });
  });
});

describe('pictures', () => {
  it('of captions may be own pixels', async () => {
    const small = { features: 8, embedding: 6, hidden: 8, batchSize: 8, examples: 1000, beam: 3 };
    const scope = await createTestScope({ experiment: 'caption', parameters: small });
    const picture = Array.from({ length: 24 * 24 * 3 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const red = await scope.predict({ objects: '', picture });
    expect([red.targetText, red.attention.picture?.length]).toEqual([undefined, picture.length]);
    for (const wrong of [picture.slice(1), /** @type {number[]} */ (picture).with(7, 2)]) {
      const refused = scope.predict({ objects: '', picture: wrong });
      await expectRejection(refused, { code: 'BAD_INPUT', parameter: 'picture' });
    }
  });

  it('of DRAW are copied like examples, and are distributions in its maps', async () => {
    const grids = { glimpses: 4, readGrid: 3, writeGrid: 4 };
    const small = { examples: 400, hidden: 16, latent: 3, batchSize: 8, ...grids };
    const scope = await trainTestScope('draw', small, 20);
    const chosen = await scope.predict({ example: 3 });
    const picture = /** @type {number[]} */ (chosen.target);
    expect((await scope.predict({ picture })).output).toEqual(chosen.output);
    for (const map of ['read', 'write']) {
      const { weights } = await scope.attention({ example: 5, map });
      for (let t = 0; t < 4; t++) expect(total(weights.subarray(400 * t, 400 * t + 400))).toBeCloseTo(1, 4);
    }
  });
});

it('language-model learns an own text, which is not in its link', async () => {
  const data = 'The tide goes out, the tide comes in.\n'.repeat(40);
  const options = { experiment: 'language-model', parameters: { ...smallLanguageModel, steps: 200 }, data };
  const scope = await createTestScope(options);
  const summary = { source: 'own', unit: 'characters', train: 1368, heldOut: 152 };
  expect(scope.manifest.data).toMatchObject(summary);
  const before = (await scope.evaluate()).metrics.bitsPerCharacter;
  await scope.train({ steps: 200 });
  expect((await scope.evaluate()).metrics.bitsPerCharacter).toBeLessThan(before / 3);
  expect(scope.link()).not.toContain('tide');
});
