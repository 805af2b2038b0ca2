/**
 * How attributes and keys of a link belong together, and which keys of a link are the element's own.
 * @module
 */

/** @type {readonly string[]} */
export const themes = ['auto', 'light', 'dark', 'projector'];

/** @type {readonly string[]} */
export const modes = ['explore', 'lesson', 'quiz', 'projector'];

/** @param {readonly string[]} names the first is the default */
const choiceOf = (names) => ({
  type: /** @type {const} */ ('choice'),
  choices: names.map((value) => ({ value, label: value })),
  default: names[0],
});

/** Most bytes of own data that a link holds. */
export const linkedBytes = 2000;

/** Keys of a link that the element keeps for itself. @type {readonly import('../engine/schema.js').ParameterSchema[]} */
export const ownSchemas = [
  { name: 'shown', type: 'text', maximumLength: 64 },
  { name: 'speed', type: 'text', maximumLength: 16 },
  { name: 'locale', type: 'text', maximumLength: 16 },
  { name: 'theme', ...choiceOf(themes) },
  { name: 'mode', ...choiceOf(modes) },
  // Names with commas between them; who knows the names reads them, once the instrument is live.
  { name: 'hide', type: 'text', maximumLength: 512 },
  { name: 'lock', type: 'text', maximumLength: 512 },
  // Own data as base64url.
  { name: 'data', type: 'text', maximumLength: Math.ceil((linkedBytes * 4) / 3) },
];

/** Attributes of the element that configure no experiment and that no property is named after; and `class`. */
export const otherAttributes = 'class base eager fast link-base locale permalink threads'.split(' ');

/**
 * The key of a link that an attribute stands for: 'learning-rate' is `learningRate`. HTML keeps `hidden` for itself, so
 * the size of the hidden layer is 'hidden-size'.
 * @param {string} attribute
 * @returns {string}
 */
export function parameterName(attribute) {
  if (attribute === 'hidden-size') return 'hidden';
  return attribute.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** The other way round. @param {string} parameter @returns {string} */
export function attributeName(parameter) {
  if (parameter === 'hidden') return 'hidden-size';
  return parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Where a page shows what a link says.
 * @param {string | null} base as the page gives it
 * @param {string} fragment
 * @returns {string | null} null: nowhere, or at an address that would run as a script
 */
export function addressOf(base, fragment) {
  if (base === null || !URL.canParse(base, document.baseURI)) return null;
  const url = new URL(base, document.baseURI);
  url.hash = fragment;
  return /^(https?|file):$/.test(url.protocol) ? url.href : null;
}

/**
 * What a link says about the element itself.
 * @param {Element} element
 * @returns {Map<string, string>} by the names of `ownSchemas`
 */
export function extrasOf(element) {
  const theme = element.getAttribute('theme') ?? '';
  const locale = element.getAttribute('locale') ?? '';
  return new Map([
    ...(theme !== 'auto' && themes.includes(theme) ? [/** @type {const} */ (['theme', theme])] : []),
    ...(locale ? [/** @type {const} */ (['locale', locale])] : []),
  ]);
}
