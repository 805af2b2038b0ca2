/**
 * Replaces asset-addresses.js in single-file builds, which contain the worker's code and the WebAssembly module and fetch nothing.
 * All experiments and mechanisms are in one module, which is smaller than several modules together.
 */

import { decodeBase93 } from './base93.js';
import { wasm, worker } from './embedded-data.js';

export const getWorkerAddress = () => 'blob:';

/** There is no fast variant, because a second module would double the size of the file. */
export const hasFastModules = false;

/** The worker's code with the module in a global variable. @returns {string} the script of a classic worker */
export function createWorkerSource() {
  return `globalThis.attentoscopeWasm = ${JSON.stringify(wasm)};\n${worker}`;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let moduleCache;

export const getModuleAddress = getWorkerAddress;

/** @returns {Promise<WebAssembly.Module>} the same module for every experiment */
export function compileModule() {
  moduleCache ??= compile();
  return moduleCache;
}

/** Decodes and compiles the embedded module. */
async function compile() {
  // A Blob does not work: WebKit cannot read one in a worker of a page that was opened from a disk.
  const { body } = new Response(decodeBase93(wasm));
  const stream = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
