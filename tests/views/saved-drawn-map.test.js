/** A drawn prediction survives a reload if the browser allows session storage. */
import { afterEach, expect, test, vi } from 'vitest';
import { loadDrawnMap, saveDrawnMap } from '../../web/views/drawing/saved-drawn-map.js';

afterEach(() => vi.unstubAllGlobals());

const prediction = { marks: Float32Array.of(0, 3, 0, 1), committed: true };

/** Stubs sessionStorage and returns its entries. @param {Partial<Storage>} [own] */
function stubStorage(own = {}) {
  const entries = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => entries.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => entries.set(key, text),
    removeItem: (/** @type {string} */ key) => entries.delete(key),
    ...own,
  };
  vi.stubGlobal('sessionStorage', storage);
  return entries;
}

test('a prediction is found only under its own configuration', () => {
  const entries = stubStorage();
  saveDrawnMap('v1;experiment=sentiment', prediction);
  expect(loadDrawnMap('v1;experiment=sentiment')).toEqual(prediction);
  expect(loadDrawnMap('v1;experiment=sentiment;seed=8')).toBeNull();
  // A cleared prediction is removed.
  saveDrawnMap('v1;experiment=sentiment', { marks: new Float32Array(4), committed: false });
  expect([loadDrawnMap('v1;experiment=sentiment'), entries.size]).toEqual([null, 0]);
});

test('a page without session storage works without it', () => {
  const refuse = () => {
    throw new DOMException('Forbidden in a sandboxed frame.', 'SecurityError');
  };
  for (const own of [{ getItem: refuse }, { setItem: refuse }]) {
    stubStorage(own);
    saveDrawnMap('key', prediction);
    expect(loadDrawnMap('key')).toBeNull();
  }
  // In some browsers even accessing it throws.
  const present = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', { get: refuse, configurable: true });
  saveDrawnMap('key', prediction);
  expect(loadDrawnMap('key')).toBeNull();
  if (present) Object.defineProperty(globalThis, 'sessionStorage', present);
});

test.each(['', '{', 'null', '[]', '{"marks":"1"}', '{"marks":[1,-1]}', '{"marks":[null]}'])(
  'an invalid stored value is not a prediction: %j',
  (text) => {
    stubStorage({ getItem: () => text });
    expect(loadDrawnMap('key')).toBeNull();
  },
);
