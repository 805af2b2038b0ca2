/** The user's own data on their way into the module: what is accepted, who keeps them, and who gets them again. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCore } from '../../web/engine/core-loader.js';
import { openScope } from '../../web/engine/create-scope.js';
import { callerTiming } from '../../web/engine/runner.js';
import { Server, threadClock } from '../../web/engine/server.js';
import { bootLocal } from '../../web/engine/worker-host.js';
import { next, refusal } from './scopes.js';

/** @import { Core } from '../../web/engine/core.js' */
/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { Boot } from '../../web/engine/worker-host.js' */

const { maximumBytes } = vi.hoisted(() => ({ maximumBytes: 40 }));

// The experiment with the quickest runs, as if it took data.
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
 * The real module that notes, session by session, which data it was given, and may trap in the first train.
 * @param {boolean} [traps]
 */
function recorder(traps = false) {
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
                return (/** @type {unknown[]} */ ...given) => member.apply(target, given);
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
      // As between threads: nothing is shared.
      post: (message) => clock.soon(() => listener(structuredClone(message))),
      clock,
      timing: callerTiming,
      load: async (name, shared) => {
        const loaded = await loadCore(name, shared);
        return { ...loaded, core: recorded(loaded.core) };
      },
    });
    return {
      isolated: true,
      post: (message) => clock.soon(() => server.receive(structuredClone(message))),
      terminate: () => server.dispose(),
    };
  };
  return { boot, received };
}

/**
 * @param {unknown} data
 * @param {ReturnType<typeof recorder>} [recording]
 * @param {object} [more]
 */
async function scopeWith(data, recording = recorder(), more = {}) {
  const options = { experiment: 'context-lookup', worker: true, data, ...more };
  const scope = await openScope(
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
    ['a part of a larger array', new Uint8Array([1, ...bytes, 2]).subarray(1, -1)],
    ['a buffer', bytes.buffer],
    ['a buffer of Node', Buffer.from(text)],
  ])('arrive as they are: %s', async (_, data) => {
    const recording = recorder();
    await scopeWith(data, recording);
    expect(recording.received).toEqual([bytes]);
  });

  it('are none where none are given', async () => {
    const recording = recorder();
    const scope = await scopeWith(undefined, recording);
    await scope.reset();
    expect(recording.received).toEqual([null, null]);
  });

  it('stay the caller’s, and the scope’s are not changed with them', async () => {
    const recording = recorder();
    const mine = bytes.slice();
    const scope = await scopeWith(mine, recording);
    expect(mine).toEqual(bytes);
    expect(mine.buffer.byteLength).toBe(bytes.length);
    mine.fill(0);
    await scope.reset();
    expect(recording.received).toEqual([bytes, bytes]);
  });

  it('are given again to a replaced worker, which goes on to the same end', async () => {
    const [recording, undisturbed] = [recorder(true), await scopeWith(text)];
    const scope = await scopeWith(text, recording);
    const recovered = next(scope, 'recovered');
    await scope.train({ steps: 3000 });
    await recovered;
    await undisturbed.train({ steps: 3000 });
    expect(recording.received.length).toBeGreaterThan(1);
    for (const given of recording.received) expect(given).toEqual(bytes);
    expect(scope.fingerprint()).toBe(undisturbed.fingerprint());
  });

  it('stay through a checkpoint and back', async () => {
    const recording = recorder();
    const scope = await scopeWith(text, recording);
    await scope.train({ steps: 10 });
    await scope.restore(await scope.checkpoint());
    await scope.reset();
    expect(recording.received.every((given) => given !== null)).toBe(true);
    expect(scope.step).toBe(0);
  });

  it.each([
    ['a long text', 'a'.repeat(maximumBytes + 1)],
    ['a text whose bytes are too many, not its letters', 'ü'.repeat(maximumBytes / 2 + 1)],
    ['many bytes', new Uint8Array(maximumBytes + 1)],
    ['a large buffer', new ArrayBuffer(maximumBytes + 1)],
    ['a number', 3],
    ['null', null],
    ['a list', [1, 2]],
    ['other views', new DataView(new ArrayBuffer(4))],
  ])('are refused before any worker starts: %s', async (_, data) => {
    const recording = recorder();
    const error = await refusal(scopeWith(data, recording));
    expect(error).toMatchObject({ code: 'BAD_FILE', parameter: 'data' });
    expect(error.expected).toBeTruthy();
    expect(recording.received).toEqual([]);
  });

  it('of the greatest size are taken', async () => {
    const recording = recorder();
    await scopeWith('ü'.repeat(maximumBytes / 2), recording);
    expect(recording.received[0]).toHaveLength(maximumBytes);
  });
});
