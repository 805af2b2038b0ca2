/**
 * Measures how long a reader waits for the right map: seconds from Run at full speed until a preset first reaches the target
 * of its attention metric, in Chromium, with one worker and with the default number. For comparison PyTorch, with one thread
 * or one per processor, whichever is faster, on the same model and batches: written for speed (peer_models.py), and as the
 * exported file. Its losses must equal ours, so it needs the same number of steps, and its time is that number times its time
 * per step, without evaluations.
 */
import { availableParallelism } from 'node:os';
import { printLine } from '../../.tools/shell.js';
import { AttentoscopeError, experiments } from '../../web/index.js';
import { withPage } from './hosts.js';
import { median } from './ratios.js';
import { measureTorchSeconds } from './torch-training.js';

/** Metrics of correct attention; the first one that a run has is used. */
const marks = [
  'alignmentAccuracy',
  'pointingAccuracy',
  'onTarget',
  'massOnModifier',
  'massOnCues',
  'variationalBound',
];

/**
 * @typedef {{ metric: string, target: number, higher: boolean }} Aim higher: whether larger is better
 *
 * @typedef {object} Task
 * @property {string} experiment
 * @property {string} [preset]
 * @property {readonly Aim[]} aims
 *
 * @typedef {{ aim: Aim | undefined, threads: number, seconds: number | null, steps: number, stepsPerSecond: number }} Measured
 */

/** Runs in the page. @param {string} site @param {Task} task @param {number} seed @param {'auto' | number} threads @returns {Promise<Measured>} */
async function measureRun(site, { experiment, preset, aims }, seed, threads) {
  /** @type {typeof import('../../web/index.js')} */
  const { createScope } = await import(`${site}api.js`);
  const scope = await createScope({ experiment, preset, seed, threads });
  const began = performance.now();
  /** @type {number | null} */
  let seconds = null;
  /** @type {Aim | undefined} */
  let aim;
  await new Promise((resolve) => {
    scope.addEventListener('progress', ({ detail }) => {
      aim ??= aims.find(({ metric }) => Number.isFinite(detail.metrics[metric]));
      if (!aim || seconds !== null) return;
      const value = Number(detail.metrics[aim.metric]);
      if (!(aim.higher ? value >= aim.target : value <= aim.target)) return;
      seconds = (performance.now() - began) / 1000;
      scope.pause();
    });
    scope.addEventListener('pause', resolve, { once: true });
    scope.run({ until: scope.manifest.plannedSteps });
  });
  const stepsPerSecond = (scope.step * 1000) / (performance.now() - began);
  const measured = { aim, threads: scope.threads, seconds, steps: scope.step, stepsPerSecond };
  scope.dispose();
  return measured;
}

/**
 * @typedef {{ peer: number | null, exported: number | null }} TorchSeconds null if PyTorch cannot train such a model
 *
 * @typedef {object} Choice
 * @property {readonly string[]} [experiments] only these; otherwise every one that has such a target
 * @property {readonly string[]} [presets] only these, or `all`; otherwise the first of each experiment
 * @property {number} seeds number of runs of each preset, with seeds from 7 on; medians are reported
 * @property {boolean} torch
 * @property {string} dist a built site
 *
 * @typedef {object} TimeToMap
 * @property {string} experiment
 * @property {string} preset empty: the defaults
 * @property {string} until
 * @property {number} threads
 * @property {number | null} seconds null if the run with some seed ended without reaching the target
 * @property {number} steps
 * @property {number} stepsPerSecond
 * @property {TorchSeconds} [torchSeconds] until the same step
 */

/** @param {Choice} choice @returns {Task[]} */
function listTasks({ experiments: only, presets }) {
  return experiments().flatMap((experiment) => {
    const aims = marks.flatMap((name) =>
      experiment.metrics
        .filter((metric) => metric.name === name)
        .map(({ target, better }) => ({ metric: name, target: Number(target), higher: better === 'higher' })),
    );
    if (aims.length === 0 || (only && !only.includes(experiment.name))) return [];
    const named = (experiment.presets ?? []).map(({ name }) => name);
    const selectedPresets = presets
      ? named.filter((name) => presets.includes('all') || presets.includes(name))
      : named.slice(0, 1);
    return (selectedPresets.length > 0 || presets ? selectedPresets : [undefined]).map((preset) => ({
      experiment: experiment.name,
      preset,
      aims,
    }));
  });
}

