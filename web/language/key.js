/**
 * The form in which a built page has its translations: they are found by their English texts, which the page has already, so
 * these travel under short keys, apart from the translations, which are compressed better among themselves.
 * @module
 */

/** A translation, or one for each plural category of its language. @typedef {string | Readonly<Record<string, string>>} Said */
/** The keys of all texts in a row, and the translations in the same order. @typedef {{ keys: string, said: readonly Said[] }} PackedTexts */

/** Digits of a key, as many as keep all texts apart. */
const kDigits = 5;

/** @param {string} text English @returns {string} its key: FNV-1a over its UTF-16 units, cut to its last digits to the base 36 */
export function keyOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % 36 ** kDigits).toString(36).padStart(kDigits, '0');
}

/** @param {Readonly<Record<string, Said>>} texts by their English @returns {PackedTexts} without those that are the same in both */
export function packTexts(texts) {
  const changed = Object.entries(texts).filter(([text, said]) => text !== said);
  return { keys: changed.map(([text]) => keyOf(text)).join(''), said: changed.map(([, said]) => said) };
}

/** @param {PackedTexts} packed @returns {ReadonlyMap<string, Said>} by key */
export const unpackTexts = ({ keys, said }) =>
  new Map(said.map((one, i) => [keys.slice(i * kDigits, (i + 1) * kDigits), one]));
