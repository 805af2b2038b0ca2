/**
 * The one error of Attentoscope. Whatever goes wrong, in the core, the worker or an argument, reaches
 * the caller as an AttentoscopeError with a stable `code`; no raw exception of the module leaves the engine.
 */

/**
 * Stable error codes.
 *
 * - `BAD_PARAMETER`  an argument or a parameter has a wrong name, type or range
 * - `BAD_STATE`      the call does not fit the present state (training while already running, for example)
 * - `BAD_FILE`       the bytes of a checkpoint or weights file do not fit; nothing was changed
 * - `BAD_INPUT`      an input of `predict` or `attention` does not fit the experiment
 * - `NOT_FINITE`     training produced an infinity or a NaN and stopped before using it
 * - `OUT_OF_MEMORY`  the configuration or file needs more memory than the module may use
 * - `TOO_LARGE`      a computation of `attend` needs more memory or work than one may take
 * - `ABORTED`        the call was cancelled, or the module stopped working while answering it
 * - `BOOT_BLOCKED`   the page's security policy forbids the worker or WebAssembly
 * - `BOOT_FAILED`    the worker or the module could not be fetched or started
 * - `NO_SIMD`        the browser has no 128-bit SIMD in WebAssembly
 * - `DISPOSED`       the scope was disposed
 *
 * @typedef {'BAD_PARAMETER' | 'BAD_STATE' | 'BAD_FILE' | 'BAD_INPUT' | 'NOT_FINITE' | 'OUT_OF_MEMORY'
 *   | 'TOO_LARGE' | 'ABORTED' | 'BOOT_BLOCKED' | 'BOOT_FAILED' | 'NO_SIMD' | 'DISPOSED'} ErrorCode
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
  'ABORTED',
  'BOOT_BLOCKED',
  'BOOT_FAILED',
  'NO_SIMD',
  'DISPOSED',
]);

/** Codes after which the same scope cannot go on. */
const terminal = new Set(['BOOT_BLOCKED', 'BOOT_FAILED', 'NO_SIMD', 'DISPOSED']);

/** Longest excerpt of a caller's text that an error repeats. */
const excerptLength = 80;

/**
 * What an error carries beside its code.
 *
 * @typedef {object} ErrorDetails
 * @property {string} [parameter] name of the offending argument or parameter
 * @property {unknown} [value] the offending value; kept as a short primitive
 * @property {string} [expected] what would have been accepted
 * @property {string} [message] a sentence for people; made from the other fields when missing
 * @property {boolean} [recoverable] whether the scope can still be used; follows from the code when missing
 * @property {unknown} [cause] the error below this one
 */

/**
 * The same as a plain object, safe for structured clone and JSON.
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
  constructor(code, details = {}) {
    const value = excerpt(details.value);
    super(details.message ?? sentence(code, details.parameter, value, details.expected));
    this.name = 'AttentoscopeError';
    /** @readonly @type {ErrorCode} */
    this.code = code;
    /** @readonly @type {string | null} */
    this.parameter = details.parameter ?? null;
    /** @readonly @type {string | number | boolean | null} */
    this.value = value;
    /** @readonly @type {string | null} */
    this.expected = details.expected ?? null;
    /** @readonly @type {boolean} */
    this.recoverable = details.recoverable ?? !terminal.has(code);
    if (details.cause !== undefined) this.cause = details.cause;
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
      cause: this.cause === undefined ? null : String(this.cause),
    };
  }

  /**
   * Rebuilds an error from `toJSON`; anything that is not such an object becomes an `ABORTED` that quotes it.
   *
   * @param {unknown} plain
   * @returns {AttentoscopeError}
   */
  static fromJSON(plain) {
    const fields = isRecord(plain) ? plain : {};
    const code = errorCodes.find((known) => known === fields.code);
    if (!code) return new AttentoscopeError('ABORTED', { message: `Unreadable error: ${excerpt(plain)}` });
    return new AttentoscopeError(code, {
      parameter: text(fields.parameter),
      value: fields.value,
      expected: text(fields.expected),
      message: text(fields.message),
      recoverable: typeof fields.recoverable === 'boolean' ? fields.recoverable : undefined,
      cause: text(fields.cause),
    });
  }

  /**
   * Turns whatever was thrown into an AttentoscopeError.
   *
   * @param {unknown} thrown
   * @param {ErrorCode} code used when `thrown` is some other error
   * @param {Omit<ErrorDetails, 'cause'>} [details]
   * @returns {AttentoscopeError}
   */
  static from(thrown, code, details = {}) {
    if (thrown instanceof AttentoscopeError) return thrown;
    return new AttentoscopeError(code, { message: messageOf(thrown), ...details, cause: thrown });
  }
}

/**
 * The error of a call that its caller no longer wants.
 *
 * @returns {AttentoscopeError}
 */
export function cancelled() {
  return new AttentoscopeError('ABORTED', { message: 'The call was cancelled.', recoverable: true });
}

/**
 * The readable part of anything thrown.
 *
 * @param {unknown} thrown
 * @returns {string}
 */
export function messageOf(thrown) {
  const message = isRecord(thrown) && typeof thrown.message === 'string' ? thrown.message : String(thrown);
  return message || 'Unknown failure.';
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * A short primitive that stands for any value: numbers and booleans stay, everything else becomes text.
 *
 * @param {unknown} value
 * @returns {string | number | boolean | null}
 */
export function excerpt(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const shown = typeof value === 'string' ? value : describe(value);
  return shown.length > excerptLength ? `${shown.slice(0, excerptLength)}…` : shown;
}

/**
 * @param {unknown} value neither a string nor a number
 * @returns {string}
 */
function describe(value) {
  try {
    if (Array.isArray(value)) return `[${value.slice(0, excerptLength).map(tag).join(', ')}]`;
    return tag(value);
  } catch {
    return typeof value;
  }
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function tag(value) {
  return isRecord(value) ? Object.prototype.toString.call(value) : String(value);
}

/**
 * @param {unknown} value
 * @returns {string | undefined}
 */
function text(value) {
  return typeof value === 'string' ? value : undefined;
}

/**
 * @param {ErrorCode} code
 * @param {string | undefined} parameter
 * @param {string | number | boolean | null} value
 * @param {string | undefined} expected
 * @returns {string}
 */
function sentence(code, parameter, value, expected) {
  const subject = parameter ? `${parameter}: ` : '';
  const given = value === null ? '' : `${typeof value === 'string' ? `"${value}"` : value} is not accepted`;
  const wanted = expected ? `expected ${expected}` : '';
  return `${subject}${[given, wanted].filter(Boolean).join('; ') || code}`;
}
