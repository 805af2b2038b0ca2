/**
 * `node tests/bench/time-to-map.js`: how long a reader waits for the right map. Seconds from Run at full speed until a preset
 * first tells the target of its attention, in Chromium, with one worker and with as many as the instrument takes by itself.
 *
 *   --experiment a,b    only these; otherwise every one that has such a target
 *   --preset a,b        only these; otherwise the first of each experiment
 *   --seeds 3           runs of each, with the seeds from 7 on; medians are printed
 *   --json              [{ experiment, preset, metric, target, threads, seconds, steps, stepsPerSecond }], seconds null where
 *                       the plan ended before
 *   --dist folder       a built site; otherwise dist/ as it stands
 *
 * The numbers of workers take turns within a seed. Figures hold for a machine that does nothing else.
 */
import { parseArgs } from 'node:util';
import { serve } from '../../.tools/serve.js';
import { main, root, say } from '../../.tools/shell.js';
import { experiments } from '../../web/index.js';
import { launch } from '../browser/driver.js';
import { median } from './ratios.js';
import { print } from './table.js';

/** What says that attention is where it should be; of several that a run measures, the first. */
const marks = ['alignmentAccuracy', 'pointing', 'onTarget', 'massOnModifier', 'massOnCues', 'bound'];

/**
 * @typedef {{ metric: string, target: number, higher: boolean }} Aim higher: whether more is better
 *
 * @typedef {object} Task
 * @property {string} experiment
 * @property {string} [preset]
 * @property {readonly Aim[]} aims
 *
 * @typedef {{ aim: Aim | undefined, threads: number, seconds: number | null, steps: number, stepsPerSecond: number }} Measured
 */

/** Runs in the page. @param {string} site @param {Task} task @param {number} seed @param {'auto' | number} threads @returns {Promise<Measured>} */
async function wait(site, { experiment, preset, aims }, seed, threads) {
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
      aim ??= aims.find(({ metric }) => detail.metrics[metric] !== undefined);
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

await main(async () => {
  const { values } = parseArgs({
    options: {
      experiment: { type: 'string' },
      preset: { type: 'string' },
      seeds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      dist: { type: 'string', default: `${root}dist` },
    },
  });
  const only = values.experiment?.split(',');
  const presets = values.preset?.split(',');
  const tasks = experiments().flatMap((experiment) => {
    const aims = marks.flatMap((name) =>
      experiment.metrics
        .filter((metric) => metric.name === name)
        .map(({ target, better }) => ({ metric: name, target: Number(target), higher: better === 'higher' })),
    );
    if (aims.length === 0 || (only && !only.includes(experiment.name))) return [];
    const named = (experiment.presets ?? []).map(({ name }) => name);
    const wanted = presets ? named.filter((name) => presets.includes(name)) : named.slice(0, 1);
    return (wanted.length > 0 || presets ? wanted : [undefined]).map((preset) => ({
      experiment: experiment.name,
      preset,
      aims,
    }));
  });
  const site = await serve({ root: values.dist });
  const browser = await launch('chromium');
  const runs = [];
  try {
    const { page } = await browser.open(`${site.url}embed/blog-post.html`);
    for (const task of tasks) {
      /** @type {Record<string, Measured[]>} */
      const found = { 1: [], auto: [] };
      for (let seed = 7; seed < 7 + Number(values.seeds); seed++) {
        for (const threads of /** @type {const} */ ([1, 'auto'])) {
          say(`${task.experiment} ${task.preset ?? ''}, seed ${seed}, threads ${threads}`);
          found[threads].push(await page.evaluate(wait, site.url, task, seed, threads));
        }
      }
      for (const all of Object.values(found)) {
        const there = all.filter(({ seconds }) => seconds !== null);
        runs.push({
          experiment: task.experiment,
          preset: task.preset,
          ...all.find(({ aim }) => aim)?.aim,
          threads: Math.max(...all.map(({ threads }) => threads)),
          // Where some seed ends without, there is no median that says how long to wait.
          seconds: there.length === all.length ? median(there.map(({ seconds }) => Number(seconds))) : null,
          steps: median(all.map(({ steps }) => steps)),
          stepsPerSecond: median(all.map(({ stepsPerSecond }) => stepsPerSecond)),
        });
      }
    }
  } finally {
    await browser.close();
    await site.close();
  }
  if (values.json) return console.log(JSON.stringify(runs, null, 2));
  print([
    ['experiment', 'preset', 'until', 'workers', 'seconds', 'steps', 'steps/s'],
    ...runs.map(({ experiment, preset, metric, higher, target, threads, seconds, steps, stepsPerSecond }) => [
      experiment,
      preset ?? '',
      `${metric} ${higher ? '≥' : '≤'} ${target}`,
      String(threads),
      seconds === null ? 'not reached' : seconds.toFixed(1),
      String(Math.round(steps)),
      stepsPerSecond.toFixed(0),
    ]),
  ]);
});
