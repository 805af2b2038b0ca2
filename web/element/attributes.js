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
 * The key of a link for an attribute: 'learning-rate' becomes `learningRate`. HTML has an attribute `hidden`, so the size
 * of the hidden layer is 'hidden-size'.
 * @param {string} attribute
 * @returns {string}
 */
export function toParameterName(attribute) {
  if (attribute === 'hidden-size') return 'hidden';
  return attribute.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** The inverse of parameterName(). @param {string} parameter @returns {string} */
export function toAttributeName(parameter) {
  if (parameter === 'hidden') return 'hidden-size';
  return parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The address of a page with a fragment.
 * @param {string | null} base as written in the page
 * @param {string} fragment
 * @returns {string | null} null without a base, or if its protocol is not http, https or file
 */
export function buildAddress(base, fragment) {
  if (base === null || !URL.canParse(base, document.baseURI)) return null;
  const url = new URL(base, document.baseURI);
  url.hash = fragment;
  return /^(https?|file):$/.test(url.protocol) ? url.href : null;
}

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
