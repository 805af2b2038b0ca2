/**
 * Creates scopes: checks the options, chooses between a worker and the caller's thread.
 */

import { copyOwnData, readAbortSignal, readBoolean, readInteger } from './arguments.js';
import { hasFastModules } from './asset-addresses.js';
import { findByName, normalizeConfiguration, readEntries } from './configuration.js';
import { wrapError } from './error-serialization.js';
import { AttentoscopeError } from './errors.js';
import { registry } from './registry.js';
import { Scope } from './scope.js';
import { bootLocal, bootWorker } from './worker-host.js';
import { maxThreads } from './worker-pool.js';

/** @import { ValueLike } from './schema.js' */
/** @import { Boot } from './worker-host.js' */

/**
 * @typedef {object} ScopeOptions
 * @property {string} experiment name of an experiment
 * @property {number} [seed] 0 to 4294967295; default 7
 * @property {string} [preset] name of one of the experiment's presets
 * @property {Record<string, ValueLike>} [parameters] by name; missing ones come from the preset or have their defaults
 * @property {string | Uint8Array | ArrayBuffer} [data] the user's own data, if the experiment accepts some; copied
 * @property {boolean} [worker] whether to train in a worker (default if available) or in the caller's thread
 * @property {'auto' | number} [threads] number of workers that share each training step, 1 to 4; does not affect results.
 *   Default 'auto': as many as there are processors, if that is faster
 * @property {boolean} [fast] use fused multiply-adds where they are supported: faster, but the numbers depend on the
 *   processor; default false
 * @property {AbortSignal} [signal] cancels the start of the run; has no effect once it has started
 */

/**
 * The functions that start servers; replaced in tests.
 *
 * @typedef {object} Environment
 * @property {Boot | null} bootWorker null if there are no workers
 * @property {Boot} bootLocal
 * @property {number} [pingIntervalMs]
 */

/** @type {readonly (keyof ScopeOptions)[]} */
export const scopeOptionNames = [
  'experiment',
  'seed',
  'preset',
  'parameters',
  'data',
  'worker',
  'threads',
  'fast',
  'signal',
];

/** Failures of a worker after which the caller's thread is tried. */
const localFallbackCodes = new Set(['BOOT_BLOCKED', 'BOOT_FAILED', 'CRASHED', 'FETCH_FAILED']);

/** @returns {Environment} */
function getEnvironment() {
  const hasWorkers = typeof Worker === 'function' && typeof URL.createObjectURL === 'function';
  return { bootWorker: hasWorkers ? bootWorker : null, bootLocal };
}

/**
 * Creates a scope and starts its server.
 *
 * @param {ScopeOptions} options
 * @param {Environment} [environment]
 * @returns {Promise<Scope>}
 * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE (the data), OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD,
 *   CANCELLED by the signal
 */
export async function createScope(options, environment = getEnvironment()) {
  const entries = readEntries(options, 'options', scopeOptionNames);
  const configuration = normalizeConfiguration(registry, Object.fromEntries(entries));
  const data = copyOwnData(
    findByName('experiment', registry.experiments, configuration.experiment),
    entries.get('data'),
  );
  const signal = readAbortSignal(entries.get('signal'));
  const { fast, notice } = decideFast(readBoolean('fast', entries.get('fast') ?? false));
  const requestedThreads = entries.get('threads') ?? 'auto';
  const threads =
    requestedThreads === 'auto' ? 'auto' : readInteger('threads', requestedThreads, 1, maxThreads);
  /** @param {Boot} boot @param {string[]} notices */
  const open = (boot, notices) =>
    Scope.open(
      { configuration, data, fast, threads, notices: [...(notice ? [notice] : []), ...notices] },
      boot,
      environment,
      signal,
    );
  if (!readBoolean('worker', entries.get('worker') ?? environment.bootWorker !== null))
    return open(environment.bootLocal, []);
  try {
    if (!environment.bootWorker) {
      throw new AttentoscopeError('BOOT_FAILED', { message: 'There are no web workers here.' });
    }
    return await open(environment.bootWorker, []);
  } catch (error) {
    const { code, message } = wrapError(error, 'BOOT_FAILED');
    if (!localFallbackCodes.has(code)) throw error;
    const notice = `No worker could be started, so training runs in the page's own thread. ${message}`;
    return open(environment.bootLocal, [notice]);
  }
}

/** A WebAssembly module with a fused multiply-add; valid only if relaxed SIMD is supported. */
const relaxedModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 20, 1, 18, 0, 65, 0, 253, 15, 65, 0, 253,
  15, 65, 0, 253, 15, 253, 133, 2, 26, 11,
]);

/**
 * @param {boolean} isRequested whether fused multiply-adds are requested
 * @param {Pick<typeof WebAssembly, 'validate'> | undefined} [engine]
 * @returns {{ fast: boolean, notice: string | null }} whether they are used, and the notice for the user
 */
export function decideFast(isRequested, engine = globalThis.WebAssembly) {
  if (!isRequested) return { fast: false, notice: null };
  const fast = hasFastModules && (engine?.validate(relaxedModule) ?? false);
  const notice = fast
    ? 'Multiply-adds are fused, as requested with fast, so another machine may get other numbers.'
    : 'Fused multiply-adds are not supported here, so the run has its usual speed and the same numbers everywhere.';
  return { fast, notice };
}
