/**
 * Where the maps come from: a file of the reader's, an address of the page's, or the sample.
 * @module
 */

import { fetchData } from '../element/given-data.js';
import { AttentoscopeError, openMaps } from '../index.js';
import { say } from '../language/say.js';

/** @import { OwnMaps } from '../engine/own-maps.js' */
/** @typedef {{ file: OwnMaps, name: string, src: string }} Opened `name` as shown; `src` where a link may lead */

/** More than this is not even read. */
export const kMostBytes = 32 * 1024 * 1024;

/** @param {AbortSignal} signal @returns {Promise<Opened>} */
export async function openSample(signal) {
  const { sample } = await import('./sample.js');
  return { file: await openMaps(sample, { signal }), name: say('the sample'), src: '' };
}

/**
 * What a page names may lie anywhere; what only a link names, where the page itself comes from: a link makes no request elsewhere.
 * @param {string} src
 * @param {boolean} ofPage whether the page names it
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 * @throws {AttentoscopeError} BAD_FILE and what `openMaps` throws
 */
export async function openAddress(src, ofPage, signal) {
  const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : null;
  if (!ofPage && url?.origin !== location.origin) {
    const expected = `an address of ${location.origin}; other files can be chosen or dropped`;
    throw new AttentoscopeError('BAD_FILE', { parameter: 'src', value: src, expected });
  }
  const { content } = await fetchData(src, { maximumBytes: kMostBytes, signal, attribute: 'src' });
  return { file: await openMaps(/** @type {Uint8Array} */ (content), { signal }), name: src, src };
}

/**
 * @param {File} file
 * @param {AbortSignal} signal
 * @returns {Promise<Opened>}
 */
export async function openFile(file, signal) {
  if (file.size > kMostBytes)
    throw new AttentoscopeError('BAD_FILE', {
      parameter: file.name,
      value: `${file.size} bytes`,
      expected: `at most ${kMostBytes} bytes`,
    });
  return { file: await openMaps(await file.arrayBuffer(), { signal }), name: file.name, src: '' };
}
