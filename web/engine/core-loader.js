/**
 * Loads the WebAssembly core: a module for each group of experiments, and one for single mechanisms. Every call creates
 * an instance with its own memory. Compiled modules are cached: within this thread here, between threads by the host
 * (see worker-host.js).
 */

import { compileModule, getModuleAddress } from './asset-addresses.js';
import { createCancelledError, parseError, wrapError } from './error-serialization.js';
import { AttentoscopeError, readMessage } from './errors.js';
import { createScheduler } from './scheduler.js';

/** @import { AttendCore } from './attend-core.js' */
/** @import { Core, CoreOptions, CoreModule } from './core.js' */

/** A WebAssembly module with one SIMD function; valid only if 128-bit SIMD is supported. */
const simdModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

/** Discards what the module prints; its errors are reported through `takeError()`. */
const discardOutput = () => undefined;

/** Compiled modules by name. @type {Map<string, Promise<WebAssembly.Module>>} */
const moduleCache = new Map();

/**
 * Creates an instance of the module that computes single mechanisms.
 *
 * @returns {Promise<AttendCore>}
 * @throws {AttentoscopeError} BOOT_BLOCKED, NO_SIMD, BOOT_FAILED
 */
export async function loadAttend() {
  /** @param {CoreOptions} options */
  const createAttend = async (options) => (await import('#attend')).default(options);
  return (await loadCore('attend', getModuleAddress('attend'), createAttend)).core;
}

/** Whether a call failed because its text is not ASCII and the core has no table of Unicode properties yet. @param {unknown} error */
export const isUnicodeTableMissing = (error) =>
  error instanceof AttentoscopeError && error.code === 'BAD_STATE' && error.parameter === 'unicode';

/**
 * Loads the table of Unicode properties into a core. It is the custom section "unicode" of a module: of the core's module in
 * single-file builds, otherwise of a separate module, which is fetched only when a text needs it.
 *
 * @param {Core} core
 * @param {WebAssembly.Module} module of the core
 * @param {string} address of the module with the table
 * @throws {AttentoscopeError} FETCH_FAILED; then nothing has changed
 */
export async function loadUnicodeTable(core, module, address) {
  const sections = (/** @type {WebAssembly.Module} */ one) =>
    WebAssembly.Module.customSections(one, 'unicode');
  try {
    const [own] = sections(module);
    const [table] = own ? [own] : sections(await compileModule(address));
    core.reserve(table.byteLength)?.set(new Uint8Array(table));
    core.setUnicode();
  } catch (cause) {
    const message = `The table of Unicode's properties could not be read. ${readMessage(cause)}`;
    throw new AttentoscopeError('FETCH_FAILED', { message, cause });
  }
}

/**
 * Creates an instance of a module.
 *
 * @template {CoreModule} T
 * @param {string} name as the registry lists it for each experiment
 * @param {WebAssembly.Module | string} source the module, compiled elsewhere on the page, or its address
 * @param {(options: CoreOptions) => Promise<T>} createCore
 * @returns {Promise<{ core: T, module: WebAssembly.Module }>}
 * @throws {AttentoscopeError} BOOT_BLOCKED, NO_SIMD, BOOT_FAILED
 */
export async function loadCore(name, source, createCore) {
  requireWebAssembly();
  const compilation =
    typeof source === 'string' ? (moduleCache.get(name) ?? compileModule(source)) : Promise.resolve(source);
  moduleCache.set(name, compilation);
  try {
    const module = await compilation;
    return { core: await instantiate(createCore, module), module };
  } catch (error) {
    moduleCache.delete(name);
    throw wrapError(error, 'BOOT_FAILED', {
      message: `The module could not be started: ${readMessage(error)}`,
    });
  }
}

/**
 * Checks that the module can run in this browser and page.
 *
 * @param {typeof WebAssembly | undefined} [engine]
 * @throws {AttentoscopeError} BOOT_BLOCKED, NO_SIMD
 */
export function requireWebAssembly(engine = globalThis.WebAssembly) {
  if (!engine) {
    throw new AttentoscopeError('BOOT_BLOCKED', {
      message: 'WebAssembly is switched off in this browser or page.',
    });
  }
  if (!engine.validate(simdModule)) {
    throw new AttentoscopeError('NO_SIMD', {
      message:
        'This browser lacks 128-bit SIMD in WebAssembly; Chrome 91, Firefox 89, Safari 16.4 or newer have it.',
    });
  }
  try {
    // If the page's policy forbids WebAssembly, WebKit rejects the instance, and other engines reject the module.
    new engine.Instance(new engine.Module(simdModule));
  } catch (error) {
    throw new AttentoscopeError('BOOT_BLOCKED', {
      message: "The page's Content-Security-Policy forbids WebAssembly; script-src needs 'wasm-unsafe-eval'.",
      cause: error,
    });
  }
}

/**
 * Returns and clears the error of the last call, if there is one.
 *
 * @param {CoreModule} core
 * @returns {AttentoscopeError | null}
 */
export function takeError(core) {
  const text = core.takeError();
  return text === '' ? null : parseError(JSON.parse(text));
}

/** @param {CoreModule} core @throws {AttentoscopeError} the pending error of the last call, if there is one */
export function throwPendingError(core) {
  const error = takeError(core);
  if (error) throw error;
}

/**
 * Computes in slices, between which this thread handles other events.
 *
 * @param {CoreModule} core
 * @param {() => unknown} begin
 * @param {() => boolean} advance computes one slice; false: it was the last
 * @param {AbortSignal} [signal]
 * @throws {AttentoscopeError} the core's errors, CANCELLED
 */
export async function computeInSlices(core, begin, advance, signal) {
  begin();
  throwPendingError(core);
  schedule ??= createScheduler();
  while (advance()) {
    await new Promise(schedule);
    if (signal?.aborted) throw createCancelledError();
  }
  throwPendingError(core);
}

/** @type {ReturnType<typeof createScheduler> | undefined} */
let schedule;

/**
 * @template {CoreModule} T
 * @param {(options: CoreOptions) => Promise<T>} createCore
 * @param {WebAssembly.Module} module
 * @returns {Promise<T>}
 */
function instantiate(createCore, module) {
  return new Promise((resolve, reject) => {
    createCore({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
      print: discardOutput,
      printErr: discardOutput,
    }).then(resolve, reject);
  });
}
