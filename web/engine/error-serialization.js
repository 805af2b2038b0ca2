/**
 * Creates errors from thrown values and from messages of a worker. The file is separate from errors.js, because a poster does
 * not need it.
 */

import { AttentoscopeError, errorCodes, formatExcerpt, readMessage } from './errors.js';

/** @import { ErrorCode, ErrorDetails } from './errors.js' */

/**
 * Creates an error from the result of `toJSON`. Any other value becomes a CRASHED error whose message quotes the value.
 *
 * @param {unknown} plain
 * @returns {AttentoscopeError}
 */
export function parseError(plain) {
  const fields = /** @type {import('./errors.js').PlainError} */ (Object(plain));
  if (!errorCodes.includes(fields.code))
    return new AttentoscopeError('CRASHED', { message: `Unreadable error: ${formatExcerpt(plain)}` });
  return new AttentoscopeError(fields.code, /** @type {ErrorDetails} */ (fields));
}

/**
 * Turns whatever was thrown into an AttentoscopeError.
 *
 * @param {unknown} thrown
 * @param {ErrorCode} code used when `thrown` is some other error
 * @param {Omit<ErrorDetails, 'cause'>} [details]
 * @returns {AttentoscopeError}
 */
export function wrapError(thrown, code, details = {}) {
  if (thrown instanceof AttentoscopeError) return thrown;
  return new AttentoscopeError(code, { message: readMessage(thrown), ...details, cause: thrown });
}

/**
 * The error of a call that its caller has cancelled.
 *
 * @returns {AttentoscopeError}
 */
export function createCancelledError() {
  return new AttentoscopeError('CANCELLED', { message: 'The call was cancelled.', recoverable: true });
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>} rejected with CANCELLED as soon as the signal aborts
 */
export function rejectOnAbort(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(createCancelledError());
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}
