/** Data-parallel training with the real module in real threads of Node. */

import { afterEach, expect, it, vi } from 'vitest';
import { computeThreadCount, WorkerPool } from '../../web/engine/worker-pool.js';
import {
  createOverflowingWeights,
  createTestScopeInEnvironment,
  disposeAll,
  expectRejection,
} from './scopes.js';
import { createThreadBoot } from './thread-boot.js';

/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { ValueLike } from '../../web/engine/schema.js' */
/** @import { Fault } from './thread-boot.js' */

afterEach(disposeAll);

/** @type {Record<string, Record<string, ValueLike>>} */
const small = {
  translation: { task: 'reversal', hidden: 16, embedding: 8, batchSize: 16, examples: 200, dropout: 0.2 },
  sentiment: { hidden: 8, batchSize: 20, dropout: 0.2, recurrentDropout: 0.1, l2: 0.001 },
  draw: { batchSize: 8, hidden: 16, glimpses: 4, examples: 100 },
};

/**
 * @param {string} experiment
 * @param {number} threads
 * @param {(Fault | null)[]} [faults] of the scope's own thread and of the others
 * @param {Record<string, ValueLike>} [more]
 */
function openTestScope(experiment, threads, faults = [], more = {}) {
  const parameters = { ...small[experiment], ...more };
  return createTestScopeInEnvironment(
    { experiment, parameters, threads },
    // On a busy machine a thread may not respond for a long time, so the timeout is short only in tests of hanging threads.
    {
      bootWorker: createThreadBoot(faults),
      pingIntervalMs: faults.some((fault) => fault?.kind === 'hang') ? 300 : 1e9,
    },
  );
}

/** Trains until all threads have started. @param {Scope} scope @param {number} [threads] */
async function trainUntilJoined(scope, threads = 2) {
  await scope.train({ steps: 1 });
  await vi.waitFor(() => expect(scope.threads).toBe(threads), { timeout: 600_000 });
  return scope;
}

/**
 * The whole state after a number of steps in one thread.
 * @param {string} experiment
 * @param {number} steps
 * @param {Record<string, ValueLike>} [more]
 */
async function trainAlone(experiment, steps, more = {}) {
  const scope = await openTestScope(experiment, 1, [], more);
  await scope.train({ steps });
  expect(scope.threads).toBe(1);
  return { fingerprint: await scope.fingerprint(), checkpoint: await scope.checkpoint() };
}

it.each(['translation', 'sentiment', 'draw'])(
  'several threads train %s to the same bits as one thread',
  async (experiment) => {
    const expected = await trainAlone(experiment, 12);
    for (const threads of [2, 4]) {
      const scope = await trainUntilJoined(await openTestScope(experiment, threads), threads);
      await scope.train({ steps: 5 });
      await scope.train({ steps: 6 });
      expect(await scope.fingerprint()).toBe(expected.fingerprint);
      expect(await scope.checkpoint()).toEqual(expected.checkpoint);
    }
  },
);

it('several threads are not used for a batch without micro-batches', async () => {
  const whole = await openTestScope('translation', 2, [], { batchSize: 7 });
  await whole.train({ steps: 2 });
  expect(whole.manifest.microBatches).toBe(1);
  expect(whole.threads).toBe(1);
});

it('several threads compute the same bits through a free run, pauses, live settings, restore and reset', async () => {
  /** @param {Scope} scope */
  const walk = async (scope) => {
    const prints = [];
    await scope.train({ steps: 3 });
    await scope.set('learningRate', 0.02);
    await scope.train({ steps: 2 });
    prints.push(await scope.fingerprint());
    const checkpoint = await scope.checkpoint();
    const ended = new Promise((resolve) => scope.addEventListener('pause', resolve, { once: true }));
    await scope.run({ until: scope.step + 9 });
    await ended;
    prints.push(await scope.fingerprint());
    await scope.restore(checkpoint);
    await scope.train({ steps: 1 });
    prints.push(await scope.fingerprint());
    await scope.reset();
    await scope.train({ steps: 2 });
    prints.push(await scope.fingerprint());
    return prints;
  };
  const one = await walk(await openTestScope('translation', 1));
  const two = await trainUntilJoined(await openTestScope('translation', 2), 2);
  await two.reset();
  expect(await walk(two)).toEqual(one);
});

it('several threads continue from a checkpoint with another batch size, and reset to it', async () => {
  const other = await openTestScope('translation', 1, [], { batchSize: 32 });
  await other.train({ steps: 3 });
  const checkpoint = await other.checkpoint();
  const scope = await trainUntilJoined(await openTestScope('translation', 2));
  await scope.restore(checkpoint);
  for (const each of [other, scope]) await each.train({ steps: 2 });
  expect(await scope.fingerprint()).toBe(await other.fingerprint());
  for (const each of [other, scope]) {
    await each.reset();
    await each.train({ steps: 2 });
  }
  expect(await scope.fingerprint()).toBe(await other.fingerprint());
  expect(scope.threads).toBe(2);
});

