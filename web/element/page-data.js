/**
 * Own data that come with the page: fetched from the address in `data-src`, or stored in a link. The core validates them
 * like data that a reader chooses.
 * @module
 */

import { translate } from '../language/translate.js';
import { AttentoscopeError } from '../outline.js';
import { kMaximumLinkBytes } from './attributes.js';

/** @import { OwnData } from './own-data.js' */

/**
 * @param {object} given
 * @param {string | null} given.address in `data-src`
 * @param {string | undefined} given.field of a link, which takes precedence
 * @param {AbortSignal} given.signal
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
 * Removes `watched`: the number means another example when the data change.
 * @param {import('../engine/schema.js').Configuration} configuration
 * @returns {import('../engine/schema.js').Configuration}
 */
export const removeWatched = ({ parameters: { probeExample, ...parameters }, ...configuration }) => ({
  ...configuration,
  parameters,
});

/** @param {unknown} error @returns {boolean} whether the error may concern the data, or a setting that the data limit */
export const isDataError = (error) =>
  error instanceof AttentoscopeError &&
  (['BAD_FILE', 'BAD_PARAMETER'].includes(error.code) ||
    (error.code === 'FETCH_FAILED' && !!error.parameter));

/** Time limit for the whole download. */
const kTimeoutMs = 30_000;

/**
 * @param {string} address as written in the page
 * @param {object} options
 * @param {number} options.maximumBytes that the experiment accepts
 * @param {AbortSignal} options.signal
 * @param {number} [options.timeoutMs]
 * @param {string} [options.attribute] that holds the address, for messages
 * @returns {Promise<OwnData>}
 * @throws {AttentoscopeError} BAD_FILE: the address or the size; FETCH_FAILED; CANCELLED
 */
export async function fetchData(
  address,
  { maximumBytes, signal, timeoutMs = kTimeoutMs, attribute = 'data-src' },
) {
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null;
  /** @param {'BAD_FILE' | 'FETCH_FAILED'} code @param {string} what @param {string} expected @param {unknown} [cause] */
  const createError = (code, what, expected, cause) =>
    new AttentoscopeError(code, {
      parameter: attribute,
      value: url?.href ?? address,
      expected,
      message: `${attribute}: ${url?.href ?? address} ${what}; expected ${expected}`,
      cause,
    });
  if (!url || !/^https?:$/.test(url.protocol))
    throw createError('BAD_FILE', 'is not accepted', 'an address of http or https');
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timeout = setTimeout(abort, timeoutMs);
  try {
    const response = await fetch(url, { signal: controller.signal });
    if (!response.ok)
      throw createError('FETCH_FAILED', `was answered with status ${response.status}`, 'status 200');
    const content = await readAll(response, maximumBytes);
    if (!content) throw createError('BAD_FILE', 'is too large', `at most ${maximumBytes} bytes`);
    return { content, name: url.href, fetched: true };
  } catch (error) {
    if (error instanceof AttentoscopeError) throw error;
    if (signal.aborted) throw new AttentoscopeError('CANCELLED', { cause: error });
    if (controller.signal.aborted)
      throw createError(
        'FETCH_FAILED',
        `was not read within ${timeoutMs / 1000} s`,
        'an answer before that',
        error,
      );
    throw createError(
      'FETCH_FAILED',
      'could not be read',
      'a file of the page’s own server, or of one that sends Access-Control-Allow-Origin, which the page’s policy allows in connect-src',
      error,
    );
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * @param {Response} response
 * @param {number} maximumBytes bytes
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>} null if there are more bytes; reading stops there
 */
async function readAll({ body }, maximumBytes) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    parts.push(value);
    if (size <= maximumBytes) continue;
    await reader?.cancel();
    return null;
  }
}

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
    if (bytes.length <= kMaximumLinkBytes && encodeDataField(bytes) === field) return bytes;
  } catch {
    // Not base64 at all.
  }
  const expected = `at most ${kMaximumLinkBytes} bytes as base64url`;
  throw new AttentoscopeError('BAD_PARAMETER', { parameter: 'data', value: field, expected });
}
