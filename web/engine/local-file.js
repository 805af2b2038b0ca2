/**
 * The bytes of a file beside the engine where that is a file: in Node.
 *
 * @param {URL} url
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>} null: it has to be fetched
 */
export async function readLocalFile(url) {
  if (url.protocol !== 'file:' || typeof process !== 'object') return null;
  const files = 'node:fs/promises';
  /** @type {typeof import('node:fs/promises')} */
  const { readFile } = await import(/* @vite-ignore */ files);
  return readFile(url);
}
