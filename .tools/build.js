/**
 * Builds everything: the WebAssembly modules, the registry that they describe, and the site and package in dist/. For
 * `npm start`, builds only the site, with one module for everything, in build/start.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFormulaMathMl } from '../web/engine/formula-mathml.js';
import { isVerbatim } from '../web/language/translate-schema.js';
import { writePackageMetadata } from './describe-package.js';
import { writeFastVariant } from './fuse.js';
import { installRequirements } from './setup.js';
import { isMainModule, printLine, root, runMain, runNinja, runOrFail, UserError } from './shell.js';
import { createUnicodeSection } from './unicode.js';

const folder = join(root, 'build/wasm');
const startFolder = join(root, 'build/start');

/** The header of a WebAssembly module: an empty module. */
const emptyModule = Buffer.from('\0asm\x01\0\0\0');

/** Builds the modules, writes their fast variants and web/generated/ from their description, and bundles dist/. */
export async function build() {
  await buildModules(folder);
  const names = await writeRegistry(join(folder, 'describe'));
  for (const name of names) await updateFastVariant(name);
  checkModules(names);
  await bundle();
  await writePackageMetadata();
}

/** Builds the site for `npm start`. @returns {Promise<string>} its folder */
export async function buildSite() {
  await buildModules(startFolder, '-DATTENTO_SITE=ON');
  await writeRegistry(join(startFolder, 'site'));
  process.env.ATTENTO_SITE = '1'; // for the configuration of Vite
  await bundle();
  return join(startFolder, 'dist');
}

/** @param {string} tree the build folder @param {...string} options of CMake */
async function buildModules(tree, ...options) {
  if (!existsSync(join(tree, 'build.ninja'))) {
    await runOrFail(
      'emcmake',
      ['cmake', '-B', tree, '-G', 'Ninja', ...options],
      'CMake could not configure the WebAssembly build; the lines above say why.',
    );
  }
  printLine('Building the attention core (WebAssembly)');
  await runNinja(['-C', tree], 'The WebAssembly modules did not compile; the lines above say why.');
  writeFileSync(join(tree, 'unicode.wasm'), Buffer.concat([emptyModule, createUnicodeSection()]));
}

/**
 * Writes the experiments and mechanisms as JavaScript modules: pages need them before any WebAssembly is loaded.
 * @param {string} module path without extension of the module with the descriptions
 * @returns {Promise<string[]>} names of the modules that hold experiments
 */
export async function writeRegistry(module) {
  const { default: createCore } = await import(pathToFileURL(`${module}.mjs`).href);
  const core = await createCore({ wasmBinary: readFileSync(`${module}.wasm`) });
  const registry = JSON.parse(core.describe());
  const mechanisms = JSON.parse(core.describeMechanisms());
  if (!Array.isArray(registry.experiments) || registry.experiments.length === 0) {
    throw new UserError('The built module describes no experiment.');
  }
  writeGeneratedModule('registry', JSON.stringify(removeLazyFields(registry), null, 2));
  writeGeneratedModule('texts', JSON.stringify(extractLazyFields(registry.experiments), null, 2));
  // Imported here because setup() must have installed the npm packages first.
  const { createMathTree } = await import('./formulas.js');
  for (const { lines } of mechanisms) {
    for (const line of lines)
      line.math = line.written ? createFormulaMathMl(line.written) : createMathTree(line.formula);
  }
  writeGeneratedModule('mechanisms', JSON.stringify(mechanisms, null, 2));
  const modules = [
    ...new Set(registry.experiments.map((/** @type {{ module: string }} */ { module }) => module)),
  ];
  writeModules(modules);
  writeFolderLists();
  await writeChapters();
  await writeCards();
  return modules;
}

/** Writes the fast variant of a module, unless it is newer than its sources. @param {string} name */
async function updateFastVariant(name) {
  const [module, fastModule] = [`${name}.wasm`, `${name}-fast.wasm`].map((file) => join(folder, file));
  const sources = [module, join(root, '.tools/fuse.js')];
  const modifiedAt = existsSync(fastModule) ? statSync(fastModule).mtimeMs : 0;
  if (sources.every((source) => statSync(source).mtimeMs < modifiedAt)) return;
  await writeFastVariant(module, fastModule);
}

/** Names of fields that are loaded only when an experiment starts. Posters need titles and summaries earlier. */
const lazyFields = new Set(
  'label help formula unit article paper metrics optimizer targets missedTarget'.split(' '),
);

