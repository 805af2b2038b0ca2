/**
 * Comma-separated values: plain ones, and those that German and French Excel opens as they are.
 * @module
 */

/** @typedef {string | number} Value */
/** @typedef {'csv' | 'excel'} Dialect */

/** A sign that begins a formula and, behind it, an operand: a name, a number or a text. */
const kFormula = /^[\t\r\n]*[=+\-@＝＋－＠].*[\p{L}\p{N}_"]/su;
/** What Excel shows as it is written: no digit, or a whole number that it holds exactly. */
const kUnchanged = /^(\D*|0|-?[1-9]\d{0,14})$/;
/** Words that Excel reads as truth values in English, German and French. */
const kTruthValue = /^\s*(true|false|wahr|falsch|vrai|faux)\s*$/i;
/** A longer text is neither a date nor a number. */
const kLongestNumber = 40;

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe before it, which keeps it a text. Numbers stay
 * numbers, whatever their sign, and signs alone stay signs.
 * @param {string} text
 */
function guarded(text) {
  return kFormula.test(text) && !Number.isFinite(Number(text)) ? `'${text}` : text;
}

/** @param {string} text @param {RegExp} signs @returns {string} in quotes where it holds one of the signs */
function quoted(text, signs) {
  return signs.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Value} value @returns {string} a field after RFC 4180 */
export function csvField(value) {
  return quoted(guarded(String(value)), /[",\r\n]/);
}

/**
 * A number has a decimal comma. A text that Excel would turn into a date or a number ("1-2", "3/4", "1e5", "007") is written
 * as the formula ="1-2", whose value is this text.
 * @param {Value} value
 * @returns {string}
 */
export function excelField(value) {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = guarded(value);
  const kept = text !== value || value.length > kLongestNumber || kUnchanged.test(value);
  return quoted(kept && !kTruthValue.test(value) ? text : `="${value.replaceAll('"', '""')}"`, /[";\r\n]/);
}

/** @param {readonly (readonly Value[])[]} rows @param {Dialect} [dialect] @returns {string} a line for each row */
export function csvLines(rows, dialect) {
  const [field, separator] = dialect === 'excel' ? [excelField, ';'] : [csvField, ','];
  return rows.map((row) => `${row.map((value) => field(value)).join(separator)}\r\n`).join('');
}

/** @param {string} lines @param {Dialect} [dialect] @returns {Blob} with the mark by which Excel knows UTF-8 */
export function csvFile(lines, dialect) {
  return new Blob([dialect === 'excel' ? '\ufeff' : '', lines], { type: 'text/csv' });
}
