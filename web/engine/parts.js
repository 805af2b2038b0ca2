/**
 * The parts that are not imported, by their addresses: the worker's code and the modules. The builds that are one file
 * take parts-inside.js in its place.
 */

import { modules } from '../generated/modules.js';
import { AttentoscopeError } from './errors.js';

/** The worker's module. The build tools rewrite this address to the shipped file. */
const workerUrl = new URL(/* @vite-ignore */ './worker.js', import.meta.url);

/**
 * Some bundlers (Next.js) make addresses without an origin of `new URL('…', import.meta.url)`, which a worker made from a
 * blob could not resolve. In Node there is no location, and addresses are whole.
 * @param {URL} url
 */
const absolute = ({ href }) => new URL(href, globalThis.location?.href).href;

/** What a page's policy must allow for the worker's code to be found. @returns {string} */
export const workerAddress = () => absolute(workerUrl);

/**
 * @param {string} [module] address of the module that the worker will be asked for: it comes together with the code that
 *   runs it, not after it
 * @returns {string} the text of a classic worker
 */
export function workerText(module) {
  const address = JSON.stringify(module);
  const early = module
    ? `const asked = fetch(${address}); asked.catch(() => {}); globalThis.attentoscopeEarly = { [${address}]: asked };`
    : '';
  return `${early}import(${JSON.stringify(workerAddress())}).catch((error) => postMessage({
    type: 'crash', id: null, message: 'The worker module could not be loaded: ' + error.message }));`;
}

/** Whether modules have fast twins, named with `-fast` behind. */
export const hasTwins = true;

/**
 * Where a module is, as the page knows it: a bundler that moves the files tells the page of it, but not the worker.
 *
 * @param {string} name of a module, as the registry says beside each experiment, or 'attend'
 * @returns {string}
 */
export function moduleAddress(name) {
  return absolute(modules[name]);
}

/**
 * @param {string} address
 * @returns {Promise<Response> | undefined} what the worker's text has asked for already; to be read once
 */
function takeEarly(address) {
  const { attentoscopeEarly: early } =
    /** @type {{ attentoscopeEarly?: Record<string, Promise<Response>> }} */ (globalThis);
  const response = early?.[address];
  delete early?.[address];
  return response;
}

/**
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 * @throws {AttentoscopeError} BOOT_FAILED
 */
export async function compiledModule(address) {
  const url = new URL(address);
  // Bundlers give pages a `process` too, but not its versions.
  if (url.protocol === 'file:' && typeof process === 'object' && process.versions?.node) {
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const early = takeEarly(address)?.catch(() => fetch(url));
  const response = await (early ?? fetch(url)).catch((cause) => {
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
    // Engines word this in many ways; of a module that ends early Firefox says "out of memory".
    const message = `The module from ${url} is incomplete or altered; please check how its server sends it.`;
    throw new AttentoscopeError('BOOT_FAILED', { message, cause });
  }
}
