/** Recovery from crashed workers, with the real module in real threads. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { AttentoscopeError } from '../../web/engine/errors.js';
import { createTestScopeInEnvironment, disposeAll, nextEvent } from './scopes.js';
import { createThreadBoot } from './thread-boot.js';

/** @import { Boot } from '../../web/engine/worker-host.js' */

const options = { experiment: 'context-lookup', seed: 5, worker: true };

afterEach(disposeAll);

/**
 * @param {Boot} bootWorker
 * @param {{ beatMs?: number, worker?: boolean }} [how]
 */
function openTestScope(bootWorker, { beatMs, worker = true } = {}) {
  return createTestScopeInEnvironment({ ...options, worker }, { bootWorker, pingIntervalMs: beatMs });
}

/** The fingerprint after a number of steps without failures. @param {number} steps */
async function fingerprintAfter(steps) {
  const scope = await openTestScope(createThreadBoot(), { worker: false });
  await scope.train({ steps });
  return await scope.fingerprint();
}

it('a worker gives the same results as the caller’s thread', async () => {
  const [own, callers] = await Promise.all([
    openTestScope(createThreadBoot()),
    openTestScope(createThreadBoot(), { worker: false }),
  ]);
  expect([own.worker, callers.worker]).toEqual([true, false]);
  expect(own.configuration).toEqual(callers.configuration);
  expect(own.manifest).toEqual(callers.manifest);
  const results = await Promise.all([own, callers].map((scope) => scope.train({ steps: 1000 })));
  const [a, b] = results.map(({ stepsPerSecond, ...result }) => result);
  expect(a).toEqual(b);
  for (const method of /** @type {const} */ (['evaluate', 'attention', 'saveWeights', 'checkpoint'])) {
    expect(await own[method]()).toEqual(await callers[method]());
  }
  expect(await own.predict({ example: 2 })).toEqual(await callers.predict({ example: 2 }));
  const [x, y] = await Promise.all(
    [own, callers].map((scope) => scope.predict({ example: 1e7 }).catch((error) => error.toJSON())),
  );
  expect(x).toEqual(y);
});

it('a crash of the worker in a call: the call is rejected, the run does not change, and later calls are answered', async () => {
  const boot = createThreadBoot([{ method: 'predict', kind: 'trap' }]);
  const scope = await openTestScope(boot);
  await scope.train({ steps: 3000 });
  const before = await scope.fingerprint();
  const recovered = nextEvent(scope, 'recovered');
  const broken = scope.predict({ example: 1 }).catch((error) => error);
  const waiting = scope.attention();
  const after = scope.train({ steps: 1000 });
  expect(await broken).toMatchObject({ code: 'CRASHED', recoverable: true });
  expect(await recovered).toMatchObject({ step: 3000, reason: expect.stringContaining('unreachable') });
  expect((await waiting).weights).toHaveLength(40);
  expect((await after).step).toBe(4000);
  expect(await scope.fingerprint()).toBe(await fingerprintAfter(4000));
  expect(before).toBe(await fingerprintAfter(3000));
  expect(boot.booted()).toBe(2);
  await scope.predict({ example: 1 });
});

it.each(/** @type {const} */ (['trap', 'hang']))(
  'a crash of the worker by a %s in training: training continues to the same result',
  async (kind) => {
    const boot = createThreadBoot([{ method: 'train', kind, step: 10_000 }]);
    // The timeout is short only in the test of hanging, because a busy machine may delay responses.
    const scope = await openTestScope(boot, { beatMs: kind === 'hang' ? 300 : 1e9 });
    await scope.train({ steps: 500 });
    /** @type {string[]} */
    const reasons = [];
    scope.addEventListener('recovered', ({ detail }) => reasons.push(detail.reason));
    const training = scope.train({ steps: 30_000 });
    const following = scope.train({ steps: 500 });
    expect(await training).toMatchObject({ step: 30_500, steps: 30_000 });
    const reason = expect.stringMatching(kind === 'hang' ? /not answered/ : /unreachable/);
    await vi.waitFor(() => expect(reasons).toEqual([reason]), { timeout: 60_000 });
    expect((await following).step).toBe(31_000);
    expect(await scope.fingerprint()).toBe(await fingerprintAfter(31_000));
    expect(boot.booted()).toBe(2);
  },
);