/**
 * @param {object} holder
 * @param {string} name of one of its entries
 */
function isLazyField(holder, name) {
  if ('type' in holder && (name === 'step' || name === 'scale')) return true;
  // `restart: true` is the default.
  if ('restart' in holder && name === 'restart') return holder.restart === true;
  return lazyFields.has(name);
}

/**
 * Removes the fields that are loaded later from a description.
 * @param {unknown} value
 * @returns {unknown}
 */
function removeLazyFields(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(removeLazyFields);
  const remainingFields = Object.entries(value).filter(([name]) => !isLazyField(value, name));
  return Object.fromEntries(
    remainingFields.map(([name, item]) => [name, isVerbatim(name, item) ? item : removeLazyFields(item)]),
  );
}

/**
 * Returns the removed fields in the same structure as the description.
 * @param {unknown} value
 * @returns {unknown}
 */
function extractLazyFields(value) {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => extractLazyFields(item) ?? 0);
  const found = Object.entries(value).map(([name, item]) => [
    name,
    isLazyField(value, name) ? item : isVerbatim(name, item) ? undefined : extractLazyFields(item),
  ]);
  const removedFields = found.filter(([, item]) => item !== undefined);
  return removedFields.length > 0 ? Object.fromEntries(removedFields) : undefined;
}

/** Checks that the modules share their JavaScript. @param {readonly string[]} names modules that hold experiments */
function checkModules(names) {
  const readGlueCode = (/** @type {string} */ name) =>
    readFileSync(join(folder, `${name}.mjs`), 'utf8').replaceAll(`${name}.wasm`, '');
  // `whole` holds all experiments, for the single-file builds.
  for (const name of [...names, 'whole']) {
    if (!existsSync(join(folder, `${name}.wasm`))) {
      throw new UserError(`CMakeLists.txt does not build the module "${name}", which the pages need.`);
    }
    if (readGlueCode(name) !== readGlueCode('core')) {
      throw new UserError(
        `${name}.mjs differs from core.mjs: all modules must share the same JavaScript glue code.`,
      );
    }
  }
}

/**
 * Writes the URL of every module. The bundler rewrites each one to the shipped file.
 * @param {readonly string[]} names modules that hold experiments
 */
function writeModules(names) {
  const entries = [...names, ...names.map((name) => `${name}-fast`), 'attend', 'unicode'].map(
    (name) => `  '${name}': /* @__PURE__ */ new URL('../../build/wasm/${name}.wasm', import.meta.url),\n`,
  );
  writeGeneratedModule('modules', `/** @type {Record<string, URL>} */ ({\n${entries.join('')}})`);
}

/** Writes lists of what the folders of web/ contain: Python sources, figures and views, by name. */
export function writeFolderLists() {
  const texts = listWebFiles(/^(torch|experiments)\/.*\.py$/).map((file) => [
    getEntryName(file),
    readFileSync(join(root, 'web', file), 'utf8'),
  ]);
  // Files with the same beginning are placed side by side, because gzip then compresses them better.
  texts.sort(([, one = ''], [, other = '']) => (one < other ? -1 : 1));
  const torch = JSON.stringify(Object.fromEntries(texts), null, 2);
  writeGeneratedModule('torch', `/** @type {Record<string, string>} */ (${torch})`, 'Python files');
  const figures = listWebFiles(/^experiments\/[^/]+\/figures\.js$/);
  writeLoaders('figures', figures);
  const views = listWebFiles(/^(views|studies|experiments)\/.*\.js$/).filter((file) =>
    /^export (function|const) createView\b/m.test(readFileSync(join(root, 'web', file), 'utf8')),
  );
  // Loaded lazily: a run loads only the views of its experiment.
  writeLoaders('views', views);
}

/**
 * Writes the parts of each experiment's scenes that the page needs before it loads them (without text and question), and its
 * main settings.
 */
