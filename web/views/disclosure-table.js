/**
 * Numbers as a table, behind a disclosure. The table is built only while somebody looks at it.
 * @module
 */

import { say } from '../language/say.js';
import { h } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * @typedef {object} TableText
 * @property {string} [caption]
 * @property {readonly string[]} head
 * @property {readonly (readonly (Child | readonly Child[])[])[]} rows the first cell of each heads its row
 */

/** @param {string} label what the table holds, for a screen reader */
export function createDisclosureTable(label) {
  const host = h('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': label });
  const element = h('details', { class: 'table' }, h('summary', {}, say('Show as table')), host);
  /** @type {(() => TableText) | null} */
  let text = null;
  const refresh = () => {
    if (element.open && text) host.replaceChildren(tableOf(text()));
  };
  element.addEventListener('toggle', refresh);
  return {
    element,
    /** @param {() => TableText} next asked for when the table is seen */
    write(next) {
      text = next;
      refresh();
    },
  };
}

/** @param {TableText} text */
function tableOf({ caption, head, rows }) {
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
