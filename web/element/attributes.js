/**
 * Conversion between attributes and keys of a link, and the keys of a link that belong to the element itself.
 * @module
 */

/** @type {readonly string[]} */
export const themes = ['auto', 'light', 'dark', 'projector'];

/** @type {readonly string[]} */
export const modes = ['explore', 'lesson', 'quiz', 'projector'];

/** @param {readonly string[]} names the first is the default */
const createChoiceSchema = (names) => ({
  type: /** @type {const} */ ('choice'),
  choices: names.map((value) => ({ value, label: value })),
  default: names[0],
});

/** Maximum size of own data in a link, in bytes. */
export const kMaximumLinkBytes = 2000;

/** Keys of a link that belong to the element, not to the experiment. @type {readonly import('../engine/schema.js').ParameterSchema[]} */
export const elementSchemas = [
  { name: 'shown', type: 'text', maximumLength: 64 },
  { name: 'speed', type: 'text', maximumLength: 16 },
  { name: 'locale', type: 'text', maximumLength: 16 },
  { name: 'theme', ...createChoiceSchema(themes) },
  { name: 'mode', ...createChoiceSchema(modes) },
  // Comma-separated names; they are checked once the instrument is live.
  { name: 'hide', type: 'text', maximumLength: 512 },
  { name: 'lock', type: 'text', maximumLength: 512 },
  // Own data as base64url.
  { name: 'data', type: 'text', maximumLength: Math.ceil((kMaximumLinkBytes * 4) / 3) },
];

/** Attributes of the element without a property of the same name that configure no experiment; and `class`. */
export const elementAttributes = 'class base eager fast link-base locale permalink threads'.split(' ');

/**
 * The fields of a link that describe the element itself.
 * @param {Element} element
 * @returns {Map<string, string>} by the names of `elementSchemas`
 */
export function readElementFields(element) {
  const theme = element.getAttribute('theme') ?? '';
  const locale = element.getAttribute('locale') ?? '';
  return new Map([
    ...(theme !== 'auto' && themes.includes(theme) ? [/** @type {const} */ (['theme', theme])] : []),
    ...(locale ? [/** @type {const} */ (['locale', locale])] : []),
  ]);
}
