/**
 * The texts of descriptions that come as a whole: experiments, mechanisms.
 * @module
 */
import { language, say } from './say.js';

/** The fields that a reader sees; names, formulas and code are the same in every language. */
export const readerFields = new Set([
  'title',
  'summary',
  'label',
  'help',
  'unit',
  'group',
  'look',
  'article',
]);

/** @type {WeakMap<object, { language: string, said: unknown }>} */
const known = new WeakMap();

/**
 * @template T
 * @param {T} described
 * @returns {T} the same with every text said; the same object while the language stays
 */
export function saySchema(described) {
  if (language() === 'en' || typeof described !== 'object' || described === null) return described;
  const before = known.get(described);
  if (before?.language === language()) return /** @type {T} */ (before.said);
  const said = sayFields(described);
  known.set(described, { language: language(), said });
  return /** @type {T} */ (said);
}

/** @param {unknown} value @returns {unknown} */
function sayFields(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sayFields);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && readerFields.has(name) ? say(item) : sayFields(item),
    ]),
  );
}
