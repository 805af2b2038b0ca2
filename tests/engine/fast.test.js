import { afterEach, expect, it, vi } from 'vitest';
import { decideFast } from '../../web/engine/create-scope.js';
import { Scope } from '../../web/engine/scope.js';
import { sweep } from '../../web/index.js';
import { createTestScope, disposeAll } from './scopes.js';

afterEach(() => {
  disposeAll();
  vi.restoreAllMocks();
});

it('a fast run has a notice that it is fast, or that fast is not supported', async () => {
  const possible = decideFast(true);
  const scope = await createTestScope({ fast: true });
  expect(scope.fast).toBe(possible.fast);
  expect(scope.notices).toEqual([possible.notice]);
  const { loss } = await scope.train({ steps: 2000 });
  const other = await createTestScope();
  expect([other.fast, other.notices]).toEqual([false, []]);
  const reproducible = await other.train({ steps: 2000 });
  expect(loss).toBeCloseTo(reproducible.loss, 3);
  if (!possible.fast) expect(await scope.fingerprint()).toBe(await other.fingerprint());
});

it('a fast run depends on the support of the instruction by the engine', () => {
  const engine = (/** @type {boolean} */ isSupported) => ({ validate: () => isSupported });
  expect(decideFast(true, engine(true))).toMatchObject({
    fast: true,
    notice: expect.stringContaining('may get other'),
  });
  expect(decideFast(true, engine(false))).toMatchObject({
    fast: false,
    notice: expect.stringContaining('the same'),
  });
  expect(decideFast(false, engine(true))).toEqual({ fast: false, notice: null });
});

it('a fast run can be requested for all runs of a sweep', async () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(true);
  const opened = vi.spyOn(Scope, 'open').mockRejectedValue(new Error('far enough'));
  for (const fast of [true, false]) {
    const options = { experiment: 'context-lookup', vary: { contexts: [2] }, worker: false, fast };
    await expect(sweep(options).next()).rejects.toThrow('far enough');
    expect(opened.mock.lastCall?.[0]).toMatchObject({ fast });
  }
});
