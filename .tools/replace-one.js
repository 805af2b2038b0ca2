/**
 * Replaces the only match of a pattern, so that a change of the text that it was written for is noticed.
 * @param {string} text
 * @param {RegExp} pattern global
 * @param {string} replacement
 * @param {string} id of the module, for the error
 * @returns {string}
 */
export function replaceOne(text, pattern, replacement, id) {
  if (text.match(pattern)?.length !== 1)
    throw new Error(`${id}: ${pattern} does not match exactly once; adapt the pattern to this version`);
  return text.replace(pattern, replacement);
}
