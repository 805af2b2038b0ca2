/** Values that break careless code: throwing getters, false lengths, deep nesting. */

import fc from 'fast-check';
import { AttentoscopeError } from '../../web/engine/errors.js';

/** Counts reads of the current value: items of lists with a false length, and steps of endless iterators. */
export const meter = { reads: 0 };

/** Throws at every access. */
const untouchable = new Proxy(() => undefined, new Proxy({}, { get: () => fail }));

/** @returns {never} */
function fail() {
  throw untouchable;
}

/** An endless iterator throws after so many steps, so that code that follows it fails instead of hanging. */
const maxReads = 1_000_000;

function* endless() {
  for (let i = 0; ; i++) {
    meter.reads++;
    if (i > maxReads) fail();
    yield 1;
  }
}

/** A list of ones with a false length that counts reads. @param {unknown} length */
const createFalseList = (length) =>
  new Proxy(/** @type {number[]} */ ([]), {
    get(target, name) {
      if (name === 'length') return length;
      if (typeof name === 'symbol') return Reflect.get(target, name);
      if (++meter.reads > maxReads) fail();
      return 1;
    },
    has: () => true,
  });

/** @template {{ buffer: ArrayBufferLike }} T @param {T} view @returns {T} the same view, with a detached buffer */
function detached(view) {
  structuredClone(view.buffer, { transfer: [/** @type {ArrayBuffer} */ (view.buffer)] });
  return view;
}

/** An object with getters that throw. @param {string[]} names of the getters */
const createThrowingGetters = (...names) =>
  Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: fail, enumerable: true }])),
  );

/** @param {(inner: unknown) => unknown} wrap */
function nestDeeply(wrap) {
  /** @type {unknown} */
  let nest = 1;
  for (let i = 0; i < 100_000; i++) nest = wrap(nest);
  return nest;
}

/** Caches a value that is expensive to create and does not change when it is used. @param {() => unknown} make */
function cache(make) {
  /** @type {[unknown] | undefined} */
  let entry;
  return () => {
    entry ??= [make()];
    return entry[0];
  };
}

/** @param {object} value @param {Record<PropertyKey, unknown>} own */
const defineProperties = (value, own) => {
  for (const name of Reflect.ownKeys(own)) Object.defineProperty(value, name, { value: own[name] });
  return value;
};

const resizable = () => new /** @type {any} */ (ArrayBuffer)(16, { maxByteLength: 32 });
const traps = Object.getOwnPropertyNames(Reflect).filter((name) => name !== 'length');
const targets = { object: {}, list: [1, 2], function: () => 1, bytes: new Uint8Array(4) };

/**
 * Hostile values by name; each is created anew, because some can be used only once.
 * @type {Record<string, () => unknown>}
 */
