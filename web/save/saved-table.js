/** Reads the numbers of a view from its tables, at full precision if a cell provides it. */

import { translate } from '../language/translate.js';
import { findFullTable } from '../parts/disclosure-table.js';
import { kPanelSelector } from '../parts/panel-styles.js';
import { formatCsv } from './csv.js';

/** @typedef {(string | number)[]} Row */
/** @typedef {{ caption: string, head: Row[], rows: Row[] }} SavedTable */

/** @param {HTMLElement} figure @returns {SavedTable[]} all visible tables, including those in closed details */
export function findTables(figure) {
  return [...figure.querySelectorAll('details.table, table')].flatMap((node) => {
    const panel = node.closest(kPanelSelector);
    const other = panel && panel !== figure && figure.contains(panel);
    const folded = node.localName === 'table' && node.closest('details.table');
    if (other || folded || node.closest('[hidden]')) return [];
    const table = node instanceof HTMLTableElement ? node : findFullTable(node);
    return table ? [readTable(table)] : [];
  });
}

/** @param {HTMLTableElement} table @returns {SavedTable} */
function readTable(table) {
  const rows = [...(table.tBodies[0]?.rows ?? [])].map((row) => readRow(row.cells));
  const bold = [...(table.tBodies[0]?.rows ?? [])].map((row) => readBoldHeads(table, row));
  const head = [...(table.tHead?.rows ?? [])].map((row) => readRow(row.cells));
  // An additional column lists the cells that are bold on the page.
  if (bold.some(Boolean)) {
    for (const row of head) row.push(translate('in bold'));
    rows.forEach((row, i) => {
      row.push(bold[i] ?? '');
    });
  }
  return { caption: table.caption?.textContent ?? '', head, rows };
}

/** @param {HTMLTableElement} table @param {HTMLTableRowElement} row @returns {string} headers of its bold cells */
function readBoldHeads(table, { cells }) {
  const heads = table.tHead?.rows[0]?.cells;
  const bold = [...cells].filter((cell) => cell.querySelector('strong'));
  return bold.map(({ cellIndex }) => heads?.[cellIndex]?.textContent ?? '').join(' ');
}

/** @param {Iterable<HTMLTableCellElement>} cells @returns {Row} */
function readRow(cells) {
  /** @param {HTMLTableCellElement} cell @returns {Row} */
  const readValues = (cell) => {
    const numbers = [...cell.querySelectorAll('data')].map(({ value }) => Number(value));
    const wide = Array.from({ length: cell.colSpan - 1 }, () => '');
    return numbers.length > 0 ? numbers : [cell.textContent ?? '', ...wide];
  };
  return [...cells].flatMap(readValues);
}

/**
 * @param {readonly SavedTable[]} tables
 * @param {import('./csv.js').Dialect} [dialect]
 * @returns {string} several tables are separated by empty lines, and each begins with its caption
 */
export function formatTables(tables, dialect) {
  const several = tables.length > 1;
  return tables
    .map(({ caption, head, rows }) => formatCsv([...(several ? [[caption]] : []), ...head, ...rows], dialect))
    .join('\r\n');
}
