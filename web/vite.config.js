import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import { minifiedSources } from '../.tools/minified-sources.js';
import { packagesFile, writeNotices } from '../.tools/notices.js';
import { writeOffline } from '../.tools/offline.js';
import { packRegistry } from '../.tools/pack-registry.js';
import { patchedLit } from '../.tools/patched-lit.js';
import { headersFile, nginxFile } from '../.tools/server-configs.js';
import { addShareTags, card, parseSite } from '../.tools/share-tags.js';
import { writeSingleFiles } from '../.tools/single-file.js';
import { modules } from './generated/modules.js';
import { registry } from './generated/registry.js';
import { packTexts } from './language/key.js';

/** @param {string} path below web/ */
const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Whether this is the build for `npm start`, in which one WebAssembly module, `site`, replaces all others. */
const isSite = process.env.ATTENTO_SITE === '1';
const builtModules = isSite ? '../build/start' : '../build/wasm';
const dist = resolvePath(isSite ? '../build/start/dist' : '../dist');
/** The address at which the site will be published, if it is known (see web/embed/README.md). */
const siteAddress = parseSite(process.env.ATTENTO_URL);

/** Files that are published unchanged, by their published names; HTML pages get additional tags for sharing. */
const copiedFiles = {
  'embed.html': 'embed/frame.html',
  'embed.css': 'embed/frame.css',
  'embed-parent.js': 'embed/embed-parent.js',
  'embed/blog-post.html': 'embed/blog-post.html',
  [card.file]: `lab/${card.file}`,
};

/** The example React component; in the package it imports the element from the same folder. */
function createReactComponent() {
  const component = readFileSync(resolvePath('embed/examples/react/attento-scope.js'), 'utf8');
  const published = component.replace(
    /const address = .*\n.* address\);/,
    "const load = () => import('./attentoscope.js');",
  );
  if (published === component) throw new Error('The React component does not load the element as expected.');
  return published;
}

/** @type {import('vite').Plugin} */
const publishedFiles = {
  name: 'published-files',
  generateBundle() {
    const names = isSite ? ['site', 'unicode'] : Object.keys(modules);
    const wasm = names.map((name) => [`${name}.wasm`, `${builtModules}/${name}.wasm`]);
    for (const [fileName, source] of [...Object.entries(copiedFiles), ...wasm]) {
      const file = readFileSync(resolvePath(source));
      const isPage = fileName.endsWith('.html');
      const shared = isPage ? addShareTags(String(file), fileName, siteAddress) : file;
      this.emitFile({ type: 'asset', fileName, source: shared });
    }
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile });
    this.emitFile({ type: 'asset', fileName: 'embed/nginx.conf', source: nginxFile });
    this.emitFile({ type: 'asset', fileName: 'react.js', source: createReactComponent() });
  },
};

/**
 * The WebAssembly modules are in the folder of the script that loads them. Their addresses are written as other bundlers
 * expect: one `new URL` around a string. (Vite would nest two, and webpack resolves the outer one to `file:`.) The address
 * that Emscripten generates is never used.
 * @type {import('vite').Plugin}
 */
