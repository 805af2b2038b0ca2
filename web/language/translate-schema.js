/**
 * Translates the texts with which the core describes itself: experiments, mechanisms, names of rows and axes.
 */
import { getLanguage, translate } from './translate.js';

/** The fields that are translated; names, formulas and code are the same in every language. */
export const translatedFields = new Set([
  'title',
  'summary',
  'label',
  'help',
  'unit',
  'group',
  'look',
  'article',
]);

/**
 * Whether a field is not translated: formulas, and the parameters of a preset, which may have the names of translated fields.
 * @param {string} name
 * @param {unknown} value
 */
export const isVerbatim = (name, value) =>
  name === 'math' || (name === 'parameters' && !Array.isArray(value));

/** @param {string} label of a row @returns {string} the translation of a word of the core, perhaps with a number; any other label unchanged */
export function translateRowLabel(label) {
  const [, word = '', n] = /^(context|mean|(?:training )?sentence|step)(?: (\d+))?$/.exec(label) ?? [];
  if (word === 'context' && n) return translate('context {n}', { n });
  if (word === 'sentence' && n) return translate('sentence {n}', { n });
  if (word === 'training sentence' && n) return translate('training sentence {n}', { n });
  if (word === 'step' && n) return translate('step {step}', { step: n });
  return word && !n ? translate(word) : label;
}

/** @type {WeakMap<object, { language: string, translation: unknown }>} */
const cache = new WeakMap();

/**
 * @template T
 * @param {T} description
 * @returns {T} a copy with every text translated; the same copy until the language changes
 */
export function translateSchema(description) {
  if (getLanguage() === 'en' || typeof description !== 'object' || description === null) return description;
  const before = cache.get(description);
  if (before?.language === getLanguage()) return /** @type {T} */ (before.translation);
  const translation = translateFields(description);
  cache.set(description, { language: getLanguage(), translation });
  return /** @type {T} */ (translation);
}

/** @param {unknown} value @returns {unknown} */
function translateFields(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(translateFields);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (isVerbatim(name, item)) return [name, item];
      return [
        name,
        typeof item === 'string' && translatedFields.has(name) ? translate(item) : translateFields(item),
      ];
    }),
  );
}
