/**
 * Decodes base93, which is like basE91 with 93 digits: two digits hold 13 bits, or 14 bits where the lower 13 bits are at most
 * 456, because 93² is more than 2¹³.
 */

/** The digits are the ASCII characters from "!" on, without "<", which could end an inline script. @param {number} code */
const readDigit = (code) => code - 33 - (code > 60 ? 1 : 0);

/**
 * @param {string} text as written by the build: the number of bytes, a space, digits
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeBase93(text) {
  const bytes = new Uint8Array(parseInt(text, 10));
  let [length, bits, bitBuffer] = [0, 0, 0];
  for (let i = text.indexOf(' ') + 1; length < bytes.length; i += 2) {
    const number = readDigit(text.charCodeAt(i)) + 93 * readDigit(text.charCodeAt(i + 1));
    bitBuffer |= number << bits;
    bits += (number & 8191) > 456 ? 13 : 14;
    for (; bits > 7; bits -= 8, bitBuffer >>= 8) bytes[length++] = bitBuffer;
  }
  return bytes;
}
