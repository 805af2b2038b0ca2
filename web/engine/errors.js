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
 * - `FETCH_FAILED`   a file that the call needs could not be fetched: a part of the library, or data by their address
 * - `BOOT_BLOCKED`   the page's security policy forbids the worker or WebAssembly
 * - `BOOT_FAILED`    the worker or the module could not be fetched or started
 * - `NO_SIMD`        the browser has no 128-bit SIMD in WebAssembly
 * - `DISPOSED`       the scope was disposed
 *
 * @typedef {'BAD_PARAMETER' | 'BAD_STATE' | 'BAD_FILE' | 'BAD_INPUT' | 'NOT_FINITE' | 'OUT_OF_MEMORY'
 *   | 'TOO_LARGE' | 'CANCELLED' | 'CRASHED' | 'FETCH_FAILED' | 'BOOT_BLOCKED' | 'BOOT_FAILED' | 'NO_SIMD' | 'DISPOSED'} ErrorCode
 */

/** @type {readonly ErrorCode[]} */
export const errorCodes = Object.freeze([
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
]);

/** Codes after which the scope cannot be used. */
const terminalCodes = new Set(['BOOT_BLOCKED', 'BOOT_FAILED', 'NO_SIMD', 'DISPOSED']);

/** Longest excerpt of a caller's text that an error repeats. */
const excerptLength = 80;

/** Longest text of any other kind in an error. */
const maxTextLength = 4096;

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
  /** Distinguishes errors of this class from objects with its prototype. */
  #isGenuine = true;

  /**
   * Never throws, whatever its arguments are; a code that is not in `errorCodes` becomes `CRASHED`.
   *
   * @param {ErrorCode} code
   * @param {ErrorDetails} [details]
   */
  constructor(code, details = {}) {
    const validCode = errorCodes.find((candidate) => candidate === code) ?? 'CRASHED';
    const { parameter, value = null, expected, message, recoverable, cause } = readDetails(details);
    super(message ?? formatMessage(validCode, parameter, value, expected));
    this.name = 'AttentoscopeError';
    /** @readonly @type {ErrorCode} */
    this.code = validCode;
    /** @readonly @type {string | null} */
    this.parameter = parameter ?? null;
    /** @readonly @type {string | number | boolean | null} */
    this.value = value;
    /** @readonly @type {string | null} */
    this.expected = expected ?? null;
    /** @readonly @type {boolean} */
    this.recoverable = recoverable ?? !terminalCodes.has(validCode);
    if (cause !== undefined) this.cause = cause;
  }

  /** @returns {PlainError} */
  toJSON() {
    return {
      code: this.code,
      parameter: this.parameter,
      value: this.value,
      expected: this.expected,
      recoverable: this.recoverable,
      message: this.message,
      cause: this.cause === undefined ? null : formatCause(this.cause),
    };
  }

  /** @param {unknown} value @returns {value is AttentoscopeError} whether the constructor has created it */
  static isInstance(value) {
    return isRecord(value) && #isGenuine in value;
  }
}

/**
 * Reads each field of untrusted details once and shortens it; returns {} where they cannot be read.
 *
 * @param {ErrorDetails} details
 * @returns {{ parameter?: string, value?: string | number | boolean | null, expected?: string, message?: string,
 *   recoverable?: boolean, cause?: unknown }}
 */
export function readDetails(details) {
  const read = tryRead(() => {
    const { parameter, value, expected, message, recoverable, cause } = details;
    return {
      parameter: truncateText(parameter),
      value: formatExcerpt(value),
      expected: truncateText(expected),
      message: truncateText(message),
      recoverable: typeof recoverable === 'boolean' ? recoverable : undefined,
      cause: cause ?? undefined,
    };
  });
  return read ?? {};
}

/**
 * The message of any thrown value.
 *
 * @param {unknown} thrown
 * @returns {string}
 */
export function readMessage(thrown) {
  const message =
    truncateText(tryRead(() => /** @type {Error} */ (thrown).message)) ?? String(formatExcerpt(thrown));
  return message || 'Unknown failure.';
}

/**
 * Reads an untrusted value of a caller.
 *
 * @template T
 * @param {() => T} read
 * @returns {T | undefined} the result, or undefined if `look` throws
 */
export function tryRead(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null;
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
  const text =
    tryRead(() =>
      Array.isArray(value)
        ? `[${Array.from(value.slice(0, excerptLength), formatTag).join(', ')}]`
        : formatTag(value),
    ) ?? typeof value;
  return text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text;
}

/**
 * A short text; for a long BigInt and for objects and functions, which could run code, only the type.
 *
 * @param {unknown} value
 * @returns {string}
 */
function formatTag(value) {
  const long = typeof value === 'bigint' && BigInt.asIntN(64, value) !== value;
  if (long || isRecord(value) || typeof value === 'function') return Object.prototype.toString.call(value);
  return String(value).slice(0, excerptLength + 1);
}

/**
 * @param {unknown} cause
 * @returns {string}
 */
function formatCause(cause) {
  return (
    tryRead(() => String(cause instanceof Error ? cause : formatExcerpt(cause)).slice(0, maxTextLength)) ??
    typeof cause
  );
}

/**
 * @param {unknown} value
 * @returns {string | undefined}
 */
function truncateText(value) {
  return typeof value === 'string' ? value.slice(0, maxTextLength) : undefined;
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
