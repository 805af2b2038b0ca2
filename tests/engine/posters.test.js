/** Tests that the committed posters equal the maps that the core learns. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  computeEarlyFingerprint,
  createPoster,
  listPosterConfigurations,
  readPosterFingerprints,
} from '../../.tools/posters.js';
import { root } from '../../.tools/shell.js';
import { experiments } from '../../web/index.js';
import { parseUseLink } from '../../web/lab/all-of-attention.js';
import { referenceMaps } from '../../web/lab/reference-maps.js';
import { decodeShares, encodeShares } from '../../web/parts/poster-code.js';
import { computeGzipKilobytes } from '../check/sizes.js';
import { countElements } from './mechanism-inputs.js';

/** @import { Poster } from '../../web/engine/view-types.js' */

/** @param {string} experiment @returns {Promise<Record<string, Poster>>} */
const loadPosters = async (experiment) =>
  (await import(`../../web/experiments/${experiment}/poster.js`)).posters;

/** Presets that train quickly; others take a quarter of an hour. */
const quickPosters = [
  ['feature-attention', 'circle'],
  ['translation', 'dot'],
  ['sentiment', 'default'],
];

describe.each(experiments())('posters of $name', (experiment) => {
  const { name } = experiment;
  const all = listPosterConfigurations(experiment);

  // Training is deterministic, so a run with the same first steps has the same result.
  test('come from runs with the same first steps', async () => {
    /** @type {Record<string, string>} */
    const prints = {};
    for (const { name: preset, parameters } of all)
      prints[preset] = await computeEarlyFingerprint({ experiment: name, parameters });
    expect(readPosterFingerprints()[name], 'if the bits have changed on purpose: npm run posters').toEqual(
      prints,
    );
  });

  test('exist for every preset, complete, after the planned steps, and small', async () => {
    const posters = await loadPosters(name);
    expect(Object.keys(posters)).toEqual(all.map((preset) => preset.name));
    for (const { step, shape, weights, truth, rowLabels, columnLabels, cellLabels } of Object.values(
      posters,
    )) {
      const [rows = 0, columns = 0] = shape.slice(-2);
      expect(weights).toHaveLength(countElements(shape));
      expect(truth).toHaveLength(rows * columns);
      expect(rowLabels).toHaveLength(rows);
      // Pixels have no names.
      if (!cellLabels) expect(columnLabels).toHaveLength(['draw', 'glimpse'].includes(name) ? 0 : columns);
      expect(step).toBeGreaterThan(100);
    }
    // One preset has no attention, and the map of a faulty model stays uniform.
    const learned = Object.values(posters).filter(({ weights }) => new Set(weights).size > 1);
    expect(learned.length).toBeGreaterThanOrEqual(Math.max(1, all.length - 2));
    // For many readers the posters are all that is loaded, so they must be small.
    const file = readFileSync(join(root, `web/experiments/${name}/poster.js`));
    expect(computeGzipKilobytes(file)).toBeLessThan(3);
  });
});

test.each(quickPosters)('%s, %s: a new training gives the poster', { tags: 'full' }, async (name, preset) => {
  const described = experiments().find((experiment) => experiment.name === name);
  const found = described && listPosterConfigurations(described).find((one) => one.name === preset);
  expect(await createPoster(name, found?.parameters ?? {})).toEqual((await loadPosters(name))[preset]);
});

test('quantize weights with an error of at most half of 1/63', () => {
  const weights = Float32Array.from({ length: 1000 }, (_, i) => i / 999);
  const read = decodeShares(encodeShares(weights));
  expect(Math.max(...read.map((share, i) => Math.abs(share - (weights[i] ?? 0))))).toBeLessThan(
    0.5 / 63 + 1e-6,
  );
  expect(encodeShares([0, 1, 2, -0.5])).toBe('A//g');
});

test('a map of the reference page is what its model learns', async () => {
  const [link = ''] = Object.keys(referenceMaps);
  const { experiment, parameters } = parseUseLink(link);
  const { step, seed, shape, weights, truth } = await createPoster(experiment, parameters);
  expect(referenceMaps[link]).toEqual({ step, seed, shape, weights, truth });
});
