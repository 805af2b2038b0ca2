/**
 * A curve as a table of at most twenty-four lines, behind a disclosure.
 * @module
 */

import { h } from './dom.js';
import { formatCount, formatNumber } from './format.js';

const kLines = 24;

export function createCurveTable() {
  const host = h('div', {
    class: 'table-scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': 'Loss as a table',
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
     * @param {readonly import('./curve-history.js').CurvePoint[]} points
     * @param {readonly { step: number, label: string }[]} marks
     */
    write(points, marks) {
      build = () => {
        const stride = Math.ceil(points.length / kLines) || 1;
        const kept = points.filter((_, i) => (points.length - 1 - i) % stride === 0);
        const lines = [
          ...kept.map(({ step, value }) => ({ step, text: formatNumber(value) })),
          ...marks.map(({ step, label }) => ({ step, text: label })),
        ].sort((a, b) => a.step - b.step);
        return h(
          'table',
          {},
          h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'step'), h('th', { scope: 'col' }, 'loss'))),
          h(
            'tbody',
            {},
            ...lines.map(({ step, text }) =>
              h('tr', {}, h('th', { scope: 'row' }, formatCount(step)), h('td', {}, text)),
            ),
          ),
        );
      };
      refresh();
    },
  };
}
