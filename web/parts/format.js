/**
 * Numbers as the views write them. Only the writing: no number is computed here.
 * @module
 */
import { language, say } from '../language/say.js';

const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** @type {Map<string, { count: Intl.NumberFormat, point: string }>} */
const kWritings = new Map();

/** How numbers are written in the present language. */
function writing() {
  const tag = language();
  let known = kWritings.get(tag);
  if (!known) {
    const count = new Intl.NumberFormat(tag);
    known = { count, point: count.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.' };
    kWritings.set(tag, known);
  }
  return known;
}

/** @param {number} value @returns {string} '40,000'; '–' for what is not a number */
export function formatCount(value) {
  return Number.isFinite(value) ? writing().count.format(Math.round(value)) : '–';
}

/** @param {number} value share of a whole @returns {string} '0.982' */
export function formatShare(value) {
  return formatFixed(value, 3);
}

/** @param {number} value @param {number} digits behind the point @returns {string} '0.98' */
export function formatFixed(value, digits) {
  return Number.isFinite(value) ? written(value.toFixed(digits)) : '–';
}

/** @param {number} value @returns {string} '98 %' with a no-break space; below one half per cent '0 %' */
export function formatPercent(value) {
  return Number.isFinite(value) ? `${Math.round(100 * value)}\u00a0%` : '–';
}

/**
 * Three significant digits for ordinary sizes, powers of ten below them. Trailing zeros stay, so that a changing
 * number keeps its width.
 * @param {number} value
 * @returns {string} '0.0120', '1.23 × 10⁻⁵', '−0.500', '12,345'
 */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1000) return formatCount(value).replace('-', '−');
  if (size >= 1e-3) return written(value.toPrecision(3));
  const [digits, exponent] = value.toExponential(2).split('e');
  return `${written(/** @type {string} */ (digits))} × ${formatPower(Number(exponent))}`;
}

/** @param {number} value that somebody has set @returns {string} as it was set: '64', '0.001', '10,000' */
export const formatSetting = (value) =>
  value.toLocaleString(language(), { maximumSignificantDigits: 6 }).replace('-', '−');

/** @param {number} exponent @returns {string} '10⁻⁵' */
export function formatPower(exponent) {
  const digits = [...String(Math.abs(exponent))].map((d) => kSuperscripts[Number(d)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** @param {string} text of a number, without groups @returns {string} with a true minus sign and the language's own point */
export function written(text) {
  return text.replace('-', '−').replace('.', writing().point);
}

/** @param {unknown} error @returns {string} its sentence; nothing for what only ended because its run did */
export function messageOf(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error);
  return code === 'ABORTED' || code === 'DISPOSED' ? '' : (message ?? String(error));
}

/** @param {string} text @returns {string} with a capital at its beginning */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} token @returns {string} with blanks that can be seen */
export function visible(token) {
  return token.trim() === '' ? token.replace(/\n/g, '↵').replace(/\s/g, '␣') : token;
}

/** @param {string} [token] */
export function quoted(token = '') {
  return say('“{text}”', { text: visible(token) });
}
