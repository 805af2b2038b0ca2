/**
 * The list of all texts, web/languages/en.json, read out of the sources: what is given to `say` and its kin, what stands in
 * `prose`, elements of the pages with `data-say`, and the texts for readers that the modules describe themselves with.
 * `npm run format` writes it anew and puts every translation in its order.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { paragraphsOf } from '../web/lab/prose-text.js';
import { readerFields } from '../web/language/say-schema.js';
import { root } from './shell.js';

/** @typedef {string | Record<string, string>} Said */

const folder = join(root, 'web/languages');
const rooms = ['element', 'embed', 'lab', 'language', 'views'];

const kLiteral = String.raw`(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`;
const kSaid = new RegExp(String.raw`\b(?:say|sayParts|phrase)\(\s*(${kLiteral})`, 'g');
const kCounted = new RegExp(String.raw`\{\s*one:\s*(${kLiteral}),\s*other:\s*(${kLiteral}),?\s*\}`, 'g');
const kProse = /\bprose`((?:\\.|[^`\\])*)`/g;
const kMarked = /<[a-z][^>]*\sdata-say[^>]*>([^<]*)</g;

/** @param {string} literal with its quotation marks @returns {string} */
const textOf = (literal) =>
  literal
    .slice(1, -1)
    .replace(/\\u([\da-f]{4})|\\(.)/gi, (_, code, sign) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : sign,
    );

/**
 * @param {string} path
 * @param {string} source
 * @returns {Map<string, Said>} the texts of one file, by their keys
 */
export function textsIn(path, source) {
  /** @type {Map<string, Said>} */
  const found = new Map();
  if (path.endsWith('.html')) {
    for (const [, text = ''] of source.matchAll(kMarked)) {
      const one = text.replace(/\s+/g, ' ').trim();
      found.set(one, one);
    }
    return found;
  }
  const code = source.replace(/\/\*\*[\s\S]*?\*\//g, '');
  for (const [, literal = ''] of code.matchAll(kSaid)) found.set(textOf(literal), textOf(literal));
  for (const [, one = '', other = ''] of code.matchAll(kCounted)) {
    found.set(textOf(other), { one: textOf(one), other: textOf(other) });
  }
  for (const [, text = ''] of code.matchAll(kProse)) {
    for (const paragraph of paragraphsOf(text)) found.set(paragraph.text, paragraph.text);
  }
  return found;
}

/** @param {unknown} value @param {Map<string, Said>} found the texts of a description, added to these */
function addDescribed(value, found) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    // What has no letters is the same in every language.
    const reads = typeof item === 'string' && readerFields.has(name) && /\p{L}/u.test(item);
    if (reads) found.set(item, item);
    else if (name !== 'math') addDescribed(item, found);
  }
}

/** @returns {Promise<Record<string, Said>>} every text by its key, in the order of the sources */
export async function collectTexts() {
  /** @type {Map<string, Said>} */
  const found = new Map();
  for (const room of rooms) {
    const files = readdirSync(join(root, 'web', room), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => /\.(js|html)$/.test(name)).sort()) {
      const source = readFileSync(join(root, 'web', room, file), 'utf8');
      for (const [key, text] of textsIn(file, source)) found.set(key, text);
    }
  }
  const api = await import(pathToFileURL(join(root, 'web/index.js')).href);
  addDescribed([api.experiments(), api.calculator, api.mechanisms()], found);
  return Object.fromEntries(found);
}

/** @param {string} tag @returns {Record<string, Said>} */
export const readTexts = (tag) => JSON.parse(readFileSync(join(folder, `${tag}.json`), 'utf8'));

/** @returns {string[]} the languages beside English that there are texts in */
export const translations = () =>
  readdirSync(folder)
    .map((name) => name.replace('.json', ''))
    .filter((tag) => tag !== 'en');

/** Writes the list, and each translation in its order: what is gone is dropped, what is new is empty and fails the check. */
export async function writeTexts() {
  const texts = await collectTexts();
  /** @param {string} tag @param {Record<string, Said>} all */
  const write = (tag, all) => writeFileSync(join(folder, `${tag}.json`), `${JSON.stringify(all, null, 2)}\n`);
  write('en', texts);
  for (const tag of translations()) {
    const before = readTexts(tag);
    write(tag, Object.fromEntries(Object.keys(texts).map((key) => [key, before[key] ?? ''])));
  }
}
