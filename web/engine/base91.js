/**
 * Bytes as text by the encoding basE91: two digits for 13 bits, or for 14 where these are at most 88 in the first 13, since 91² is
 * more than 2¹³.
 * @module
 */

/** The digits are the signs of ASCII from "!" on without "<", which alone has a meaning in the text of a script. @param {number} code */
const readDigit = (code) => code - 33 - (code > 60 ? 1 : 0);

/**
 * @param {string} text as the build has written it: the number of bytes, a blank, digits
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function readBase91(text) {
  const bytes = new Uint8Array(parseInt(text, 10));
  let [length, bits, waiting] = [0, 0, 0];
  for (let i = text.indexOf(' ') + 1; length < bytes.length; i += 2) {
    const number = readDigit(text.charCodeAt(i)) + 91 * readDigit(text.charCodeAt(i + 1));
    waiting |= number << bits;
    bits += (number & 8191) > 88 ? 13 : 14;
    for (; bits > 7; bits -= 8, waiting >>= 8) bytes[length++] = waiting;
  }
  return bytes;
}
