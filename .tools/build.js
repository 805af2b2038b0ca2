/** Builds everything: the module, the registry it describes, and the site and package in dist/. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFormulaMathMl } from '../web/engine/formula-mathml.js';
import { isVerbatim } from '../web/language/translate-schema.js';
import { describePackage } from './describe-package.js';
import { writeFused } from './fuse.js';
import { setup } from './setup.js';
import { Failure, isMain, main, ninja, root, run, say } from './shell.js';
import { unicodeSection } from './unicode.js';

const folder = join(root, 'build/wasm');

/** A module without anything: its first eight bytes. */
const emptyModule = Buffer.from('\0asm\x01\0\0\0');

/** Builds the modules, writes their fast twins and web/generated/ from their description, and bundles dist/. */
export async function build() {
  await buildModule();
  await writeRegistry();
  await bundle();
}

async function buildModule() {
  const tree = 'build/wasm';
  if (!existsSync(join(root, tree, 'build.ninja'))) {
    await run('emcmake', ['cmake', '-B', tree, '-G', 'Ninja'], 'CMake could not configure the module.');
  }
  say('Building the attention core (WebAssembly)');
  await ninja(['-C', tree], 'The modules could not be built.');
}

/** The lists of experiments and of mechanisms as plain modules, so that pages know them before any WebAssembly is loaded. */
export async function writeRegistry() {
  const { default: createCore } = await import(pathToFileURL(join(folder, 'describe.mjs')).href);
  const core = await createCore({ wasmBinary: readFileSync(join(folder, 'describe.wasm')) });
  const registry = JSON.parse(core.describe());
  const mechanisms = JSON.parse(core.describeMechanisms());
  if (!Array.isArray(registry.experiments) || registry.experiments.length === 0) {
    throw new Failure('The module describes no experiment.');
  }
  write('registry', JSON.stringify(withoutTexts(registry), null, 2));
  write('texts', JSON.stringify(textsOf(registry.experiments), null, 2));
  // Not before the packages are there.
  const { mathTree } = await import('./formulas.js');
  for (const { lines } of mechanisms) {
    for (const line of lines)
      line.math = line.written ? createFormulaMathMl(line.written) : mathTree(line.formula);
  }
  write('mechanisms', JSON.stringify(mechanisms, null, 2));
  const modules = [
    ...new Set(registry.experiments.map((/** @type {{ module: string }} */ { module }) => module)),
  ];
  for (const name of modules) await writeTwin(name);
  writeFileSync(join(folder, 'unicode.wasm'), Buffer.concat([emptyModule, unicodeSection()]));
  writeModules(modules);
  writeFound();
}

/** The fast twin of a module, unless it is there and newer than what it is made of. @param {string} name */
async function writeTwin(name) {
  const [module, twin] = [`${name}.wasm`, `${name}-fast.wasm`].map((file) => join(folder, file));
  const sources = [module, join(root, '.tools/fuse.js')];
  const written = existsSync(twin) ? statSync(twin).mtimeMs : 0;
  if (sources.every((source) => statSync(source).mtimeMs < written)) return;
  await writeFused(module, twin);
}

/** What nobody needs before something runs, by name; titles and summaries stand on posters. */
const later = new Set(
  'label help formula unit article paper metrics optimizer targets missedTarget'.split(' '),
);

/**
 * @param {object} holder
 * @param {string} name of one of its entries
 */
function isLater(holder, name) {
  if ('type' in holder && (name === 'step' || name === 'scale')) return true;
  // What restarts a run is what says nothing else.
  if ('restart' in holder && name === 'restart') return holder.restart === true;
  return later.has(name);
}

/**
 * A description without what is only needed later.
 * @param {unknown} value
 * @returns {unknown}
 */
function withoutTexts(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutTexts);
  const kept = Object.entries(value).filter(([name]) => !isLater(value, name));
  return Object.fromEntries(
    kept.map(([name, item]) => [name, isVerbatim(name, item) ? item : withoutTexts(item)]),
  );
}

/**
 * What was left out, each at its place.
 * @param {unknown} value
 * @returns {unknown}
 */
