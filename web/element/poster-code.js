/**
 * Compact storage of a map for its poster: one letter per weight, quantized to 64 levels.
 * @module
 */

const kLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const kParts = kLetters.length - 1;

/** @param {ArrayLike<number>} shares in [0, 1] @returns {string} */
export function lettersOf(shares) {
  return Array.from(shares, (share) => kLetters[Math.round(kParts * Math.min(1, Math.abs(share)))]).join('');
}

/** @param {string} letters @returns {Float32Array} */
export function sharesOf(letters) {
  return Float32Array.from(letters, (letter) => kLetters.indexOf(letter) / kParts);
}
