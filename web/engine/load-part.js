/**
 * How the built files load one another on demand: the build puts `loadPart` around every `import()` (see vite.config.js).
 * @module
 */
import { AttentoscopeError } from './errors.js';

/** A download that has taken this long is not waited for when somebody asks again. */
const kStallMs = 10_000;

/** What was asked for, by address, and when: `Infinity` once it is there, `-Infinity` where it failed. @type {Map<string, { at: number, module: Promise<any> }>} */
const parts = new Map();

/**
 * Firefox remembers that a file could not be had, and every browser that it is on its way: only under another address is it
 * asked for again.
 *
 * Callers destructure the module, `.then(({ name }) => …)`: otherwise the build makes what they do with it a part of `load`,
 * which is called once.
 *
 * @template T
 * @param {() => Promise<T>} load the import itself
 * @param {unknown} _ style sheets, of which we have none
 * @param {string} [base] address of the file that imports
 * @returns {Promise<T>}
 * @throws {AttentoscopeError} FETCH_FAILED
 */
export async function loadPart(load, _, base) {
  const [, file] = /import\(["'`](\.\/[^"'`]+)/.exec(String(load)) ?? [];
  if (!file) return load();
  const address = new URL(file, base).href;
  const now = performance.now();
  let part = parts.get(address);
  if (!part || now - part.at > kStallMs) {
    part = { at: now, module: part ? import(/* @vite-ignore */ `${address}?${now}`) : load() };
    parts.set(address, part);
  }
  try {
    const module = await part.module;
    part.at = Infinity;
    return module;
  } catch (cause) {
    part.at = -Infinity;
    const message = `The part ${address} could not be loaded. Its server must send CORS, and the page's policy allow it in script-src. Try again, or reload.`;
    throw new AttentoscopeError('FETCH_FAILED', { message, cause });
  }
}
