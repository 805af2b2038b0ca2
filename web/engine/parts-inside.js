/**
 * What parts.js finds by address, held by the file itself: for the builds that are one file and ask for nothing more.
 * One module holds all experiments and mechanisms, because there it is smaller than the sum.
 */

import { readBase91 } from './base91.js';
import { wasm, worker } from './parts-data.js';

export const workerAddress = () => 'blob:';

/** A second module would double the file. */
export const hasTwins = false;

/** The worker's code, and the module for it to find. @returns {string} the text of a classic worker */
export function workerText() {
  return `globalThis.attentoscopeWasm = ${JSON.stringify(wasm)};\n${worker}`;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let whole;

export const moduleAddress = workerAddress;

/** @returns {Promise<WebAssembly.Module>} the same one for every experiment */
export function compiledModule() {
  whole ??= compile();
  return whole;
}

/** The text of its gzip is half of the module. */
async function compile() {
  // Not through a Blob: WebKit cannot read one in a worker of a page that was opened from a disk.
  const { body } = new Response(readBase91(wasm));
  const stream = /** @type {ReadableStream} */ (body).pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
