/** Presets reach the targets of their metrics within their planned steps, and faulty presets miss theirs. */
import { afterEach, expect, test } from 'vitest';
import { applyPresetTargets, pairMetrics } from '../../web/element/metrics.js';
import { experiments } from '../../web/index.js';
import { createTestScope, disposeAll } from './scopes.js';

/** @import { ExperimentSchema, MetricSchema, Preset } from '../../web/engine/schema.js' */

afterEach(disposeAll);

/** Experiments whose presets take a second each; the others train only in the full run, as do other seeds. */
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
  const runs = presets.flatMap((preset) => kSeeds.map((seed) => ({ preset, seed })));
  for (const { preset, seed } of runs) {
    const tags = kQuick.includes(experiment.name) && seed === kSeeds[0] ? [] : ['full'];
    test(`${experiment.name}: ${preset.name}, seed ${seed}`, { tags }, async () => {
      const schema = applyPresetTargets(experiment, preset.parameters);
      const aims = pairMetrics(schema)
        .map(([metric]) => metric)
        .filter(({ target, needs }) => target !== undefined && !needs);
      expect(aims.length).toBeGreaterThan(0);
      /** @type {Record<string, number | null>} */
      const numbers = await train(experiment, preset, seed);
      const missed = aims.filter((metric) => !isReached(metric, numbers[metric.name]));
      const text = missed.map(({ name, target }) => `${name} ${numbers[name]}, target ${target}`).join('; ');
      if (preset.missedTarget)
        expect(
          missed.map(({ name }) => name),
          text,
        ).toContain(preset.missedTarget);
      else expect(text).toBe('');
    });
  }
}
