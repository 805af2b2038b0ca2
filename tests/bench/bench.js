/**
 * `npm run bench`: measures steps per second of the workloads (workloads.js) in our core and in other engines, and of
 * context-lookup through the public interface.
 *
 *   --workload W3,W5    only these: W1b1 W1b128 W2 W3 W4 W5 W6 W7 W8 W9 W10, products, experiment; and, only on request,
 *                       time-to-map (time-to-map.js), scale (scale.js) and hold (hold.js)
 *   --engine a,b        only these besides our two engines: jax-js plain-js pytorch
 *   --host chromium     only these: node chromium (PyTorch is a process of its own)
 *   --quick             few measurements, and other engines only on the small workloads
 *   --experiment a,b    time-to-map and scale: only these experiments
 *   --preset a,b        time-to-map: these presets, or all; otherwise the first of each experiment
 *   --seeds 3           time-to-map: number of seeds
 *   --json              one JSON object: { peakGflops, runs: [{ workload, engine, host, threads, stepsPerSecond, loss, ratios, refused }] }
 *
 * Engines are timed in many short windows in turn, so that other load affects all alike. Each window follows a shorter
 * warm-up. Results are medians of windows, and ratios are medians of the ratios within a turn. 'attentoscope-fast' is
 * `fast: true`, which is not reproducible. An engine that does not reach the expected loss is not timed.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../.tools/build.js';
import { writeFastVariant } from '../../.tools/fuse.js';
import { installRequirements } from '../../.tools/setup.js';
import {
  getStepContext,
  printLine,
  root,
  runMain,
  runOrFail,
  stepContexts,
  UserError,
} from '../../.tools/shell.js';
import { createHoldRows, measureHold } from './hold.js';
import { openChromium, openNative, openNode } from './hosts.js';
import { computeRatios, median } from './ratios.js';
import { ours } from './runner.js';
import { createScaleRows, measureScale } from './scale.js';
import { printRows, printTable } from './table.js';
import { createTimeToMapRows, measureTimeToMap } from './time-to-map.js';
import { createWorkload, workloadNames } from './workloads.js';

/** Matrix products of W3 to W5: inputs, states, and gradients of their weights. */
const products = [
  { m: 3200, n: 400, k: 32, transposed: false },
  { m: 100, n: 400, k: 100, transposed: false },
  { m: 100, n: 400, k: 3200, transposed: true },
  { m: 64, n: 256, k: 64, transposed: false },
  { m: 64, n: 256, k: 768, transposed: true },
  { m: 1024, n: 192, k: 64, transposed: false },
  { m: 1024, n: 128, k: 64, transposed: false },
  { m: 64, n: 192, k: 1024, transposed: true },
];

/**
 * @typedef {import('./hosts.js').OpenHost} OpenHost
 *
 * @typedef {object} Run
 * @property {string} workload
 * @property {string} engine
 * @property {string} host
 * @property {number} threads
 * @property {number | null} stepsPerSecond median of the windows
 * @property {number | null} loss on held-out rows, after `checkSteps` steps
 * @property {number} [gflops] of the model's matrix products
 * @property {number} [shareOfPeak]
 * @property {Record<string, number>} ratios our speed divided by that of other engines in this run
 * @property {string} [reason] why there are no results
 * @property {string} [about] library or instructions that the engine uses
 * @property {string[]} [refused] why it is not compared with some engines
 *
 * @typedef {object} EngineRun one engine in one host
 * @property {OpenHost} host
 * @property {string} engine
 * @property {number} loss
 * @property {import('./runner.js').About} [about]
 * @property {number[]} rates of its windows
 */

/**
 * Measures all engines of all hosts on one workload.
 * @param {string} name
 * @param {readonly OpenHost[]} hosts
 * @param {(engine: string) => boolean} isSelected
 * @param {{ turns: number, milliseconds: number }} windows
 * @returns {Promise<{ runs: Run[], peaks: Record<string, number> }>}
 */
