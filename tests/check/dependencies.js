/** The dependency rules: checks the includes and imports of every source file against the folders that it may use. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** Folders of wasm/ without experiments, lowest layer first. */
const library = ['core', 'ops', 'nn', 'attention', 'models', 'text', 'tasks', 'files'];

/** Folders of wasm/, or single files, that files of each folder may include besides their own. @type {Record<string, readonly string[]>} */
export const nativeDependencies = {
  core: [],
  ops: ['core'],
  nn: ['core', 'ops'],
  attention: ['core', 'ops', 'nn', 'files/formula_text.hpp'],
  models: ['core', 'ops', 'nn', 'attention'],
  text: ['core'],
  tasks: ['core', 'text'],
  files: ['core', 'text'],
  lab: library,
  // Its options use the settings schema of experiments.
  calculator: ['core', 'ops', 'nn', 'attention', 'files', 'lab/settings.hpp', 'lab/formula_setting.hpp'],
  experiments: [...library, 'lab'],
  bindings: [...library, 'lab', 'experiments', 'calculator'],
};

/** Operations that only mechanisms may use. Softmax is missing here because classifiers use it, too. */
const mechanismOperations =
  /^ops\/(score_\w+|local_softmax|weighted_sum|scaled_dot_attention|categorical_sample|lookup_multiply|gaussian_filters)\.hpp$/;

/** The table of scores includes mechanisms. */
const tables = ['attention/scores'];

/** The only mechanism that is built from another one, as in its paper. @type {Record<string, string | undefined>} */
const baseMechanisms = { 'attention/multi_head': 'attention/scaled_dot' };

/** Folders for drawing and text, lowest layer first. */
const drawingFolders = ['language', 'plots', 'parts', 'views'];
/** What everything inside the element may use. */
const instrument = [...drawingFolders, 'instrument', 'api', 'lit'];

/**
 * What files of each folder of web/ may import besides their own folder: other folders, `api` for web/index.js and
 * web/outline.js, `found` for files that are found by their names, packages, and import aliases. Lowest layer first: a
 * folder may only import those above it in this list.
 * @type {Record<string, readonly string[]>}
 */
export const webDependencies = {
  generated: ['build'],
  engine: ['generated', '#attend', '#core', 'node:'],
  api: ['engine', 'generated'],
  languages: [],
  language: ['languages'],
  plots: [],
  parts: ['language', 'plots', 'lit'],
  views: ['language', 'plots', 'parts', 'lit'],
  studies: [...drawingFolders, 'api', 'lit'],
  instrument: [...drawingFolders, 'api', 'lit'],
  save: instrument,
  share: [...instrument, 'save'],
  classroom: [...instrument, 'uqr'],
  calculator: [...instrument, 'share'],
  maps: [...instrument, 'save', 'share'],
  element: [...instrument, 'studies', 'save', 'share', 'classroom', 'calculator', 'maps', 'found'],
  lab: ['language', 'parts', 'instrument', 'element', 'classroom', 'calculator', 'api', 'found', 'lit'],
  experiments: [...drawingFolders, 'studies', 'calculator', 'maps', 'api', 'lab', 'lit'],
  embed: ['language', 'element', 'api', 'attentoscope', 'react'],
  found: ['views', 'studies', 'experiments'],
};

/** The files with types of the engine that all folders may use; folders that import `api` may use all its types. */
const shapes = ['web/engine/shapes.js', 'web/engine/view-types.js'];

/**
 * HTML files may also load built scripts: the embed pages by their published name, the examples for other sites below
 * https://example.org/attentoscope/.
 */
const published = /^(\.\/embed\.js|(\.\.|https:\/\/example\.org\/attentoscope)\/[a-z-]+\.js)$/;

/**
 * @typedef {object} Source
 * @property {string} path below the repository, with forward slashes
 * @property {string} text
 */

/**
 * Returns all violations of the rules in these sources, one sentence each.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function findViolations(sources) {
  return sources.flatMap((source) => {
    if (/^wasm\/.*\.(hpp|cpp)$/.test(source.path)) return findIncludeViolations(source);
    if (/^web\/.*\.(js|html)$/.test(source.path)) return findImportViolations(source);
    return [];
  });
}

/** @param {Source} source */
function findIncludeViolations({ path, text }) {
  const [, room] = path.split('/');
  const allowed = nativeDependencies[room];
  if (!allowed) return [`${path}: wasm/${room} has no dependency rules in tests/check/dependencies.js`];
  return [...removeComments(text).matchAll(/^\s*#\s*include\s+(<[^>]+>|"[^"]+")/gm)].flatMap(([, quoted]) => {
    const name = quoted.slice(1, -1);
    const formatViolation = (/** @type {string} */ rule) => [`${path} includes ${quoted}: ${rule}`];
    if (quoted.startsWith('<')) {
      if (/^(Eigen|unsupported)\//.test(name) && path !== 'wasm/core/eigen.hpp') {
        return formatViolation('only core/eigen.hpp may include Eigen');
      }
      if (/^emscripten/.test(name) && room !== 'bindings')
        return formatViolation('only bindings/ may include Emscripten');
      return [];
    }
    const target = name.split('/')[0];
    if (name.includes('..') || !(target in nativeDependencies))
      return formatViolation('include paths must start with a folder of wasm/');
    if (name === 'core/eigen.hpp' && room !== 'core' && room !== 'ops') {
      return formatViolation('only core/ and ops/ may use Eigen');
    }
    if (![room, ...allowed].some((dependency) => dependency === target || dependency === name))
      return formatViolation(`${room} must not depend on ${target}`);
    if (/^(models|experiments)$/.test(room) && mechanismOperations.test(name)) {
      return formatViolation('only attention/ may compute scores, weights and contexts');
    }
    const isOther = getFolder(name) !== getFolder(path.slice('wasm/'.length));
    if (room === 'experiments' && target === room && isOther) {
      return formatViolation('an experiment must not include another one; move shared code to lab/');
    }
    // All mechanisms share their result type.
    const mechanism = getStem(path.slice('wasm/'.length));
    const own = [mechanism, 'attention/attention', baseMechanisms[mechanism]];
    // A mechanism may have several sources, named after its header.
    const part = path.endsWith('.cpp') && mechanism.startsWith(`${getStem(name)}_`);
    const sibling =
      room === 'attention' &&
      target === room &&
      !part &&
      !tables.includes(mechanism) &&
      !own.includes(getStem(name));
    return sibling ? formatViolation('a mechanism must not include another one') : [];
  });
}

