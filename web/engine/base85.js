/**
 * Bytes as text: five signs for four bytes, where base64 has sixteen for twelve.
 * @module
 */

/** The first of 85 signs in a row that mean nothing in the text of a script, save in the words that would end it. */
const kFirst = '('.charCodeAt(0);

/**
 * @param {string} text as the build has written it: first how many bytes the last four have too many
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function readBase85(text) {
  const view = new DataView(new ArrayBuffer(((text.length - 1) / 5) * 4));
  for (let i = 1; i < text.length; i += 5) {
    let number = 0;
    for (let j = 0; j < 5; j++) number = number * 85 + text.charCodeAt(i + j) - kFirst;
    view.setUint32(((i - 1) / 5) * 4, number);
  }
  return new Uint8Array(view.buffer, 0, view.byteLength - Number(text[0]));
}
