/** Random arguments are rejected with an error that names the fault, or accepted; other runs do not change. */

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { attend, createScope, experiments, mechanisms, outlines, sweep } from '../../web/index.js';
import { selectSample } from '../full-run.js';
import { arbitraryText, arbitraryValue, arbitraryValues, arbitraryVariation, attempt } from './hostile.js';
import { createTestScope, disposeAll } from './scopes.js';

/** @import { Scope } from '../../web/engine/scope.js' */

afterEach(disposeAll);

/** Parameters that determine the time of a step; they get their minimum. */
const sizeParameters = [
  'batchSize',
  'context',
  'dModel',
  'embedding',
  'examples',
  'hidden',
  'lines',
  'sentences',
];

/** Random valid inputs of `predict`. @param {Scope} scope @param {string} name */
function arbitraryInput(scope, name) {
  const { inputs } = experiments().find((experiment) => experiment.name === name) ?? { inputs: [] };
  const { parameters } = scope.configuration;
  return fc.record(
    Object.fromEntries(
      inputs.map((schema) => [schema.name, arbitraryValues(schema, (bound) => Number(parameters[bound]))]),
    ),
  );
}

describe.each(
  selectSample(
    outlines().map(({ name, parameters }) => [name, parameters]),
    1,
  ),
)('a run of %s', (name, schemas) => {
  it('computes the same bits after rejected calls', { timeout: 120_000 }, async () => {
    const small = schemas.filter((schema) => sizeParameters.includes(schema.name));
    const parameters = Object.fromEntries(small.map((schema) => [schema.name, schema.minimum ?? 1]));
    const options = { experiment: name, parameters };
    const [scope, undisturbed] = [await createTestScope(options), await createTestScope(options)];
    await Promise.all([scope.train({ steps: 1 }), undisturbed.train({ steps: 1 })]);
    const [start, weights] = [await scope.checkpoint(), await scope.saveWeights()];

    const parameterNames = fc.oneof(fc.constantFrom(...schemas.map((schema) => schema.name)), arbitraryValue);
    const nearFile = fc
      .tuple(fc.constantFrom(start, weights), fc.nat(), fc.nat(255), fc.boolean())
      .map(([file, at, byte, cut]) =>
        cut ? file.slice(0, at % file.length) : file.with(at % file.length, byte),
      );
    /** Random calls; those of `readCalls` never change the run. */
    const readCalls = fc.oneof(
      fc.tuple(fc.constant('predict'), arbitraryVariation({ example: 0 })),
      fc.tuple(fc.constant('predict'), arbitraryInput(scope, name).chain(arbitraryVariation)),
      fc.tuple(fc.constant('attention'), arbitraryVariation({ example: 0, map: 'learned' })),
      fc.tuple(fc.constant('explain'), arbitraryVariation({ example: 0, test: 'uniform', row: 0, head: 0 })),
    );
    const changes = fc.oneof(
      fc.tuple(fc.constant('set'), parameterNames, arbitraryValue),
      fc.tuple(fc.constant('train'), arbitraryVariation({ steps: 0, signal: undefined })),
      fc.tuple(fc.constant('run'), arbitraryVariation({ speed: 0, until: -1 })),
      fc.tuple(fc.constantFrom('loadWeights', 'restore'), fc.oneof(arbitraryValue, nearFile)),
      fc.tuple(fc.constant('speed'), arbitraryValue),
    );

    /** @param {Scope} of @param {readonly unknown[]} call */
    const make = (of, [method, ...args]) => {
      if (method === 'speed') return Reflect.set(of, 'speed', args[0], of);
      return /** @type {any} */ (of)[String(method)](...args);
    };
    await fc.assert(
      fc.asyncProperty(fc.oneof(readCalls, changes), async (call) => {
        const [method] = call;
        const { refused } = await attempt(() => make(scope, call));
        if (!refused && method === 'run') await scope.pause();
        // A call that was accepted may have changed the run, so both runs are restored.
        if (!refused && !['predict', 'attention', 'explain'].includes(method)) {
          scope.speed = Number.POSITIVE_INFINITY;
          await scope.restore(start);
          await undisturbed.restore(start);
        }
        await Promise.all([scope.train({ steps: 1 }), undisturbed.train({ steps: 1 })]);
        expect([scope.step, scope.fingerprint()]).toEqual([undisturbed.step, undisturbed.fingerprint()]);
      }),
      { numRuns: 100 },
    );
  });

  it('is created from any options, or they are rejected', { timeout: 120_000 }, async () => {
    const anyParameter = fc.tuple(
      fc.oneof(fc.constantFrom(...schemas.map((schema) => schema.name)), arbitraryText),
      arbitraryValue,
    );
    const options = fc.oneof(
      arbitraryVariation({ experiment: name, seed: 1, parameters: {}, worker: false }),
      anyParameter.map((pair) => ({ experiment: name, parameters: Object.fromEntries([pair]) })),
      arbitraryVariation({ experiment: name, data: 'good\t1\nbad\t0\n', preset: 'article' }),
    );
    await fc.assert(
      fc.asyncProperty(options, async (options) => {
        const scopeOptions = /** @type {any} */ (options);
        const { result, refused } = await attempt(() => createScope(scopeOptions));
        if (refused) return;
        await result.train({ steps: 1 });
        result.dispose();
      }),
      { numRuns: 40 },
    );
  });
});

