/**
 * Recorded runs, for scenes whose training takes long: metrics at the last planned step, and the work of a run.
 * @module
 */
import { writeLink } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { createConfiguration } from './chapters.js';
import { recordedRuns } from './recorded-runs.js';

/** @import { PlacedScene } from './scene.js' */

/** @typedef {{ step: number, work: number, metrics: Readonly<Record<string, number>> }} RecordedRun `work` in 10^9 multiply-adds */

/** 10^9 multiply-adds per second on two slow cores, within a factor of two. */
const kSlowPace = 4;

/** @param {number} work in 10^9 multiply-adds @returns {number} seconds that a run takes on two slow cores, roughly */
export const estimateSeconds = (work) => work / kSlowPace;

/**
 * @param {PlacedScene} scene that is recorded
 * @returns {{ metrics: RecordedRun['metrics'], text: string }} metrics for the reply, and a sentence about the run
 */
export function readRecording(scene) {
  const configuration = createConfiguration(scene);
  const run = recordedRuns[writeLink(configuration)];
  if (!run) throw new Error(`No run of "${scene.title}" is recorded: npm run recordings.`);
  const text = translate(
    'Recorded: seed {seed}, {steps} steps. Run trains it here, in about {minutes} min on a slow computer',
    {
      seed: configuration.seed,
      steps: run.step.toLocaleString(getLanguage()),
      minutes: Math.max(1, Math.round(estimateSeconds(run.work) / 60)),
    },
  );
  return { metrics: run.metrics, text };
}
