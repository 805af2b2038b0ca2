/**
 * Extracts all texts for readers from the sources: first arguments of `translate`, `translateToParts` and `markText`,
 * `markProse` templates, HTML elements with `data-say`, descriptions in the registry, and what the core sends at run time:
 * its strings from a comment `text` to the next semicolon. `npm run format` gives every file in web/languages these texts in
 * the order of the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { parseParagraphs } from '../web/lab/prose-parser.js';
import { isVerbatim, translatedFields } from '../web/language/translate-schema.js';
import { formatViewLabel } from '../web/parts/format.js';
import { root } from './shell.js';

/** @import { ExperimentSchema } from '../web/engine/schema.js' */
/** @typedef {string | Record<string, string>} Text */

const folder = join(root, 'web/languages');
/** Folders of web/ without texts for readers. */
const foldersWithoutTexts = ['engine', 'generated', 'languages', 'torch'];

/** The functions whose first argument is a text. */
const textFunctions = new Set(['translate', 'translateToParts', 'markText']);
const kMarked = /<[a-z][^>]*\sdata-say[^>]*>([^<]*)</g;
const kMarkedCpp = /\/\* translated \*\/(?:"[^"]*"|[^";])*/g;

/**
 * @param {string} path
 * @param {string} source
 * @returns {Map<string, Text>} the texts of one file, by their keys
 */
export function extractTexts(path, source) {
  if (path.endsWith('.html')) {
    const marked = [...source.matchAll(kMarked)].map(([, text = '']) => text.replace(/\s+/g, ' ').trim());
    return new Map(marked.map((text) => [text, text]));
  }
  if (/\.[ch]pp$/.test(path)) {
    const marked = (source.match(kMarkedCpp) ?? []).flatMap((code) => [...code.matchAll(/"([^"]*)"/g)]);
    return new Map(marked.map(([, text = '']) => [text, text]));
  }
  /** @type {[string, Text][][]} */
  const [callTexts, pluralTexts, prose] = [[], [], []];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      const text = getStringValue(first);
      if (callee.type === 'Identifier' && textFunctions.has(callee.name) && text !== undefined)
        callTexts.push([text, text]);
    },
    ObjectExpression({ properties }) {
      const forms = Object.fromEntries(
        properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier'
            ? [[one.key.name, getStringValue(one.value)]]
            : [],
        ),
      );
      const { one, other, ...more } = forms;
      if (one !== undefined && other !== undefined && Object.keys(more).length === 0) {
        pluralTexts.push([other, { one, other }]);
      }
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type !== 'Identifier' || tag.name !== 'markProse') return;
      const rawText = quasi.quasis.map(({ value }) => value.raw).join('');
      for (const { text } of parseParagraphs(rawText)) prose.push([text, text]);
    },
  }).visit(parseSync(path, source).program);
  return new Map([...callTexts, ...pluralTexts, ...prose]);
}

/** @param {import('vite').ESTree.Node | undefined} node @returns {string | undefined} the value of a string literal */
const getStringValue = (node) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** Adds the texts of a description to `found`. @param {unknown} value @param {Map<string, Text>} found */
function addDescriptionTexts(value, found) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    // Texts without letters are the same in every language.
    const reads = typeof item === 'string' && translatedFields.has(name) && /\p{L}/u.test(item);
    if (reads) found.set(item, item);
    else if (!isVerbatim(name, item)) addDescriptionTexts(item, found);
  }
}

/** @returns {Promise<Record<string, Text>>} all English texts by key, in the order of the sources */
export async function collectTexts() {
  /** @type {Map<string, Text>} */
  const found = new Map();
  const entries = readdirSync(join(root, 'web'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const folders = entries.map(({ name }) => name).filter((name) => !foldersWithoutTexts.includes(name));
  for (const directory of [...folders.map((name) => `web/${name}`), 'wasm']) {
    const files = readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(js|html|[ch]pp)$/.test(name)).sort()) {
      const source = readFileSync(join(root, directory, file), 'utf8');
      for (const [key, text] of extractTexts(file, source)) found.set(key, text);
    }
  }
  const api = await import(pathToFileURL(join(root, 'web/index.js')).href);
  /** @type {readonly ExperimentSchema[]} */
  const experiments = api.experiments();
  for (const label of experiments.flatMap(({ views }) => views.map(formatViewLabel))) found.set(label, label);
  addDescriptionTexts([experiments, api.calculator, api.maps, api.mechanisms()], found);
  return Object.fromEntries(found);
}

/** @param {string} tag @returns {Record<string, Text>} */
export const readTexts = (tag) => JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8'));

/** @returns {string[]} tags of the languages besides English */
export const listTranslations = () => readdirSync(folder).map((name) => name.replace('.json', ''));

/** Rewrites each translation: removed texts are dropped, new ones are empty, which a test rejects. */
export async function writeTexts() {
  const keys = Object.keys(await collectTexts());
  for (const tag of listTranslations()) {
    const before = readTexts(tag);
    const texts = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
    writeFileSync(join(folder, `${tag}.json`), `${JSON.stringify(texts, null, 2)}\n`);
  }
}
