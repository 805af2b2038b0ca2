/** Formats numbers and texts for the views. */
import { getLanguage, translate } from '../language/translate.js';

const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** @type {Map<string, { count: Intl.NumberFormat, point: string }>} */
const numberFormats = new Map();

/** Number format of the current language. */
function getNumberFormat() {
  const tag = getLanguage();
  let numberFormat = numberFormats.get(tag);
  if (!numberFormat) {
    const count = new Intl.NumberFormat(tag);
    numberFormat = {
      count,
      point: count.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    };
    numberFormats.set(tag, numberFormat);
  }
  return numberFormat;
}

/** @param {number} value @returns {string} such as '40,000'; '–' for what is not a finite number */
export function formatCount(value) {
  return Number.isFinite(value) ? getNumberFormat().count.format(Math.round(value)) : '–';
}

/** @param {number} value share of a whole @returns {string} such as '0.982' */
export function formatShare(value) {
  return formatFixed(value, 3);
}

/** @param {number} value @param {number} digits behind the point @returns {string} such as '0.98' */
export function formatFixed(value, digits) {
  return Number.isFinite(value) ? localizeNumber(value.toFixed(digits)) : '–';
}

/** @param {number} value @returns {string} such as '98 %', with a no-break space; '0 %' below one half per cent */
export function formatPercent(value) {
  return Number.isFinite(value) ? `${Math.round(100 * value)}\u00a0%` : '–';
}

/**
 * Formats a number with three significant digits, and a very small one with a power of ten. Trailing zeros stay, so that a
 * changing number keeps its width.
 * @param {number} value
 * @returns {string} such as '0.0120', '1.23 × 10⁻⁵', '−0.500', '12,345'
 */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1000) return formatCount(value).replace('-', '−');
  if (size >= 1e-3) return localizeNumber(value.toPrecision(3));
  const [digits, exponent] = value.toExponential(2).split('e');
  return `${localizeNumber(/** @type {string} */ (digits))} × ${formatPower(Number(exponent))}`;
}

/** @param {number} value of a setting @returns {string} without trailing zeros: '64', '0.001', '10,000' */
export const formatSetting = (value) =>
  value.toLocaleString(getLanguage(), { maximumSignificantDigits: 6 }).replace('-', '−');

/** @param {number} exponent @returns {string} '10⁻⁵' */
export function formatPower(exponent) {
  const digits = [...String(Math.abs(exponent))].map((d) => kSuperscripts[Number(d)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** @param {string} text of a number, without groups @returns {string} with a minus sign and the language's decimal separator */
export function localizeNumber(text) {
  return text.replace('-', '−').replace('.', getNumberFormat().point);
}

/** @param {unknown} error @returns {string} its message; empty if the error only says that the run has ended */
export function getErrorMessage(error) {
  const { code, message } = /** @type {{ code?: string, message?: string }} */ (error);
  return code === 'CANCELLED' || code === 'CRASHED' || code === 'DISPOSED' ? '' : (message ?? String(error));
}

/** @param {string} text @returns {string} with a capital first letter */
export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Matches invisible text: blanks, control and format characters, unpaired surrogates, fillers, marks without a letter. */
const kInvisible = /^$|[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|^\p{M}/gu;
/** @type {Readonly<Record<string, string>>} */
const kSymbols = { '': '∅', ' ': '␣', '\n': '↵', '\t': '⇥', '\u00a0': '⍽', '\u007f': '␡' };
/** Scripts whose letters change beside a joiner. */
const kJoiningScripts = /[\u0600-\u1aff]/;
const kRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @param {string} character @returns {string} its code point, '⟨200B⟩' */
export const formatCodePoint = (character) => `⟨${character.codePointAt(0)?.toString(16).toUpperCase()}⟩`;

/**
 * @param {string} token
 * @returns {string} with a symbol for each invisible character; a single space between other characters is kept, and so are
 *   joiners that shape their neighbors
 */
export function showInvisibleCharacters(token) {
  return token.replace(kInvisible, (sign, at, whole) => {
    const [before = '', after = ''] = [whole[at - 1], whole[at + 1]];
    if (sign === ' ' && before.trim() && after.trim()) return sign;
    if (/[\u200c\u200d]/.test(sign) && kJoiningScripts.test(before) && kJoiningScripts.test(after))
      return sign;
    if (
      /[\u200d\ufe0f]/.test(sign) &&
      /(\p{Extended_Pictographic}|\p{EMod}|\ufe0f)$/u.test(whole.slice(0, at))
    )
      return sign;
    return (
      kSymbols[sign] ??
      (sign < ' '
        ? String.fromCharCode(0x2400 + sign.charCodeAt(0))
        : /\p{M}/u.test(sign)
          ? `◌${sign}`
          : formatCodePoint(sign))
    );
  });
}

/**
 * @param {string} text
 * @returns {string} the text; if it runs from right to left, it is isolated from the direction of the sentence around it
 */
export function isolateDirection(text) {
  return kRightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** @param {string} [token] @returns {string} as it is written in a sentence */
export const formatToken = (token = '') => isolateDirection(showInvisibleCharacters(token));

/** @param {string} [token] */
export const quoteToken = (token) => translate('“{text}”', { text: formatToken(token) });

/** @param {string} region 'row,column' @returns {string} in words */
export function formatRegion(region) {
  const [row, column] = region.split(',');
  return translate('row {row}, column {column}', { row, column });
}

/** @param {string} view or its name as a part, which may end in `-view` @returns {string} its English label */
export const formatViewLabel = (view) => view.replace(/-view$/, '').replaceAll('-', ' ');
