/**
 * Calls every public function with hostile values as each argument and as each option. The names of functions, arguments and
 * options come from the library itself, so that none can be forgotten.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as library from '../../web/index.js';
import { attempt } from './hostile.js';
import { createValue, makers, meter, recipes } from './hostile-values.js';
import { createTestScope, disposeAll } from './scopes.js';

/** @typedef {(string | number)[]} Path path to a value within the arguments of a call */

const { AttentoscopeError } = library;

/** Most items of a value that may be read: a list with a larger length must be rejected without reading it. */
const maxReads = 10_000;

const configuration = {
  experiment: 'context-lookup',
  seed: 1,
  parameters: { examples: 100, map: [2, 7, 3, 5, 1] },
};
const own = { ...configuration, worker: false };
const key = { name: 'x', type: 'choice', choices: [{ value: 'a', label: 'a' }], default: 'a' };
const list = { name: 'y', type: 'integers', minimum: 0, maximum: 9, length: 1 };
const query = { shape: [1, 1, 2], data: [1, 2] };
const details = { parameter: 'x', value: 1, expected: 'x', message: 'x', recoverable: true, cause: 1 };

/** Valid arguments of each function. @type {Record<string, unknown[]>} */
const functions = {
  AttentoscopeError: ['BAD_INPUT', details],
  attend: ['dot', { query, key: [[[1, 0]]] }, { gradient: { of: 'context', at: [0, 0, 0] } }],
  checkFormula: ['q · k'],
  createScope: [own],
  experiments: [],
  mechanisms: [],
  openMaps: [new Uint8Array(8), {}],
  outlines: [],
  parseLink: ['#v1;x=a;y=1', [key, list]],
  readFormula: ['q · k'],
  sweep: [{ ...own, vary: { contexts: [5] }, seeds: [1] }],
  writeLink: [configuration, new Map([['x', 'b']]), [key, list]],
};
const staticMethods = { isInstance: [1] };

/** Valid arguments of each method and setter of a scope. @type {Record<string, unknown[]>} */
const methods = {
  attention: [{ example: 0, map: 'effective' }],
  batch: [0],
  checkpoint: [],
  dispose: [],
  evaluate: [],
  explain: [{ test: 'uniform', example: 0 }],
  fingerprint: [],
  link: [],
  loadWeights: [new Uint8Array(8)],
  pause: [],
  predict: [{ example: 0 }],
  pytorch: [{ training: true, steps: 2 }],
  reset: [],
  restore: [new Uint8Array(8)],
  run: [{ speed: 1, until: 0 }],
  saveWeights: [],
  score: [{ weights: Array(40).fill(1), example: 0, map: 'effective' }],
  set: ['learningRate', 0.01],
  speed: [1],
  train: [{ steps: 1 }],
};

/** Synchronous functions, which may throw. */
const synchronous = [
  'dispose',
  'experiments',
  'fingerprint',
  'link',
  'mechanisms',
  'outlines',
  'parseLink',
  'writeLink',
];

/** @param {string} name @param {unknown[]} args */
async function callFunction(name, args) {
  if (name === 'AttentoscopeError') return Reflect.construct(AttentoscopeError, args);
  if (name in staticMethods)
    return Reflect.apply(Reflect.get(AttentoscopeError, name), AttentoscopeError, args);
  const answer = await Reflect.apply(Reflect.get(library, name), undefined, args);
  if (name === 'createScope') answer.dispose();
  if (name === 'sweep') {
    await answer.next();
    await answer.return();
  }
  return answer;
}

/** @param {library.Scope} scope @param {string} name @param {unknown[]} args */
async function callMethod(scope, name, args) {
  if (name === 'speed') return void Reflect.set(scope, name, args[0], scope);
  return Reflect.apply(Reflect.get(scope, name), scope, args);
}

/** @param {unknown} value @returns {value is Record<string | number, unknown>} whether it has properties to replace */
const hasProperties = (value) =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Map);

