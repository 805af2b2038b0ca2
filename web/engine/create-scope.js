/**
 * Makes scopes: checks what is wanted, chooses between a worker and the caller's thread.
 */

import { ownData } from './arguments.js';
import { findExperiment, normaliseConfiguration, ownEntries } from './configuration.js';
import { AttentoscopeError } from './errors.js';
import { registry } from './registry.js';
import { Scope } from './scope.js';
import { noReference, normaliseValue } from './value.js';
import { bootLocal, bootWorker } from './worker-host.js';

/** @typedef {import('./schema.js').GivenValue} GivenValue */
/** @typedef {import('./worker-host.js').Boot} Boot */

/**
 * @typedef {object} ScopeOptions
 * @property {string} experiment name of an experiment
 * @property {number} [seed] 0 to 4294967295; default 7
 * @property {string} [preset] name of one of the experiment's presets
 * @property {Record<string, GivenValue>} [parameters] by name; what is missing comes from the preset or is the default
 * @property {string | Uint8Array | ArrayBuffer} [data] the user's own data, where the experiment takes it; copied
 * @property {boolean} [worker] train in a worker (default where there are workers) or in the caller's thread
 */

/**
 * How a scope is put together; replaced in tests.
 *
 * @typedef {object} Environment
 * @property {Boot | null} bootWorker null where there are no workers
 * @property {Boot} bootLocal
 * @property {number} [beatMs]
 */

/** @type {readonly (keyof ScopeOptions)[]} */
const scopeOptionNames = ['experiment', 'seed', 'preset', 'parameters', 'data', 'worker'];

/** @type {Readonly<import('./schema.js').ParameterSchema>} */
const workerSchema = { name: 'worker', type: 'boolean' };

/** Failures of a worker that the caller's thread may not share. */
const localMayHelp = new Set(['BOOT_BLOCKED', 'BOOT_FAILED', 'ABORTED']);

/**
 * Starts a run.
 *
 * @param {ScopeOptions} options
 * @returns {Promise<Scope>}
 * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE (the data), OUT_OF_MEMORY, BOOT_BLOCKED, BOOT_FAILED, NO_SIMD
 */
export function createScope(options) {
  const hasWorkers = typeof Worker === 'function' && typeof URL.createObjectURL === 'function';
  return openScope(options, { bootWorker: hasWorkers ? bootWorker : null, bootLocal });
}

/**
 * @param {ScopeOptions} options
 * @param {Environment} environment
 * @returns {Promise<Scope>}
 */
export async function openScope(options, environment) {
  const given = ownEntries(options, 'options', scopeOptionNames);
  const configuration = normaliseConfiguration(registry, Object.fromEntries(given));
  const data = ownData(findExperiment(registry, configuration.experiment), given.get('data'));
  /** @param {Boot} boot @param {string[]} notices */
  const open = (boot, notices) => Scope.open(configuration, data, boot, notices, environment);
  const wanted = given.get('worker') ?? environment.bootWorker !== null;
  if (!normaliseValue(workerSchema, wanted, noReference)) {
    return open(environment.bootLocal, []);
  }
  try {
    if (!environment.bootWorker) {
      throw new AttentoscopeError('BOOT_FAILED', { message: 'There are no web workers here.' });
    }
    return await open(environment.bootWorker, []);
  } catch (error) {
    const { code, message } = AttentoscopeError.from(error, 'BOOT_FAILED');
    if (!localMayHelp.has(code)) throw error;
    const notice = `No worker could be started, so training runs in the page's own thread. ${message}`;
    return open(environment.bootLocal, [notice]);
  }
}
