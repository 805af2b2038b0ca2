/**
 * Starts servers. In a page the server runs in a classic worker that is created from a blob, whose text imports the
 * worker module by its address. Only this works without and with a strict Content-Security-Policy, in a sandboxed frame and
 * from another origin. Where no worker can be started, the same server runs in the caller's thread.
 */

import { createWorkerSource, getWorkerAddress } from './asset-addresses.js';
import { wrapError } from './error-serialization.js';
import { AttentoscopeError } from './errors.js';
import { getTrustedPolicy, unusedWorkerUrls } from './trusted-types.js';

/** @import { ToHost, ToServer } from './protocol.js' */

/**
 * A running server, as the host sees it.
 *
 * @typedef {object} Transport
 * @property {boolean} isIsolated whether it runs in a thread of its own, which can hang and can be terminated
 * @property {(message: ToServer, transfer?: Transferable[]) => void} post
 * @property {() => void} terminate
 */

/**
 * Starts a server; resolves once it listens.
 *
 * @callback Boot
 * @param {(message: ToHost) => void} listener
 * @param {WebAssembly.Module | string} module that the server will need, or its address
 * @returns {Promise<Transport>}
 */

/** Timeout for the `hello` message of a worker. */
const bootMs = 5000;

/**
 * Starts a server in a worker of the page.
 *
 * @type {Boot}
 * @throws {AttentoscopeError} BOOT_BLOCKED when the page's policy forbids it, BOOT_FAILED otherwise
 */
export function bootWorker(listener, module) {
  const address = URL.createObjectURL(new Blob([createWorkerSource(module)], { type: 'text/javascript' }));
  const violation = watchPolicy();
  return new Promise((resolve, reject) => {
    /** @type {Worker | null} */
    let worker = null;
    /** @param {AttentoscopeError} error */
    const fail = (error) => {
      settle();
      worker?.terminate();
      reject(error);
    };
    /** @param {string} reason */
    const failUnreachable = (reason) => fail(createUnreachableError(reason, violation.directive()));
    const watchdog = setTimeout(
      () => failUnreachable(`The worker did not start within ${bootMs / 1000} s.`),
      bootMs,
    );
    const settle = () => {
      clearTimeout(watchdog);
      violation.stop();
      URL.revokeObjectURL(address);
    };
    try {
      worker = new Worker(trustAddress(address));
    } catch (error) {
      return fail(wrapError(error, 'BOOT_BLOCKED', { message: formatPolicyMessage(violation.directive()) }));
    }
    worker.onerror = (event) => {
      event.preventDefault();
      // A worker that the policy blocks reports no reason.
      if (event.message) failUnreachable(event.message);
      else
        fail(new AttentoscopeError('BOOT_BLOCKED', { message: formatPolicyMessage(violation.directive()) }));
    };
    worker.onmessage = (/** @type {MessageEvent<ToHost>} */ { data }) => {
      if (data.type !== 'hello')
        return fail(createUnreachableError('message' in data ? data.message : data.type, null));
      settle();
      resolve(workerTransport(/** @type {Worker} */ (worker), listener));
    };
  });
}

/**
 * Starts a server in this thread, which works in short slices. Its code is fetched only when it is needed.
 *
 * @type {Boot}
 */
export async function bootLocal(listener) {
  const { Server, createThreadClock } = await import('./server.js');
  const clock = createThreadClock();
  let open = true;
  const server = new Server({
    post: (message) => clock.runSoon(() => open && listener(message)),
    clock,
    createCore: async (options) => (await import('#core')).default(options),
  });
  return {
    isIsolated: false,
    post: (message) => clock.runSoon(() => open && server.receive(message)),
    terminate() {
      open = false;
      server.dispose();
    },
  };
}

/**
 * @param {Worker} worker
 * @param {(message: ToHost) => void} listener
 * @returns {Transport}
 */
function workerTransport(worker, listener) {
  /** @param {string} message */
  const crash = (message) => listener({ type: 'crash', id: null, message });
  worker.onmessage = ({ data }) => listener(data);
  worker.onmessageerror = () => crash('A message of the worker could not be read.');
  worker.onerror = (event) => {
    event.preventDefault();
    crash(event.message || 'The worker failed.');
  };
  return {
    isIsolated: true,
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
  };
}

/**
 * Converts an address to a `TrustedScriptURL` if the browser has Trusted Types.
 *
 * @param {string} address
 * @returns {string}
 */
function trustAddress(address) {
  try {
    const policy = getTrustedPolicy();
    if (!policy) return address;
    unusedWorkerUrls.add(address);
    return policy.createScriptURL(address);
  } catch (cause) {
    const message = 'The page\'s Trusted Types do not allow the policy "attentoscope".';
    throw new AttentoscopeError('BOOT_BLOCKED', { message, cause });
  }
}

/**
 * Records violations of the page's policy while a worker starts.
 *
 * @returns {{ directive: () => string | null, stop: () => void }}
 */
function watchPolicy() {
  /** @type {string | null} */
  let directive = null;
  /** @param {SecurityPolicyViolationEvent} event */
  const recordViolation = (event) => {
    if (event.disposition === 'enforce') directive = event.effectiveDirective;
  };
  const target = typeof document === 'object' ? document : null;
  target?.addEventListener('securitypolicyviolation', recordViolation);
  return {
    directive: () => directive,
    stop: () => target?.removeEventListener('securitypolicyviolation', recordViolation),
  };
}

/**
 * @param {string | null} directive the rule of the page's policy that was broken, when known
 * @returns {string}
 */
function formatPolicyMessage(directive) {
  return `The page's security policy does not allow the worker (${directive ?? 'worker-src'}); it needs "worker-src blob:".`;
}

/**
 * @param {string} reason
 * @param {string | null} directive
 * @returns {AttentoscopeError}
 */
function createUnreachableError(reason, directive) {
  if (directive)
    return new AttentoscopeError('BOOT_BLOCKED', { message: `${formatPolicyMessage(directive)} ${reason}` });
  const message = `${reason} The page's policy must allow ${getWorkerAddress()}, and its server send CORS to other origins.`;
  return new AttentoscopeError('BOOT_FAILED', { message });
}