/** Copies arguments and replaces the value at a path. @param {any} args @param {Path} path @param {unknown} value @returns {any} */
function replaceAt(args, [first, ...rest], value) {
  const copy = Array.isArray(args) ? [...args] : { ...args };
  const inner = rest.length === 0 ? value : replaceAt(copy[first], rest, value);
  return Object.defineProperty(copy, first, {
    value: inner,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

/**
 * Finds all paths in the arguments of a call: its arguments, and in each object the existing names and those that the error
 * for an unknown name lists.
 * @param {(args: unknown[]) => Promise<unknown>} make
 * @param {unknown[]} args
 * @param {Path} [at]
 * @returns {Promise<Path[]>}
 */
async function findPaths(make, args, at = []) {
  /** @type {any} */
  const here = at.reduce((value, name) => /** @type {any} */ (value)[name], /** @type {unknown} */ (args));
  if (!hasProperties(here) || at.length > 4) return [];
  const all = Object.keys(here);
  // The items of a list are alike, so only the first and the last are used.
  const names = new Set(
    Array.isArray(here) && at.length > 0 ? [all[0], all[all.length - 1]].filter(Boolean) : all,
  );
  if (!Array.isArray(here)) {
    const { result } = await attempt(() => make(replaceAt(args, [...at, 'no such name'], 1)));
    const [, nameList] = /^(?:only|one of the names:) (.+)$/.exec(result?.expected ?? '') ?? [];
    for (const name of nameList?.split(', ') ?? []) names.add(name);
  }
  const paths = [...names].map((name) => [...at, name]);
  const inner = await Promise.all(paths.map((path) => findPaths(make, args, path)));
  return [...paths, ...inner.flat()];
}

/** The hostile values are distributed over the paths. */
const mostParts = 32;

/**
 * Makes a call with hostile values, plain and nested, at each path of its arguments.
 * @param {(args: unknown[]) => Promise<unknown>} make
 * @param {unknown[]} args
 * @param {(refused: boolean, code: string | undefined) => unknown} [after]
 */
async function fuzzCalls(make, args, after = () => undefined) {
  const paths = await findPaths(make, args);
  const parts = Math.min(mostParts, paths.length);
  for (const [place, path] of paths.entries()) {
    const examples = Object.keys(makers)
      .filter((_, i) => i % parts === place % parts)
      .map((maker) => /** @type {[any]} */ ([{ maker, within: [] }]));
    await fc.assert(
      fc.asyncProperty(recipes, async (recipe) => {
        const value = createValue(recipe);
        const { result, refused } = await attempt(() => make(replaceAt(args, path, value)));
        if (meter.reads > maxReads) throw new Error(`${meter.reads} items were read`);
        await after(refused, refused ? result.code : undefined);
      }),
      { numRuns: examples.length + 1, examples },
    );
  }
  return paths.map((path) => path.join('.'));
}

/** The number of parameters of a function. @param {Function} of */
const arity = (of) => {
  const [, list = ''] = /\((.*?)\)\s*\{/s.exec(String(of)) ?? [];
  return list.split(',').filter((one) => one.trim()).length;
};

/** @type {library.Scope} */
let scope;
beforeAll(async () => {
  scope = await createTestScope(own);
  await scope.train({ steps: 3 });
});
afterAll(disposeAll);

describe('the tables name', () => {
  it('every export', () => {
    const names = Object.keys(library).filter((name) => typeof Reflect.get(library, name) === 'function');
    expect(Object.keys(functions).sort()).toEqual(names.sort());
    for (const name of names.filter((one) => one !== 'AttentoscopeError'))
      expect([name, functions[name].length]).toEqual([name, arity(Reflect.get(library, name))]);
    const inherited = Object.getOwnPropertyNames(Error);
    const own = Object.getOwnPropertyNames(AttentoscopeError).filter((name) => !inherited.includes(name));
    expect(own.filter((name) => name !== 'prototype' && name !== 'name' && name !== 'length').sort()).toEqual(
      Object.keys(staticMethods),
    );
  });

  it('every method and setter of a scope', () => {
    // The methods of EventTarget belong to the platform.
    const others = ['constructor', ...Object.keys(EventTarget.prototype)];
    const all = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(scope))).filter(
      ([name, { value, set }]) => !others.includes(name) && (typeof value === 'function' || set),
    );
    expect(Object.keys(methods).sort()).toEqual(all.map(([name]) => name).sort());
    for (const [name, { value, set }] of all)
      expect([name, methods[name].length]).toEqual([name, arity(value ?? set)]);
  });

  it('the synchronous functions; all others return promises', () => {
    const all = { ...library, ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(scope)) };
    const now = [...Object.keys(functions), ...Object.keys(methods)].filter((name) => {
      const found = Reflect.get(all, name);
      return /^Function/.test((found.value ?? found).constructor.name) && name !== 'AttentoscopeError';
    });
    expect(now.sort()).toEqual(synchronous);
  });
});

describe('fails only with AttentoscopeError, reads little and does not change the run', () => {
  // Much longer than needed: finds calls that block; calls that read too much are found by counting.
  const timeout = 600_000;

  it.each(Object.keys(functions))('%s', { timeout }, async (name) => {
    const before = await scope.fingerprint();
    const places = await fuzzCalls((args) => callFunction(name, args), functions[name]);
    expect(places.length).toBeGreaterThanOrEqual(functions[name].length);
    if (name === 'createScope')
      expect(places).toEqual(expect.arrayContaining(['0.data', '0.fast', '0.parameters.epochs']));
    if (name === 'sweep')
      expect(places).toEqual(expect.arrayContaining(['0.signal', '0.onProgress', '0.vary.map']));
    if (name === 'attend')
      expect(places).toEqual(
        expect.arrayContaining(['1.mask', '2.randomSeed', '2.gradient.at', '2.descent']),
      );
    expect(await scope.fingerprint()).toBe(before);
  });

  it.each(Object.entries(staticMethods))('AttentoscopeError.%s', { timeout }, async (name, args) => {
    await fuzzCalls((args) => callFunction(name, args), args);
  });

  it.each(Object.keys(methods).filter((name) => name !== 'dispose'))(
    'scope.%s',
    { timeout },
    async (name) => {
      const before = await scope.fingerprint();
      const start = await scope.checkpoint();
      const places = await fuzzCalls(
        (args) => callMethod(scope, name, args),
        methods[name],
        async (refused) => {
          // A call that was accepted may have changed the run.
          if (!refused && ['run', 'train', 'set', 'reset'].includes(name)) {
            await scope.pause();
            await scope.restore(start);
          }
          if ((await scope.fingerprint()) !== before) throw new Error('the run was changed');
        },
      );
      if (name === 'train') expect(places).toContain('0.signal');
      if (name === 'explain')
        expect(places).toEqual(expect.arrayContaining(['0.row', '0.head', '0.context']));
      scope.speed = Number.POSITIVE_INFINITY;
      await scope.restore(start);
      expect(await scope.fingerprint()).toBe(before);
    },
  );

  it.each(Object.keys(methods))('scope.%s after dispose()', { timeout }, async (name) => {
    const gone = await createTestScope(own);
    gone.dispose();
    await fuzzCalls(
      (args) => callMethod(gone, name, args),
      methods[name],
      (refused, code) => {
        if (name !== 'dispose' && code !== 'DISPOSED') throw new Error(`${name}: ${code}`);
        if (name === 'dispose' && refused) throw new Error('dispose was refused');
      },
    );
  });
});

describe('careless code is detected that', () => {
  /** @type {[string, (value: any) => unknown][]} */
  const carelessReaders = [
    ['copies with an iterator', (value) => Float32Array.from(value)],
    ['reads a property', (value) => value?.example],
    ['converts to a string', (value) => typeof value === 'bigint' || `${value}`],
    ['trusts a length', (value) => Array.from({ length: Math.min(value.length, 1e6) }, (_, i) => value[i])],
    ['uses instanceof', (value) => value instanceof Uint8Array && new Uint8Array(value)],
    ['lists all entries', (value) => typeof value === 'object' && Object.entries(value)],
  ];
  it.each(carelessReaders)('%s', async (_, read) => {
    await expect(fuzzCalls(async ([value]) => read(value), [1])).rejects.toThrow();
  });

  it('reads all items of a false length, by the count of reads', async () => {
    const read = async (/** @type {unknown[]} */ [value]) => {
      try {
        for (let i = 0; i < Math.min(Number(/** @type {any} */ (value).length), 2 * maxReads); i++)
          /** @type {any} */ (value)[i];
      } catch {
        // no raw exception leaves
      }
    };
    await expect(fuzzCalls(read, [1])).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/items were read/) },
    });
  });

  it('an error can be created from any hostile value', () => {
    for (const maker of Object.keys(makers)) {
      const error = new AttentoscopeError('BAD_INPUT', { parameter: 'x', value: makers[maker]() });
      expect(JSON.stringify(error).length).toBeLessThan(1000);
    }
  });
});
