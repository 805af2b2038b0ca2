/**
 * Compact storage of a map for a poster, the picture that is shown before a run starts: one letter per weight, with 64 levels.
 */

const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const kMaximumCode = kLetters.length - 1;

/** @param {ArrayLike<number>} shares in [0, 1] @returns {string} */
export function encodeShares(shares) {
  return Array.from(
    shares,
    (share) => kLetters[Math.round(kMaximumCode * Math.min(1, Math.abs(share)))],
  ).join('');
}

/** @param {string} letters @returns {Float32Array} */
export function decodeShares(letters) {
  return Float32Array.from(letters, (letter) => kLetters.indexOf(letter) / kMaximumCode);
}
