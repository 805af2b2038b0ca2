/** Vite plugins that replace Vite's preload helper, which preloads style sheets; there are none. */
import { join } from 'node:path';
import { root } from './shell.js';

/** @param {string} code in place of the helper @returns {import('vite').Plugin} */
function createPreloadPlugin(code) {
  const load = (/** @type {string} */ id) => (id.endsWith('vite/preload-helper.js') ? code : undefined);
  return { name: 'preload', enforce: 'pre', load };
}

/**
 * Wraps dynamic imports in `importLazily`, which tries again after a failure (see web/engine/lazy-import.js).
 * @type {import('vite').Plugin}
 */
export const lazyImports = {
  ...createPreloadPlugin(
    `export { importLazily as __vitePreload } from ${JSON.stringify(join(root, 'web/engine/lazy-import.js'))};`,
  ),
  // The address of a retry is known only at run time. Bundlers leave such an import alone if a comment says so, and the
  // comment must be added after minification, which removes comments.
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk')
        file.code = file.code.replace('import(`${', 'import(/*webpackIgnore:true*/`${');
    }
  },
};

/** Leaves imports as they are, for single files, which contain what they import. */
export const plainImports = createPreloadPlugin('export const __vitePreload = (load) => load();');
