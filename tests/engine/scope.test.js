/** The public API on the real module, in the caller's thread. */

import { afterEach, describe, expect, it } from 'vitest';
import { AttentoscopeError, createScope, experiments, parseLink } from '../../web/index.js';

/** @typedef {import('../../web/engine/scope.js').Scope} Scope */
/** @typedef {import('../../web/engine/scope.js').Progress} Progress */

/** @type {Scope[]} */
const open = [];

/** @param {Partial<import('../../web/engine/create-scope.js').ScopeOptions>} [options] */
async function scopeOf(options = {}) {
  const scope = await createScope({ experiment: 'context-lookup', worker: false, ...options });
  open.push(scope);
  return scope;
}

afterEach(() => {
  for (const scope of open.splice(0)) scope.dispose();
});

/**
 * @template T
 * @param {Scope} scope
 * @param {string} type
 * @returns {Promise<T>}
 */
function next(scope, type) {
  return new Promise((resolve) => {
    scope.addEventListener(type, (event) => resolve(/** @type {CustomEvent<T>} */ (event).detail), {
      once: true,
    });
  });
}

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<AttentoscopeError>}
 */
async function refusal(promise) {
  const error = await promise.then(
    () => new Error('was accepted'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AttentoscopeError);
  return error;
}

describe('learning', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])('reaches the targets with seed %s', async (seed) => {
    const scope = await scopeOf({ seed });
    const { step, metrics } = await scope.train({ steps: scope.manifest.plannedSteps });
    expect(step).toBe(40_000);
    expect(metrics.epoch).toBe(4);
    expect(metrics.epochLoss).toBeLessThan(5e-5);
    expect(metrics.alignmentAccuracy).toBe(1);
    expect(metrics.minimumMassOnTruth).toBeGreaterThanOrEqual(0.97);
    const { weights, truth, shape } = await scope.attention();
    expect(shape).toEqual([5, 8]);
    for (let row = 0; row < 5; row++) {
      const learned = [...weights.subarray(row * 8, row * 8 + 8)];
      const position = [2, 7, 3, 5, 1][row];
      expect(learned.indexOf(Math.max(...learned))).toBe(position);
      expect(learned[position]).toBeGreaterThanOrEqual(0.97);
      expect(learned.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 5);
      expect(truth?.[row * 8 + position]).toBe(1);
    }
    expect((await scope.evaluate()).loss).toBeLessThan(5e-5);
  });

  it('learns again when the truth moves', async () => {
    const scope = await scopeOf();
    await scope.train({ steps: 40_000 });
    await scope.set('map', [0, 1, 2, 3, 4]);
    expect((await scope.evaluate()).metrics.alignmentAccuracy).toBeLessThan(1);
    const { metrics } = await scope.train({ steps: 60_000 });
    expect(metrics.alignmentAccuracy).toBe(1);
    expect(scope.configuration.parameters.map).toEqual([0, 1, 2, 3, 4]);
  });

  it('takes every parameter', async () => {
    const parameters = {
      examples: 500,
      sequenceLength: 4,
      contexts: 2,
      map: [3, 0],
      batchSize: 10,
      learningRate: 0.02,
    };
    const scope = await scopeOf({ parameters });
    expect(scope.configuration.parameters).toMatchObject(parameters);
    const { metrics } = await scope.train({ steps: 2000 });
    expect(metrics.alignmentAccuracy).toBe(1);
    expect((await scope.attention({ map: 'embedding' })).shape).toEqual([2, 4]);
  });
});

