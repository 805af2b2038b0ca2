/**
 * The numbers of a map as a table, behind a disclosure. Wide maps list the five largest shares of each row.
 * @module
 */

import { largestOf } from './context-bars-text.js';
import { h } from './dom.js';
import { formatShare } from './format.js';

const kWidest = 32;
const kTop = 5;

/**
 * @param {object} options
 * @param {readonly string[]} options.rowLabels
 * @param {readonly string[]} options.columnLabels
 * @param {string} options.corner
 * @param {string} options.note
 */
export function createNumberTable({ rowLabels, columnLabels, corner, note }) {
  const host = h('div', {
    class: 'table-scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Attention as a table',
  });
  const element = h('details', { class: 'table' }, h('summary', {}, 'Show as table'), host);
  /** @type {(() => HTMLTableElement) | null} */
  let build = null;
  const refresh = () => {
    if (element.open && build) host.replaceChildren(build());
  };
  element.addEventListener('toggle', refresh);
  return {
    element,
    /**
     * @param {string} caption
     * @param {import('./context-bars-text.js').MapNumbers} numbers
     */
    write(caption, numbers) {
      build = () =>
        h(
          'table',
          {},
          h('caption', {}, `${caption}, ${note}`),
          ...(columnLabels.length <= kWidest ? fullTable(numbers) : topTable(numbers)),
        );
      refresh();
    },
  };

  /** @param {import('./context-bars-text.js').MapNumbers} numbers */
  function fullTable(numbers) {
    const head = [corner, ...columnLabels].map((text) => h('th', { scope: 'col' }, text));
    const rows = rowLabels.map((label, row) => {
      const truth = largestOf(numbers.truth, row, columnLabels.length);
      const cells = columnLabels.map((_, column) => {
        const text = formatShare(numbers.weights[row * columnLabels.length + column] ?? Number.NaN);
        return h('td', {}, column === truth ? h('strong', {}, text) : text);
      });
      return h('tr', {}, h('th', { scope: 'row' }, label), ...cells);
    });
    return [h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)];
  }

  /** @param {import('./context-bars-text.js').MapNumbers} numbers */
  function topTable(numbers) {
    const columns = columnLabels.length;
    const head = [corner, 'largest shares, position: share'].map((text) => h('th', { scope: 'col' }, text));
    const rows = rowLabels.map((label, row) => {
      const truth = largestOf(numbers.truth, row, columns);
      const shares = [...numbers.weights.subarray(row * columns, (row + 1) * columns)];
      const top = shares.map((share, column) => ({ share, column })).sort((a, b) => b.share - a.share);
      const cells = top.slice(0, kTop).flatMap(({ share, column }, i) => {
        const text = `${columnLabels[column]}: ${formatShare(share)}`;
        return [i > 0 && ', ', column === truth ? h('strong', {}, text) : text];
      });
      return h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}, ...cells));
    });
    return [h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...rows)];
  }
}
