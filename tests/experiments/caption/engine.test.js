/** Tests captions: metrics and attention of soft and hard attention, and own pictures. */

import { afterEach, describe, expect, it } from 'vitest';
import { scenes } from '../../../web/experiments/caption/chapter.js';
import { experiments } from '../../../web/index.js';
import { stripMarkup } from '../../../web/lab/prose-parser.js';
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

const described = experiments().find(({ name }) => name === 'caption');
const small = { features: 8, embedding: 6, hidden: 8, batchSize: 8, examples: 1000, steps: 200 };

/** @param {Options} [options] */
const open = (options) => createTestScope({ experiment: 'caption', ...options });

/** @param {Options} options */
async function trainScope(options) {
  const scope = await open(options);
  await scope.train({ steps: scope.manifest.plannedSteps });
  return { scope, ...(await scope.evaluate()) };
}

describe('on held-out pictures', () => {
  it.runIf(!isFullRun)('soft attention finds the named object after a third of the steps', async () => {
    const scope = await open({ seed: 0 });
    await scope.train({ steps: 1000 });
    const { metrics } = await scope.evaluate();
    expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.9);
    expect(metrics.pointingAccuracy).toBeGreaterThanOrEqual(0.95);
    expect(metrics.massOnTruth).toBeGreaterThanOrEqual(0.8);
  });

  it.runIf(isFullRun).each([0, 1, 2, 4])(
    'soft attention writes the caption and finds the named object, seed %s',
    async (seed) => {
      const { scope, metrics, loss } = await trainScope({ seed });
      expect(scope.step).toBeLessThanOrEqual(3000);
      expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.95);
      expect(metrics.pointingAccuracy).toBeGreaterThanOrEqual(0.95);
      expect(metrics.pointingAccuracyWithinOne).toBeGreaterThanOrEqual(metrics.pointingAccuracy);
      expect(metrics.relationAccuracy).toBeGreaterThanOrEqual(0.95);
      expect(metrics.massOnTruth).toBeGreaterThanOrEqual(0.8);
      expect(loss).toBeLessThan(0.05);
      const { text, targetText } = await scope.predict({ objects: 'green triangle 1, yellow cross 7' });
      expect(text).toBe('green triangle above yellow cross');
      expect(text).toBe(targetText);
    },
  );

  it.runIf(isFullRun).each([3])(
    'soft attention writes the caption but misses the object with seed %s',
    async (seed) => {
      const { metrics } = await trainScope({ seed });
      expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.95);
      expect(metrics.pointingAccuracy).toBeLessThan(0.95);
    },
  );

  it.runIf(isFullRun).each([0, 1, 2, 3, 4])(
    'hard attention with the required gaze samples the named object, seed %s',
    async (seed) => {
      const { metrics } = await trainScope({ seed, preset: 'hard' });
      expect(metrics.exactMatch).toBeGreaterThanOrEqual(0.95);
      expect(metrics.attendedInTime).toBeGreaterThanOrEqual(0.98);
    },
  );

  it.runIf(isFullRun)('scene 4 states the metrics of the network of scene 3', async () => {
    const { metrics } = await trainScope({ seed: 7, preset: 'published' });
    const [exact, pointing] = [metrics.exactMatch, metrics.pointingAccuracy].map((share) =>
      share.toFixed(1).slice(1),
    );
    expect(stripMarkup(scenes[3]?.text ?? '')).toContain(`with about ${exact} and ${pointing} in scene 3`);
  });

  it.runIf(isFullRun)(
    'hard attention as published learns words but not the object; without attention there is no map',
    async () => {
      const { metrics } = await trainScope({ seed: 0, preset: 'published', parameters: { steps: 800 } });
      expect(metrics.pointingAccuracy).toBeLessThan(0.5);
      expect(metrics.exactMatch).toBeLessThan(0.5);
      const blind = await trainScope({ seed: 0, parameters: { attention: 'none', steps: 800 } });
      expect(blind.metrics.pointingAccuracy).toBeNaN();
      expect(blind.metrics.relationAccuracy).toBeLessThan(0.6);
    },
  );
});