describe('determinism', () => {
  it('gives the same bits for the same seed, however the steps are cut', async () => {
    const [one, many, other] = await Promise.all([scopeOf(), scopeOf(), scopeOf({ seed: 8 })]);
    expect(other.fingerprint()).not.toBe(one.fingerprint());
    const whole = await one.train({ steps: 3000 });
    for (let i = 0; i < 300; i++) await many.train({ steps: 10 });
    expect(many.fingerprint()).toBe(one.fingerprint());
    expect(one.fingerprint()).toMatch(/^[0-9a-f]{16}$/);
    expect((await many.evaluate()).metrics).toEqual((await one.evaluate()).metrics);
    const { loss } = await many.train({ steps: 10 });
    expect(loss).toBe((await one.train({ steps: 10 })).loss);
    expect(whole.step).toBe(3000);
  });

  it('is not disturbed by looking', async () => {
    const [blind, looking] = await Promise.all([scopeOf(), scopeOf()]);
    await blind.train({ steps: 1000 });
    for (let i = 0; i < 10; i++) {
      await looking.train({ steps: 100 });
      await looking.evaluate();
      await looking.predict({ example: i });
      await looking.attention({ example: i });
      await looking.saveWeights();
      await looking.checkpoint();
    }
    expect(looking.fingerprint()).toBe(blind.fingerprint());
  });

  it('holds for free running too', async () => {
    const [trained, run] = await Promise.all([scopeOf(), scopeOf()]);
    await trained.train({ steps: 20_000 });
    const paused = next(run, 'pause');
    await run.run({ until: 20_000 });
    await paused;
    expect(run.fingerprint()).toBe(trained.fingerprint());
  });

  it('comes back with reset', async () => {
    const scope = await scopeOf();
    const initial = scope.fingerprint();
    await scope.train({ steps: 500 });
    const trained = scope.fingerprint();
    await scope.reset();
    expect([scope.step, scope.fingerprint()]).toEqual([0, initial]);
    await scope.train({ steps: 500 });
    expect(scope.fingerprint()).toBe(trained);
  });
});

describe('files', () => {
  it('500 steps, a checkpoint and 500 more equal 1,000, in the same scope and in a new one', async () => {
    const [straight, stopped, fresh] = await Promise.all([scopeOf(), scopeOf(), scopeOf({ seed: 99 })]);
    const { loss } = await straight.train({ steps: 1000 });
    await stopped.train({ steps: 500 });
    const checkpoint = await stopped.checkpoint();
    await stopped.train({ steps: 77 });
    for (const scope of [stopped, fresh]) {
      await scope.restore(checkpoint);
      expect(scope.step).toBe(500);
      const result = await scope.train({ steps: 500 });
      expect(result).toMatchObject({ step: 1000, loss });
      expect(scope.fingerprint()).toBe(straight.fingerprint());
      expect(scope.configuration).toEqual(straight.configuration);
      expect(scope.link()).toBe(straight.link());
    }
    expect(await fresh.checkpoint()).toEqual(await straight.checkpoint());
  });

  it('a checkpoint brings its live parameters along', async () => {
    const [from, to] = await Promise.all([scopeOf(), scopeOf()]);
    await from.set('learningRate', 0.02);
    await from.set('map', [1, 2, 3, 4, 5]);
    await to.restore((await from.checkpoint()).buffer);
    expect(to.configuration.parameters).toMatchObject({ learningRate: 0.02, map: [1, 2, 3, 4, 5] });
    expect(to.link()).toBe(from.link());
  });

  it('weights go out and come in as safetensors', async () => {
    const [from, to] = await Promise.all([scopeOf({ seed: 1 }), scopeOf({ seed: 2 })]);
    await from.train({ steps: 200 });
    const bytes = await from.saveWeights();
    const headerBytes = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + headerBytes)));
    for (const { name, shape } of from.manifest.parameters) {
      expect(header[name]).toMatchObject({ dtype: 'F32', shape });
    }
    await to.loadWeights(bytes);
    expect(to.fingerprint()).toBe(from.fingerprint());
    expect(await to.predict({ context: 1, values: [1, 2, 3, 4, 5, 6, 7, 8] })).toEqual(
      await from.predict({ context: 1, values: [1, 2, 3, 4, 5, 6, 7, 8] }),
    );
  });

  it('bad bytes change nothing', async () => {
    const scope = await scopeOf();
    await scope.train({ steps: 100 });
    const before = [scope.fingerprint(), scope.step, scope.link()];
    const [weights, checkpoint] = [await scope.saveWeights(), await scope.checkpoint()];
    const foreign = await scopeOf({ parameters: { contexts: 3 } });
    const broken = [new Uint8Array(), new Uint8Array(1000), weights.slice(0, -1), checkpoint.slice(0, -1)];
    for (const bytes of [...broken, weights, await foreign.checkpoint()]) {
      expect((await refusal(scope.restore(bytes))).code).toBe('BAD_FILE');
    }
    for (const bytes of [...broken, checkpoint, await foreign.saveWeights()]) {
      expect((await refusal(scope.loadWeights(bytes))).code).toBe('BAD_FILE');
    }
    for (const bytes of [
      null,
      'text',
      [1, 2],
      {},
      new DataView(new ArrayBuffer(8)),
      new ArrayBuffer(33 << 20),
    ]) {
      const wrong = /** @type {ArrayBuffer} */ (bytes);
      expect((await refusal(scope.restore(wrong))).code).toBe('BAD_FILE');
      expect((await refusal(scope.loadWeights(wrong))).code).toBe('BAD_FILE');
    }
    await scope.evaluate();
    expect([scope.fingerprint(), scope.step, scope.link()]).toEqual(before);
  });

  it('are taken as they are when handed over', async () => {
    const scope = await scopeOf();
    const checkpoint = await scope.checkpoint();
    const restored = scope.restore(checkpoint);
    checkpoint.fill(0);
    await restored;
    expect(scope.step).toBe(0);
  });
});