it('rejects any invalid sweep before the first run', { timeout: 120_000 }, async () => {
  const good = {
    experiment: 'context-lookup',
    seed: 1,
    seeds: [1],
    parameters: { examples: 100, epochs: 1 },
    vary: { contexts: [1], map: [[0]] },
    worker: false,
  };
  const sweepOptions = fc.oneof(
    arbitraryVariation(good),
    arbitraryVariation(good.vary).map((vary) => ({ ...good, vary })),
    arbitraryVariation({ contexts: 1 }).map((parameters) => ({ ...good, parameters })),
  );
  await fc.assert(
    fc.asyncProperty(sweepOptions, async (options) => {
      const points = sweep(/** @type {any} */ (options));
      await attempt(() => points.next());
      await points.return();
    }),
    { numRuns: 100 },
  );
});

describe('attend', () => {
  /** @type {Record<string, number>} */
  const extents = { B: 1, T: 2, S: 3, H: 4, K: 4, M: 5, A: 2, D: 3, C: 6, L: 3, R: 6, P: 25 };
  const good = mechanisms().map(({ name, inputs, options }) => {
    const tensors = inputs.map(({ name, shape, type }) => {
      const sizes = shape.split(' ').map((word) =>
        word
          .split('+')
          .map((part) => extents[part] ?? Number(part))
          .reduce((sum, part) => sum + part, 0),
      );
      const size = sizes.reduce((product, extent) => product * extent, 1);
      const data = Array.from({ length: size }, (_, i) =>
        type === 'integers' ? i % 2 : name === 'mask' ? 1 : i / 10,
      );
      return [name, { shape: sizes, data }];
    });
    const usual = options
      .filter((option) => option.default !== undefined)
      .map((option) => [option.name, option.default]);
    return { name, inputs: Object.fromEntries([...tensors, ...usual]), tensors };
  });

  it('computes every valid call', async () => {
    for (const { name, inputs } of good)
      expect([name, (await attempt(() => attend(name, inputs))).refused]).toEqual([name, false]);
  });

  it('computes or rejects any call, and later calls give the same results', async () => {
    const [{ name, inputs }] = good;
    const before = await attend(name, inputs);
    const call = fc.constantFrom(...good).chain(({ name, inputs, tensors }) => {
      const [input, tensor] = /** @type {[string, object]} */ (tensors[0]);
      return fc.tuple(
        fc.oneof({ weight: 9, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: arbitraryValue }),
        fc.oneof(
          arbitraryVariation(inputs),
          arbitraryVariation(/** @type {Record<string, unknown>} */ (tensor)).map((bad) => ({
            ...inputs,
            [input]: bad,
          })),
        ),
        fc.option(
          fc.oneof(
            arbitraryVariation({ steps: true, randomSeed: 7, gradient: { of: 'context', at: [0, 0, 0] } }),
            arbitraryVariation({ of: 'context', at: [0, 0, 0] }).map((gradient) => ({ gradient })),
            arbitraryVariation({ towards: [0], rate: 1, steps: 3 }).map((descent) => ({ descent })),
          ),
          { nil: undefined },
        ),
      );
    });
    await fc.assert(
      fc.asyncProperty(call, async ([mechanism, inputs, request]) => {
        const { result, refused } = await attempt(() =>
          attend(
            /** @type {string} */ (mechanism),
            /** @type {any} */ (inputs),
            /** @type {any} */ (request),
          ),
        );
        if (!refused) expect(result.weights ?? result).toBeTypeOf('object');
      }),
      { numRuns: 300 },
    );
    expect(await attend(name, inputs)).toEqual(before);
  });
});

it('rejects any text that is not the name of an experiment', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryText, async (experiment) => {
      const { result } = await attempt(() => createScope({ experiment, worker: false }));
      expect(result).toMatchObject({ code: 'BAD_PARAMETER', parameter: 'experiment' });
    }),
  );
});
