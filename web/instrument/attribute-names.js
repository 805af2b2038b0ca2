/** Converts between attribute names and keys of a link, and builds page addresses that contain a link. */

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

/** The inverse of toParameterName(). @param {string} parameter @returns {string} */
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
