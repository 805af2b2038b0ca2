/**
 * Every text that a reader sees, in the reader's language. The English sentence itself is the key, so English needs no list
 * and a text that has no translation stays readable. One language for a page: what is said aloud, printed or shared as a
 * picture cannot be two at once.
 * @module
 */

import { keyOf, unpackTexts } from './key.js';

/** @import { PackedTexts, Said } from './key.js' */

/** The languages beside English. @type {Readonly<Record<string, () => Promise<{ default: unknown }>>>} */
const kTranslations = { de: () => import('../languages/de.json') };

/** By the short names of their keys. @type {ReadonlyMap<string, Said>} */
let texts = new Map();
let present = 'en';
/** What is wanted; the texts of another language are on their way while it differs from `present`. */
let wanted = 'en';
/** Somebody has asked for a language by its name, which counts more than what the page is written in. */
let named = false;
/** @type {Promise<void>} */
let ready = Promise.resolve();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {string} the language that texts are in: 'en', 'de' */
export const language = () => present;

/** Settled when no texts are on their way. */
export const languageReady = () => ready;

/**
 * @param {string} tag as in `lang`: 'de', 'de-AT'
 * @returns {string} the nearest language that there are texts in
 */
export function languageFor(tag) {
  const [first = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(kTranslations, first) ? first : 'en';
}

/**
 * Fetches the texts of a language and tells everybody who listens. The last of several calls counts.
 * @param {string} tag
 * @param {boolean} [byName] false where it is only what the page around happens to be written in
 * @returns {Promise<void>} rejected when the texts cannot be fetched; then nothing has changed
 */
export function setLanguage(tag, byName = true) {
  if (named && !byName) return ready;
  named ||= byName;
  const next = languageFor(tag);
  if (next === wanted) return ready;
  wanted = next;
  const coming = change(next);
  ready = coming.catch(() => undefined);
  return coming;
}

/** @param {string} next */
async function change(next) {
  try {
    const loaded = await kTranslations[next]?.();
    if (next !== wanted) return;
    texts = loaded ? unpackTexts(/** @type {PackedTexts} */ (loaded.default)) : new Map();
    present = next;
  } catch (error) {
    if (next === wanted) wanted = present;
    throw error;
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called whenever the language has changed @returns {() => void} ends it */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param {string} text English, with the places of what is put in: 'after step {step}'
 * @param {Readonly<Record<string, unknown>>} [values] by the names of the places
 * @returns {string} in the present language
 */
export function say(text, values) {
  const said = found(text) ?? text;
  return filled(typeof said === 'string' ? said : (said['other'] ?? text), values);
}

/**
 * The same for something that is counted.
 * @param {number} count
 * @param {{ one: string, other: string }} forms English
 * @param {Readonly<Record<string, unknown>>} [values]
 * @returns {string}
 */
export function sayCount(count, forms, values) {
  const category = new Intl.PluralRules(present).select(count);
  const said = found(forms.other) ?? /** @type {Said} */ (forms);
  if (typeof said === 'string') return filled(said, values);
  return filled(said[category] ?? said['other'] ?? forms.other, values);
}

/**
 * The same where something else than text is put in, such as a key or a link of a page.
 * @template T
 * @param {string} text
 * @param {Readonly<Record<string, T>>} values
 * @returns {(string | T)[]} in their order
 */
export function sayParts(text, values) {
  return say(text)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
}

/** @param {string} text @returns {Said | undefined} what the present language has for it */
function found(text) {
  return texts.size > 0 ? texts.get(keyOf(text)) : undefined;
}

/** Marks a text that is said later, when somebody sees it. @param {string} text English @returns {string} the same */
export const phrase = (text) => text;

/** @param {string} text @param {Readonly<Record<string, unknown>>} [values] */
function filled(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)) : text;
}
