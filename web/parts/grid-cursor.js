/** A grid of invisible cells over a canvas, with the labels of its rows and columns. */

import { html } from 'lit';
import { createCellCursor } from './cell-cursor.js';
import { toElement } from './dom.js';

/** Default for the option `maximumLabels`. */
const kMaximumLabels = 16;

/**
 * @typedef {object} GridOptions
 * @property {string} label
 * @property {readonly string[]} rowLabels
 * @property {readonly string[]} columnLabels
 * @property {string} corner text over the row labels
 * @property {number} [maximumLabels] if there are more column labels, some are hidden
 * @property {{ label: string, nodes: readonly HTMLElement[] }} asides one node at the end of each row, not part of the
 *   grid for assistive technology
 * @property {() => void} onPoint called when another cell, or none, is pointed at
 * @property {(row: number, column: number) => void} [onPick] click, second tap or Enter
 * @property {import('./cell-cursor.js').CellCursorOptions['onHold']} [onHold]
 */

/** @param {GridOptions} options */
export function createGridCursor(options) {
  const { rowLabels, columnLabels } = options;
  /** @param {unknown} content */
  const aside = (content) => html`<span class="bars-aside" aria-hidden="true">${content}</span>`;
  const element = toElement(html`
    <div class="bars-grid" role="grid" aria-label=${options.label}>
      <div role="row" class="bars-row bars-header">
        <span role="columnheader" class="bars-corner">${options.corner}</span>
        ${columnLabels.map((label) => html`<span role="columnheader" class="bars-column">${label}</span>`)}
        ${aside(options.asides.label)}
      </div>
      ${rowLabels.map((label, row) => {
        const [, word = '', rest = label] = /^(.*\s)?(\S+)$/.exec(label) ?? [];
        return html`
          <div role="row" class="bars-row">
            <span role="rowheader" class="bars-label"><span class="bars-word">${word}</span>${rest}</span>
            ${columnLabels.map(() => html`<span class="bars-cell"></span>`)}
            ${aside(options.asides.nodes[row])}
          </div>
        `;
      })}
    </div>
  `);
  /** @param {string} name @param {ParentNode} [parent] */
  const find = (name, parent = element) =>
    /** @type {HTMLElement[]} */ ([...parent.querySelectorAll(`.bars-${name}`)]);
  const heads = find('column');
  const cells = find('row')
    .slice(1)
    .map((row) => find('cell', row));
  const { onPoint, onPick, onHold } = options;
  const cursor = createCellCursor({ element, rows: cells, onPoint, onPick, onHold });
  thinOutLabels([]);

  /** Hides labels if there are too many. @param {readonly number[]} truthColumns columns of the truth, always labeled */
  function thinOutLabels(truthColumns) {
    const maximum = options.maximumLabels ?? kMaximumLabels;
    const stride = Math.ceil(columnLabels.length / maximum);
    const labeledColumns = selectLabels(columnLabels.length, maximum, truthColumns);
    heads.forEach((head, column) => {
      head.toggleAttribute('data-quiet', !labeledColumns.has(column));
      head.toggleAttribute('data-truth', truthColumns.includes(column));
      // Two labels close together are moved apart.
      const near =
        labeledColumns.has(column) && truthColumns.find((k) => k !== column && Math.abs(k - column) < stride);
      head.dataset['lean'] = typeof near === 'number' ? (near > column ? 'left' : 'right') : '';
    });
  }

  /**
   * @param {number} row
   * @returns {{ left: number, top: number, width: number, height: number }} box around the cells of a row, in pixels
   */
  function computeRowBox(row) {
    const [first, last] = [cells[row]?.[0], cells[row]?.[columnLabels.length - 1]];
    if (!first || !last) return { left: 0, top: 0, width: 0, height: 0 };
    const { offsetLeft: left, offsetTop: top, offsetHeight: height } = first;
    return { left, top, width: last.offsetLeft + last.offsetWidth - left, height };
  }

  return { element, thinOutLabels, computeRowBox, ...cursor };
}

/**
 * @param {number} columns
 * @param {number} maximum labels
 * @param {readonly number[]} requiredColumns columns that are always labeled
 * @returns {Set<number>} columns with a label: evenly spaced, except those too near to a required one
 */
export function selectLabels(columns, maximum, requiredColumns) {
  const stride = Math.ceil(columns / maximum);
  const even = Array.from({ length: Math.ceil(columns / stride) }, (_, i) => i * stride);
  const near = (/** @type {number} */ column) =>
    requiredColumns.some((k) => k !== column && Math.abs(k - column) < stride);
  return new Set([...even.filter((column) => !near(column)), ...requiredColumns]);
}