it('several threads report numbers that are not finite as one thread does', async () => {
  const errors = [];
  for (const threads of [1, 2]) {
    const scope = await trainUntilJoined(await openTestScope('translation', threads), threads);
    const { fingerprint } = await trainAlone('translation', 4);
    const good = await scope.checkpoint();
    await scope.loadWeights(await createOverflowingWeights(scope));
    errors.push(await scope.train({ steps: 5 }).catch((error) => error.toJSON()));
    await scope.restore(good);
    await scope.train({ steps: 3 });
    expect(await scope.fingerprint()).toBe(fingerprint);
  }
  expect(errors[0]).toMatchObject({ code: 'NOT_FINITE', value: expect.stringContaining('operation') });
  expect(errors[1]).toEqual(errors[0]);
});

it.each(/** @type {const} */ (['trap', 'hang']))(
  'a failure of a further thread in a step (%s) does not change the run, and the next training starts another thread',
  async (kind) => {
    const expected = await trainAlone('translation', 32);
    const scope = await openTestScope('translation', 2, [null, { method: 'compute', kind, step: 9 }]);
    await trainUntilJoined(scope);
    await scope.train({ steps: 29 });
    expect(scope.threads).toBe(1);
    await trainUntilJoined(scope);
    await scope.train({ steps: 1 });
    expect(await scope.fingerprint()).toBe(expected.fingerprint);
  },
);

it('a failure of every further thread at its start, several times, leaves the run in one thread', async () => {
  const boot = createThreadBoot([null, ...Array(9).fill({ method: 'manifest', kind: 'trap' })]);
  const scope = await createTestScopeInEnvironment(
    { experiment: 'translation', parameters: small.translation, threads: 2 },
    { bootWorker: boot, pingIntervalMs: 1e9 },
  );
  // The scope's own thread and three failed ones.
  await vi.waitFor(
    async () => {
      await scope.train({ steps: 1 });
      expect(boot.booted()).toBe(4);
    },
    { timeout: 600_000 },
  );
  await scope.train({ steps: 10 });
  expect(boot.booted()).toBe(4);
  expect(scope.threads).toBe(1);
  expect(await scope.fingerprint()).toBe((await trainAlone('translation', scope.step)).fingerprint);
});

it('a failure of a further thread that hangs while it is created ends it', async () => {
  const terminate = vi.fn();
  const boot = async () => ({ isIsolated: true, post: () => undefined, terminate });
  new WorkerPool(boot, () => undefined, 1).resize(1, /** @type {any} */ ({ source: '' }));
  await vi.waitFor(() => expect(terminate).toHaveBeenCalledOnce());
});

it('a failure of the leader during a step replaces it, with the same bits', async () => {
  const scope = await openTestScope('translation', 2, [{ method: 'finishStep', kind: 'trap', step: 5 }]);
  await trainUntilJoined(scope);
  /** @type {string[]} */
  const recovered = [];
  scope.addEventListener('recovered', ({ detail }) => recovered.push(detail.reason));
  await scope.train({ steps: 14 });
  expect(recovered).toHaveLength(1);
  expect(await scope.fingerprint()).toBe((await trainAlone('translation', 15)).fingerprint);
});

const much = { microBatches: 4, work: 1e8 };
const device = { hardwareConcurrency: 8, deviceMemory: 8 };

it('the number of threads depends on processors, scopes, memory and the number of micro-batches', () => {
  expect(computeThreadCount('auto', much, 1, device)).toBe(4);
  expect(computeThreadCount('auto', much, 1, { hardwareConcurrency: 2 })).toBe(2);
  expect(computeThreadCount('auto', much, 4, device)).toBe(2);
  expect(computeThreadCount('auto', much, 9, device)).toBe(1);
  expect(computeThreadCount('auto', much, 1, { hardwareConcurrency: 8, deviceMemory: 2 })).toBe(2);
  expect(computeThreadCount('auto', { microBatches: 4, work: 1000 }, 1, device)).toBe(1);
  expect(computeThreadCount('auto', much, 1, {})).toBe(1);
  expect(computeThreadCount(3, much, 1, device)).toBe(2);
  expect(computeThreadCount(4, { microBatches: 5, work: 0 }, 1, device)).toBe(3);
  expect(computeThreadCount(4, { microBatches: 1, work: 1e8 }, 1, device)).toBe(1);
});

it('the number of threads follows the work of a step, which counts all products', async () => {
  const parameters = { score: 'none', hidden: 64, embedding: 32, batchSize: 80 };
  const scope = await createTestScopeInEnvironment(
    { experiment: 'translation', parameters, threads: 1 },
    { bootWorker: createThreadBoot() },
  );
  const { microBatches, work } = scope.manifest;
  expect(microBatches).toBe(4);
  // The backward pass takes twice as many as the forward pass.
  expect(work).toBeGreaterThan(3 * 20 * 8 * 256 * 96);
  expect(computeThreadCount('auto', scope.manifest, 1, device)).toBe(4);
});

it.each([0, 5])('the number of threads cannot be %s', async (threads) => {
  const creation = openTestScope('translation', threads);
  await expectRejection(creation, { code: 'BAD_PARAMETER', parameter: 'threads' });
});