describe('looking', () => {
  it('predicts an example and an input of one’s own, line by line', async () => {
    const scope = await scopeOf();
    await scope.train({ steps: 40_000 });
    const values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
    const own = await scope.predict({ context: 1, values });
    expect(own.output).toBeCloseTo(0.8, 1);
    expect(own.target).toBeUndefined();
    expect(own.attention.weights).toBeInstanceOf(Float32Array);
    expect(own.attention.shape).toEqual([1, 8]);
    expect(own.steps.length).toBeGreaterThan(2);
    for (const { name, formula, values: numbers } of own.steps) {
      expect(name && formula).toBeTruthy();
      expect(numbers).toBeInstanceOf(Float32Array);
    }
    const example = await scope.predict({ example: 3 });
    expect(example.output).toBeCloseTo(Number(example.target), 1);
    expect(await scope.predict({ context: 1, values: Float64Array.from(values) })).toEqual(own);
  });

  it('shows the attention of all, of one example and as the table holds it', async () => {
    const scope = await scopeOf();
    const [first, second] = experiments()[0].maps;
    const whole = await scope.attention();
    expect(whole).toMatchObject({ name: first.name, shape: [5, 8] });
    expect(whole.rowLabels).toHaveLength(5);
    expect(whole.columnLabels).toHaveLength(8);
    const row = await scope.attention({ example: 3, map: second.name });
    expect(row).toMatchObject({ name: second.name, shape: [1, 8] });
    expect(row.weights).toHaveLength(8);
    expect(whole.weights).toHaveLength(40);
    expect(whole.scores).toHaveLength(40);
  });

  it.each([
    [{}],
    [null],
    [3],
    [{ example: -1 }],
    [{ example: 1.5 }],
    [{ example: 1e9 }],
    [{ example: '3' }],
    [{ example: 1, context: 1 }],
    [{ context: 1 }],
    [{ context: 5, values: [1, 2, 3, 4, 5, 6, 7, 8] }],
    [{ context: 0, values: [1, 2, 3] }],
    [{ context: 0, values: [1, 2, 3, 4, 5, 6, 7, 11] }],
    [{ context: 0, values: [1, 2, 3, 4, 5, 6, 7, Number.NaN] }],
    [{ context: 0, values: 'abc' }],
    [{ sentence: 'x' }],
  ])('refuses the input %o', async (input) => {
    const scope = await scopeOf();
    const error = await refusal(scope.predict(/** @type {{ example: number }} */ (input)));
    expect(error.code).toBe('BAD_INPUT');
    expect(error.parameter).toBeTruthy();
    await scope.predict({ example: 0 });
  });

  it.each([[{ map: 'x' }], [{ example: -1 }], [{ example: 1e9 }], [{ row: 1 }], [null]])(
    'refuses to show %o',
    async (request) => {
      const scope = await scopeOf();
      expect((await refusal(scope.attention(/** @type {{ map: string }} */ (request)))).code).toBe(
        'BAD_INPUT',
      );
    },
  );
});