/**
 * The numbers of workers take turns within a seed.
 * @param {Choice} choice
 * @returns {Promise<TimeToMap[]>}
 */
export function measureTimeToMap(choice) {
  return withPage(choice.dist, 'embed/blog-post.html', async (page, url) => {
    /** @type {TimeToMap[]} */
    const rows = [];
    for (const task of listTasks(choice)) {
      /** @type {Record<string, Measured[]>} */
      const found = { 1: [], auto: [] };
      for (let seed = 7; seed < 7 + choice.seeds; seed++) {
        for (const threads of /** @type {const} */ ([1, 'auto'])) {
          printLine(`${task.experiment} ${task.preset ?? ''}, seed ${seed}, threads ${threads}`);
          found[threads].push(await page.evaluate(measureRun, url, task, seed, threads));
        }
      }
      const torch = choice.torch ? await measureTorchTask(task) : undefined;
      for (const all of Object.values(found)) rows.push(summarize(task, all, torch));
    }
    return rows;
  });
}

/** Seconds of a step. @param {Task} task @returns {Promise<TorchSeconds>} */
async function measureTorchTask({ experiment, preset }) {
  try {
    const measured = [];
    for (const threads of new Set([1, availableParallelism()]))
      measured.push(await measureTorchSeconds({ experiment, preset, seed: 7 }, threads));
    const peers = measured.flatMap(({ peer }) => peer ?? []);
    return {
      peer: peers.length > 0 ? Math.min(...peers) : null,
      exported: Math.min(...measured.map(({ exported }) => exported)),
    };
  } catch (error) {
    if (error instanceof AttentoscopeError && error.code === 'BAD_STATE')
      return { peer: null, exported: null };
    throw error;
  }
}

/**
 * @param {Task} task
 * @param {readonly Measured[]} all of one number of workers
 * @param {TorchSeconds | undefined} torch seconds of a step
 * @returns {TimeToMap}
 */
function summarize({ experiment, preset = '' }, all, torch) {
  const there = all.filter(({ seconds }) => seconds !== null);
  // If some seed does not reach the target, there is no meaningful median.
  const seconds = there.length === all.length ? median(there.map((one) => Number(one.seconds))) : null;
  const aim = all.find((one) => one.aim)?.aim;
  const steps = median(all.map((one) => one.steps));
  const scale = (/** @type {number | null} */ each) => (seconds === null ? null : each && each * steps);
  return {
    experiment,
    preset,
    until: aim ? `${aim.metric} ${aim.higher ? '≥' : '≤'} ${aim.target}` : '',
    threads: Math.max(...all.map(({ threads }) => threads)),
    seconds,
    steps,
    stepsPerSecond: median(all.map((one) => one.stepsPerSecond)),
    ...(torch && { torchSeconds: { peer: scale(torch.peer), exported: scale(torch.exported) } }),
  };
}

/** @param {readonly TimeToMap[]} rows @returns {string[][]} rows of a table */
export const createTimeToMapRows = (rows) => [
  'experiment|preset|until|workers|seconds|steps|steps/s|PyTorch, s|exported file, s'.split('|'),
  ...rows.map(({ experiment, preset, until, threads, seconds, steps, stepsPerSecond, torchSeconds }) => [
    experiment,
    preset,
    until,
    String(threads),
    seconds === null ? 'not reached' : seconds.toFixed(1),
    String(Math.round(steps)),
    stepsPerSecond.toFixed(0),
    torchSeconds?.peer?.toFixed(1) ?? '–',
    torchSeconds?.exported?.toFixed(1) ?? '–',
  ]),
];
