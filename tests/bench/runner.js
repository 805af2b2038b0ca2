/**
 * Starts engines on workloads, checks their losses, and times them in short windows. The same code runs in Node and in the
 * page, so it accesses files only through its host.
 */
import { loadCore } from './engines/core.js';
import { createWorkload, tolerance } from './workloads.js';

/** The names of our engines: the default one, and the fast variant with fused multiply-adds. */
export const ours = ['attentoscope', 'attentoscope-fast'];

/**
 * @typedef {object} Host
 * @property {string} name
 * @property {(path: string) => Promise<Uint8Array<ArrayBuffer>>} bytes the content of a file of the repository
 * @property {(path: string) => Promise<any>} module a module of the repository
 * @property {string} api the module of the public interface
 *
 * @typedef {object} Training
 * @property {(steps: number) => void | Promise<void>} run trains this number of further steps and waits for their end
 * @property {() => number | Promise<number>} loss on the held-out rows
 * @property {() => void} stop frees its memory
 * @property {() => Promise<About>} [about] describes the engine's library
 *
 * @typedef {{ text: string, gflops: number }} About an engine's library, and the speed of its matrix products
 *
 * @typedef {object} Engine
 * @property {(work: import('./workloads.js').Workload) => Promise<Training>} start
 *
 * @typedef {(host: Host) => Engine | Promise<Engine>} Load
 * @typedef {{ loss: number, about?: About, reason?: undefined } | { reason: string }} Readiness the loss, or why it
 *   cannot be timed
 *
 * @typedef {object} Runner
 * @property {(engine: string, work: string) => Promise<Readiness>} prepare
 * @property {(batch: number) => Promise<Readiness & { fingerprint?: string }>} openExperiment makes context-lookup the
 *   engine 'experiment', through the public interface
 * @property {(engine: string, milliseconds: number) => Promise<number>} window trains for about this time; returns steps per second
 * @property {(milliseconds: number) => Promise<number>} peak GFLOP/s of multiplications and additions in registers
 * @property {(product: Product, milliseconds: number) => Promise<number>} product GFLOP/s of one matrix product
 * @property {() => void} stop ends all trainings
 *
 * @typedef {{ m: number, n: number, k: number, transposed: boolean }} Product C [m, n] = A [m, k] · B [k, n]
 */

/** @param {unknown} error */
const getMessage = (error) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0];

/**
 * Trains `checkSteps` steps and compares the losses.
 * @param {Training} training
 * @param {import('./workloads.js').Workload} work
 * @param {number} tolerance relative
 * @returns {Promise<Readiness>}
 */
export async function checkLosses(training, work, tolerance) {
  /** @param {number} loss @param {number} expected */
  const agrees = (loss, expected) => Math.abs(loss - expected) <= tolerance * expected;
  const initial = await training.loss();
  if (!agrees(initial, work.initialLoss)) {
    return { reason: `starts with the loss ${initial}, not ${work.initialLoss}` };
  }
  await training.run(work.checkSteps);
  const loss = await training.loss();
  if (!agrees(loss, work.finalLoss)) {
    return { reason: `has the loss ${loss} after ${work.checkSteps} steps, not ${work.finalLoss}` };
  }
  return { loss };
}

/**
 * Measures steps per second over about `milliseconds`, in calls that are long enough for the clock and short enough for engines
 * that optimize code only between calls.
 * @param {(steps: number) => void | Promise<void>} run
 * @param {number} milliseconds
 * @param {{ steps: number }} call number of steps of a call; adapted
 */
export async function measureRate(run, milliseconds, call) {
  let steps = 0;
  let elapsed = 0;
  const start = performance.now();
  while (elapsed < milliseconds) {
    await run(call.steps);
    steps += call.steps;
    elapsed = performance.now() - start;
    const targetSteps = (steps / Math.max(elapsed, 0.01)) * Math.min(milliseconds / 4, 10);
    call.steps = Math.max(1, Math.min(Math.round(targetSteps), 4 * call.steps));
  }
  return (steps / elapsed) * 1000;
}

/**
 * @param {Host} host
 * @param {Record<string, Load>} loads
 * @returns {Runner}
 */
export function createRunner(host, loads) {
  /** @type {Map<string, Engine>} */
  const engines = new Map();
  /** @type {Map<string, { training: Training, call: { steps: number } }>} */
  const running = new Map();
  /** @type {Promise<import('./engines/core.js').BenchCore> | undefined} */
  let core;
  /**
   * Rounds per second in a window that follows a shorter warm-up. The warm-up fills the caches, adapts the length of a call, and
   * wakes the processor.
   * @param {(rounds: number) => void | Promise<void>} run
   * @param {number} milliseconds
   * @param {{ steps: number }} call
   */
  const settled = async (run, milliseconds, call) => {
    await measureRate(run, milliseconds / 3, call);
    return measureRate(run, milliseconds, call);
  };
  /**
   * Billions of operations per second; `call` runs a number of rounds and returns the number of operations.
   * @param {(rounds: number) => number} call
   * @param {number} milliseconds
   */
  const gflops = async (call, milliseconds) =>
    (call(1) * (await settled((rounds) => void call(rounds), milliseconds, { steps: 1 }))) / 1e9;
  /** @type {Map<string, import('./engines/core.js').Multiplication>} */
  const products = new Map();
  return {
    async prepare(name, workName) {
      try {
        const engine = engines.get(name) ?? (await loads[name](host));
        engines.set(name, engine);
        const work = createWorkload(workName);
        const training = await engine.start(work);
        const allowed = name === ours[0] ? tolerance.ours : tolerance.others;
        const readiness = await checkLosses(training, work, allowed);
        if (readiness.reason === undefined) readiness.about = await training.about?.();
        if (readiness.reason === undefined) running.set(name, { training, call: { steps: 1 } });
        else training.stop();
        return readiness;
      } catch (error) {
        return { reason: getMessage(error) };
      }
    },
    async window(name, milliseconds) {
      const entry = running.get(name);
      if (!entry) throw new Error(`${name} is not running`);
      return settled(entry.training.run, milliseconds, entry.call);
    },
    async openExperiment(batch) {
      try {
        const { createScope } = await host.module(host.api);
        const scope = await createScope({ experiment: 'context-lookup', parameters: { batchSize: batch } });
        const { loss } = await scope.train({ steps: 1000 });
        const training = {
          /** @param {number} steps */
          run: async (steps) => void (await scope.train({ steps })),
          loss: () => loss,
          stop: () => scope.dispose(),
        };
        running.set('experiment', { training, call: { steps: 1000 } });
        return { loss, fingerprint: await scope.fingerprint() };
      } catch (error) {
        return { reason: getMessage(error) };
      }
    },
    async peak(milliseconds) {
      core ??= loadCore(host);
      const { multiplyAndAdd } = await core;
      return gflops((rounds) => multiplyAndAdd(10_000 * rounds), milliseconds);
    },
    async product({ m, n, k, transposed }, milliseconds) {
      core ??= loadCore(host);
      const { Product } = await core;
      const key = [m, n, k, transposed].join();
      const product = products.get(key) ?? new Product(m, n, k, transposed);
      products.set(key, product);
      return gflops((repeats) => product.run(repeats), milliseconds);
    },
    stop() {
      for (const { training } of running.values()) training.stop();
      running.clear();
      for (const product of products.values()) product.delete();
      products.clear();
    },
  };
}
