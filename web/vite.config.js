import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import { referenceHtml } from '../.tools/reference.js';

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

/**
 * The reference of all mechanisms, written from the registry.
 * @type {import('vite').Plugin}
 */
const reference = {
  name: 'reference',
  async transformIndexHtml(page, { filename }) {
    if (!filename.endsWith('reference.html')) return page;
    const { mechanisms } = await import('./engine/mechanisms.js');
    return page.replace('<!-- mechanisms -->', () => referenceHtml(mechanisms()));
  },
};

/** What others address by name; everything else carries a hash. */
const published = ['attentoscope', 'api'];

/** @type {import('vite').BuildEnvironmentOptions} */
const options = {
  outDir: here('../dist'),
  target: 'es2022',
  assetsInlineLimit: 0,
  modulePreload: false,
  reportCompressedSize: false,
};

/**
 * What a page with a poster loads, in one chunk of its own; the mechanisms and the texts for readers stay out of it,
 * although the public interface, which the element imports too, has all.
 */
const beforeActivation =
  /web\/(language\/say|engine\/(calculator|permalink|link|schema|value|errors|registry|freeze)|generated\/registry)\.js$|preload-helper/;
const needless = /web\/(index|(engine|generated)\/mechanisms|engine\/experiments|generated\/texts)\.js$/;

/** @param {{ names: string[] }} asset */
const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.wasm') ? '[name][extname]' : '[name]-[hash][extname]';

/**
 * The worker with all that it needs in one file: under a page's `worker-src blob:` Firefox lets a worker import a
 * module by its address, but not what that module imports statically.
 * @type {import('vite').Plugin}
 */
const workerInOneFile = {
  name: 'worker-in-one-file',
  async closeBundle() {
    await build({
      configFile: false,
      root: here('engine'),
      base: './',
      publicDir: false,
      logLevel: 'warn',
      plugins: [plainImports],
      build: {
        ...options,
        emptyOutDir: false,
        rolldownOptions: {
          input: here('engine/worker.js'),
          output: { entryFileNames: 'worker.js', assetFileNames, codeSplitting: false },
        },
      },
    });
  },
};

/**
 * The site and the package in one flat folder, so that `new URL('./worker.js', import.meta.url)` is right in every
 * chunk, and any static host serves it from any path.
 */
export default defineConfig({
  root: here('lab'),
  base: './',
  publicDir: false,
  plugins: [plainImports, copyEmbeds, reference, workerInOneFile],
  json: { namedExports: false, stringify: true },
  build: {
    ...options,
    emptyOutDir: true,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      treeshake: { moduleSideEffects: (id) => !needless.test(id) },
      input: {
        lab: here('lab/index.html'),
        reference: here('lab/reference.html'),
        attentoscope: here('element/define.js'),
        api: here('index.js'),
      },
      output: {
        entryFileNames: ({ name }) => (published.includes(name) ? '[name].js' : '[name]-[hash].js'),
        chunkFileNames: ({ facadeModuleId }) =>
          `${facadeModuleId?.includes('/languages/') ? 'language-' : ''}[name]-[hash].js`,
        assetFileNames,
        codeSplitting: { groups: [{ name: 'registry', test: beforeActivation }] },
      },
    },
  },
});
