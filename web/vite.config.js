import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, parseSync, Visitor } from 'vite';
import { headersFile, nginxFile } from '../.tools/headers.js';
import { packagesFile, writeNotices } from '../.tools/notices.js';
import { writeOffline } from '../.tools/offline.js';
import { writeOneFiles } from '../.tools/one-file.js';
import { ownLit } from '../.tools/own-lit.js';
import { packedRegistry } from '../.tools/pack-registry.js';
import { referenceHtml } from '../.tools/reference.js';
import { modules } from './generated/modules.js';
import { registry } from './generated/registry.js';
import { packTexts } from './language/key.js';

/** @param {string} path below web/ */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Files that are published unchanged, by published name. */
const copied = {
  'embed.html': 'embed/frame.html',
  'embed.css': 'embed/frame.css',
  'embed-parent.js': 'embed/embed-parent.js',
  'embed/blog-post.html': 'embed/blog-post.html',
};

/** @type {import('vite').Plugin} */
const copyEmbeds = {
  name: 'copy-embeds',
  generateBundle() {
    const wasm = Object.keys(modules).map((name) => [`${name}.wasm`, `../build/wasm/${name}.wasm`]);
    for (const [fileName, source] of [...Object.entries(copied), ...wasm]) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(here(source)) });
    }
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile });
    this.emitFile({ type: 'asset', fileName: 'embed/nginx.conf', source: nginxFile });
    // The React component for copying; in the package it imports the element from the same folder.
    const component = readFileSync(here('embed/examples/react/attento-scope.js'), 'utf8');
    const source = component.replace(
      /const address = .*\n.* address\);/,
      "const load = () => import('./attentoscope.js');",
    );
    if (source === component)
      this.error('The React component does not load the element as this build expects.');
    this.emitFile({ type: 'asset', fileName: 'react.js', source });
  },
};

/**
 * Refers to modules in the same folder by one `new URL` with a literal, which other bundlers understand. (Vite would write
 * two, and webpack resolves the outer one to `file:`.) Emscripten's own URL is never used.
 * @type {import('vite').Plugin}
 */
const plainAddresses = {
  name: 'plain-addresses',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/generated/modules.js'))
      return code.replaceAll("'../../build/wasm/", "/* @vite-ignore */ './");
    if (/\/build\/wasm\/\w+\.mjs$/.test(id))
      return code.replace(/new URL\("\w+\.wasm",import\.meta\.url\)\.toString\(\)/, '""');
    return undefined;
  },
};

/**
 * Replaces Vite's preload helper by load-part.js: we have no split style sheets to preload.
 * @type {import('vite').Plugin}
 */
const partImports = {
  name: 'part-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js')
      ? `export { loadPart as __vitePreload } from ${JSON.stringify(here('engine/load-part.js'))};`
      : undefined,
  // The URL of the retry is only known at run time. Bundlers leave it alone if a comment says so, and minifying removes
  // comments, so this adds them afterwards.
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk')
        file.code = file.code.replace('import(`${', 'import(/*webpackIgnore:true*/`${');
    }
  },
};

/** Packs translations for the page. @type {import('vite').Plugin} */
const packedTexts = {
  name: 'packed-texts',
  enforce: 'pre',
  load: (id) =>
    /\/languages\/[\w-]+\.json$/.test(id)
      ? JSON.stringify(packTexts(JSON.parse(readFileSync(id, 'utf8'))))
      : undefined,
};

/** @type {import('vite').Plugin} */
const shortRegistry = {
  name: 'short-registry',
  enforce: 'pre',
  load: (id) => (id.endsWith('/generated/registry.js') ? packedRegistry(registry) : undefined),
};

/**
 * Removes the insignificant white space of style sheets, templates and prose.
 * @type {import('vite').Plugin}
 */
