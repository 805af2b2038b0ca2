/**
 * Tests that the run of no scene takes long. The processor time of its first steps is compared with that of a run whose duration
 * is known.
 */
import { expect, test } from 'vitest';
import { createScope } from '../../web/index.js';
import { createConfiguration, resolveParameters } from '../../web/lab/chapters.js';
import { listPlacedScenes } from './replies.js';

/** @import { Configuration } from '../../web/engine/schema.js' */

/** Maximum seconds of waiting on two slow cores. */
const kLongestWait = 30;
/** Seconds of the translation scene on one slow core, and how much faster two workers are than one. */
const kReference = { seconds: 31, gain: 1.8 };
/** Part of a run that is measured. */
const kPart = 0.02;

/** @type {Map<string, { seconds: number, isParallel: boolean }>} */
const known = new Map();

/** @param {Configuration} configuration @returns {Promise<{ seconds: number, isParallel: boolean }>} processor time of its whole run */
async function measureRun(configuration) {
  const scope = await createScope({ ...configuration, worker: false });
  try {
    const link = scope.link();
    const { plannedSteps, microBatches } = scope.manifest;
    const found = known.get(link);
    if (found) return found;
    await scope.train({ steps: 2 });
    const before = process.cpuUsage().user;
    await scope.train({ steps: Math.ceil(kPart * plannedSteps) });
    const seconds = (process.cpuUsage().user - before) / 1e6 / kPart;
    const run = { seconds, isParallel: microBatches > 1 };
    known.set(link, run);
    return run;
  } finally {
    scope.dispose();
  }
}

const scenes = listPlacedScenes().filter(({ experiment }) => !['calculator', 'maps'].includes(experiment));

test.each(scenes.map((scene) => /** @type {const} */ ([`${scene.place} ${scene.title}`, scene])))(
  `%s takes at most ${kLongestWait} s on two slow cores`,
  { tags: 'full' },
  async (_, scene) => {
    const own = createConfiguration(scene);
    const { seconds, isParallel } = await measureRun(own);
    const settings = scene.question?.comparison?.settings;
    const parameters = settings && resolveParameters(scene.experiment, settings);
    const other = parameters ? (await measureRun({ ...own, parameters })).seconds : 0;
    const reference = await measureRun(
      createConfiguration({ experiment: 'translation', settings: { preset: 'french' } }),
    );
    const pace = kReference.seconds / reference.seconds;
    const slowSeconds = ((seconds + other) * pace) / (isParallel || other ? kReference.gain : 1);
    expect(slowSeconds).toBeLessThanOrEqual(kLongestWait);
  },
);