describe('a run', () => {
  it('is restored from its files', () =>
    expectFilesToRoundTrip(
      (parameters, options) => open({ ...options, parameters }),
      { ...small, batchSize: 32, attention: 'hard', warmup: 10 },
      { ...small, hidden: 9 },
    ));

  it('has the fingerprint of the native build', async () => {
    const parameters = { embedding: 6, hidden: 8, features: 8, batchSize: 4, steps: 100, examples: 1000 };
    const soft = await open({ parameters });
    const hard = await open({ parameters: { ...parameters, attention: 'hard', samples: 3, warmup: 20 } });
    await Promise.all([soft.train({ steps: 30 }), hard.train({ steps: 30 })]);
    expect(soft.fingerprint()).toBe('e2926f7e29762a7e'); // as in trial_test.cpp
    expect(hard.fingerprint()).toBe('b2f6887af36114ee');
  });

  it('shows the watched picture, its map, and the samples', async () => {
    const scope = await open({ parameters: { ...small, attention: 'hard', samples: 3, warmup: 0 } });
    const framePromise = waitForTensors(scope, 20);
    await scope.train({ steps: 20 });
    const frame = await framePromise;
    expect(frame.picture).toHaveLength(24 * 24 * 3);
    expect(frame.weights).toHaveLength(6 * 36);
    expect(frame.looks).toHaveLength(3 * 6);
    expect(frame.looks.every((region) => Number.isInteger(region) && region >= 0 && region < 36)).toBe(true);
    expect(frame.truth.filter(Boolean).length % 4).toBe(0);
  });

  it('captions placed objects, also unseen combinations, and rejects invalid pictures', async () => {
    const scope = await open({ parameters: { ...small, beam: 3 } });
    // On a diagonal, two relations are true.
    expect((await scope.predict({ objects: 'red square 0, red circle 8' })).targetText).toBeUndefined();
    const two = await scope.predict({ objects: 'red square 0, red circle 5' });
    expect(two.targetText).toBe('red square left-of red circle');
    expect(two.attention.columnLabels).toHaveLength(36);
    expect((await scope.predict({ objects: '' })).targetText).toBe('');
    /** @type {number[]} */
    const own = Array.from({ length: 24 * 24 * 3 }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const red = await scope.predict({ objects: '', picture: own });
    expect(red.targetText).toBeUndefined();
    expect(red.attention.truth ?? []).toHaveLength(0);
    expect(red.attention.picture).toHaveLength(own.length);
    expect(await scope.predict({ objects: '', picture: own })).toEqual(red);
    const error = await expectRejection(scope.predict({ objects: 'red square 9' }));
    expect(error).toMatchObject({ code: 'BAD_INPUT', parameter: 'objects' });
    for (const wrong of [
      { objects: '', picture: own.slice(1) },
      { objects: 'red square 0', picture: own },
      { objects: '', picture: own.with(7, 2) },
    ])
      expect(await expectRejection(scope.predict(wrong))).toMatchObject({
        code: 'BAD_INPUT',
        parameter: 'picture',
      });
    const both = await expectRejection(scope.predict({ example: 1, picture: own }));
    expect(both).toMatchObject({ code: 'BAD_INPUT', parameter: 'example' });
    const { targetText } = await scope.predict({ example: 1 });
    expect(targetText).toBeTypeOf('string');
    const one = { test: 'uniform', map: 'weights', row: 0 };
    for (const request of [
      { ...one, example: 1 },
      { ...one, objects: '', picture: own },
    ])
      expect((await scope.explain(request)).weights).toHaveLength(36);
  });

  it('has a description with presets, and settings with papers', () => {
    expect(described?.presets?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['soft', 'hard', 'published', 'zero-state', 'no-attention']),
    );
    expect(described?.parameters.find(({ name }) => name === 'samples')?.help).toMatch('Mnih & Rezende 2016');
  });
});