const tightSources = {
  name: 'tight-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/(?!engine|generated)\w+\/[^?]*\.js$/.test(id)) return undefined;
    const { program, comments } = parseSync(id, code);
    const sheets = new Set(comments.filter(({ value }) => value === ' css ').map(({ end }) => end + 1));
    /** @type {{ start: number, end: number, text: string }[]} */
    const edits = [];
    /** @param {import('vite').ESTree.TemplateLiteral} literal @param {(text: string) => string} tight */
    const tighten = ({ quasis }, tight) => {
      for (const { start, end } of quasis) edits.push({ start, end, text: tight(code.slice(start, end)) });
    };
    new Visitor({
      TemplateLiteral(literal) {
        if (sheets.has(literal.start)) tighten(literal, tightSheet);
      },
      TaggedTemplateExpression({ tag, quasi }) {
        if (tag.type !== 'Identifier') return;
        if (tag.name === 'css') tighten(quasi, tightSheet);
        if (tag.name === 'prose') tighten(quasi, tightProse);
        if (tag.name !== 'html' && tag.name !== 'svg') return;
        tighten(quasi, tightMarkup);
        // Nor at either end of a template.
        const [first, last] = [edits.at(-quasi.quasis.length), edits.at(-1)];
        if (first) first.text = first.text.replace(/^ (?=<)/, '');
        if (last) last.text = last.text.replace(/(?<=^|>) $/, '');
      },
    }).visit(program);
    const inOrder = edits.sort((a, b) => b.start - a.start);
    return inOrder.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
  },
};

/** Removes white space in CSS, except before a colon, where it may be a descendant combinator. @param {string} sheet */
const tightSheet = (sheet) =>
  sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>~]) ?|(:) /g, '$1$2')
    .replace(/;(})|\b0(\.\d)/g, '$1$2');

/** Joins the lines of each paragraph. @param {string} prose */
const tightProse = (prose) =>
  prose
    .split(/\n\s*\n/)
    .map((lines) => lines.replace(/\s+/g, ' '))
    .join('\n\n');

/** Replaces line breaks and indentation by one space, or by nothing before the end of a tag. @param {string} markup */
const tightMarkup = (markup) => markup.replace(/\n\s*(?=\/?>)/g, '').replace(/\n\s*/g, ' ');

/**
 * Inserts the reference of all mechanisms, written from the registry.
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

/** Files with a stable name; all others have a hash in their name. */
const published = ['attentoscope', 'element', 'api', 'embed'];

/** @type {import('vite').BuildEnvironmentOptions} */
const options = {
  outDir: here('../dist'),
  target: 'es2022',
  assetsInlineLimit: 0,
  modulePreload: false,
  reportCompressedSize: false,
};

/**
 * Modules of the chunk that a page with a poster loads. It excludes mechanisms and texts, although the public interface, which
 * the element imports, contains them.
 */
const beforeActivation =
  /web\/(outline|language\/(say|key)|engine\/(calculator|permalink|link|schema|value|errors|registry|freeze|trusted-types|load-part)|generated\/registry)\.js$|preload-helper/;
/** Modules that the poster and the live part share, without the registry, which is also used without lit. */
const poster =
  /web\/element\/(attento-scope|poster|settings|(shell|theme)-styles|attributes|nearest-preset)\.js$/;
const needless =
  /web\/(index|outline|(engine|generated)\/mechanisms|engine\/experiments|generated\/texts)\.js$/;

/** @param {{ names: string[] }} asset */
const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.wasm') ? '[name][extname]' : '[name]-[hash][extname]';

/**
 * Uses lit's server build, so that the element's class can be imported without a DOM. An empty HTMLElement class is enough
 * for that.
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
 * Configuration shared by all builds.
 * @satisfies {import('vite').UserConfig}
 */
const common = {
  base: './',
  publicDir: false,
  logLevel: 'warn',
  plugins: [plainAddresses, partImports, emptyDocument, ownLit, shortRegistry, packedTexts, tightSources],
  resolve: { conditions: ['node', 'module'] },
  json: { namedExports: false, stringify: true },
  build: options,
};

