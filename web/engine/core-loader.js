/**
 * Loads the WebAssembly core: a module for each group of experiments, and one for single mechanisms. Every call creates
 * an instance with its own memory. Compiled modules are cached: within this thread here, between threads by the host
 * (see worker-host.js).
 */

import { AttentoscopeError, readMessage } from './errors.js';
import { compiledModule, moduleAddress } from './parts.js';
import { wrapError, parseError } from './told-errors.js';

/** @import { AttendCore } from './attend-core.js' */
/** @import { Core, CoreOptions, Guarded } from './core.js' */

/** The smallest valid module: a header of eight bytes. */
const emptyModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** A function that splats and drops a vector: valid only where 128-bit SIMD is supported. */
const simdModule = new Uint8Array([
  ...emptyModule,
  1,
  4,
  1,
  96,
  0,
  0,
  3,
  2,
  1,
  0,
  10,
  9,
  1,
  7,
  0,
  65,
  0,
  253,
  15,
  26,
  11,
]);

/** Discards what the module prints; its errors are reported through `takeError()`. */
const silent = () => undefined;

/** Compiled modules by name. @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * A fresh instance of the core that holds an experiment.
 *
 * @param {string} name of the module, as the registry lists it for each experiment
 * @param {WebAssembly.Module | string} [source] that module, compiled elsewhere on the page, or its address
 * @returns {Promise<{ core: Core, module: WebAssembly.Module }>}
 * @throws {AttentoscopeError} BOOT_BLOCKED, NO_SIMD, BOOT_FAILED
 */
export async function loadCore(name, source = moduleAddress(name)) {
  return load(name, source, async () => (await import('#core')).default);
}

/**
 * A fresh instance of the module that computes single mechanisms.
 *
 * @returns {Promise<AttendCore>}
 * @throws {AttentoscopeError} BOOT_BLOCKED, NO_SIMD, BOOT_FAILED
 */
export async function loadAttend() {
  return (await load('attend', moduleAddress('attend'), async () => (await import('#attend')).default)).core;
}

/** Whether a call failed because its text is not ASCII and the core has no table of Unicode properties yet. @param {unknown} error */
export const needsUnicode = (error) =>
  error instanceof AttentoscopeError && error.code === 'BAD_STATE' && error.parameter === 'unicode';

/**
 * Loads the table of Unicode properties into a core. It is the custom section "unicode" of a module: of the core's module in
 * single-file builds, otherwise of a module of its own, which is fetched only when a text needs it.
 *
 * @param {Core} core
 * @param {WebAssembly.Module} module of the core
 * @param {string} address of the module with the table
 * @throws {AttentoscopeError} FETCH_FAILED; then nothing has changed
 */
export async function giveUnicode(core, module, address) {
  const sections = (/** @type {WebAssembly.Module} */ one) =>
    WebAssembly.Module.customSections(one, 'unicode');
  try {
    const [own] = sections(module);
    const [table] = own ? [own] : sections(await compiledModule(address));
    core.reserve(table.byteLength)?.set(new Uint8Array(table));
    core.setUnicode();
  } catch (cause) {
    const message = `The table of Unicode's properties could not be read. ${readMessage(cause)}`;
    throw new AttentoscopeError('FETCH_FAILED', { message, cause });
  }
}

/**
 * @template {Guarded} T
 * @param {string} name
 * @param {WebAssembly.Module | string} source
 * @param {() => Promise<(options: CoreOptions) => Promise<T>>} factory
 * @returns {Promise<{ core: T, module: WebAssembly.Module }>}
 */
async function load(name, source, factory) {
  requireWebAssembly();
  const found =
    typeof source === 'string' ? (compiled.get(name) ?? compiledModule(source)) : Promise.resolve(source);
  compiled.set(name, found);
  try {
    const module = await found;
    return { core: await instantiate(await factory(), module), module };
  } catch (error) {
    compiled.delete(name);
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
    // WebKit rejects the instance; other engines reject the module.
    new engine.Instance(new engine.Module(emptyModule));
  } catch (error) {
    throw new AttentoscopeError('BOOT_BLOCKED', {
      message: "The page's Content-Security-Policy forbids WebAssembly; script-src needs 'wasm-unsafe-eval'.",
      cause: error,
    });
  }
}

/**
 * Takes the pending error of the last call out of the core, if there is one.
 *
 * @param {Guarded} core
 * @returns {AttentoscopeError | null}
 */
export function takeError(core) {
  const text = core.takeError();
  return text === '' ? null : parseError(JSON.parse(text));
}

/**
 * @template {Guarded} T
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
      print: silent,
      printErr: silent,
    }).then(resolve, reject);
  });
}
