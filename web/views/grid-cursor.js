/**
 * A grid of invisible cells over a canvas: one tab stop, arrow keys, Home and End, pointer and touch. It follows the
 * grid pattern of the ARIA Authoring Practices Guide.
 * @module
 */

import { h } from './dom.js';

/**
 * @typedef {object} GridOptions
 * @property {string} label
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {string} corner text over the row labels
 * @property {{ label: string, nodes: readonly HTMLElement[] }} asides one node at the end of each row, not part of the
 *   grid for assistive technology
 * @property {() => void} onPoint another cell, or none, is pointed at
 * @property {(row: number, column: number) => void} onPick click, second tap or Enter
 */

/** @typedef {{ row: number, column: number }} Cell */

/** @param {GridOptions} options */
export function createGridCursor(options) {
  const { rowLabels, columnLabels } = options;
  const rows = rowLabels.length;
  const columns = columnLabels.length;
  const stride = Math.ceil(columns / 16);
  /** @type {Cell | null} */
  let hovered = null;
  /** @type {Cell | null} */
  let selected = null;
  let touch = false;
  let stop = 0;

  const cells = rowLabels.flatMap((_, row) =>
    columnLabels.map((_label, column) =>
      h('span', { role: 'gridcell', class: 'bars-cell', tabindex: row + column === 0 ? 0 : -1 }),
    ),
  );
  const header = h(
    'div',
    { role: 'row', class: 'bars-row bars-header' },
    h('span', { role: 'columnheader', class: 'bars-corner' }, options.corner),
    ...columnLabels.map((label, column) =>
      h('span', { role: 'columnheader', class: 'bars-column', 'data-quiet': column % stride !== 0 }, label),
    ),
    h('span', { class: 'bars-aside', 'aria-hidden': 'true' }, options.asides.label),
  );
  const body = rowLabels.map((label, row) => {
    const [, word = '', rest = label] = /^(.*\s)?(\S+)$/.exec(label) ?? [];
    return h(
      'div',
      { role: 'row', class: 'bars-row' },
      h('span', { role: 'rowheader', class: 'bars-label' }, h('span', { class: 'bars-word' }, word), rest),
      ...cells.slice(row * columns, (row + 1) * columns),
      h('span', { class: 'bars-aside', 'aria-hidden': 'true' }, options.asides.nodes[row]),
    );
  });
  const element = h(
    'div',
    { class: 'bars-grid', role: 'grid', 'aria-label': options.label },
    header,
    ...body,
  );

  /** @param {EventTarget | null} target @returns {Cell | null} */
  function cellOf(target) {
    const index = cells.indexOf(/** @type {HTMLSpanElement} */ (target));
    return index < 0 ? null : { row: Math.floor(index / columns), column: index % columns };
  }

  /** @param {Cell | null} cell */
  function select(cell) {
    selected = cell;
    if (cell) {
      cells[stop]?.setAttribute('tabindex', '-1');
      stop = cell.row * columns + cell.column;
      cells[stop]?.setAttribute('tabindex', '0');
    }
    cells.forEach((node, i) => {
      if (cell && i === stop) node.setAttribute('aria-selected', 'true');
      else node.removeAttribute('aria-selected');
    });
    options.onPoint();
  }

  element.addEventListener('pointerover', (event) => {
    hovered = event.pointerType === 'touch' ? null : cellOf(event.target);
    options.onPoint();
  });
  element.addEventListener('pointerleave', () => {
    hovered = null;
    options.onPoint();
  });
  element.addEventListener('pointerdown', (event) => {
    touch = event.pointerType === 'touch';
  });
  element.addEventListener('click', (event) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    const again = selected?.row === cell.row && selected.column === cell.column;
    select(cell);
    // A finger cannot hover: the first tap reads, the second one acts.
    if (!touch || again) options.onPick(cell.row, cell.column);
  });
  element.addEventListener('focusin', (event) => {
    const cell = cellOf(event.target);
    const focused = /** @type {Element} */ (event.target);
    if (cell && focused.matches(':focus-visible')) select(cell);
  });
  element.addEventListener('keydown', (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.metaKey) return;
    const next = neighbour(cell, event.key, event.ctrlKey, rows, columns);
    if (next) {
      hovered = null;
      cells[next.row * columns + next.column]?.focus();
    } else if (event.key === 'Enter') {
      options.onPick(cell.row, cell.column);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    /** @returns {Cell | null} */
    pointed: () => hovered ?? selected,
    /** @param {(row: number, column: number) => string} label */
    describe(label) {
      cells.forEach((node, i) => {
        node.setAttribute('aria-label', label(Math.floor(i / columns), i % columns));
      });
    },
  };
}

/**
 * @param {Cell} cell
 * @param {string} key
 * @param {boolean} control
 * @param {number} rows
 * @param {number} columns
 * @returns {Cell | null} where the key leads, null for other keys
 */
export function neighbour({ row, column }, key, control, rows, columns) {
  switch (key) {
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(columns - 1, column + 1) };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(rows - 1, row + 1), column };
    case 'Home':
      return { row: control ? 0 : row, column: 0 };
    case 'End':
      return { row: control ? rows - 1 : row, column: columns - 1 };
    default:
      return null;
  }
}