/**
 * Bundles the worker into one file, because under `worker-src blob:` Firefox lets a worker import a module, but not that
 * module's static imports. Then writes the single-file builds.
 * @type {import('vite').Plugin}
 */
const filesOfTheirOwn = {
  name: 'files-of-their-own',
  async closeBundle() {
    await build({
      ...common,
      configFile: false,
      root: here('engine'),
      build: {
        ...options,
        emptyOutDir: false,
        rolldownOptions: {
          input: here('engine/worker.js'),
          output: { entryFileNames: 'worker.js', assetFileNames, codeSplitting: false },
        },
      },
    });
    await writeOneFiles(common, writeNotices(here('../dist')));
  },
};

/**
 * Writes the service worker, last, because it lists all files.
 * @type {import('vite').Plugin}
 */
const offline = {
  name: 'offline',
  closeBundle: {
    order: 'post',
    sequential: true,
    handler: () => writeOffline(readFileSync(here('lab/offline-worker.js'), 'utf8'), here('../dist')),
  },
};

/**
 * Builds the site and the package into one flat folder, so that `new URL('./worker.js', import.meta.url)` is right in every
 * chunk, and any static host can serve it from any path.
 */
export default defineConfig({
  ...common,
  root: here('lab'),
  plugins: [...common.plugins, copyEmbeds, reference, filesOfTheirOwn, offline],
  build: {
    ...options,
    emptyOutDir: true,
    license: { fileName: packagesFile },
    rolldownOptions: {
      preserveEntrySignatures: 'strict',
      treeshake: { moduleSideEffects: (id) => !needless.test(id) },
      input: {
        lab: here('lab/index.html'),
        reference: here('lab/reference.html'),
        attentoscope: here('element/define.js'),
        element: here('element/attento-scope.js'),
        api: here('index.js'),
        embed: here('embed/frame.js'),
        anywidget: here('embed/anywidget.js'),
      },
      output: {
        entryFileNames: ({ name }) => {
          // Notebooks expect this file extension.
          if (name === 'anywidget') return '[name].mjs';
          return published.includes(name) ? '[name].js' : '[name]-[hash].js';
        },
        chunkFileNames: ({ facadeModuleId }) => {
          const [, room, name] = /\/(languages|experiments)\/([^/.]+)/.exec(facadeModuleId ?? '') ?? [];
          return `${room ? `${room === 'languages' ? 'language' : 'experiment'}-${name}` : '[name]'}-[hash].js`;
        },
        assetFileNames,
        codeSplitting: {
          groups: [
            { name: 'registry', test: beforeActivation },
            { name: 'poster', test: poster },
            // Only the calculator and the reference need mechanisms.
            { name: 'mechanisms', test: /web\/(engine|generated)\/mechanisms\.js$/ },
            // Small shared files compress better as one.
            {
              name: 'shared',
              test: /web\/(parts\/(dom|format)|plots\/palette|element\/arrangement|studies\/other-map|views\/(curve\/loss-curve-styles|path\/path-reading))\.js$/,
            },
            // The public interface needs no parts of the page. Views must not import the live part, which has another URL after
            // a retry and would be loaded twice.
            {
              name: 'web',
              test: /web\/(index|engine\/(experiments|configuration|public-link)|generated\/texts)\.js$/,
            },
            {
              name: 'parts',
              test: /web\/(parts\/(?!image-)|plots\/(?!(picture|canvas|glimpse|graph|patch|arc|decision-surface|feature-bars|context-bars)-paint|strokes|vector)|save\/(save-view|download|csv)|views\/features\/feature-bars-text)\b/,
            },
            // Code shared by the lab and the live part must not be in the lab's file, because importing that runs the lab.
            { name: 'described', test: /web\/language\/say-schema\.js$/ },
          ],
        },
      },
    },
  },
});
