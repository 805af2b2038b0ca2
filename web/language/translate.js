/**
 * Translates every text that a reader sees. The English sentence is the key, so English needs no list and a text without a
 * translation stays readable. A page has one language, because a text that is read aloud, printed or shared as an image
 * cannot be in two.
 */

import { computeKey, unpackTexts } from './key.js';

/** @import { PackedTexts, Translation } from './key.js' */

/** The languages other than English. @type {Readonly<Record<string, () => Promise<{ default: unknown }>>>} */
const kTranslations = { de: () => import('../languages/de.json') };

/** Translations by key. @type {ReadonlyMap<string, Translation>} */
let translations = new Map();
let currentLanguage = 'en';
/** The requested language; its texts are being fetched while it differs from `currentLanguage`. */
let requestedLanguage = 'en';
/** Whether a language was chosen explicitly, which overrides the language of the page. */
let isChosen = false;
/** @type {Promise<void>} */
let ready = Promise.resolve();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {string} the current language of texts: 'en', 'de' */
export const getLanguage = () => currentLanguage;

/** Resolves when no texts are being fetched. */
export const whenLanguageReady = () => ready;

/**
 * @param {string} tag as in `lang`: 'de', 'de-AT'
 * @returns {string} the language of the tag if it has translations, else 'en'
 */
export function findLanguage(tag) {
  const [first = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(kTranslations, first) ? first : 'en';
}

/**
 * Fetches the texts of a language and notifies the listeners. Of several calls only the last takes effect.
 * @param {string} tag
 * @param {boolean} [isChoice] false for the language of the surrounding page, which an explicit choice overrides
 * @returns {Promise<void>} rejected when the texts cannot be fetched; then nothing has changed
 */
export function setLanguage(tag, isChoice = true) {
  if (isChosen && !isChoice) return ready;
  isChosen ||= isChoice;
  const next = findLanguage(tag);
  if (next === requestedLanguage) return ready;
  requestedLanguage = next;
  const loading = loadLanguage(next);
  ready = loading.catch(() => undefined);
  return loading;
}

/** @param {string} next */
async function loadLanguage(next) {
  try {
    const loaded = await kTranslations[next]?.();
    if (next !== requestedLanguage) return;
    translations = loaded ? unpackTexts(/** @type {PackedTexts} */ (loaded.default)) : new Map();
    currentLanguage = next;
  } catch (error) {
    if (next === requestedLanguage) requestedLanguage = currentLanguage;
    throw error;
  }
  for (const listener of listeners) listener();
}

/** @param {() => void} listener called after the language has changed @returns {() => void} removes the listener */
export function onLanguageChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * @param {string} text English, with placeholders: 'after step {step}'
 * @param {Readonly<Record<string, unknown>>} [values] by placeholder
 * @returns {string} in the current language
 */
export function translate(text, values) {
  const translation = findTranslation(text) ?? text;
  return fillPlaceholders(
    typeof translation === 'string' ? translation : (translation['other'] ?? text),
    values,
  );
}

/**
 * Translates a text whose form depends on a count.
 * @param {number} count
 * @param {{ one: string, other: string }} forms English
 * @param {Readonly<Record<string, unknown>>} [values]
 * @returns {string}
 */
export function translateCount(count, forms, values) {
  const category = new Intl.PluralRules(currentLanguage).select(count);
  const translation = findTranslation(forms.other) ?? /** @type {Translation} */ (forms);
  if (typeof translation === 'string') return fillPlaceholders(translation, values);
  return fillPlaceholders(translation[category] ?? translation['other'] ?? forms.other, values);
}

/**
 * Translates a text whose values are not strings, such as the elements of a page.
 * @template T
 * @param {string} text
 * @param {Readonly<Record<string, T>>} values
 * @returns {(string | T)[]} texts and values in order
 */
export function translateToParts(text, values) {
  return translate(text)
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : (values[part] ?? `{${part}}`)));
}

/** @param {string} text @returns {Translation | undefined} its translation into the current language */
function findTranslation(text) {
  return translations.size > 0 ? translations.get(computeKey(text)) : undefined;
}

/** Marks a text that is translated later, when it is shown. @param {string} text English @returns {string} the text unchanged */
export const markText = (text) => text;

/** @param {string} text @param {Readonly<Record<string, unknown>>} [values] */
function fillPlaceholders(text, values) {
  return values ? text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place)) : text;
}