it('a crash of the worker in a free run: the run continues by itself, with its speed, its end and its settings', async () => {
  const boot = createThreadBoot([{ method: 'train', kind: 'trap', step: 4000 }]);
  const scope = await openTestScope(boot);
  /** @type {number[]} */
  const steps = [];
  scope.addEventListener('progress', ({ detail }) => steps.push(detail.step));
  await scope.train({ steps: 1000 });
  await scope.set('learningRate', 0.005);
  const [recovered, paused] = [nextEvent(scope, 'recovered'), nextEvent(scope, 'pause')];
  await scope.run({ until: 50_000 });
  await recovered;
  expect(scope.running).toBe(true);
  expect(await paused).toEqual({ step: 50_000, reason: 'until' });
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(scope.configuration.parameters.learningRate).toBe(0.005);

  const straight = await openTestScope(createThreadBoot(), { worker: false });
  await straight.train({ steps: 1000 });
  await straight.set('learningRate', 0.005);
  await straight.train({ steps: 49_000 });
  expect(await scope.fingerprint()).toBe(await straight.fingerprint());
});

it('a crash of the worker twice in a row: the scope gives up with an error', async () => {
  const trap = /** @type {const} */ ({ method: 'train', kind: 'trap' });
  // The second crash is immediate, because progress beyond the first one would reset the count.
  const boot = createThreadBoot([{ ...trap, step: 10_000 }, trap]);
  const scope = await openTestScope(boot);
  const [failed, paused] = [nextEvent(scope, 'error'), nextEvent(scope, 'pause')];
  await scope.run({ until: 50_000 });
  const { error } = await failed;
  expect(error).toBeInstanceOf(AttentoscopeError);
  expect(error).toMatchObject({ code: 'CRASHED', recoverable: false });
  expect((await paused).reason).toBe('error');
  expect(scope.running).toBe(false);
  expect(boot.booted()).toBe(2);
  await expect(scope.evaluate()).rejects.toMatchObject({ code: 'CRASHED', recoverable: false });
  scope.dispose();
  await expect(scope.evaluate()).rejects.toMatchObject({ code: 'DISPOSED' });
});

it('a crash of the worker at its creation: the caller’s thread is used, with a notice', async () => {
  const boot = createThreadBoot([{ method: 'manifest', kind: 'trap' }]);
  const scope = await openTestScope(boot);
  expect(scope.worker).toBe(false);
  expect(scope.notices[0]).toContain('unreachable');
  expect((await scope.train({ steps: 10 })).step).toBe(10);
});

it('a crash of the worker allows dispose() during the replacement', async () => {
  const scope = await openTestScope(createThreadBoot([{ method: 'predict', kind: 'trap' }]));
  const broken = scope.predict({ example: 1 }).catch((error) => error.code);
  const waiting = scope.evaluate().catch((error) => error.code);
  expect(await broken).toBe('CRASHED');
  scope.dispose();
  expect(await waiting).toBe('DISPOSED');
});

it('a crash of the worker allows cancellation during the replacement', async () => {
  const scope = await openTestScope(createThreadBoot([{ method: 'predict', kind: 'trap' }]));
  const controller = new AbortController();
  const broken = scope.predict({ example: 1 }).catch((error) => error.code);
  const training = scope.train({ steps: 1e9, signal: controller.signal }).catch((error) => error);
  await broken;
  controller.abort();
  expect(await training).toMatchObject({ code: 'CANCELLED', recoverable: true });
  await expect(scope.train({ steps: 5 })).resolves.toMatchObject({ step: 5 });
});

describe('without a worker', () => {
  it.each(/** @type {const} */ (['BOOT_BLOCKED', 'BOOT_FAILED']))(
    'after %s the caller’s thread is used, with a notice',
    async (code) => {
      const scope = await openTestScope(() =>
        Promise.reject(new AttentoscopeError(code, { message: 'The reason.' })),
      );
      const { message } = await nextEvent(scope, 'notice');
      expect(message).toContain('The reason.');
      expect(scope.notices).toEqual([message]);
      expect(scope.worker).toBe(false);
      await scope.train({ steps: 100 });
      expect(await scope.fingerprint()).toBe(await fingerprintAfter(100));
    },
  );

  it('other errors are not hidden', async () => {
    const boot = () => Promise.reject(new AttentoscopeError('NO_SIMD', { message: 'none' }));
    await expect(openTestScope(boot)).rejects.toMatchObject({ code: 'NO_SIMD' });
  });

  it('there is a notice only if one was requested', async () => {
    const scope = await createTestScopeInEnvironment(options, { bootWorker: null });
    expect(scope.notices[0]).toContain('no web workers');
    const silent = await createTestScopeInEnvironment({ experiment: 'context-lookup' }, { bootWorker: null });
    expect(silent.notices).toEqual([]);
  });
});