/** @param {Source} source */
function findImportViolations({ path, text }) {
  const room = getWebFolder(path);
  if (path === 'web/vite.config.js') return [];
  const allowed = webDependencies[room];
  if (!allowed) return [`${path}: web/${room} has no dependency rules in tests/check/dependencies.js`];
  /** @param {string} specifier @param {readonly string[]} allowedRooms */
  const faults = (specifier, allowedRooms) => {
    if (room === 'embed' && path.endsWith('.html') && published.test(specifier)) return [];
    const target = resolveTarget(path, specifier);
    return target === room || allowedRooms.includes(target)
      ? []
      : [`${path} imports ${specifier}: ${room} must not depend on ${target}`];
  };
  if (path.endsWith('.html')) return findScripts(text).flatMap((specifier) => faults(specifier, allowed));
  const named = [...allowed, 'shapes', ...(allowed.includes('api') ? ['engine'] : [])];
  const { modules, types } = findReferences({ path, text });
  return [
    ...modules.flatMap((specifier) => faults(specifier, allowed)),
    ...types.flatMap((specifier) => faults(specifier, named)),
  ];
}

/** Returns the folder of web/ that a file belongs to. @param {string} path */
function getWebFolder(path) {
  const parts = path.split('/');
  if (/^web\/(index|outline)\.js$/.test(path)) return 'api';
  if (/^web\/(generated\/(views|chapters|figures|cards|mainSettings)\.js|experiments\/)$/.test(path))
    return 'found';
  return parts.length > 2 ? parts[1] : 'web';
}

/**
 * Returns the folder, package or alias that an import specifier refers to.
 * @param {string} from path of the importing file
 * @param {string} specifier
 */
function resolveTarget(from, specifier) {
  if (specifier.startsWith('node:')) return 'node:';
  if (specifier.startsWith('#')) return specifier;
  if (!specifier.startsWith('.')) return specifier.split('/')[0];
  const path = normalize(join(dirname(from), specifier))
    .split(sep)
    .join('/');
  if (shapes.includes(path) && !from.startsWith('web/engine/')) return 'shapes';
  return path.startsWith('web/') ? getWebFolder(path) : path.split('/')[0];
}

/**
 * @param {Source} source a JavaScript module
 * @returns {{ modules: string[], types: string[] }} everything that it imports or refers to by URL, and the modules whose
 *   types it uses in comments
 */
function findReferences({ path, text }) {
  const { program, comments, module } = parseSync(path, text);
  /** @type {(string | undefined)[]} */
  const modules = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)].map(
    ({ moduleRequest }) => moduleRequest?.value,
  );
  new Visitor({
    ImportExpression: ({ source }) => void modules.push(...getTexts(source)),
    NewExpression({ callee, arguments: [address, base] }) {
      const beside = base?.type === 'MemberExpression' && base.object.type === 'MetaProperty';
      if (callee.type === 'Identifier' && callee.name === 'URL' && beside) modules.push(...getTexts(address));
    },
  }).visit(program);
  const types = comments.flatMap(({ value }) =>
    [...value.matchAll(/\bimport\('([^']+)'\)|@import\b[^']*'([^']+)'/g)].map(
      ([, type, from]) => type ?? from,
    ),
  );
  return { modules: modules.filter((name) => name !== undefined), types };
}

/** @param {import('vite').ESTree.Node | undefined} node @returns {string[]} the string, or the beginning of the template */
function getTexts(node) {
  if (node?.type === 'Literal') return [String(node.value)];
  return node?.type === 'TemplateLiteral' ? [node.quasis[0]?.value.raw ?? ''].filter(Boolean) : [];
}

/** @param {string} text of an HTML document @returns {string[]} the scripts that it loads */
function findScripts(text) {
  return [...text.matchAll(/<script\b[^>]*\bsrc\s*=\s*["']([^"']+)["']/gi)].map(([, source]) => source);
}

/**
 * Returns C++ with its comments replaced by a space; strings are kept.
 * @param {string} text
 */
function removeComments(text) {
  const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;
  return text.replace(tokens, (token) => (token.startsWith('/') ? ' ' : token));
}

/** @param {string} path */
const getFolder = (path) => path.split('/').slice(0, -1).join('/');

/** @param {string} path */
const getStem = (path) => path.replace(/\.[^./]+$/, '');

/**
 * Reads every source file below `folder` of the repository `root`.
 * @param {string} root
 * @param {string} folder
 * @returns {Source[]}
 */
export function readSources(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|html|hpp|cpp)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') }));
}
