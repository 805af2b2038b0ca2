/**
 * @param {string} text English
 * @returns {string} the short name under which a built page has its translation: FNV-1a over its UTF-16 units, cut to the
 *   five digits that keep all texts apart
 */
export function keyOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return ((hash >>> 0) % 36 ** 5).toString(36);
}
