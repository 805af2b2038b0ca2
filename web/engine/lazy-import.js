/**
 * Lazy imports of the built files: the build wraps every `import()` in `importLazily` (see .tools/lazy-imports.js).
 */
import { AttentoscopeError } from './errors.js';

/** A pending download that is older than this is started again by the next request. */
const kStallMs = 10_000;

const kImport = /import\(["'`](\.\/[^"'`]+)["'`]\)(?:\.then\(\w+=>\w+\.([\w$]+))?/;

/** Requests by address and code of `load`. `at`: start time; Infinity after success, -Infinity after failure. @type {Map<string, { at: number, module: Promise<any> }>} */
const requests = new Map();

/**
 * Imports a module, and retries under another address. Browsers do not request an address again while an import of it is
 * pending, and Firefox not even after the import has failed.
 *
 * Callers must destructure the module, `.then(({ name }) => …)`. Otherwise the bundler moves their callback into `load`, which
 * is called only once.
 *
 * @template T
 * @param {() => Promise<T>} load calls `import()`
 * @param {unknown} _ list of style sheets from Vite; not used
 * @param {string} [base] address of the importing file
 * @returns {Promise<T>}
 * @throws {AttentoscopeError} FETCH_FAILED
 */
export async function importLazily(load, _, base) {
  // A chunk that contains several modules exports each module under a short name.
  const [, file, name] = kImport.exec(String(load)) ?? [];
  if (!file) return load();
  const address = new URL(file, base).href;
  const key = address + load;
  const now = performance.now();
  let request = requests.get(key);
  if (!request || now - request.at > kStallMs) {
    const again = async () => {
      const chunk = await import(/* @vite-ignore */ `${address}?${now}`);
      return name ? chunk[name] : chunk;
    };
    request = { at: now, module: request ? again() : load() };
    requests.set(key, request);
  }
  try {
    const module = await request.module;
    request.at = Infinity;
    return module;
  } catch (cause) {
    request.at = -Infinity;
    const message = `The file ${address} could not be loaded. Its server must send CORS headers, and the page's policy must allow it in script-src. Try again, or reload.`;
    throw new AttentoscopeError('FETCH_FAILED', { message, cause });
  }
}
