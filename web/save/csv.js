/** Comma-separated values: plain, and in the dialect that German and French Excel opens correctly. */

/** @typedef {string | number} Value */
/** @typedef {'csv' | 'excel'} Dialect */

/** Matches text that a spreadsheet reads as a formula: a leading operator, and later a name, number or quote. */
const kFormula = /^[\t\r\n]*[=+\-@＝＋－＠].*[\p{L}\p{N}_"]/su;
/** Matches text that Excel does not convert: text without digits, and integers that Excel represents exactly. */
const kUnchanged = /^(\D*|0|-?[1-9]\d{0,14})$/;
/** Words that Excel reads as truth values in English, German and French. */
const kTruthValue = /^\s*(true|false|wahr|falsch|vrai|faux)\s*$/i;
/** A longer text is neither a date nor a number. */
const kMaxNumberLength = 40;

/**
 * Puts an apostrophe before a text that a spreadsheet would read as a formula. Numbers with a sign and signs alone are not
 * changed.
 * @param {string} text
 */
function escapeFormula(text) {
  return kFormula.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text;
}

/** @param {string} text @param {RegExp} signs @returns {string} in quotes if it contains one of the characters */
function quoteField(text, signs) {
  return signs.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Value} value @returns {string} a field as in RFC 4180 */
export function formatCsvField(value) {
  return quoteField(escapeFormula(String(value)), /[",\r\n]/);
}

/**
 * Formats a field for Excel. A number has a decimal comma. A text that Excel would convert to a date or a number ("1-2",
 * "3/4", "1e5", "007") is written as a formula, ="1-2", whose value is the text.
 * @param {Value} value
 * @returns {string}
 */
export function formatExcelField(value) {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = escapeFormula(value);
  const isUnchanged = text !== value || value.length > kMaxNumberLength || kUnchanged.test(value);
  return quoteField(
    isUnchanged && !kTruthValue.test(value) ? text : `="${value.replaceAll('"', '""')}"`,
    /[";\r\n]/,
  );
}

/** @param {readonly (readonly Value[])[]} rows @param {Dialect} [dialect] @returns {string} a line for each row */
export function formatCsv(rows, dialect) {
  const [field, separator] = dialect === 'excel' ? [formatExcelField, ';'] : [formatCsvField, ','];
  return rows.map((row) => `${row.map((value) => field(value)).join(separator)}\r\n`).join('');
}

/** @param {string} lines @param {Dialect} [dialect] @returns {Blob} for Excel with a byte order mark, by which it recognizes UTF-8 */
export function createCsvFile(lines, dialect) {
  return new Blob([dialect === 'excel' ? '\ufeff' : '', lines], { type: 'text/csv' });
}
