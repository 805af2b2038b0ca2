/** The public API on the real module: events, free runs and pauses, errors, dispose. */

import { afterEach, expect, it, vi } from 'vitest';
import { AttentoscopeError, createScope, experiments } from '../../web/index.js';
import {
  createOverflowingWeights,
  createTestScope,
  disposeAll,
  expectRejection,
  nextEvent,
} from './scopes.js';

/** @import { Progress, Scope } from '../../web/engine/scope.js' */

afterEach(disposeAll);

it('a scope sends the state at the start, then at most one progress per frame', async () => {
  const scope = await createTestScope();
  /** @type {(Progress & { at: number })[]} */
  const reports = [];
  scope.addEventListener('progress', ({ detail }) => reports.push({ ...detail, at: performance.now() }));
  await nextEvent(scope, 'progress');
  expect(reports[0]).toMatchObject({ step: 0, loss: Number.NaN });
  const paused = nextEvent(scope, 'pause');
  await scope.run({ speed: 2000, until: 1000 });
  expect(scope.running).toBe(true);
  await paused;
  expect(scope.running).toBe(false);
  await vi.waitFor(() => expect(reports.at(-1)?.step).toBe(1000), { timeout: 60_000 });
  expect(reports.length).toBeGreaterThan(5);
  const { attention, metrics } = reports[reports.length - 1];
  expect(Object.keys(attention)).toEqual(scope.manifest.tensors.map(({ name }) => name));
  expect(attention.effective).toEqual((await scope.attention()).weights);
  expect(metrics).toMatchObject((await scope.evaluate()).metrics);
  const gaps = reports.slice(1).map(({ at }, i) => at - reports[i].at);
  expect(gaps.filter((gap) => gap < 8).length).toBeLessThan(gaps.length / 4);
});

