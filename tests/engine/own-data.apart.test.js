/** How own data reaches the module: accepted types, copies, and data after recovery. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCore } from '../../web/engine/core-loader.js';
import { createScopeInEnvironment } from '../../web/engine/create-scope.js';
import { callerTiming } from '../../web/engine/runner.js';
import { Server, threadClock } from '../../web/engine/server.js';
import { bootLocal } from '../../web/engine/worker-host.js';
import { expectRejection, nextEvent } from './scopes.js';

/** @import { Core } from '../../web/engine/core.js' */
/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { Boot } from '../../web/engine/worker-host.js' */

const { maximumBytes } = vi.hoisted(() => ({ maximumBytes: 40 }));

// The experiment with the fastest runs, changed to accept data.
vi.mock('../../web/engine/registry.js', async (original) => {
  const { registry } = /** @type {typeof import('../../web/engine/registry.js')} */ (await original());
  const experiments = registry.experiments.map((experiment) =>
    experiment.name === 'context-lookup' ? { ...experiment, data: { maximumBytes } } : experiment,
  );
  return { registry: { ...registry, experiments } };
});

/** @type {Scope[]} */
const open = [];
afterEach(() => {
  for (const scope of open.splice(0)) scope.dispose();
});

/**
 * The real module, which records the data of each session and may trap in the first training.
 * @param {boolean} [traps]
 */
function createRecorder(traps = false) {
  /** @type {(Uint8Array | null)[]} */
  const received = [];
  let trap = traps;
  /** @param {Core} core @returns {Core} */
  const recorded = (core) => ({
    ...core,
    takeError: () => core.takeError(),
    reserve: (count) => core.reserve(count),
    bytes: () => core.bytes(),
    Session: {
      create(configuration, withData) {
        received.push(withData ? core.bytes().slice() : null);
        const session = core.Session.create(configuration, false);
        return (
          session &&
          new Proxy(session, {
            get(target, name) {
              if (name !== 'train' || !trap || target.step() === 0) {
                const member = Reflect.get(target, name);
                return (/** @type {unknown[]} */ ...args) => member.apply(target, args);
              }
              trap = false;
              throw new WebAssembly.RuntimeError('unreachable');
            },
          })
        );
      },
    },
  });
  /** @type {Boot} */
  const boot = async (listener) => {
    const clock = threadClock();
    const server = new Server({
      // Messages are cloned, as between threads.
      post: (message) => clock.runSoon(() => listener(structuredClone(message))),
      clock,
      timing: callerTiming,
      loadCore: async (name, shared) => {
        const loaded = await loadCore(name, shared);
        return { ...loaded, core: recorded(loaded.core) };
      },
    });
    return {
      isIsolated: true,
      post: (message) => clock.runSoon(() => server.receive(structuredClone(message))),
      terminate: () => server.dispose(),
    };
  };
  return { boot, received };
}

/**
 * @param {unknown} data
 * @param {ReturnType<typeof createRecorder>} [recording]
 * @param {object} [more]
 */
async function openTestScope(data, recording = createRecorder(), more = {}) {
  const options = { experiment: 'context-lookup', worker: true, data, ...more };
  const scope = await createScopeInEnvironment(
    /** @type {import('../../web/engine/create-scope.js').ScopeOptions} */ (options),
    {
      bootWorker: recording.boot,
      bootLocal,
    },
  );
  open.push(scope);
  return scope;
}

const text = 'schön\t1\n🙂;=%\t0\n';
const bytes = new TextEncoder().encode(text);

describe('own data', () => {
  it.each([
    ['a text, as UTF-8', text],
    ['bytes', bytes],
    ['a view of a larger buffer', new Uint8Array([1, ...bytes, 2]).subarray(1, -1)],
    ['a buffer', bytes.buffer],
  ])('arrives unchanged: %s', async (_, data) => {
    const recording = createRecorder();
    await openTestScope(data, recording);
    expect(recording.received).toEqual([bytes]);
  });

  it('is null if there is none', async () => {
    const recording = createRecorder();
    const scope = await openTestScope(undefined, recording);
    await scope.reset();
    expect(recording.received).toEqual([null, null]);
  });

  it('is copied: the caller’s bytes stay valid, and changing them does not change the scope’s', async () => {
    const recording = createRecorder();
    const callerBytes = bytes.slice();
    const scope = await openTestScope(callerBytes, recording);
    expect(callerBytes).toEqual(bytes);
    expect(callerBytes.buffer.byteLength).toBe(bytes.length);
    callerBytes.fill(0);
    await scope.reset();
    expect(recording.received).toEqual([bytes, bytes]);
  });

  it('is passed to a replacement of the worker, which reaches the same result', async () => {
    const [recording, undisturbed] = [createRecorder(true), await openTestScope(text)];
    const scope = await openTestScope(text, recording);
    const recovered = nextEvent(scope, 'recovered');
    await scope.train({ steps: 3000 });
    await recovered;
    await undisturbed.train({ steps: 3000 });
    expect(recording.received.length).toBeGreaterThan(1);
    for (const data of recording.received) expect(data).toEqual(bytes);
    expect(scope.fingerprint()).toBe(undisturbed.fingerprint());
  });

  it.each([
    ['a long text', 'a'.repeat(maximumBytes + 1)],
    ['other views', new DataView(new ArrayBuffer(4))],
  ])('is rejected before any worker starts: %s', async (_, data) => {
    const recording = createRecorder();
    const error = await expectRejection(openTestScope(data, recording));
    expect(error).toMatchObject({ code: 'BAD_FILE', parameter: 'data' });
    expect(error.expected).toBeTruthy();
    expect(recording.received).toEqual([]);
  });

  it('is accepted up to the largest size', async () => {
    const recording = createRecorder();
    await openTestScope('ü'.repeat(maximumBytes / 2), recording);
    expect(recording.received[0]).toHaveLength(maximumBytes);
  });
});
