/**
 * A table behind a disclosure. It is built only while it is open.
 * @module
 */

import { translate } from '../language/translate.js';
import { h } from './dom.js';

/** @import { Child } from './dom.js' */

/**
 * @typedef {object} TableText
 * @property {string} [caption]
 * @property {readonly string[]} head
 * @property {readonly (readonly (Child | readonly Child[])[])[]} rows the first cell of each is its header
 */

/** Functions that build the whole table of each disclosure. @type {WeakMap<Element, () => HTMLTableElement | null>} */
const tables = new WeakMap();

/** @param {Element} element of a disclosure @returns {HTMLTableElement | null} the whole table, to be saved */
export function getWholeTable(element) {
  return tables.get(element)?.() ?? null;
}

/**
 * A formatted number that keeps its full precision for saving.
 * @param {number} value
 * @param {(value: number) => string} format
 * @returns {Child}
 */
export function exactNumber(value, format) {
  return Number.isFinite(value) ? h('data', { value }, format(value)) : format(value);
}

/** @param {ArrayLike<number>} values @param {(value: number) => string} format @returns {Child[]} side by side */
export function exactNumbers(values, format) {
  return Array.from(values, (value, i) => [i > 0 && ' ', exactNumber(value, format)]).flat();
}

/** @param {string} label accessible name of the table */
export function createDisclosureTable(label) {
  const host = h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': label });
  const element = h('details', { class: 'table' }, h('summary', {}, translate('Show as table')), host);
  /** @type {((whole: boolean) => TableText) | null} */
  let text = null;
  const refresh = () => {
    if (element.open && text) host.replaceChildren(createTable(text(false)));
  };
  tables.set(element, () => text && createTable(text(true)));
  element.addEventListener('toggle', refresh);
  return {
    element,
    /** @param {(whole: boolean) => TableText} next called when the table is shown, or with true when the whole table is saved */
    write(next) {
      text = next;
      refresh();
    },
  };
}

/** @param {TableText} text */
function createTable({ caption, head, rows }) {
  /** @param {Child | readonly Child[]} cell @returns {readonly Child[]} */
  const contents = (cell) => (Array.isArray(cell) ? cell : [/** @type {Child} */ (cell)]);
  return h(
    'table',
    {},
    caption && h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...head.map((title) => h('th', { scope: 'col' }, title)))),
    h(
      'tbody',
      {},
      ...rows.map(([first, ...rest]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, ...contents(first)),
          ...rest.map((cell) => h('td', {}, ...contents(cell))),
        ),
      ),
    ),
  );
}
