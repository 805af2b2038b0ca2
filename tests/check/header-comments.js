/**
 * Checks the first comment of a C++ header: a sentence that names its subject; indented formulas and symbols; prose; and last,
 * on their own lines, "Paper:" and "Look for:".
 */

/** Returns the first comment of a source without its slashes. @param {string} source @returns {string[]} lines */
export function readHeaderComment(source) {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines.slice(0, end).map((line) => line.slice(3));
}

/** The end of a line that breaks a formula. */
const cut = /(^|\s)[=+·−~∈(]$|[([,]$/;

/**
 * Returns the faults of a head, one sentence each.
 * @param {readonly string[]} head
 * @param {{ labels?: readonly string[], formulas?: boolean }} [requirements] required labels, and whether formulas are required
 * @returns {string[]}
 */
export function findHeaderFaults(head, { labels = [], formulas = false } = {}) {
  const faults = [];
  const blank = head.indexOf('');
  const name = head.slice(0, blank < 0 ? undefined : blank);
  if (name.length === 0) faults.push('no name');
  if (!/[.:?]$/.test(name.at(-1) ?? '')) faults.push('the first line is not a complete sentence');
  const label = /^(Paper|Look for): \S/;
  // Indented lines after a label continue its sentence.
  const first = head.findIndex((line) => label.test(line));
  const before = first < 0 ? head : head.slice(0, first);
  const formulaLines = before.filter((line) => line.startsWith('  '));
  if (formulas && formulaLines.length === 0) faults.push('no formula');
  for (const line of formulaLines) {
    if (cut.test(line)) faults.push(`a formula is broken across lines: ${line}`);
  }
  for (const line of head) {
    if (line.length > 117) faults.push(`longer than 120 characters: ${line}`);
    if (/\S.*\b(Paper|Look for): /.test(line)) faults.push(`a label in the middle of a line: ${line}`);
  }
  for (const requiredLabel of labels) {
    if (!head.some((line) => line.startsWith(`${requiredLabel}: `))) faults.push(`no "${requiredLabel}:"`);
  }
  if (first >= 0) {
    const loose = head.slice(first).find((line) => !label.test(line) && !line.startsWith('  '));
    if (loose !== undefined) faults.push(`text after the labels: ${loose}`);
    const [paper, hint] = ['Paper', 'Look for'].map((text) =>
      head.findIndex((line) => line.startsWith(`${text}: `)),
    );
    if (paper >= 0 && hint >= 0 && hint < paper) faults.push('"Look for:" must come after "Paper:"');
  }
  return faults;
}
