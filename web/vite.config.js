import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** @param {string} path below web/ */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The pages that show how a foreign site embeds the element go out as they are: plain HTML that knows nothing but the
 * address of attentoscope.js.
 * @type {import('vite').Plugin}
 */
const copyEmbeds = {
  name: 'copy-embeds',
  generateBundle() {
    for (const name of readdirSync(here('embed'))) {
      this.emitFile({
        type: 'asset',
        fileName: `embed/${name}`,
        source: readFileSync(here(`embed/${name}`)),
      });
    }
  },
};

/**
 * Nothing of ours splits its styles, so a dynamic import needs no preloading of them: it is just an import.
 * @type {import('vite').Plugin}
 */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** What others address by name; everything else carries a hash. */
const published = ['attentoscope', 'api', 'worker'];

/**
 * The site and the package in one flat folder, so that `new URL('./worker.js', import.meta.url)` is right in every
 * chunk, and any static host serves it from any path.
 */
export default defineConfig({
  root: here('lab'),
  base: './',
  publicDir: false,
  plugins: [plainImports, copyEmbeds],
  build: {
    outDir: here('../dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      input: {
        lab: here('lab/index.html'),
        attentoscope: here('element/define.js'),
        api: here('index.js'),
        worker: here('engine/worker.js'),
      },
      output: {
        entryFileNames: ({ name }) => (published.includes(name) ? '[name].js' : '[name]-[hash].js'),
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: ({ names }) =>
          names.includes('core.wasm') ? '[name][extname]' : '[name]-[hash][extname]',
      },
    },
  },
});
