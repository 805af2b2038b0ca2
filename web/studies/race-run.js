/**
 * Runs a race. The training of every lane is divided into parts; several lanes train at once and report their metrics. No lane
 * starts its next part before all lanes have finished this one.
 */

import { translate } from '../language/translate.js';
import { formatCount, formatFixed, formatPercent, formatShare } from '../parts/format.js';
import { createThresholdClock, kMaximumLanes } from './races.js';

/** @import { Manifest } from '../engine/shapes.js' */
/** @import { Frame, RunControls, SecondRun } from '../engine/view-types.js' */
/** @import { LaneSettings } from './races.js' */
/** @typedef {Awaited<ReturnType<SecondRun['train']>>} TrainingResult */

/** Number of parts of each lane's training; the metrics are measured after each part. */
const kParts = 40;
export const kThresholds = [0.9, 0.99];

/**
 * Number of networks that train at once: one per worker, while one core is left to the page.
 * @param {readonly Pick<SecondRun, 'worker'>[]} runs
 * @param {number} [cores] of the machine
 * @returns {number}
 */
export function countParallelLanes(runs, cores = navigator.hardwareConcurrency) {
  const maximum = runs.every(({ worker }) => worker) ? Math.min(cores - 1, kMaximumLanes) : 1;
  return Math.min(runs.length, Math.max(1, maximum || 1));
}

/** @param {readonly Pick<SecondRun, 'worker'>[]} runs @param {number} count of the runs that train at once */
export function describeParallelRuns(runs, count) {
  if (!runs.every(({ worker }) => worker))
    return translate('There are no workers here: the networks take turns in the page’s own thread.');
  if (count === 1) return translate('The networks take turns, each in a worker of its own.');
  return translate('{count} networks train at once, each in a worker.', { count: formatCount(count) });
}

/**
 * The results of a race in one metric.
 * @typedef {object} MetricRace
 * @property {string} metric
 * @property {readonly Float64Array[]} curves of each lane, the metric after each part
 * @property {readonly ReturnType<typeof createThresholdClock>[]} clocks of each lane
 *
 * @typedef {object} RaceState
 * @property {readonly MetricRace[]} races
 * @property {readonly string[]} steps at the end of each part
 * @property {number} done share of all training
 */

/**
 * @param {readonly LaneSettings[]} lanes
 * @param {object} options
 * @param {RunControls['createSecondRun']} options.restartWith
 * @param {readonly string[]} options.metricNames names of metrics
 * @param {AbortSignal} options.signal
 * @param {number} [options.cores] of the machine
 * @param {(runs: readonly SecondRun[], atOnce: number) => void} options.onStart how many of them will train at once
 * @param {(lane: number, frame: Frame, manifest: Manifest | undefined) => void} options.onFrame
 * @param {(lane: number, now: TrainingResult, standing: RaceState) => void} options.onPart
 * @returns {Promise<RaceState>}
 */
export async function runRace(lanes, { restartWith, metricNames, signal, cores, onStart, onFrame, onPart }) {
  const [trained, done] = [lanes.map(() => 0), lanes.map(() => 0)];
  const state = {
    races: metricNames.map((metric) => ({
      metric,
      curves: lanes.map(() => new Float64Array(kParts).fill(Number.NaN)),
      clocks: lanes.map(() => createThresholdClock(kThresholds)),
    })),
    steps: /** @type {string[]} */ ([]),
    done: 0,
  };
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(), { once: true });
  const openedRuns = await Promise.allSettled(
    lanes.map(async ({ parameters }, i) => {
      /** @type {SecondRun | undefined} */
      let run;
      run = await restartWith(parameters, (frame) => onFrame(i, frame, run?.manifest));
      return run;
    }),
  );
  /** @param {SecondRun} run @param {number} i @param {number} k number of the part @param {number} end of it */
  async function trainTo(run, i, k, end) {
    const { plannedSteps } = run.manifest;
    const steps = Math.min(end, plannedSteps) - trained[i];
    if (steps <= 0) return;
    const began = performance.now();
    const now = await run.train({ steps, signal: controller.signal });
    trained[i] += steps;
    const seconds = (performance.now() - began) / 1000;
    for (const { metric, curves, clocks } of state.races) {
      const share = Number(now.metrics[metric] ?? Number.NaN);
      clocks[i]?.pass(now.step, share, seconds);
      curves[i][k] = share;
    }
    done[i] = trained[i] / plannedSteps;
    state.done = done.reduce((sum, d) => sum + d, 0) / done.length;
    onPart(i, now, state);
  }
  try {
    const runs = openedRuns.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const count = countParallelLanes(runs, cores);
    onStart(runs, count);
    const longest = Math.max(...runs.map(({ manifest }) => manifest.plannedSteps));
    const part = Math.ceil(longest / kParts);
    const ends = Array.from({ length: Math.ceil(longest / part) }, (_, k) =>
      Math.min(longest, (k + 1) * part),
    );
    state.steps = ends.map((end) => formatCount(end));
    for (const [k, end] of ends.entries()) {
      // All loops take their lanes from one shared iterator.
      const waiting = runs.entries();
      const takeOne = async () => {
        for (const [i, run] of waiting) await trainTo(run, i, k, end);
      };
      await Promise.all(Array.from({ length: count }, takeOne));
    }
    return state;
  } finally {
    controller.abort();
    for (const one of openedRuns) if (one.status === 'fulfilled') one.value.dispose();
  }
}

/**
 * @param {TrainingResult} now
 * @param {readonly MetricRace[]} races
 * @param {number} lane
 * @returns {string[]} numbers of the lane: its step, and for each metric the value and the time at which it reached each
 *   threshold
 */
export const formatLaneNumbers = ({ step, metrics }, races, lane) => [
  formatCount(step),
  ...races.flatMap(({ metric, clocks }) => [
    formatShare(metrics[metric] ?? Number.NaN),
    ...(clocks[lane]?.reached ?? []).map((mark) =>
      mark
        ? translate('{steps} steps, {seconds} s', {
            steps: formatCount(mark.step),
            seconds: formatFixed(mark.seconds, 1),
          })
        : '–',
    ),
  ]),
];

/**
 * @param {readonly import('./races.js').LaneSettings[]} lanes
 * @param {readonly ReturnType<typeof createThresholdClock>[]} clocks
 * @returns {string} sentences that name the first lane at each threshold that any lane reached
 */
export function describeWinners(lanes, clocks) {
  const sentences = kThresholds.flatMap((mark, m) => {
    const first = clocks
      .map(({ reached }, i) => ({ label: lanes[i]?.label, at: reached[m]?.step }))
      .filter(({ at }) => at !== undefined)
      .sort((a, b) => Number(a.at) - Number(b.at));
    const [best] = first;
    if (!best) return [];
    const same = first.filter(({ at }) => at === best.at).map(({ label }) => label);
    const [share, steps] = [formatPercent(mark), formatCount(Number(best.at))];
    const won = { share, lanes: same.join(` ${translate('and')} `), steps };
    const rest = lanes.length - first.length;
    return [
      translate('First at {share}: {lanes}, after {steps} steps.', won),
      ...(rest > 0
        ? [translate('{rest} of {all} lanes never reached it.', { rest, all: lanes.length })]
        : []),
    ];
  });
  return sentences.length > 0
    ? sentences.join(' ')
    : translate('None of them reached {share}.', { share: formatPercent(kThresholds[0] ?? 0) });
}