describe('events and running', () => {
  it('sends the state at the start, then at most one progress per frame', async () => {
    const scope = await scopeOf();
    /** @type {(Progress & { at: number })[]} */
    const seen = [];
    scope.addEventListener('progress', (event) => {
      seen.push({ .../** @type {CustomEvent<Progress>} */ (event).detail, at: performance.now() });
    });
    await next(scope, 'progress');
    expect(seen[0]).toMatchObject({ step: 0, loss: Number.NaN });
    const paused = next(scope, 'pause');
    await scope.run({ speed: 2000, until: 1000 });
    expect(scope.running).toBe(true);
    await paused;
    expect(scope.running).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.at(-1)?.step).toBe(1000);
    const { attention, metrics } = seen[seen.length - 1];
    expect(Object.keys(attention)).toEqual(scope.manifest.tensors.map(({ name }) => name));
    expect(attention.effective).toEqual((await scope.attention()).weights);
    expect(metrics).toMatchObject((await scope.evaluate()).metrics);
    const gaps = seen.slice(1).map(({ at }, i) => at - seen[i].at);
    expect(gaps.filter((gap) => gap < 8).length).toBeLessThan(gaps.length / 4);
  });

  it('keeps the arrays of an event untouched', async () => {
    const scope = await scopeOf();
    /** @type {Progress} */
    const first = await next(scope, 'progress');
    const copy = first.attention.effective.slice();
    await scope.train({ steps: 5000 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(first.attention.effective).toEqual(copy);
  });

  it('tells of a change from outside', async () => {
    const scope = await scopeOf();
    await next(scope, 'progress');
    const changed = next(scope, 'progress');
    await scope.set('map', [0, 0, 0, 0, 0]);
    const { attention } = /** @type {Progress} */ (await changed);
    expect([0, 8, 16, 24, 32].map((i) => attention.truth[i])).toEqual([1, 1, 1, 1, 1]);
  });

  it('pauses, goes on, changes speed, and answers calls in between', async () => {
    const scope = await scopeOf();
    await scope.run({ speed: 50 });
    scope.speed = 1000;
    expect(scope.speed).toBe(1000);
    await scope.evaluate();
    await scope.set('learningRate', 0.01);
    expect(scope.running).toBe(true);
    expect((await refusal(scope.train({ steps: 1 }))).code).toBe('BAD_STATE');
    const paused = next(scope, 'pause');
    const { step } = await scope.pause();
    expect(await paused).toEqual({ step, reason: 'pause' });
    await scope.train({ steps: 1 });
    expect(scope.step).toBe(step + 1);
    const ended = next(scope, 'pause');
    await scope.run({ speed: Number.POSITIVE_INFINITY, until: step + 5000 });
    expect(await ended).toEqual({ step: step + 5000, reason: 'until' });
  });

  it('ends a run on reset', async () => {
    const scope = await scopeOf();
    await scope.run({ speed: 100 });
    const paused = next(scope, 'pause');
    await scope.reset();
    expect(await paused).toMatchObject({ reason: 'reset' });
    expect(scope.running).toBe(false);
    expect(scope.step).toBe(0);
  });

  it('ends a long train early at a pause, and cancels it by a signal', async () => {
    const scope = await scopeOf();
    const training = scope.train({ steps: 1e9 });
    const following = scope.train({ steps: 1e9 });
    await next(scope, 'progress');
    await scope.pause();
    const { steps } = await training;
    expect(steps).toBeLessThan(1e9);
    expect((await following).steps).toBe(0);
    const controller = new AbortController();
    const cancelled = scope.train({ steps: 1e9, signal: controller.signal });
    const queued = scope.train({ steps: 1e9, signal: controller.signal });
    await next(scope, 'progress');
    controller.abort();
    expect(await refusal(cancelled)).toMatchObject({ code: 'ABORTED', recoverable: true });
    expect((await refusal(queued)).code).toBe('ABORTED');
    expect((await refusal(scope.train({ steps: 1, signal: controller.signal }))).code).toBe('ABORTED');
    await expect(scope.train({ steps: 1 })).resolves.toMatchObject({ steps: 1 });
  });

  it('answers calls in the order they were made', async () => {
    const scope = await scopeOf();
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
    expect(order).toEqual([
      'refused at once',
      'train',
      'evaluate',
      'attention',
      'train to 5001',
      'checkpoint',
    ]);
  });

  it('gives other events their turn while it trains', async () => {
    const scope = await scopeOf();
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const began = performance.now();
    await scope.train({ steps: 1_000_000 });
    clearInterval(timer);
    const ms = performance.now() - began;
    expect(ms).toBeGreaterThan(60);
    expect(turns).toBeGreaterThan(ms / 30);
  });
});

describe('wrong use', () => {
  /** @type {[string, (scope: Scope) => Promise<unknown>, string][]} */
  const mistakes = [
    ['half a step', (scope) => scope.train({ steps: 1.5 }), 'steps'],
    ['no step', (scope) => scope.train({ steps: 0 }), 'steps'],
    ['steps back', (scope) => scope.train({ steps: -5 }), 'steps'],
    ['NaN steps', (scope) => scope.train({ steps: Number.NaN }), 'steps'],
    ['endless steps', (scope) => scope.train({ steps: Number.POSITIVE_INFINITY }), 'steps'],
    ['absurdly many steps', (scope) => scope.train({ steps: 1e15 }), 'steps'],
    ['no speed', (scope) => scope.run({ speed: 0 }), 'speed'],
    ['NaN speed', (scope) => scope.run({ speed: Number.NaN }), 'speed'],
    ['an end before the start', (scope) => scope.run({ until: -1 }), 'until'],
    ['an unknown option', (scope) => scope.run(/** @type {{}} */ ({ sped: 1 })), 'options.sped'],
    ['an unknown parameter', (scope) => scope.set('__proto__', 1), '__proto__'],
    ['a fixed parameter', (scope) => scope.set('contexts', 3), 'contexts'],
    ['a parameter out of range', (scope) => scope.set('learningRate', 7), 'learningRate'],
    ['a short list', (scope) => scope.set('map', [1, 2]), 'map'],
  ];

  it.each(mistakes)('%s is refused and changes nothing', async (_, mistake, parameter) => {
    const scope = await scopeOf();
    const before = [scope.fingerprint(), scope.step, scope.link(), scope.running, scope.speed];
    const error = await refusal(mistake(scope));
    expect(error).toMatchObject({ code: 'BAD_PARAMETER', parameter, recoverable: true });
    expect(error.expected).toBeTruthy();
    expect([scope.fingerprint(), scope.step, scope.link(), scope.running, scope.speed]).toEqual(before);
    await scope.train({ steps: 1 });
  });

  it.each([
    [undefined],
    [null],
    ['context-lookup'],
    [{}],
    [{ experiment: 'x' }],
    [{ experiment: 'context-lookup', seeds: 1 }],
    [{ experiment: 'context-lookup', seed: -1 }],
    [{ experiment: 'context-lookup', parameters: [] }],
    [{ experiment: 'context-lookup', parameters: { contexts: 1e9 } }],
    [{ experiment: 'context-lookup', data: 'x' }],
    [{ experiment: 'context-lookup', worker: 'yes' }],
  ])('no scope is made from %o', async (options) => {
    const error = await refusal(createScope(/** @type {{ experiment: string }} */ (options)));
    expect(error.code).toBe('BAD_PARAMETER');
    expect(error.parameter).toBeTruthy();
  });

  it('an impossible speed is refused in place', async () => {
    const scope = await scopeOf();
    for (const speed of [0, -1, Number.NaN, '5']) {
      expect(() => {
        scope.speed = /** @type {number} */ (speed);
      }).toThrow(AttentoscopeError);
    }
  });

  it('thousands of errors in a row leave a scope usable', { timeout: 60_000 }, async () => {
    const scope = await scopeOf();
    for (let i = 0; i < 5000; i++) {
      await scope.restore(new Uint8Array(9)).catch(() => undefined);
      await scope.predict({ example: 1e6 }).catch(() => undefined);
    }
    const other = await scopeOf();
    await Promise.all([scope.train({ steps: 100 }), other.train({ steps: 100 })]);
    expect(scope.fingerprint()).toBe(other.fingerprint());
  });

  it('numbers that overflow stop training before they spread', async () => {
    const scope = await scopeOf();
    const before = await scope.checkpoint();
    const weights = await scope.saveWeights();
    const headerBytes = Number(new DataView(weights.buffer).getBigUint64(0, true));
    const huge = new Float32Array((weights.length - 8 - headerBytes) / 4).fill(3e38);
    weights.set(new Uint8Array(huge.buffer), 8 + headerBytes);
    await scope.loadWeights(weights);
    const fingerprint = scope.fingerprint();
    const error = await refusal(scope.train({ steps: 100 }));
    expect(error).toMatchObject({ code: 'NOT_FINITE', recoverable: true });
    expect(error.parameter).toBeTruthy();
    expect([scope.step, scope.fingerprint()]).toEqual([0, fingerprint]);

    const told = next(scope, 'error');
    const paused = next(scope, 'pause');
    await scope.run();
    expect(await told).toMatchObject({ error: { code: 'NOT_FINITE' } });
    expect(await paused).toEqual({ step: 0, reason: 'error' });
    expect(scope.running).toBe(false);
    await scope.restore(before);
    await expect(scope.train({ steps: 10 })).resolves.toMatchObject({ step: 10 });
  });
});

describe('dispose', () => {
  it('refuses everything from then on', async () => {
    const scope = await scopeOf();
    const training = refusal(scope.train({ steps: 1e9 }));
    const waiting = refusal(scope.evaluate());
    scope.dispose();
    scope.dispose();
    expect((await training).code).toBe('DISPOSED');
    expect((await waiting).code).toBe('DISPOSED');
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
    for (const call of calls)
      expect(await refusal(call)).toMatchObject({ code: 'DISPOSED', recoverable: false });
    expect(() => scope.fingerprint()).toThrow(/disposed/);
    expect(() => scope.link()).toThrow(/disposed/);
    expect(() => {
      scope.speed = 1;
    }).toThrow(/disposed/);
  });

  it('sends no further event', async () => {
    const scope = await scopeOf();
    await scope.run();
    await next(scope, 'progress');
    let events = 0;
    for (const type of ['progress', 'pause', 'error']) scope.addEventListener(type, () => events++);
    scope.dispose();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(events).toBe(0);
  });
});

describe('the description', () => {
  it('is read-only', () => {
    const [experiment] = experiments();
    expect(experiment.name).toBe('context-lookup');
    expect(Object.isFrozen(experiments())).toBe(true);
    expect(Object.isFrozen(experiment.parameters[0])).toBe(true);
    expect(() => {
      /** @type {{ name: string }} */ (experiment).name = 'x';
    }).toThrow(TypeError);
  });

  it('and link belong together', async () => {
    const scope = await scopeOf({ seed: 3, parameters: { contexts: 2, map: [4, 5], epochs: 4 } });
    expect(scope.link()).toBe('v1;experiment=context-lookup;contexts=2;map=4,5;seed=3');
    const { configuration, notices } = parseLink(`#${scope.link()}`);
    expect(notices).toEqual([]);
    const again = await scopeOf(configuration);
    expect(again.configuration).toEqual(scope.configuration);
    expect(again.fingerprint()).toBe(scope.fingerprint());
    await scope.set('learningRate', 0.5);
    expect(scope.link()).toContain('learningRate=0.5');
  });
});
