import { getLanguage } from '../language/translate.js';

/** @param {number} value @param {number} digits after the decimal point @returns {string} '0.934' */
export function formatDecimal(value, digits) {
  const format = new Intl.NumberFormat(getLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(value).replace('-', '−');
}

/** @param {number | null | undefined} share @returns {string} '93.4 %' with a no-break space */
export function formatDecimalPercent(share) {
  return `${formatDecimal(100 * Number(share), 1)}\u00a0%`;
}