it('a scope does not change the arrays of an event afterwards', async () => {
  const scope = await createTestScope();
  /** @type {Progress} */
  const first = await nextEvent(scope, 'progress');
  const copy = first.attention.effective.slice();
  await scope.train({ steps: 5000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(first.attention.effective).toEqual(copy);
});

it('a scope sends progress after a change by set()', async () => {
  const scope = await createTestScope();
  await nextEvent(scope, 'progress');
  const changed = nextEvent(scope, 'progress');
  await scope.set('map', [0, 0, 0, 0, 0]);
  const { attention } = /** @type {Progress} */ (await changed);
  expect([0, 8, 16, 24, 32].map((i) => attention.truth[i])).toEqual([1, 1, 1, 1, 1]);
});

it('a scope pauses, continues, changes speed, and answers calls in between', async () => {
  const scope = await createTestScope();
  await scope.run({ speed: 50 });
  scope.speed = 1000;
  expect(scope.speed).toBe(1000);
  await scope.evaluate();
  await scope.set('learningRate', 0.01);
  expect(scope.running).toBe(true);
  await expectRejection(scope.train({ steps: 1 }), { code: 'BAD_STATE' });
  const paused = nextEvent(scope, 'pause');
  const { step } = await scope.pause();
  expect(await paused).toEqual({ step, reason: 'pause' });
  await scope.train({ steps: 1 });
  expect(scope.step).toBe(step + 1);
  const ended = nextEvent(scope, 'pause');
  await scope.run({ speed: Number.POSITIVE_INFINITY, until: step + 5000 });
  expect(await ended).toEqual({ step: step + 5000, reason: 'until' });
});

it('a scope ends a run on reset', async () => {
  const scope = await createTestScope();
  await scope.run({ speed: 100 });
  const paused = nextEvent(scope, 'pause');
  await scope.reset();
  expect(await paused).toMatchObject({ reason: 'reset' });
  expect(scope.running).toBe(false);
  expect(scope.step).toBe(0);
});

it('a scope ends a long train early at a pause, and cancels it by a signal', async () => {
  const scope = await createTestScope();
  const training = scope.train({ steps: 1e9 });
  const following = scope.train({ steps: 1e9 });
  await nextEvent(scope, 'progress');
  await scope.pause();
  const { steps } = await training;
  expect(steps).toBeLessThan(1e9);
  expect((await following).steps).toBe(0);
  const controller = new AbortController();
  const cancelled = scope.train({ steps: 1e9, signal: controller.signal });
  const queued = scope.train({ steps: 1e9, signal: controller.signal });
  await nextEvent(scope, 'progress');
  controller.abort();
  await expectRejection(cancelled, { code: 'CANCELLED', recoverable: true });
  await expectRejection(queued, { code: 'CANCELLED' });
  await expectRejection(scope.train({ steps: 1, signal: controller.signal }), { code: 'CANCELLED' });
  await expect(scope.train({ steps: 1 })).resolves.toMatchObject({ steps: 1 });
});

it('a scope answers calls in the order in which they were made', async () => {
  const scope = await createTestScope();
  /** @type {string[]} */
  const order = [];
  await Promise.all([
    scope.train({ steps: 5000 }).then(() => order.push('train')),
    scope.evaluate().then(() => order.push('evaluate')),
    scope.set('contexts', 2).catch(() => order.push('refused at once')),
    scope.attention().then(() => order.push('attention')),
    scope.train({ steps: 1 }).then(({ step }) => order.push(`train to ${step}`)),
    scope.checkpoint().then(() => order.push('checkpoint')),
  ]);
  expect(order).toEqual(['refused at once', 'train', 'evaluate', 'attention', 'train to 5001', 'checkpoint']);
});

/** @type {[string, (scope: Scope) => Promise<unknown>, string][]} */
const mistakes = [
  ['NaN steps', (scope) => scope.train({ steps: Number.NaN }), 'steps'],
  ['NaN speed', (scope) => scope.run({ speed: Number.NaN }), 'speed'],
  ['an end before the start', (scope) => scope.run({ until: -1 }), 'until'],
  ['an unknown option', (scope) => scope.run(/** @type {{}} */ ({ sped: 1 })), 'options.sped'],
  ['an unknown parameter', (scope) => scope.set('__proto__', 1), '__proto__'],
  ['a fixed parameter', (scope) => scope.set('contexts', 3), 'contexts'],
  ['a parameter out of range', (scope) => scope.set('learningRate', 7), 'learningRate'],
];

it.each(mistakes)(
  'an invalid call with %s is rejected and changes nothing',
  async (_, mistake, parameter) => {
    const scope = await createTestScope();
    const before = [await scope.fingerprint(), scope.step, scope.link(), scope.running, scope.speed];
    const { expected } = await expectRejection(mistake(scope), {
      code: 'BAD_PARAMETER',
      parameter,
      recoverable: true,
    });
    expect(expected).toBeTruthy();
    expect([await scope.fingerprint(), scope.step, scope.link(), scope.running, scope.speed]).toEqual(before);
    await scope.train({ steps: 1 });
  },
);

it.each([
  [undefined],
  [{ experiment: 'context-lookup', seeds: 1 }],
  [{ experiment: 'context-lookup', data: 'x' }],
  [{ experiment: 'context-lookup', worker: 'yes' }],
])('an invalid call of createScope(%o) is rejected', async (options) => {
  const creation = createScope(/** @type {{ experiment: string }} */ (options));
  expect((await expectRejection(creation, { code: 'BAD_PARAMETER' })).parameter).toBeTruthy();
});

it('an invalid call with an invalid speed throws in the setter', async () => {
  const scope = await createTestScope();
  for (const speed of [0, -1, Number.NaN, '5']) {
    expect(() => {
      scope.speed = /** @type {number} */ (speed);
    }).toThrow(AttentoscopeError);
  }
});

it('an invalid call with weights that overflow stops training before the step is taken', async () => {
  const scope = await createTestScope();
  const before = await scope.checkpoint();
  await scope.loadWeights(await createOverflowingWeights(scope));
  const fingerprint = await scope.fingerprint();
  const error = await expectRejection(scope.train({ steps: 100 }), {
    code: 'NOT_FINITE',
    recoverable: true,
  });
  expect(error.value).toMatch(/step 0.*operation/);
  expect(error.parameter).toBeTruthy();
  expect([scope.step, await scope.fingerprint()]).toEqual([0, fingerprint]);

  const failed = nextEvent(scope, 'error');
  const paused = nextEvent(scope, 'pause');
  await scope.run();
  expect(await failed).toMatchObject({ error: { code: 'NOT_FINITE' } });
  expect(await paused).toEqual({ step: 0, reason: 'error' });
  expect(scope.running).toBe(false);
  await scope.restore(before);
  await expect(scope.train({ steps: 10 })).resolves.toMatchObject({ step: 10 });
});

it('dispose rejects all pending and further calls', async () => {
  const scope = await createTestScope();
  const training = expectRejection(scope.train({ steps: 1e9 }), { code: 'DISPOSED' });
  const waiting = expectRejection(scope.evaluate(), { code: 'DISPOSED' });
  scope.dispose();
  scope.dispose();
  await Promise.all([training, waiting]);
  const bytes = new Uint8Array(8);
  const calls = [
    scope.train({ steps: 1 }),
    scope.run(),
    scope.pause(),
    scope.set('epochs', 1),
    scope.evaluate(),
    scope.predict({ example: 0 }),
    scope.attention(),
    scope.saveWeights(),
    scope.loadWeights(bytes),
    scope.checkpoint(),
    scope.restore(bytes),
    scope.reset(),
  ];
  for (const call of calls) await expectRejection(call, { code: 'DISPOSED', recoverable: false });
  expect(() => scope.link()).toThrow(/disposed/);
  expect(() => {
    scope.speed = 1;
  }).toThrow(/disposed/);
});

it('dispose sends no further event', async () => {
  const scope = await createTestScope();
  await scope.run();
  await nextEvent(scope, 'progress');
  let events = 0;
  for (const type of ['progress', 'pause', 'error']) scope.addEventListener(type, () => events++);
  scope.dispose();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(events).toBe(0);
});

it('the configuration has a read-only schema', () => {
  const [experiment] = experiments();
  expect(experiment.name).toBe('context-lookup');
  expect(Object.isFrozen(experiments())).toBe(true);
  expect(Object.isFrozen(experiment.parameters[0])).toBe(true);
  expect(() => {
    /** @type {{ name: string }} */ (experiment).name = 'x';
  }).toThrow(TypeError);
});
