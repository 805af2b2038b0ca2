/** Vite plugins that replace Vite's preload helper, which preloads style sheets; there are none. */
import { join } from 'node:path';
import { replaceOne } from './replace-one.js';
import { root } from './shell.js';

/** Exports `importLazily`, which tries again after a failure. */
const lazyImportFile = join(root, 'web/engine/lazy-import.js');

/** @param {string} name @param {string} code in place of the helper @returns {import('vite').Plugin} */
function createPreloadPlugin(name, code) {
  const load = (/** @type {string} */ id) => (id.endsWith('vite/preload-helper.js') ? code : undefined);
  return { name, enforce: 'pre', load };
}

/**
 * Wraps dynamic imports in `importLazily`.
 * @type {import('vite').Plugin}
 */
export const lazyImports = {
  ...createPreloadPlugin(
    'lazy-imports',
    `export { importLazily as __vitePreload } from ${JSON.stringify(lazyImportFile)};`,
  ),
  // The address of a retry is known only at run time. Bundlers leave such an import alone if a comment says so, and the
  // comment must be added after minification, which removes comments.
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk' && file.moduleIds.includes(lazyImportFile))
        file.code = replaceOne(
          file.code,
          /import\(`\$\{/g,
          'import(/*webpackIgnore:true*/`${',
          file.fileName,
        );
    }
  },
};

/** Leaves imports as they are, for single files, which contain what they import. */
export const plainImports = createPreloadPlugin(
  'plain-imports',
  'export const __vitePreload = (load) => load();',
);