async function measureWorkload(name, hosts, isSelected, { turns, milliseconds }) {
  const { flops } = createWorkload(name);
  /** @type {EngineRun[]} */
  const lanes = [];
  /** @type {Run[]} */
  const absent = [];
  for (const host of hosts) {
    for (const engine of host.engines.filter(isSelected)) {
      printLine(`${name}: ${engine} in ${host.name}`);
      const readiness = await host.runner.prepare(engine, name);
      const place = { workload: name, engine, host: host.name, threads: 1 };
      if (readiness.reason === undefined) {
        lanes.push({ host, engine, loss: readiness.loss, about: readiness.about, rates: [] });
      } else
        absent.push({ ...place, stepsPerSecond: null, loss: null, ratios: {}, reason: readiness.reason });
    }
  }
  /** @type {Map<string, number[]>} */
  const peaks = new Map(hosts.filter(({ name }) => name !== 'native').map((host) => [host.name, []]));
  for (let turn = 0; turn < turns; turn++) {
    for (const lane of lanes) lane.rates.push(await lane.host.runner.window(lane.engine, milliseconds));
    for (const host of hosts) peaks.get(host.name)?.push(await host.runner.peak(20));
  }
  for (const host of hosts) await host.runner.stop();

  const highest = Math.max(0, ...[...peaks.values()].map(median));
  const runs = lanes.map(({ host, engine, loss, about, rates }) => {
    const stepsPerSecond = median(rates);
    const gflops = (stepsPerSecond * flops) / 1e9;
    const peak = peaks.get(host.name);
    const others = lanes.filter(
      (lane) => !ours.includes(lane.engine) && (lane.host === host || lane.host.name === 'native'),
    );
    return {
      workload: name,
      engine,
      host: host.name,
      threads: 1,
      stepsPerSecond,
      loss,
      gflops,
      ...(about && { about: about.text }),
      ...(peak && { shareOfPeak: gflops / median(peak) }),
      ...(ours.includes(engine) ? computeRatios(rates, others, highest) : { ratios: {} }),
    };
  });
  return {
    runs: [...runs, ...absent],
    peaks: Object.fromEntries([...peaks].map(([host, rates]) => [host, median(rates)])),
  };
}

/**
 * Measures context-lookup through the public interface: in a worker in the browser, in the caller's thread in Node.
 * @param {readonly OpenHost[]} hosts
 * @param {number} turns
 * @returns {Promise<Run[]>}
 */
async function measureExperiment(hosts, turns) {
  /** @type {Run[]} */
  const runs = [];
  for (const batch of [1, 128]) {
    /** @type {Set<string>} */
    const fingerprints = new Set();
    for (const host of hosts.filter(({ name }) => name !== 'native')) {
      const place = {
        workload: `context-lookup b${batch}`,
        engine: ours[0],
        host: host.name,
        threads: 1,
        ratios: {},
      };
      const readiness = await host.runner.openExperiment(batch);
      if (readiness.reason !== undefined) {
        runs.push({ ...place, stepsPerSecond: null, loss: null, reason: readiness.reason });
        continue;
      }
      if (readiness.fingerprint) fingerprints.add(readiness.fingerprint);
      const rates = [];
      for (let turn = 0; turn < turns; turn++) rates.push(await host.runner.window('experiment', 40));
      await host.runner.stop();
      runs.push({ ...place, stepsPerSecond: median(rates), loss: readiness.loss });
    }
    if (fingerprints.size > 1) throw new UserError(`context-lookup differs between hosts at batch ${batch}.`);
  }
  return runs;
}

/**
 * @param {readonly OpenHost[]} hosts
 * @param {number} turns
 */
async function measureProducts(hosts, turns) {
  const lines = [];
  for (const host of hosts.filter(({ name }) => name !== 'native')) {
    for (const product of products) {
      const speeds = [];
      const shares = [];
      for (let turn = 0; turn < turns; turn++) {
        const speed = await host.runner.product(product, 20);
        speeds.push(speed);
        shares.push(speed / (await host.runner.peak(20)));
      }
      lines.push({ host: host.name, ...product, gflops: median(speeds), shareOfPeak: median(shares) });
    }
  }
  return lines;
}