function textsOf(value) {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => textsOf(item) ?? 0);
  const found = Object.entries(value).map(([name, item]) => [
    name,
    isLater(value, name) ? item : isVerbatim(name, item) ? undefined : textsOf(item),
  ]);
  const kept = found.filter(([, item]) => item !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/**
 * Where the modules are. The bundler rewrites each address to the shipped file.
 * @param {readonly string[]} names of those that hold experiments
 */
function writeModules(names) {
  const own = (/** @type {string} */ name) =>
    readFileSync(join(folder, `${name}.mjs`), 'utf8').replaceAll(`${name}.wasm`, '');
  // The builds that are one file have a module of their own, which holds everything.
  for (const name of [...names, 'whole']) {
    if (!existsSync(join(folder, `${name}.wasm`))) {
      throw new Failure(`CMakeLists.txt does not build the module "${name}", which the pages need.`);
    }
    if (own(name) !== own('core')) {
      throw new Failure(
        `${name}.mjs is not core.mjs: the modules no longer need the same things of JavaScript.`,
      );
    }
  }
  const entries = [...names, ...names.map((name) => `${name}-fast`), 'attend', 'unicode'].map(
    (name) => `  '${name}': new URL('../../build/wasm/${name}.wasm', import.meta.url),\n`,
  );
  write('modules', `/** @type {Record<string, URL>} */ ({\n${entries.join('')}})`);
}

/** What the front end has in folders, as lists: Python sources, chapters and views, each by its name. */
export function writeFound() {
  const texts = found(/^(torch|experiments)\/.*\.py$/).map((file) => [
    nameOf(file),
    readFileSync(join(root, 'web', file), 'utf8'),
  ]);
  const torch = JSON.stringify(Object.fromEntries(texts), null, 2);
  write('torch', `/** @type {Record<string, string>} */ (${torch})`, 'Python files');
  writeImports('chapters', found(/^experiments\/[^/]+\/chapter\.js$/), ['chapter']);
  const figures = found(/^experiments\/[^/]+\/figures\.js$/);
  writeLoaders('figures', figures);
  const views = found(/^(views|studies|experiments)\/.*\.js$/).filter((file) =>
    /^export function createView\(/m.test(readFileSync(join(root, 'web', file), 'utf8')),
  );
  // A run loads the views of its experiment, no others.
  writeLoaders('views', views);
}

/** @param {string} name of the list @param {readonly string[]} files modules below web/, loaded when they are needed */
function writeLoaders(name, files) {
  const entries = files.map((file) => `  ['${nameOf(file)}', () => import('../${file}')],\n`).join('');
  write(name, `new Map([\n${entries}])`, 'folders');
}

/** @param {RegExp} pattern @returns {string[]} files below web/, sorted */
const found = (pattern) =>
  readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => pattern.test(file))
    .sort();

/** What an experiment has is called by its folder, everything else by its own name. @param {string} file */
function nameOf(file) {
  const own = basename(file).replace(/\.\w+$/, '');
  return ['chapter', 'model', 'figures'].includes(own) ? basename(dirname(file)) : own;
}

/**
 * @param {string} name of the list
 * @param {readonly string[]} files modules below web/
 * @param {readonly string[]} exports what each has; a bundler needs no more of it
 */
function writeImports(name, files, exports) {
  /** @param {number} i @param {string} sign */
  const named = (i, sign) => exports.map((one) => `${one}${sign}${one}${i}`).join(', ');
  const imports = files.map((file, i) => `import { ${named(i, ' as ')} } from '../${file}';\n`).join('');
  const entries = files.map((file, i) => `  ['${nameOf(file)}', { ${named(i, ': ')} }],\n`).join('');
  write(name, `new Map([\n${entries}])`, 'folders', imports);
}

/** @param {string} name @param {string} value @param {string} [source] that it is made from @param {string} [imports] */
function write(name, value, source = "module's own description", imports = '') {
  const target = join(root, 'web/generated');
  mkdirSync(target, { recursive: true });
  const text = `// Written by the build from the ${source}.\n${imports}export const ${name} = ${value};\n`;
  writeFileSync(join(target, `${name}.js`), text);
}

async function bundle() {
  say('Bundling the pages and the package (Vite)');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web/vite.config.js'), logLevel: 'warn' });
  await describePackage();
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup(['build']);
    await build();
    say('Ready: dist/ can be served by any static host, from any path');
  });
}
