/** A run pauses for actions that need the model of a single step, and continues afterwards. */
import { describe, expect, test, vi } from 'vitest';
import { Training } from '../../web/element/training.js';

function createTraining() {
  const scope = Object.assign(new EventTarget(), {
    step: 0,
    manifest: { plannedSteps: 100 },
    run: vi.fn(async () => undefined),
    pause: vi.fn(async () => undefined),
    train: vi.fn(async () => ({ step: 1, loss: 1, metrics: {} })),
  });
  const hooks = { onChange: () => undefined, onChunk: vi.fn(), onStop: vi.fn(), onError: vi.fn() };
  return Object.assign(new Training(/** @type {any} */ (scope), 50, hooks), { scope });
}

/** An action that is pending until it is released. */
function createPendingAction() {
  /** @type {(value?: unknown) => void} */
  let release = () => undefined;
  const promise = new Promise((resolve) => {
    release = resolve;
  });
  return { act: () => promise, release: () => release() };
}

describe('a run', () => {
  test('continues when all actions that paused it are done', async () => {
    const run = createTraining();
    await run.run();
    const [first, second] = [createPendingAction(), createPendingAction()];
    const both = [run.whilePaused(first.act), run.whilePaused(second.act)];
    await vi.waitFor(() => expect(run.isRunning).toBe(false));
    first.release();
    await both[0];
    expect(run.isRunning).toBe(false);
    second.release();
    await both[1];
    expect(run.isRunning).toBe(true);
  });

  test('continues after an action that throws', async () => {
    const run = createTraining();
    await run.run();
    await expect(run.whilePaused(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(run.isRunning).toBe(true);
  });

  test('goes to the last of several steps that are requested at once, and each request ends', async () => {
    const run = createTraining();
    const requests = [10, 20, 30].map((step) => run.runTo(step));
    await vi.waitFor(() => expect(run.isRunning).toBe(true));
    expect(run.scope.run).toHaveBeenCalledExactlyOnceWith({ speed: 50, until: 30 });
    await Promise.all(requests.slice(0, 2));
    run.scope.dispatchEvent(new CustomEvent('pause', { detail: { reason: 'until' } }));
    await requests[2];
  });

  test('is not started by an action', async () => {
    const run = createTraining();
    expect(await run.whilePaused(async () => 5)).toBe(5);
    expect(run.isRunning).toBe(false);
  });

  test.each(/** @type {const} */ (['pause', 'step', 'reset']))(
    'is not continued after %s by the reader',
    async (name) => {
      const run = createTraining();
      await run.run();
      const { act, release } = createPendingAction();
      const done = run.whilePaused(act);
      await vi.waitFor(() => expect(run.isRunning).toBe(false));
      await run[name]();
      release();
      await done;
      expect(run.isRunning).toBe(false);
    },
  );
});
