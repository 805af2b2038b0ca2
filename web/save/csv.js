/**
 * One field of a file of comma-separated values.
 * @module
 */

/**
 * After RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before it, which keeps it a text;
 * numbers stay numbers, whatever their sign.
 * @param {string | number} value
 * @returns {string}
 */
export function csvField(value) {
  const raw = String(value);
  const text = /^[=+\-@\t\r\n]/.test(raw) && !Number.isFinite(Number(raw)) ? `'${raw}` : raw;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
