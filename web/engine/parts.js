/**
 * The parts that are not imported, by their addresses: the worker's code and the modules. The builds that are one file
 * take parts-inside.js in its place.
 */

import { modules } from '../generated/modules.js';
import { AttentoscopeError } from './errors.js';

/** The worker's module. The build tools rewrite this address to the shipped file. */
const workerUrl = new URL(/* @vite-ignore */ './worker.js', import.meta.url);

/** What a page's policy must allow for the worker's code to be found, for a reader of an error. */
export const workerAddress = workerUrl.href;

/** @returns {string} the text of a classic worker */
export function workerText() {
  return `import(${JSON.stringify(workerUrl.href)}).catch((error) => postMessage({
    type: 'crash', id: null, message: 'The worker module could not be loaded: ' + error.message }));`;
}

/**
 * @param {string} name of a module, as the registry says beside each experiment, or 'attend'
 * @returns {Promise<WebAssembly.Module>}
 * @throws {AttentoscopeError} BOOT_FAILED
 */
export function compiledModule(name) {
  return fetched(modules[name]);
}

/**
 * @param {URL} url
 * @returns {Promise<WebAssembly.Module>}
 */
async function fetched(url) {
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
