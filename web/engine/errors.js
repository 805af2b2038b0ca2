/**
 * The error class of Attentoscope. Every failure in the core, the worker or an argument reaches the caller as an
 * AttentoscopeError with a stable `code`; no raw exception of the module leaves the engine.
 */

/**
 * Stable error codes.
 *
 * - `BAD_PARAMETER`  an argument or a parameter has a wrong name, type or range
 * - `BAD_STATE`      the call is not possible in the current state (for example, training during a free run)
 * - `BAD_FILE`       the bytes of a checkpoint or weights file do not fit; nothing has changed
 * - `BAD_INPUT`      an input of `predict` or `attention` does not fit the experiment
 * - `NOT_FINITE`     training produced an infinity or a NaN and stopped before using it
 * - `OUT_OF_MEMORY`  the configuration or file needs more memory than the module may use
 * - `TOO_LARGE`      a computation of `attend` needs more memory or work than one may take
 * - `CANCELLED`      the caller's AbortSignal ended the call
 * - `CRASHED`        the module or its worker stopped working while it answered the call
 * - `FETCH_FAILED`   a file that the call needs could not be fetched: a part of the library, or data from an address
 * - `BOOT_BLOCKED`   the page's security policy forbids the worker or WebAssembly
 * - `BOOT_FAILED`    the worker or the module could not be fetched or started
 * - `NO_SIMD`        the browser has no 128-bit SIMD in WebAssembly
 * - `DISPOSED`       the scope was disposed
 */
export const errorCodes = Object.freeze(
  /** @type {const} */ ([
    'BAD_PARAMETER',
    'BAD_STATE',
    'BAD_FILE',
    'BAD_INPUT',
    'NOT_FINITE',
    'OUT_OF_MEMORY',
    'TOO_LARGE',
    'CANCELLED',
    'CRASHED',
    'FETCH_FAILED',
    'BOOT_BLOCKED',
    'BOOT_FAILED',
    'NO_SIMD',
    'DISPOSED',
  ]),
);

/** @typedef {typeof errorCodes[number]} ErrorCode */

/** Codes after which the scope cannot be used. */
const terminalCodes = new Set(['BOOT_BLOCKED', 'BOOT_FAILED', 'NO_SIMD', 'DISPOSED']);

/** Longest excerpt of a caller's text that an error repeats. */
const excerptLength = 80;

/**
 * The fields of an error besides its code.
 *
 * @typedef {object} ErrorDetails
 * @property {string} [parameter] name of the offending argument or parameter
 * @property {unknown} [value] the offending value; stored as a short primitive
 * @property {string} [expected] what would have been accepted
 * @property {string} [message] a sentence for people; default: derived from the other fields
 * @property {boolean} [recoverable] whether the scope can still be used; default: derived from the code
 * @property {unknown} [cause] the underlying error
 */

/**
 * An error as a plain object, safe for structured clone and JSON.
 *
 * @typedef {object} PlainError
 * @property {ErrorCode} code
 * @property {string | null} parameter
 * @property {string | number | boolean | null} value
 * @property {string | null} expected
 * @property {boolean} recoverable
 * @property {string} message
 * @property {string | null} cause
 */

export class AttentoscopeError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {ErrorDetails} [details]
   */
  constructor(code, { parameter, value, expected, message, recoverable, cause } = {}) {
    const excerpt = formatExcerpt(value);
    super(message ?? formatMessage(code, parameter, excerpt, expected));
    this.name = 'AttentoscopeError';
    /** @readonly @type {ErrorCode} */
    this.code = code;
    /** @readonly @type {string | null} */
    this.parameter = parameter ?? null;
    /** @readonly @type {string | number | boolean | null} */
    this.value = excerpt;
    /** @readonly @type {string | null} */
    this.expected = expected ?? null;
    /** @readonly @type {boolean} */
    this.recoverable = recoverable ?? !terminalCodes.has(code);
    if (cause !== undefined && cause !== null) this.cause = cause;
  }

  /** @returns {PlainError} */
  toJSON() {
    const { code, parameter, value, expected, recoverable, message, cause } = this;
    const reason = cause === undefined ? null : String(cause instanceof Error ? cause : formatExcerpt(cause));
    return { code, parameter, value, expected, recoverable, message, cause: reason };
  }
}

/**
 * @param {string} parameter name of the argument or parameter
 * @param {unknown} value
 * @param {string} expected what would have been accepted
 * @param {ErrorCode} [code]
 * @returns {never}
 */
export function rejectArgument(parameter, value, expected, code = 'BAD_PARAMETER') {
  throw new AttentoscopeError(code, { parameter, value, expected });
}

/**
 * The message of any thrown value.
 *
 * @param {unknown} thrown
 * @returns {string}
 */
export function readMessage(thrown) {
  const { message } = /** @type {Partial<Error>} */ (Object(thrown));
  return (typeof message === 'string' ? message : String(formatExcerpt(thrown))) || 'Unknown failure.';
}

/**
 * A short primitive that represents any value: numbers and booleans are kept, everything else becomes text.
 *
 * @param {unknown} value
 * @returns {string | number | boolean | null}
 */
export function formatExcerpt(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = Array.isArray(value)
    ? `[${Array.from(value.slice(0, excerptLength), formatTag).join(', ')}]`
    : formatTag(value);
  return text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text;
}

/** The text of a primitive, or the type of an object or function. @param {unknown} value @returns {string} */
function formatTag(value) {
  const hasType = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return hasType ? Object.prototype.toString.call(value) : String(value).slice(0, excerptLength + 1);
}

/**
 * @param {ErrorCode} code
 * @param {string | undefined} parameter
 * @param {string | number | boolean | null} value
 * @param {string | undefined} expected
 * @returns {string}
 */
function formatMessage(code, parameter, value, expected) {
  const subject = parameter ? `${parameter}: ` : '';
  const rejection =
    value === null ? '' : `${typeof value === 'string' ? `"${value}"` : value} is not accepted`;
  const expectation = expected ? `expected ${expected}` : '';
  return `${subject}${[rejection, expectation].filter(Boolean).join('; ') || code}`;
}
