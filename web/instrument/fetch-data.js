/** Fetches the reader's own file from an address that the page or a link names. */
import { AttentoscopeError } from '../outline.js';

/** Time limit for the whole download. */
const kTimeoutMs = 30_000;

/**
 * @param {string} address as written in the page
 * @param {object} options
 * @param {number} options.maximumBytes that the experiment accepts
 * @param {AbortSignal} options.signal
 * @param {number} [options.timeoutMs]
 * @param {string} [options.attribute] that holds the address, for messages
 * @returns {Promise<{ content: Uint8Array<ArrayBuffer>, name: string, fetched: true }>}
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
