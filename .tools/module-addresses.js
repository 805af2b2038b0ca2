/** A Vite plugin for the WebAssembly modules, which the pages load from the folder of their scripts. */
import { join } from 'node:path';
import { replaceOne } from './replace-one.js';
import { root } from './shell.js';

/** Whether this is the build for `npm start`, in which one WebAssembly module, `site`, replaces all others. */
export const isStartBuild = process.env['ATTENTO_SITE'] === '1';
/** The folder with the compiled modules. */
export const moduleFolder = join(root, isStartBuild ? 'build/start' : 'build/wasm');

/**
 * Writes the addresses of the modules as other bundlers expect: one `new URL` around a string. (Vite would nest two, and webpack
 * resolves the outer one to `file:`.) The address that Emscripten generates is never used.
 * @type {import('vite').Plugin}
 */
export const plainAddresses = {
  name: 'plain-addresses',
  enforce: 'pre',
  resolveId: (id) =>
    isStartBuild && /^#(core|attend)$/.test(id) ? join(moduleFolder, 'site.mjs') : undefined,
  transform(code, id) {
    if (id.endsWith('/generated/modules.js')) {
      const shared = isStartBuild ? code.replace(/(wasm\/)(?!unicode)[\w-]+(?=\.wasm)/g, '$1site') : code;
      return shared.replaceAll("'../../build/wasm/", "/* @vite-ignore */ './");
    }
    if (/\/build\/\w+\/\w+\.mjs$/.test(id))
      return replaceOne(code, /new URL\(["']\w+\.wasm["'], ?import\.meta\.url\)\.toString\(\)/g, '""', id);
    return undefined;
  },
};
