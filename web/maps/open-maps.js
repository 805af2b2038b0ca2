/** Opens attention maps from a file that the reader chooses, from a URL, or from the built-in sample. */

import { AttentoscopeError, openMaps } from '../index.js';
import { fetchData } from '../instrument/fetch-data.js';
import { translate } from '../language/translate.js';

/** @import { OwnMaps } from '../engine/own-maps.js' */
/**
 * `name` to show; `src` for links, '' for none; `tokens` of each map, without duplicates.
 * @typedef {{ file: OwnMaps, name: string, src: string, tokens: readonly (readonly string[])[] }} OpenedMaps
 */

/** Larger files are rejected before they are read. */
const kMaximumBytes = 256 * 1024 * 1024;

/**
 * @param {Uint8Array | ArrayBuffer | string} content
 * @param {AbortSignal} signal
 * @param {Pick<OpenedMaps, 'name' | 'src'>} where
 * @returns {Promise<OpenedMaps>}
 */
async function openContent(content, signal, where) {
  const file = await openMaps(content, { signal });
  const tokens = file.maps.map(({ rowTokens, columnTokens }) => [
    ...new Set([...rowTokens, ...columnTokens]),
  ]);
  return { ...where, file, tokens };
}

/** @param {AbortSignal} signal @returns {Promise<OpenedMaps>} */
export async function openSample(signal) {
  const { sample } = await import('./sample.js');
  return openContent(sample, signal, { name: translate('the sample'), src: '' });
}

/**
 * Opens maps from an address. The page may name any address, a link only one of the page's own origin, so that a link cannot
 * cause requests to other servers.
 * @param {string} src
 * @param {boolean} isFromPage whether the page itself names the address
 * @param {AbortSignal} signal
 * @returns {Promise<OpenedMaps>}
 * @throws {AttentoscopeError} BAD_FILE and what `openMaps` throws
 */
export async function openAddress(src, isFromPage, signal) {
  const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI) : null;
  if (!isFromPage && url?.origin !== location.origin) {
    const expected = `an address of ${location.origin}; other files can be chosen or dropped`;
    throw new AttentoscopeError('BAD_FILE', { parameter: 'src', value: src, expected });
  }
  const { content } = await fetchData(src, { maximumBytes: kMaximumBytes, signal, attribute: 'src' });
  return openContent(/** @type {Uint8Array} */ (content), signal, { name: src, src });
}

/**
 * @param {File} file
 * @param {AbortSignal} signal
 * @returns {Promise<OpenedMaps>}
 */
export async function openFile(file, signal) {
  if (file.size > kMaximumBytes)
    throw new AttentoscopeError('BAD_FILE', {
      parameter: file.name,
      value: `${file.size} bytes`,
      expected: `at most ${kMaximumBytes} bytes`,
    });
  return openContent(await file.arrayBuffer(), signal, { name: file.name, src: '' });
}