/** @param {string | undefined} list @param {readonly string[]} candidates */
function parseSelection(list, candidates) {
  if (list === undefined) return candidates;
  const names = list.split(',');
  const wrong = names.find((name) => !candidates.includes(name));
  if (wrong !== undefined) throw new UserError(`Unknown name ${wrong}; known are ${candidates.join(', ')}.`);
  return names;
}

await runMain(async () => {
  const { values: options } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      workload: { type: 'string' },
      engine: { type: 'string' },
      host: { type: 'string' },
      experiment: { type: 'string' },
      preset: { type: 'string' },
      seeds: { type: 'string', default: '3' },
    },
  });
  const usual = [...workloadNames, 'products', 'experiment'];
  const studies = ['time-to-map', 'scale', 'hold'];
  const chosen = parseSelection(options.workload ?? usual.join(), [...usual, ...studies]);
  const peers = parseSelection(options.engine, ['jax-js', 'plain-js', 'pytorch']);
  const chosenHosts = parseSelection(options.host, ['node', 'chromium']);
  // Standard output contains only the result.
  if (options.json)
    stepContexts.enterWith({
      ...getStepContext(),
      write: (text) => void process.stderr.write(text),
      progress: console.error,
    });

  await installRequirements(['build', 'bench']);
  await build();
  const failure = 'The module of the benchmarks did not compile; the lines above say why.';
  await runOrFail('ninja', ['-C', 'build/wasm', 'bench_core'], failure);
  const module = join(root, 'build/wasm/bench_core');
  await writeFastVariant(`${module}.wasm`, `${module}-fast.wasm`);

  /** @type {OpenHost[]} */
  const hosts = [];
  try {
    if (chosenHosts.includes('node')) hosts.push(openNode());
    if (chosenHosts.includes('chromium')) hosts.push(await openChromium());
    if (peers.includes('pytorch')) hosts.push(openNative());

    /** @type {Run[]} */
    const runs = [];
    /** @type {Record<string, number>} */
    let peaks = {};
    for (const name of workloadNames.filter((name) => chosen.includes(name))) {
      const large = !['W1b1', 'W1b128', 'W2'].includes(name);
      const turns = Math.ceil((large ? 20 : 60) / (options.quick ? 4 : 1));
      const alone = large && options.quick;
      const isSelected = (/** @type {string} */ engine) =>
        ours.includes(engine) || (!alone && peers.includes(engine) && !(large && engine === 'plain-js'));
      const measured = await measureWorkload(name, hosts, isSelected, {
        turns,
        milliseconds: large ? 120 : 20,
      });
      runs.push(...measured.runs);
      peaks = measured.peaks;
    }
    const turns = options.quick ? 5 : 20;
    if (chosen.includes('experiment')) runs.push(...(await measureExperiment(hosts, turns)));
    const productLines = chosen.includes('products') ? await measureProducts(hosts, turns) : [];
    const peakGflops = peaks['chromium'] ?? peaks['node'] ?? (await hosts[0].runner.peak(20));
    const about = { experiments: options.experiment?.split(','), torch: peers.includes('pytorch') };
    const presets = options.preset?.split(',');
    const choice = { ...about, presets, seeds: Number(options.seeds), dist: join(root, 'dist') };
    const waiting = chosen.includes('time-to-map') ? await measureTimeToMap(choice) : [];
    const growth = chosen.includes('scale')
      ? await measureScale({ ...about, turns: options.quick ? 2 : 5 })
      : [];
    const results = { peakGflops, runs, products: productLines, waiting, growth };
    if (options.json) return void process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
    printTable(results);
    if (waiting.length > 0) printRows(createTimeToMapRows(waiting));
    if (growth.length > 0) printRows(createScaleRows(growth));
    if (chosen.includes('hold')) printRows(createHoldRows(await measureHold(choice.dist)));
  } finally {
    for (const host of hosts) {
      await host.runner.stop();
      await host.close();
    }
  }
});
