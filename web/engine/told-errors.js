/**
 * Creates errors from thrown values and from messages of a worker. The file is separate from errors.js, because a poster does
 * not need it.
 */

import { AttentoscopeError, errorCodes, excerpt, messageOf, readDetails, safely } from './errors.js';

/** @import { ErrorCode, ErrorDetails } from './errors.js' */

/**
 * Creates an error from the result of `toJSON`; any other value becomes a `CRASHED` that quotes it.
 *
 * @param {unknown} plain
 * @returns {AttentoscopeError}
 */
export function errorFromJSON(plain) {
  const given = /** @type {import('./errors.js').PlainError} */ (plain);
  const code = safely(() => errorCodes.find((known) => known === given.code));
  if (!code) return new AttentoscopeError('CRASHED', { message: `Unreadable error: ${excerpt(plain)}` });
  return new AttentoscopeError(code, /** @type {ErrorDetails} */ (given));
}

/**
 * Turns whatever was thrown into an AttentoscopeError.
 *
 * @param {unknown} thrown
 * @param {ErrorCode} code used when `thrown` is some other error
 * @param {Omit<ErrorDetails, 'cause'>} [details]
 * @returns {AttentoscopeError}
 */
export function errorFrom(thrown, code, details = {}) {
  if (AttentoscopeError.made(thrown)) return thrown;
  const { message = messageOf(thrown), ...own } = readDetails(details);
  return new AttentoscopeError(code, { ...own, message, cause: thrown });
}

/**
 * The error of a call that its caller has cancelled.
 *
 * @returns {AttentoscopeError}
 */
export function cancelled() {
  return new AttentoscopeError('CANCELLED', { message: 'The call was cancelled.', recoverable: true });
}
