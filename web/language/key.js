/**
 * The packed form of translations in a built page. Texts are looked up by a short hash of the English text, so the English
 * texts are not stored a second time. Keys and translations are stored apart, because they compress better that way.
 */

/** A translation, or one for each plural category of the language. @typedef {string | Readonly<Record<string, string>>} Translation */
/** The concatenated keys of all texts, and the translations in the same order. @typedef {{ keys: string, translations: readonly Translation[] }} PackedTexts */

/** Digits of a key: enough that no two texts share a key. */
const kDigits = 5;

/** @param {string} text English @returns {string} its key: the last base-36 digits of FNV-1a over its UTF-16 units */
export function computeKey(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % 36 ** kDigits).toString(36).padStart(kDigits, '0');
}

/** @param {Readonly<Record<string, Translation>>} texts translations by English text @returns {PackedTexts} without texts that equal their translation */
export function packTexts(texts) {
  const changed = Object.entries(texts).filter(([text, translation]) => text !== translation);
  return {
    keys: changed.map(([text]) => computeKey(text)).join(''),
    translations: changed.map(([, translation]) => translation),
  };
}

/** @param {PackedTexts} packed @returns {ReadonlyMap<string, Translation>} by key */
export const unpackTexts = ({ keys, translations }) =>
  new Map(translations.map((one, i) => [keys.slice(i * kDigits, (i + 1) * kDigits), one]));
