/** How own data reaches the module: accepted types, copies, limits, and data after recovery. */
import { afterEach, expect, it, vi } from 'vitest';
import { experiments } from '../../web/index.js';
import {
  createTestScope,
  createTestScopeInEnvironment,
  disposeAll,
  expectRejection,
  nextEvent,
} from './scopes.js';
import { createThreadBoot } from './thread-boot.js';

afterEach(disposeAll);

const text = Array.from({ length: 24 }, (_, i) => `schön ${i % 3} 🙂;=%\t${i % 2}`).join('\n');
const bytes = new TextEncoder().encode(text);
const options = { experiment: 'sentiment', parameters: { embedding: 4, hidden: 4, batchSize: 4 } };
const { maximumBytes = 0 } = experiments().find(({ name }) => name === 'sentiment')?.data ?? {};

/** The summary and the fingerprint of a run on the text. @param {string | Uint8Array | ArrayBuffer} data */
async function trainOnData(data) {
  const scope = await createTestScope({ ...options, data });
  await scope.train({ steps: 5 });
  return [scope.manifest.data, await scope.fingerprint()];
}

it.each([
  ['bytes', bytes],
  ['a view of a larger buffer', new Uint8Array([1, ...bytes, 2]).subarray(1, -1)],
  ['a buffer', bytes.buffer],
])('own data arrives like a text, as UTF-8: %s', async (_, data) => {
  expect(await trainOnData(data)).toEqual(await trainOnData(text));
});

it('own data is copied: changing the caller’s bytes does not change those of the scope', async () => {
  const own = bytes.slice();
  const scope = await createTestScope({ ...options, data: own });
  expect(own).toEqual(bytes);
  own.fill(0);
  await scope.reset();
  await scope.train({ steps: 5 });
  expect([scope.manifest.data, await scope.fingerprint()]).toEqual(await trainOnData(text));
});

it('own data is passed to a replacement of the worker, which reaches the same result', async () => {
  const bootWorker = createThreadBoot([{ method: 'train', kind: 'trap', step: 2 }]);
  const scope = await createTestScopeInEnvironment(
    { ...options, data: text, worker: true },
    { bootWorker, pingIntervalMs: 1e9 },
  );
  const recovered = nextEvent(scope, 'recovered');
  await scope.train({ steps: 1 });
  await scope.train({ steps: 1 });
  await scope.train({ steps: 3 });
  await recovered;
  expect([scope.manifest.data, await scope.fingerprint()]).toEqual(await trainOnData(text));
});

it.each([
  ['a text with too many bytes, but not too many letters', 'ü'.repeat(maximumBytes / 2 + 1)],
  ['many bytes', new Uint8Array(maximumBytes + 1)],
  ['null', null],
  ['other views', new DataView(new ArrayBuffer(4))],
])('own data is rejected before any worker starts: %s', async (_, data) => {
  const bootWorker = vi.fn(createThreadBoot());
  const wrong = { ...options, data: /** @type {any} */ (data) };
  const creation = createTestScopeInEnvironment(wrong, { bootWorker });
  await expectRejection(creation, { code: 'BAD_FILE', parameter: 'data' });
  expect(bootWorker).not.toHaveBeenCalled();
});
