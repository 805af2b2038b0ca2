/**
 * Numbers as the views write them. Only the writing: no number is computed here.
 * @module
 */

const kCount = new Intl.NumberFormat('en');
const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** @param {number} value @returns {string} '40,000'; '–' for what is not a number */
export function formatCount(value) {
  return Number.isFinite(value) ? kCount.format(Math.round(value)) : '–';
}

/** @param {number} value share of a whole @returns {string} '0.982' */
export function formatShare(value) {
  return Number.isFinite(value) ? minus(value.toFixed(3)) : '–';
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
  if (size >= 1000) return minus(kCount.format(Math.round(value)));
  if (size >= 1e-3) return minus(value.toPrecision(3));
  const [digits, exponent] = value.toExponential(2).split('e');
  return `${minus(/** @type {string} */ (digits))} × ${formatPower(Number(exponent))}`;
}

/** @param {number} exponent @returns {string} '10⁻⁵' */
export function formatPower(exponent) {
  const digits = [...String(Math.abs(exponent))].map((d) => kSuperscripts[Number(d)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** @param {string} text @returns {string} with a true minus sign */
function minus(text) {
  return text.replace('-', '−');
}

/** @param {unknown} error @returns {string} its sentence; nothing for what only ended because its run did */
export function messageOf(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error);
  return code === 'ABORTED' || code === 'DISPOSED' ? '' : (message ?? String(error));
}
