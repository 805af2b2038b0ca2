/** Tests the language model against n-grams, its samples, and own texts. */

import { afterEach, describe, expect, it } from 'vitest';
import { experiments } from '../../../web/index.js';
import {
  createTestScope,
  disposeAll,
  expectFilesToRoundTrip,
  expectRejection,
  waitForTensors,
} from '../../engine/scopes.js';
import { isFullRun } from '../../full-run.js';

afterEach(disposeAll);

/** @typedef {Partial<import('../../../web/engine/create-scope.js').ScopeOptions>} Options */

const described = experiments().find(({ name }) => name === 'language-model');
const small = {
  tokens: 'characters',
  context: 16,
  dModel: 16,
  heads: 2,
  batchSize: 4,
  lines: 200,
  steps: 60,
};
const poem = 'The tide goes out, the tide comes in.\n'.repeat(40);

/** @param {Options} [options] */
const open = (options) => createTestScope({ experiment: 'language-model', ...options });

describe('on held-out text', () => {
  it.runIf(!isFullRun)('is better than trigrams after a few hundred steps', async () => {
    const scope = await open({
      parameters: { context: 48, dModel: 48, heads: 2, learningRate: 0.005, steps: 300 },
    });
    await scope.train({ steps: 300 });
    const { metrics } = await scope.evaluate();
    expect(metrics.bitsPerCharacter).toBeLessThan(0.95 * metrics.trigramBits);
    expect(metrics.trigramBits).toBeLessThan(metrics.unigramBits / 2);
    expect(scope.manifest.details['ngramBits']).toEqual({
      trigrams: metrics.trigramBits,
      unigrams: metrics.unigramBits,
    });
  });

  it
    .runIf(isFullRun)
    .each(
      [7, 1, 2].flatMap((seed) =>
        ['characters', 'words'].map((preset) => /** @type {const} */ ([preset, seed])),
      ),
    )(
    '%s: needs fewer bits than trigrams, and attends to the earlier name, seed %s',
    async (preset, seed) => {
      const scope = await open({ preset, seed });
      await scope.train({ steps: scope.manifest.plannedSteps });
      const { metrics } = await scope.evaluate();
      if (preset === 'characters') {
        expect(metrics.bitsPerCharacter).toBeLessThan(0.45 * metrics.trigramBits);
      } else {
        expect(metrics.bitsPerCharacter).toBeLessThan(0.7 * metrics.trigramBits);
        expect(metrics.recallAccuracy).toBeGreaterThan(0.8);
        expect(metrics.massOnTruth).toBeGreaterThan(0.4);
      }
    },
  );
});

describe('a run', () => {
  it('is restored from its files', () =>
    expectFilesToRoundTrip(
      (parameters, options) => open({ ...options, parameters }),
      { ...small, batchSize: 16 },
      { ...small, batchSize: 16, dModel: 24 },
    ));

  it('has the fingerprint of the native build', async () => {
    const scope = await open({ parameters: small });
    await scope.train({ steps: 30 });
    expect(scope.fingerprint()).toBe('0eae518bc1ec68be'); // as in trial_test.cpp
  });

  it('shows a sample; temperature and draw change only the sample', async () => {
    /** @param {Record<string, number>} more */
    const generateSample = async (more) => {
      const scope = await open({ parameters: { ...small, ...more } });
      const framePromise = waitForTensors(scope, 1);
      await scope.train({ steps: 1 });
      const frame = await framePromise;
      return { sample: [...frame['sample.tokens']], print: scope.fingerprint(), scope };
    };
    const first = await generateSample({});
    const { targetWords = [] } = /** @type {import('../../../web/engine/shapes.js').TokenDetails} */ (
      first.scope.manifest.details
    );
    expect(first.sample).toHaveLength(16);
    expect(first.sample.every((id) => id >= 2 && id < targetWords.length)).toBe(true);
    const other = await generateSample({ sampleSeed: 5, temperature: 1.5 });
    expect(other.print).toBe(first.print);
    expect(other.sample).not.toEqual(first.sample);
    expect((await generateSample({})).sample).toEqual(first.sample);
  });
});

describe('a prompt', () => {
  it('is continued until the context is full', async () => {
    const scope = await open({ parameters: small });
    const answer = await scope.predict({ prompt: 'Ada has', temperature: 0, sampleSeed: 1 });
    expect(answer.promptLength).toBe(7);
    expect(answer.attention.columnLabels.slice(0, 7).join('')).toBe('Ada has');
    expect(answer.output).toHaveLength(16);
    expect(answer.attention.truth).toBeUndefined();
    const again = await scope.predict({ prompt: 'Ada has', temperature: 0, sampleSeed: 2 });
    expect(again.output).toEqual(answer.output);
  });

  it.each([
    [{ prompt: '' }, 'prompt'],
    [{ prompt: 'a', temperature: 3 }, 'temperature'],
    [{ prompt: 'a', sampleSeed: -1 }, 'sampleSeed'],
    [{ prompt: 'a', more: 1 }, 'input.more'],
    [{ example: 9999 }, 'example'],
  ])('that is invalid is rejected with the parameter name: %o', async (input, parameter) => {
    const scope = await open({ parameters: small });
    expect(await expectRejection(scope.predict(/** @type {never} */ (input)))).toMatchObject({
      code: 'BAD_INPUT',
      parameter,
    });
  });
});

describe('a text of one’s own', () => {
  it('is learned, described in its report, and part of a checkpoint', async () => {
    const scope = await open({ parameters: { ...small, steps: 200 }, data: poem });
    const { data } = scope.manifest;
    expect(data).toMatchObject({ source: 'own', unit: 'characters', train: 1368, heldOut: 152 });
    expect(data?.report).toMatchObject({ accepted: 40, rejected: [] });
    const before = (await scope.evaluate()).metrics.bitsPerCharacter;
    await scope.train({ steps: 200 });
    const { metrics } = await scope.evaluate();
    expect(metrics.bitsPerCharacter).toBeLessThan(before / 3);
    expect(metrics.massOnTruth).toBeNaN();
    expect((await scope.attention()).truth).toBeUndefined();
    expect(scope.link()).not.toContain('tide');
  });

  it.each([
    ['too little', 'word '.repeat(10), 'At least 90 are needed'],
    ['a NUL byte', `${poem}x\0`, 'line 41, column 2'],
    ['more than a megabyte', 'x'.repeat((1 << 20) + 1), 'at most'],
  ])('with %s is rejected with the limits', async (_name, data, expected) => {
    const error = await expectRejection(open({ parameters: small, data }));
    expect(error).toMatchObject({ code: 'BAD_FILE' });
    expect(error.message).toContain(expected);
  });

  it('in one line of a million characters is accepted', async () => {
    const scope = await open({ parameters: small, data: 'tide '.repeat(200_000) });
    expect(scope.manifest.data).toMatchObject({ train: 900_000, heldOut: 100_000 });
    const { loss } = await scope.train({ steps: 2 });
    expect(loss).toBeGreaterThan(0);
  });
});

describe('its description', () => {
  it('allows texts up to a megabyte', () => {
    expect(described?.data?.maximumBytes).toBe(1 << 20);
  });
});