export async function writeChapters() {
  const { estimateMinutes } = await import('../web/lab/scene.js');
  const found = listWebFiles(/^experiments\/[^/]+\/chapter\.js$/).map(async (file) => {
    /** @type {{ scenes: import('../web/lab/scene.js').Scenes, mainSettings?: readonly string[] }} */
    const { scenes, mainSettings } = await import(`../web/${file}`);
    const outlines = scenes.map((scene) => {
      const { chapter, title, isOnTour, settings, watchedExample } = scene;
      const minutes = Number(estimateMinutes(scene).toFixed(2));
      return { chapter, title, isOnTour, settings, watchedExample, minutes, text: '' };
    });
    const name = getEntryName(file);
    return {
      chapter: `  ['${name}', { outlines: /** @type {readonly any[]} */ (${JSON.stringify(outlines)}), load: () => import('../${file}') }],\n`,
      settings: mainSettings ? `  ['${name}', ${JSON.stringify(mainSettings)}],\n` : '',
    };
  });
  const entries = await Promise.all(found);
  writeGeneratedMap(
    'chapters',
    entries.map(({ chapter }) => chapter),
    'folders',
  );
  writeGeneratedMap(
    'mainSettings',
    entries.map(({ settings }) => settings),
    'chapters',
  );
}

/** @param {Float32Array} picture red, green and blue of each pixel @returns {number[]} with half as many pixels on a side, each the mean of four */
function halvePicture(picture) {
  const side = Math.sqrt(picture.length / 3);
  return Array.from({ length: picture.length / 4 }, (_, i) => {
    const [row, column] = [Math.floor(i / (3 * (side / 2))), Math.floor(i / 3) % (side / 2)];
    const first = 3 * (2 * row * side + 2 * column) + (i % 3);
    return [0, 3, 3 * side, 3 * side + 3].reduce((sum, step) => sum + (picture[first + step] ?? 0) / 4, 0);
  });
}

/** Writes the picture on each chapter's card: one map of a poster. */
export async function writeCards() {
  const { chapterOutlines } = await import('../web/lab/chapter-outlines.js');
  const { decodeShares, encodeShares } = await import('../web/parts/poster-code.js');
  const cards = chapterOutlines.map(async ({ poster = '' }) => {
    const [experiment, preset = ''] = poster.split('/');
    if (!experiment) return null;
    const { posters } = await import(`../web/experiments/${experiment}/poster.js`);
    const { shape, weights, truth, picture: full } = posters[preset];
    const [rows = 1, columns = 1] = shape.slice(-2);
    // If each row is an image, one row is enough.
    const isImage = Number.isInteger(Math.sqrt(columns)) && columns > 4 * rows;
    const size = [isImage ? 1 : rows, columns];
    const letters = size[0] * columns;
    const picture = full && encodeShares(halvePicture(decodeShares(full)));
    return { shape: size, weights: weights.slice(0, letters), truth: truth.slice(0, letters), picture };
  });
  const type =
    'readonly (Pick<import("../engine/view-types.js").Poster, "shape" | "weights" | "truth" | "picture"> | null)[]';
  writeGeneratedModule(
    'cards',
    `/** @type {${type}} */ (${JSON.stringify(await Promise.all(cards))})`,
    'posters',
  );
}

/** @param {string} name of the list @param {readonly string[]} files modules below web/, imported lazily */
function writeLoaders(name, files) {
  const entries = files.map((file) => `  ['${getEntryName(file)}', () => import('../${file}')],\n`);
  writeGeneratedMap(name, entries, 'folders');
}

/** @param {string} name @param {readonly string[]} entries each a line @param {string} source what it is generated from */
const writeGeneratedMap = (name, entries, source) =>
  writeGeneratedModule(name, `new Map([\n${entries.join('')}])`, source);

/** @param {RegExp} pattern @returns {string[]} files below web/, sorted */
const listWebFiles = (pattern) =>
  readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => pattern.test(file))
    .sort();

/** The name of a file's list entry: for files of an experiment its folder, else the file name. @param {string} file */
function getEntryName(file) {
  const own = basename(file).replace(/\.\w+$/, '');
  return ['chapter', 'model', 'figures'].includes(own) ? basename(dirname(file)) : own;
}

/** @param {string} name @param {string} value @param {string} [source] what it is generated from */
function writeGeneratedModule(name, value, source = "modules' description") {
  const target = join(root, 'web/generated');
  mkdirSync(target, { recursive: true });
  const text = `// Written by the build from the ${source}.\nexport const ${name} = ${value};\n`;
  writeFileSync(join(target, `${name}.js`), text);
}

async function bundle() {
  printLine('Bundling the pages (Vite)');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web/vite.config.js'), logLevel: 'warn' });
}

if (isMainModule(import.meta.url)) {
  await runMain(async () => {
    await installRequirements(['build']);
    await build();
    printLine('Done. Any static host can serve dist/, from any path');
  });
}
