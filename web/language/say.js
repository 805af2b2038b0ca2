/**
 * Translates every text that a reader sees. The English sentence is the key, so English needs no list and a text without a
 * translation stays readable. A page has one language, because a text that is read aloud, printed or shared as an image
 * cannot be in two.
 * @module
 */

import { keyOf, unpackTexts } from './key.js';

/** @import { PackedTexts, Said } from './key.js' */

/** The languages other than English. @type {Readonly<Record<string, () => Promise<{ default: unknown }>>>} */
const kTranslations = { de: () => import('../languages/de.json') };

/** Translations by key. @type {ReadonlyMap<string, Said>} */
let texts = new Map();
let present = 'en';
/** The requested language; its texts are being fetched while it differs from `present`. */
let wanted = 'en';
/** Whether a language was chosen explicitly, which overrides the language of the page. */
let named = false;
/** @type {Promise<void>} */
let ready = Promise.resolve();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {string} the current language of texts: 'en', 'de' */
export const language = () => present;

/** Resolves when no texts are being fetched. */
export const languageReady = () => ready;

/**
 * @param {string} tag as in `lang`: 'de', 'de-AT'
 * @returns {string} the nearest language that has translations
 */
export function languageFor(tag) {
  const [first = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(kTranslations, first) ? first : 'en';
}

/**
 * Fetches the texts of a language and notifies the listeners. Of several calls the last one wins.
 * @param {string} tag
 * @param {boolean} [byName] false for the language of the surrounding page, which an explicit choice overrides
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

/** @param {() => void} listener called after the language has changed @returns {() => void} removes the listener */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param {string} text English, with placeholders: 'after step {step}'
 * @param {Readonly<Record<string, unknown>>} [values] by placeholder
 * @returns {string} in the current language
 */
export function say(text, values) {
  const said = found(text) ?? text;
  return filled(typeof said === 'string' ? said : (said['other'] ?? text), values);
}

/**
 * Translates a text whose form depends on a count.
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
 * Translates a text whose values are not strings, such as the elements of a page.
 * @template T
 * @param {string} text
 * @param {Readonly<Record<string, T>>} values
 * @returns {(string | T)[]} texts and values in order
 */
export function sayParts(text, values) {
  return say(text)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
}

/** @param {string} text @returns {Said | undefined} its translation into the current language */
function found(text) {
  return texts.size > 0 ? texts.get(keyOf(text)) : undefined;
}

/** Marks a text that is translated later, when it is shown. @param {string} text English @returns {string} the same */
export const phrase = (text) => text;

/** @param {string} text @param {Readonly<Record<string, unknown>>} [values] */
function filled(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)) : text;
}
