/**
 * Loads the WebAssembly core. Every call gives a fresh instance with its own memory; the compiled module is
 * kept and shared, within this thread here and between threads by the host (see worker-host.js).
 */

import { AttentoscopeError, messageOf } from './errors.js';

/** @typedef {import('./core.js').Core} Core */

/** Where the module's bytes are. The build tools rewrite this address to the shipped file. */
const wasmUrl = new URL('../../build/wasm/core.wasm', import.meta.url);

/** The smallest module there is: eight bytes of header. */
const emptyModule = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** A function that splats and drops a vector: valid only where 128-bit SIMD is known. */
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

/** What the module would print; its errors are reported otherwise. */
const silent = () => undefined;

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/**
 * A fresh instance of the core.
 *
 * @param {WebAssembly.Module} [shared] a module that was compiled elsewhere on the page
 * @returns {Promise<{ core: Core, module: WebAssembly.Module }>}
 * @throws {AttentoscopeError} BOOT_BLOCKED, NO_SIMD, BOOT_FAILED
 */
export async function loadCore(shared) {
  requireWebAssembly();
  if (shared) compiled = Promise.resolve(shared);
  compiled ??= fetchModule(wasmUrl);
  try {
    const module = await compiled;
    return { core: await instantiate(module), module };
  } catch (error) {
    compiled = null;
    throw AttentoscopeError.from(error, 'BOOT_FAILED', {
      message: `The module could not be started: ${messageOf(error)}`,
    });
  }
}

/**
 * Refuses early, with a reason, where the module cannot run.
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
    new engine.Module(emptyModule);
  } catch (error) {
    throw new AttentoscopeError('BOOT_BLOCKED', {
      message: "The page's Content-Security-Policy forbids WebAssembly; script-src needs 'wasm-unsafe-eval'.",
      cause: error,
    });
  }
}

/**
 * The error that waits in the core after a call, if any.
 *
 * @param {Core} core
 * @returns {AttentoscopeError | null}
 */
export function takeError(core) {
  const text = core.takeError();
  return text === '' ? null : AttentoscopeError.fromJSON(JSON.parse(text));
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<Core>}
 */
async function instantiate(module) {
  const { default: createCore } = await import('#core');
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

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
async function fetchModule(url) {
  if (url.protocol === 'file:' && typeof process === 'object') {
    const files = 'node:fs/promises';
    /** @type {typeof import('node:fs/promises')} */
    const { readFile } = await import(/* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url).catch((cause) => {
    const message = `The module could not be fetched from ${url}; the page's policy must allow it in connect-src.`;
    throw new AttentoscopeError('BOOT_FAILED', { message, cause });
  });
  if (!response.ok) {
    throw new AttentoscopeError('BOOT_FAILED', {
      message: `The module could not be fetched: ${response.status} for ${url}`,
    });
  }
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  if (isWasm) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