export const makers = {
  'a BigInt': () => 1n,
  'a long BigInt': cache(() => 1n << 4_000_000n),
  'a symbol': () => Symbol('name'),
  'negative zero': () => -0,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  null: () => null,
  'half a pair': () => '\ud800',
  'a long text': cache(() => 'x'.repeat(2 ** 24)),
  'a boxed long text': cache(() => Object('x'.repeat(2 ** 20))),
  'a boxed number': () => Object(1),
  'a date': () => new Date(0),
  'no date': () => new Date(Number.NaN),
  'a pattern': () => /x/,
  'an error': () => new Error('x'),
  'a function': () => () => 1,
  'an async function': () => async () => 1,
  'a function that throws': () => fail,
  'a class': () => class {},
  'a class with a message that throws': () => Object.defineProperty(class {}, 'message', { get: fail }),
  'a promise': () => Promise.resolve(1),
  'what cannot be awaited': () => createThrowingGetters('then'),
  'a set': () => new Set([1]),
  'a map': () => new Map([['x', 1]]),
  'a map that never ends': () =>
    defineProperties(new Map([['x', 1]]), { [Symbol.iterator]: endless, size: 0 }),
  'a generator': endless,
  'an endless iterable': () => ({ [Symbol.iterator]: endless, length: 3 }),
  'a list with an endless iterator': () => defineProperties([1, 2], { [Symbol.iterator]: endless }),
  'bytes with an endless iterator': () =>
    defineProperties(Uint8Array.of(1), { [Symbol.iterator]: endless, length: 2 ** 40 }),
  'a list that makes others': () =>
    defineProperties([1, 2], { constructor: { [Symbol.species]: fail }, slice: fail, map: fail }),
  'a sparse list': () => Object.assign(new Array(4), { 1: 1, 3: 2 }),
  'a list of holes': () => new Array(5),
  'the longest list': () => new Array(2 ** 32 - 1),
  'a list of ten million holes': () => new Array(1e7),
  'a list around itself': () => {
    /** @type {unknown[]} */
    const list = [];
    list.push(list, list);
    return list;
  },
  'an object around itself': () => {
    /** @type {Record<string, unknown>} */
    const object = {};
    return Object.assign(object, { shape: object, data: object, example: object, parameters: object });
  },
  'deep lists': cache(() => nestDeeply((inner) => [inner])),
  'deep objects': cache(() => nestDeeply((inner) => ({ data: inner, shape: inner }))),
  'many names': cache(() => Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`n${i}`, i]))),
  'names of the prototype': () => JSON.parse('{"__proto__":{"steps":1},"constructor":1,"hasOwnProperty":1}'),
  'no prototype': () => Object.create(null),
  'conversions that throw': () => ({ toString: fail, valueOf: fail, toJSON: fail }),
  'a conversion that throws': () => ({ [Symbol.toPrimitive]: fail }),
  'a list with conversions that throw': () =>
    defineProperties([1], { toString: fail, valueOf: fail, join: fail }),
  'a tag that throws': () => Object.defineProperty({}, Symbol.toStringTag, { get: fail }),
  'a long tag': () => ({ [Symbol.toStringTag]: 'x'.repeat(2 ** 20) }),
  'getters that throw': () =>
    createThrowingGetters(
      'shape',
      'data',
      'length',
      'name',
      'type',
      'message',
      'code',
      'example',
      'steps',
      'of',
      'aborted',
      '0',
    ),
  'a getter that throws in a list': () => Object.defineProperty([1, 2], 1, { get: fail, enumerable: true }),
  'a list that throws later': () => {
    let left = 3;
    return new Proxy([1, 1, 1, 1, 1], {
      get: (list, name) => (left-- > 0 ? Reflect.get(list, name) : fail()),
    });
  },
  'an object that throws later': () => {
    let left = 3;
    return new Proxy(
      { shape: [1], data: [1] },
      { get: (one, name) => (left-- > 0 ? Reflect.get(one, name) : fail()) },
    );
  },
  'a view of bits': () => new DataView(new ArrayBuffer(8)),
  'BigInts in a row': () => BigInt64Array.of(1n, 2n),
  'detached bytes': () => detached(new Uint8Array(8)),
  'detached floats': () => detached(new Float32Array(8)),
  'a detached buffer': () => detached(new Uint8Array(8)).buffer,
  'a detached view of bits': () => detached(new DataView(new ArrayBuffer(8))),
  'a resizable buffer': resizable,
  'bytes that follow their buffer': () => new Uint8Array(resizable()),
  'floats out of their buffer': () => {
    const buffer = resizable();
    const floats = new Float32Array(buffer, 8, 2);
    buffer.resize(4);
    return floats;
  },
  'shared bytes': () => new Uint8Array(new SharedArrayBuffer(8)),
  'a shared buffer': () => new SharedArrayBuffer(8),
  ...Object.fromEntries(
    [ArrayBuffer, Uint8Array, Map, AbortSignal, AttentoscopeError, Array, Error].map((kind) => [
      `what claims to be a ${kind.name}`,
      () => Object.create(kind.prototype),
    ]),
  ),
  'a signal that throws': () =>
    new Proxy(AbortSignal.abort(), { get: (_, name) => (name === 'aborted' ? false : fail()) }),
  ...Object.fromEntries(
    [2 ** 23, 2 ** 32 - 1, 2 ** 53, Infinity, -1, NaN, '2', 2n, untouchable].map((length, i) => [
      `a list with the length ${typeof length === 'function' ? 'that throws' : `${String(length)} (${i})`}`,
      () => createFalseList(length),
    ]),
  ),
  untouchable: () => untouchable,
  ...Object.fromEntries(
    Object.entries(targets).flatMap(([kind, target]) => [
      ...traps.map((trap) => [`a proxy of ${kind}: ${trap}`, () => new Proxy(target, { [trap]: fail })]),
      [
        `a revoked proxy of ${kind}`,
        () => {
          const { proxy, revoke } = Proxy.revocable(target, {});
          revoke();
          return proxy;
        },
      ],
    ]),
  ),
};

/** Ways to nest a hostile value in another one. @type {Record<string, (value: unknown) => unknown>} */
const places = {
  'in a list': (value) => [value],
  'after a number': (value) => [1, value],
  'in two lists': (value) => [[1, value]],
  'as data': (value) => ({ shape: [1], data: value }),
  'as shape': (value) => ({ shape: value, data: [1] }),
  'as example': (value) => ({ example: value }),
  'as name': (value) => ({ name: value, type: 'text' }),
  'as parent': (value) => Object.create(Object(value)),
};

/** A recipe for a hostile value, because fast-check inspects the values that it generates. @typedef {{ maker: string, within: string[] }} Recipe */

/** @type {fc.Arbitrary<Recipe>} */
export const recipes = fc.record({
  maker: fc.constantFrom(...Object.keys(makers)),
  within: fc.array(fc.constantFrom(...Object.keys(places)), { maxLength: 3 }),
});

/** @param {Recipe} recipe @returns {unknown} */
export function createValue({ maker, within }) {
  meter.reads = 0;
  return within.reduce((value, place) => places[place](value), makers[maker]());
}
