/** Presets reach the targets of their metrics within their planned steps, and faulty presets miss theirs. */
import { afterEach, describe, expect, test } from 'vitest';
import { applyPresetTargets, pairMetrics } from '../../web/element/metrics.js';
import { experiments } from '../../web/index.js';
import { isFullRun } from '../full-run.js';
import { createTestScope, disposeAll } from './scopes.js';

/** @import { ExperimentSchema, MetricSchema, Preset } from '../../web/engine/schema.js' */

afterEach(disposeAll);

/** Experiments whose presets take a second each: `npm test` trains all of them. */
const kQuick = ['context-lookup', 'feature-attention', 'graph-attention'];
const kSeeds = [7, 1, 2];

/**
 * @param {ExperimentSchema} experiment
 * @param {Preset} preset
 * @param {number} seed
 */
async function train({ name }, { parameters }, seed) {
  const scope = await createTestScope({ experiment: name, seed, parameters: { ...parameters } });
  const { loss } = await scope.train({ steps: scope.manifest.plannedSteps });
  const { metrics } = await scope.evaluate();
  scope.dispose();
  return { ...metrics, loss };
}

/** @param {MetricSchema} metric @param {number | null} [value] @returns {boolean} whether it reaches the target, or does not apply */
const isReached = ({ name, better, target = Number.NaN }, value = null) => {
  const applies = value !== null && !(name !== 'loss' && Number.isNaN(value));
  return !applies || (better === 'lower' ? value <= target : value >= target);
};

for (const experiment of experiments()) {
  const presets = experiment.presets?.length
    ? experiment.presets
    : [{ name: 'default', label: '', help: '', parameters: {} }];
  describe.runIf(isFullRun || kQuick.includes(experiment.name))(`the presets of ${experiment.name}`, () => {
    test.each(presets.map((preset) => ({ ...preset })))('$name', async (preset) => {
      const schema = applyPresetTargets(experiment, preset.parameters);
      const aims = pairMetrics(schema)
        .map(([metric]) => metric)
        .filter(({ target, needs }) => target !== undefined && !needs);
      expect(aims.length).toBeGreaterThan(0);
      for (const seed of isFullRun ? kSeeds : kSeeds.slice(0, 1)) {
        /** @type {Record<string, number | null>} */
        const numbers = await train(experiment, preset, seed);
        const missed = aims.filter((metric) => !isReached(metric, numbers[metric.name]));
        const text = missed
          .map(({ name, target }) => `${name} ${numbers[name]}, target ${target}`)
          .join('; ');
        if (preset.missedTarget) {
          expect(
            missed.map(({ name }) => name),
            `seed ${seed}: ${text}`,
          ).toContain(preset.missedTarget);
        } else {
          expect(text, `seed ${seed}`).toBe('');
        }
      }
    });
  });
}
