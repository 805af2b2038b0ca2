/** The options that views get, tested with the real module. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createViewOptions } from '../../web/element/view-options.js';
import { Scope } from '../../web/engine/scope.js';
import { createScope, experiments } from '../../web/index.js';

const experiment = experiments()[0];

/** @type {Scope[]} */
const open = [];
afterEach(() => {
  for (const scope of open.splice(0)) scope.dispose();
  vi.restoreAllMocks();
});

/** @param {Record<string, import('../../web/engine/schema.js').Value>} [overrides] */
async function createOptions(overrides = {}) {
  const parameters = { examples: 500, epochs: 2, ...overrides };
  const configuration = { experiment: 'context-lookup', seed: 3, parameters };
  const scope = await createScope({ ...configuration, worker: false });
  open.push(scope);
  const [life, pause, change] = [new AbortController(), vi.fn(), vi.fn()];
  const run = /** @type {any} */ ({
    scope,
    experiment,
    requestedConfiguration: configuration,
    data: { own: null },
    training: { pause },
    change,
  });
  const options = createViewOptions(run, life.signal, { initialMap: 'embedding', events: {} });
  return { run, scope, life, pause, change, options };
}

/** @param {AsyncIterable<import('../../web/engine/shapes.js').SweepPoint>} points */
async function collect(points) {
  const found = [];
  for await (const point of points) found.push(point);
  return found;
}

describe('the options of a view', () => {
  test('describe the run, and change it until it is replaced', async () => {
    const { options, run, scope, change } = await createOptions();
    expect(options.manifest).toBe(scope.manifest);
    expect(options.parameters()).toMatchObject({ examples: 500, contexts: 5 });
    await scope.set('epochs', 5);
    expect(options.run.plan()).toEqual({ plannedSteps: 2500, epochSteps: 500 });
    expect(options.parameters().epochs).toBe(5);
    options.change('epochs', 6);
    run.scope = null; // it is replaced
    options.change('epochs', 7);
    expect(change).toHaveBeenCalledExactlyOnceWith('epochs', 6);
  });

  test('query the run, and pass on its errors', async () => {
    const { options, scope } = await createOptions();
    expect(await options.predict({ example: 2 })).toEqual(await scope.predict({ example: 2 }));
    expect((await options.run.getAttention({ map: 'embedding' })).name).toBe('embedding');
    expect((await options.run.getAttention()).name).toBe('effective');
    expect(await options.run.evaluate()).toEqual(await scope.evaluate());
    await expect(options.predict({ sentence: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    scope.dispose();
    await expect(options.predict({ example: 2 })).rejects.toMatchObject({ code: 'DISPOSED' });
  });

  test('sweep with the reader’s settings, and pause the run that is shown', async () => {
    const { options, pause, scope } = await createOptions({ learningRate: 0.01, map: [0, 1, 2, 3, 4] });
    const points = await collect(options.run.sweep({ vary: { batchSize: [1, 2] } }));
    expect(points.map(({ parameters }) => parameters)).toEqual([{ batchSize: 1 }, { batchSize: 2 }]);
    expect(points.map(({ seed }) => seed)).toEqual([3, 3]);
    expect(pause).toHaveBeenCalledTimes(1);
    await scope.train({ steps: scope.manifest.plannedSteps });
    expect(points[0].evaluation).toEqual(await scope.evaluate());
    const [own] = await collect(
      options.run.sweep({ vary: { batchSize: [1] }, parameters: { epochs: 1 }, seeds: [4] }),
    );
    expect(own.seed).toBe(4);
    expect(own.evaluation).not.toEqual(points[0].evaluation);
  });

  test('drop lists of the reader that do not fit a sweep', async () => {
    const { options } = await createOptions({ map: [0, 1, 2, 3, 4] });
    expect(await collect(options.run.sweep({ vary: { contexts: [5, 6] } }))).toHaveLength(2);
    const wrong = options.run.sweep({ vary: { contexts: [5, 6] }, parameters: { map: [0, 1, 2, 3, 4] } });
    await expect(collect(wrong)).rejects.toMatchObject({ code: 'BAD_PARAMETER', parameter: 'map' });
  });

  test.each(['life', 'signal'])('end a sweep with the %s', async (which) => {
    const { options, life } = await createOptions({ epochs: 1000 });
    const own = new AbortController();
    const sweep = collect(options.run.sweep({ vary: { contexts: [2, 3] }, signal: own.signal }));
    setTimeout(() => (which === 'life' ? life : own).abort(), 30);
    await expect(sweep).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('start a second run, which is disposed with the views', async () => {
    const { options, life, scope } = await createOptions({ map: [0, 1, 2, 3, 4] });
    const before = await scope.fingerprint();
    const second = await options.run.createSecondRun({ contexts: 2 });
    expect(second.configuration).toMatchObject({ seed: 3, parameters: { contexts: 2, examples: 500 } });
    const { step } = await second.train({ steps: second.manifest.plannedSteps });
    expect([step, scope.step, await scope.fingerprint()]).toEqual([1000, 0, before]);
    life.abort();
    await expect(second.evaluate()).rejects.toMatchObject({ code: 'DISPOSED' });
    const late = await options.run.createSecondRun({});
    await expect(late.evaluate()).rejects.toMatchObject({ code: 'DISPOSED' });
    const wrong = options.run.createSecondRun({ contexts: 99 });
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_PARAMETER' });
  });
});
