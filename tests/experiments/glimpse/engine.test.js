/** Tests the glimpse network and its baselines: metrics, shown values, and own pictures. */

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

const described = experiments().find(({ name }) => name === 'glimpse');
const small = { features: 16, hidden: 16, batchSize: 4, samples: 4, examples: 1000 };

/** @param {Options} [options] */
const open = (options) => createTestScope({ experiment: 'glimpse', ...options });

describe('on held-out pictures', () => {
  // Pictures without dots need a tenth of the steps.
  it.runIf(!isFullRun)('learns where to look, and the baseline does not', async () => {
    const scope = await open({ parameters: { steps: 1200, noise: 0, dropout: 0 } });
    await scope.train({ steps: scope.manifest.plannedSteps });
    const { metrics } = await scope.evaluate();
    expect(metrics.accuracy).toBeGreaterThan(0.9);
    expect(metrics.onTarget).toBeGreaterThan(0.2);
    expect(metrics.secondGlimpseOnTarget).toBeGreaterThan(0.3);
    expect(metrics.baselineOnTarget).toBeLessThan(0.1);
    expect(metrics.baselineAccuracy).toBeLessThan(metrics.accuracy - 0.3);
  });

  it.runIf(isFullRun).each([7, 1, 2, 3, 4])('classifies the glyph and looks at it, seed %s', async (seed) => {
    const scope = await open({ seed });
    await scope.train({ steps: scope.manifest.plannedSteps });
    const { metrics } = await scope.evaluate();
    expect(metrics.accuracy).toBeGreaterThanOrEqual(0.9);
    expect(metrics.onTarget).toBeGreaterThanOrEqual(0.85);
    expect(metrics.baselineOnTarget).toBeLessThan(0.1);
    expect(metrics.baselineAccuracy).toBeLessThan(metrics.accuracy - 0.2);
  });

  it.runIf(isFullRun)('never moves its gaze with the published settings', async () => {
    const parameters = {
      initialSigma: 0.15,
      finalSigma: 0.15,
      classifyAt: 'last',
      rewardTrainsState: false,
      steps: 4000,
    };
    const scope = await open({ parameters });
    await scope.train({ steps: 4000 });
    expect((await scope.evaluate()).metrics.onTarget).toBeLessThan(0.15);
  });

  it.runIf(isFullRun).each([7, 1, 2])('finds digits before it can classify them, seed %s', async (seed) => {
    const scope = await open({
      seed,
      parameters: { kind: 'digits', noise: 0.1, dropout: 0.1, steps: 10_000 },
    });
    await scope.train({ steps: 5000 });
    const half = await scope.evaluate();
    expect(half.metrics.onTarget).toBeGreaterThanOrEqual(0.85);
    expect(half.metrics.accuracy).toBeLessThanOrEqual(0.85);
    await scope.train({ steps: 5000 });
    const { metrics } = await scope.evaluate();
    expect(metrics.accuracy).toBeGreaterThanOrEqual(0.85);
    expect(metrics.onTarget).toBeGreaterThanOrEqual(0.95);
  });
});

describe('a run', () => {
  it('is restored from its files', () =>
    expectFilesToRoundTrip(
      (parameters, options) => open({ ...options, parameters }),
      { ...small, steps: 200 },
      { ...small, hidden: 24 },
    ));

  it('has the fingerprint of the native build', async () => {
    const scope = await open({ parameters: small });
    await scope.train({ steps: 30 });
    expect(scope.fingerprint()).toBe('8c7bfde48e10a481'); // as in trial_test.cpp
  });

  it('shows the watched picture, many others, and the sampled glimpses', async () => {
    const scope = await open({ parameters: small });
    const framePromise = waitForTensors(scope, 20);
    await scope.train({ steps: 20 });
    const frame = await framePromise;
    expect(frame.picture).toHaveLength(24 * 24);
    expect(frame.places.slice(0, 2)).toEqual(new Float32Array(2)); // the first glimpse is at the centre
    expect(frame.patches).toHaveLength(4 * 3 * 36);
    for (let t = 0; t < 4; t++) {
      const sum = frame.confidence.slice(6 * t, 6 * t + 6).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
    expect(frame.canvases).toHaveLength(12 * 24 * 24);
    expect(frame.looks).toHaveLength(4 * 4 * 2);
    expect(frame.looks.every((place) => place >= -1 && place <= 1)).toBe(true);
    // All samples begin at the center and then differ.
    expect(new Set(Array.from({ length: 4 }, (_, k) => frame.looks[8 * k])).size).toBe(1);
    expect(new Set(Array.from({ length: 4 }, (_, k) => frame.looks[8 * k + 2])).size).toBe(4);
    expect(frame.truth.filter(Boolean)).toHaveLength(4 * 25);
    // A fovea inside the picture has a total share of 1.
    expect(frame.fovea.slice(0, 576).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 4);
  });

  it('predicts for placed glyphs and dots, also without a glyph, and rejects invalid pictures', async () => {
    const scope = await open({ parameters: small });
    const placed = /** @type {any} */ (await scope.predict({ glyph: 'tee 0 19', dots: '12 12, 20 3' }));
    expect(placed.target).toBe(5);
    expect(placed.picture[19]).toBeGreaterThan(0.5);
    expect(placed.places).toHaveLength(8);
    expect(placed.attention.truth?.some(Boolean)).toBe(true);
    const empty = await scope.predict({ glyph: '', dots: '' });
    expect(empty.target).toBeUndefined();
    expect(empty.attention.truth).toBeUndefined();
    const full = Array.from({ length: 61 }, (_, i) => `${Math.floor(i / 24) + 6} ${i % 24}`).join(', ');
    expect(await expectRejection(scope.predict({ glyph: 'plus 0 0', dots: full }))).toMatchObject({
      code: 'BAD_INPUT',
      parameter: 'dots',
    });
    expect(await expectRejection(scope.predict({ glyph: 'plus 20 0', dots: '' }))).toMatchObject({
      parameter: 'glyph',
    });
  });

  it('has a description with presets, and settings with their paper', () => {
    expect(described?.presets?.map(({ name }) => name)).toEqual(['narrowing-sigma', 'published', 'digits']);
    expect(described?.paper).toMatch('Mnih');
  });
});
