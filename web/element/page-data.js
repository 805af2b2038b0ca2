/**
 * Own data that come with the page: fetched from the address in `data-src`, or stored in a link. The core validates them
 * like data that a reader chooses.
 */

import { fetchData } from '../instrument/fetch-data.js';
import { translate } from '../language/translate.js';
import { AttentoscopeError } from '../outline.js';
import { kMaxLinkedDataBytes } from './features/own-data.js';

/** @import { OwnData } from './own-data.js' */

/**
 * @param {object} options
 * @param {string | null} options.address in `data-src`
 * @param {string | undefined} options.field of a link, which takes precedence
 * @param {AbortSignal} options.signal
 * @param {import('../engine/schema.js').ExperimentSchema | undefined} experiment
 * @returns {Promise<OwnData | null>} null if neither page nor link has data
 * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE, FETCH_FAILED
 */
export async function loadPageData({ address, field, signal }, experiment) {
  if (field !== undefined)
    return { content: decodeDataField(field), name: translate('data of the link'), linked: true };
  if (address === null) return null;
  if (experiment?.data) return fetchData(address, { ...experiment.data, signal });
  const expected = `nothing: ${experiment?.name} makes its own data`;
  throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'data-src', value: address, expected });
}

/**
 * Removes `probeExample`: the number means another example when the data change.
 * @param {import('../engine/schema.js').Configuration} configuration
 * @returns {import('../engine/schema.js').Configuration}
 */
export const removeProbeExample = ({ parameters: { probeExample, ...parameters }, ...configuration }) => ({
  ...configuration,
  parameters,
});

/** @param {unknown} error @returns {boolean} whether the error may concern the data, or a setting that the data limit */
export const isDataError = (error) =>
  error instanceof AttentoscopeError &&
  (['BAD_FILE', 'BAD_PARAMETER'].includes(error.code) ||
    (error.code === 'FETCH_FAILED' && !!error.parameter));

/** @param {OwnData} data @returns {Uint8Array} as passed to the core */
export const encodeContent = ({ content }) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/**
 * Encodes data for a link: base64url without padding.
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encodeDataField(bytes) {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * @param {string} field of a link
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {AttentoscopeError} BAD_PARAMETER
 */
export function decodeDataField(field) {
  try {
    const letters = atob(field.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    // Only the canonical encoding of the bytes is accepted.
    if (bytes.length <= kMaxLinkedDataBytes && encodeDataField(bytes) === field) return bytes;
  } catch {
    // Not base64 at all.
  }
  const expected = `at most ${kMaxLinkedDataBytes} bytes as base64url`;
  throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'data', value: field, expected });
}