const plainAddresses = {
  name: 'plain-addresses',
  enforce: 'pre',
  resolveId: (id) =>
    isSite && /^#(core|attend)$/.test(id) ? resolvePath(`${builtModules}/site.mjs`) : undefined,
  transform(code, id) {
    if (id.endsWith('/generated/modules.js')) {
      const shared = isSite ? code.replace(/(wasm\/)(?!unicode)[\w-]+(?=\.wasm)/g, '$1site') : code;
      return shared.replaceAll("'../../build/wasm/", "/* @vite-ignore */ './");
    }
    if (/\/build\/\w+\/\w+\.mjs$/.test(id))
      return code.replace(/new URL\(["']\w+\.wasm["'], ?import\.meta\.url\)\.toString\(\)/, '""');
    return undefined;
  },
};

/** Replaces Vite's preload helper by other code. @param {string} code @returns {import('vite').Plugin} */
function createPreloadPlugin(code) {
  const load = (/** @type {string} */ id) => (id.endsWith('vite/preload-helper.js') ? code : undefined);
  return { name: 'preload', enforce: 'pre', load };
}

/**
 * Wraps dynamic imports in `importLazily` (see lazy-import.js) instead of Vite's preload helper, because there are no style sheets
 * to preload.
 * @type {import('vite').Plugin}
 */
const lazyImports = {
  ...createPreloadPlugin(
    `export { importLazily as __vitePreload } from ${JSON.stringify(resolvePath('engine/lazy-import.js'))};`,
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

/** Packs the translations (see language/key.js). @type {import('vite').Plugin} */
const packedTexts = {
  name: 'packed-texts',
  enforce: 'pre',
  load: (id) =>
    /\/languages\/[\w-]+\.json$/.test(id)
      ? JSON.stringify(packTexts(JSON.parse(readFileSync(id, 'utf8'))))
      : undefined,
};

/** @type {import('vite').Plugin} */
const packedRegistry = {
  name: 'packed-registry',
  enforce: 'pre',
  load: (id) => (id.endsWith('/generated/registry.js') ? packRegistry(registry) : undefined),
};

/**
 * Adds to each page its tags for sharing, and to the reference page all models, mechanisms and terms from the registry.
 * @type {import('vite').Plugin}
 */
const pages = {
  name: 'pages',
  async transformIndexHtml(html, { filename }) {
    const page = addShareTags(html, basename(filename), siteAddress);
    if (!filename.endsWith('reference.html')) return page;
    // By address, so that Vite does not bundle it, with all chapters, into this configuration.
    const { renderReference } = await import(new URL('../.tools/reference.js', import.meta.url).href);
    return renderReference(page);
  },
};

/** Entries with a stable file name; all other file names have a hash. */
const stableNames = ['attentoscope', 'element', 'api', 'embed'];

/** @type {import('vite').BuildEnvironmentOptions} */
const buildOptions = {
  outDir: dist,
  target: 'es2022',
  assetsInlineLimit: 0,
  modulePreload: false,
  reportCompressedSize: false,
};

/**
 * The modules that a page with a poster loads, in one chunk. Mechanisms and texts for readers are not part of it, although
 * the public interface, which the element imports, too, exports them.
 */
const registryModules =
  /web\/(outline|language\/(translate|key)|engine\/(calculator|permalink|schema|value|errors|registry|freeze|trusted-types|lazy-import)|generated\/registry)\.js$|preload-helper/;
/** The modules that poster and live instrument share; separate from the registry, which is also used without lit. */
const posterModules =
  /web\/(element\/(attento-scope|settings|(shell|theme)-styles|attributes|features\/[\w-]+)|instrument\/attribute-names)\.js$/;
const sideEffectFreeModules =
  /web\/(index|outline|(engine|generated)\/mechanisms|engine\/experiments|generated\/texts)\.js$/;

/** @param {{ names: string[] }} asset */
const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.wasm') ? '[name][extname]' : '[name]-[hash:7][extname]';

/**
 * Lit's build for servers is used, so that the class of the element can be imported without custom elements. Of its DOM shim it
 * needs only an empty class HTMLElement.
 * @type {import('vite').Plugin}
 */
const emptyDocument = {
  name: 'empty-document',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@lit-labs/ssr-dom-shim') ? '\0empty-document' : undefined),
  load: (id) =>
    id === '\0empty-document'
      ? 'export const HTMLElement = class {}; export const customElements = undefined;'
      : undefined,
};

/**
 * The configuration that all builds share.
 * @satisfies {import('vite').UserConfig}
 */
const sharedConfig = {
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [
    plainAddresses,
    // Single files contain what they import, so nothing is preloaded.
    createPreloadPlugin('export const __vitePreload = (load) => load();'),
    emptyDocument,
    patchedLit,
    packedRegistry,
    packedTexts,
    minifiedSources,
  ],
  resolve: { conditions: ['node', 'module'] },
  json: { namedExports: false, stringify: true },
  build: buildOptions,
};

/**
 * Builds the worker as a single file: under `worker-src blob:` Firefox lets a worker import a module by its address, but
 * not the static imports of that module. Then writes the notices of the licenses and, but not for `npm start`, builds the
 * single-file versions of the package and the lab, which contain the notices.
 * @type {import('vite').Plugin}
 */
const singleFileBuilds = {
  name: 'single-file-builds',
  async writeBundle() {
    await build({
      ...sharedConfig,
      configFile: false,
      root: resolvePath('engine'),
      build: {
        ...buildOptions,
        emptyOutDir: false,
        rolldownOptions: {
          input: resolvePath('engine/worker.js'),
          output: { entryFileNames: 'worker.js', assetFileNames, codeSplitting: false },
        },
      },
    });
    const notices = writeNotices(dist);
    if (!isSite) await writeSingleFiles(sharedConfig, notices);
  },
};

/**
 * Writes the service worker last, because it lists all files.
 * @type {import('vite').Plugin}
 */
const offlineWorker = {
  name: 'offline',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: () => writeOffline(readFileSync(resolvePath('lab/offline-worker.js'), 'utf8'), dist),
  },
};

/** Modules that are loaded together. */
export const chunkGroups = [
  { name: 'registry', test: registryModules },
  { name: 'poster', test: posterModules },
  // A page with a run does not need the mechanisms.
  { name: 'mechanisms', test: /web\/(engine|generated)\/mechanisms\.js$/ },
  // Small shared files compress better together.
  {
    name: 'shared',
    test: /web\/(parts\/(dom|find-step|format|latest-request)|plots\/(largest-column|palette)|instrument\/part-access|studies\/other-map|views\/curve\/loss-curve-styles|element\/(find-preset|address-bar)|lab\/number-format|language\/translate-schema)\.js$/,
  },
  // The public interface does not need the page's parts. No view may import the live instrument, which can exist twice after a
  // retry under another address.
  {
    name: 'web',
    test: /web\/(index|engine\/(experiments|configuration|public-link)|generated\/texts)\.js$/,
  },
  {
    name: 'alignment',
    test: /web\/views\/alignment\/(alignment-(styles|grid|text|summary|panel|data)|decoder-styles|score-formula|typed-text)\.js$/,
  },
  {
    name: 'screen',
    test: /web\/(instrument\/(?!pipes-film|sentence-film|recorded-sentences)|share\/share\.js$)/,
  },
  {
    name: 'parts',
    test: /lit-html\/(async-)?directive|web\/(parts\/(?!weighted-sum|image-|player|cell-grid|text-form|square|number-table|pixel-input)|plots\/(?!(glimpse|graph|patch|arc|decision-surface|feature-bars|context-bars|draw|image-attention)-paint|pixels|color-scale|vector)|save\/(save-view|download|csv))\b/,
  },
  {
    name: 'drawing',
    test: /web\/views\/drawing\/(saved-)?drawn-map/,
  },
  // Groups that must come last, so that they take no module of the groups above.
  { name: 'save-figure', test: /web\/save\/save-f/ },
  { name: 'poster-picture', test: /web\/element\/(poster-picture|preset-thumbnail)/ },
  { name: 'explanation', test: /web\/studies\/(explanation|row-study|what-if)/ },
  { name: 'create-scope', test: /web\/engine\/(create-scope|sweep|error-serialization)\.js$/ },
];

/**
 * The site and the package in one flat folder, so that `new URL('./worker.js', import.meta.url)` is correct in every
 * chunk, and any static host can serve it from any path.
 */
export default defineConfig({
  ...sharedConfig,
  root: resolvePath('lab'),
  plugins: [lazyImports, ...sharedConfig.plugins, publishedFiles, pages, singleFileBuilds, offlineWorker],
  build: {
    ...buildOptions,
    emptyOutDir: true,
    license: { fileName: packagesFile },
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      treeshake: { moduleSideEffects: (id) => !sideEffectFreeModules.test(id) },
      input: {
        lab: resolvePath('lab/index.html'),
        reference: resolvePath('lab/reference.html'),
        attentoscope: resolvePath('element/define.js'),
        element: resolvePath('element/attento-scope.js'),
        api: resolvePath('index.js'),
        embed: resolvePath('embed/frame.js'),
        anywidget: resolvePath('embed/anywidget.js'),
      },
      output: {
        entryFileNames: ({ name }) => {
          // Notebooks recognize modules by this extension.
          if (name === 'anywidget') return '[name].mjs';
          return stableNames.includes(name) ? '[name].js' : '[name]-[hash:7].js';
        },
        chunkFileNames: ({ facadeModuleId }) => {
          const [, folder, name] = /\/(languages|experiments)\/([^/.]+)/.exec(facadeModuleId ?? '') ?? [];
          return `${folder ? `${folder === 'languages' ? 'language' : 'experiment'}-${name}` : '[name]'}-[hash:7].js`;
        },
        assetFileNames,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
