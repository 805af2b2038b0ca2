/**
 * Addresses of the files that are not imported: the worker's code and the WebAssembly modules. Single-file builds use
 * embedded-assets.js instead of this file.
 */

import { modules } from '../generated/modules.js';
import { AttentoscopeError } from './errors.js';

/** The worker's JavaScript module. The build rewrites this address to the published file. */
const workerUrl = /* @__PURE__ */ new URL(/* @vite-ignore */ './worker.js', import.meta.url);

/**
 * Some bundlers (Next.js) turn `new URL('…', import.meta.url)` into an address without an origin, which a worker made from a
 * blob cannot resolve. In Node there is no location, and addresses are absolute already.
 * @param {URL} url
 */
const resolveAddress = ({ href }) => new URL(href, globalThis.location?.href).href;

/** The address of the worker's code, which the page's Content-Security-Policy must allow. @returns {string} */
export const getWorkerAddress = () => resolveAddress(workerUrl);

/**
 * @param {WebAssembly.Module | string} module that the worker will need; if it is an address, it is fetched in parallel with
 *   the worker's code, not after it
 * @returns {string} the script of a classic worker
 */
export function createWorkerSource(module) {
  const prefetch =
    typeof module === 'string'
      ? `(globalThis.attentoscopePrefetched = fetch(${JSON.stringify(module)})).catch(() => {});`
      : '';
  return `${prefetch}import(${JSON.stringify(getWorkerAddress())}).catch((error) => postMessage({
    type: 'crash', id: null, message: 'The worker module could not be loaded: ' + error.message }));`;
}

/** Whether modules have fast variants, whose names end in `-fast`. */
export const hasFastModules = true;

/**
 * The address of a module. Only the page knows it, not the worker, because a bundler rewrites the addresses in the page.
 *
 * @param {string} name of a module, as the registry lists it for each experiment, or 'attend'
 * @returns {string}
 */
export function getModuleAddress(name) {
  return resolveAddress(modules[name]);
}

/**
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 * @throws {AttentoscopeError} BOOT_FAILED
 */
export async function compileModule(address) {
  const url = new URL(address);
  // Some bundlers define `process` in pages, too, but not its versions.
  if (url.protocol === 'file:' && typeof process === 'object' && process.versions?.node) {
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const global = /** @type {{ attentoscopePrefetched?: Promise<Response> | undefined }} */ (globalThis);
  // The worker's script has already requested its first module. A response can be read only once, so it is used only here.
  const prefetched = global.attentoscopePrefetched?.catch(() => fetch(url));
  global.attentoscopePrefetched = undefined;
  const response = await (prefetched ?? fetch(url)).catch((cause) => {
    const message = `The module could not be fetched from ${url}; the page's policy must allow it in connect-src.`;
    throw new AttentoscopeError('BOOT_FAILED', { message, cause });
  });
  if (!response.ok) {
    throw new AttentoscopeError('BOOT_FAILED', {
      message:
        `The module could not be fetched: ${response.status} for ${url}. ` +
        'With a bundler that does not take such files along (esbuild, Rollup), take attentoscope/inline.',
    });
  }
  const isWasm = response.headers.get('content-type')?.startsWith('application/wasm') ?? false;
  try {
    if (isWasm) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    // The engines' messages differ and mislead: Firefox reports a truncated module as "out of memory".
    const message = `The module from ${url} is incomplete or altered; please check how its server sends it.`;
    throw new AttentoscopeError('BOOT_FAILED', { message, cause });
  }
}
