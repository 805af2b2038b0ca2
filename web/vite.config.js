/**
 * Builds the site and the package in one flat folder, so that `new URL('./worker.js', import.meta.url)` is correct in every
 * chunk, and any static host can serve it from any path. The plugins are in .tools/.
 */
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { domShim, litPatch } from '../.tools/adapted-lit.js';
import {
  assetFileNames,
  chunkFileNames,
  chunkGroups,
  entryFileNames,
  sideEffectFreeModules,
} from '../.tools/chunks.js';
import { createFurtherBuilds, serviceWorker } from '../.tools/further-builds.js';
import { lazyImports, plainImports } from '../.tools/lazy-imports.js';
import { minifiedSources } from '../.tools/minified-sources.js';
import { isStartBuild, plainAddresses } from '../.tools/module-addresses.js';
import { packagesFile } from '../.tools/notices.js';
import { packedRegistry, packedTexts } from '../.tools/packed-data.js';
import { pages, publishedFiles } from '../.tools/published-files.js';
import { root } from '../.tools/shell.js';

const web = join(root, 'web');

/** The configuration that all builds share. */
const sharedConfig = {
  base: './',
  publicDir: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warn'),
  plugins: [plainAddresses, plainImports, domShim, litPatch, packedRegistry, packedTexts, minifiedSources],
  // `node` selects lit's build for servers; see .tools/adapted-lit.js.
  resolve: { conditions: ['node', 'module'] },
  json: { namedExports: false, stringify: true },
  build: {
    outDir: join(root, isStartBuild ? 'build/start/dist' : 'dist'),
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: /** @type {const} */ (false),
    reportCompressedSize: false,
  },
};

export default defineConfig({
  ...sharedConfig,
  root: join(web, 'lab'),
  plugins: [
    // Comes first, so that it takes precedence over `plainImports`.
    lazyImports,
    ...sharedConfig.plugins,
    publishedFiles,
    pages,
    createFurtherBuilds(sharedConfig),
    serviceWorker,
  ],
  build: {
    ...sharedConfig.build,
    emptyOutDir: true,
    license: { fileName: packagesFile },
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      treeshake: { moduleSideEffects: (id) => !sideEffectFreeModules.test(id) },
      input: {
        // The pages.
        lab: join(web, 'lab/index.html'),
        reference: join(web, 'lab/reference.html'),
        // The element for a <script>, its class, the library, the script in a frame, and the widget for notebooks.
        attentoscope: join(web, 'element/define.js'),
        element: join(web, 'element/attento-scope.js'),
        api: join(web, 'index.js'),
        embed: join(web, 'embed/frame.js'),
        anywidget: join(web, 'embed/anywidget.js'),
      },
      output: { entryFileNames, chunkFileNames, assetFileNames, codeSplitting: { groups: chunkGroups } },
    },
  },
});
