/**
 * A roving tab stop for the cells of a grid: arrow keys, Home and End, pointer and touch. It follows the grid pattern of the
 * ARIA Authoring Practices Guide.
 */

import { html } from 'lit';

/** @typedef {{ row: number, column: number }} Cell */

/**
 * What a gesture in a cell does to the weights of its row: 'all' puts the whole weight on the cell, or releases the row if the
 * cell has the whole weight already; 'spread' divides the weight evenly among the cell and the columns that have weight; a
 * number from 0 to 1 becomes the weight of the cell; 'release' releases the row.
 * @typedef {'all' | 'spread' | 'release' | number} HoldGesture
 */

/**
 * @typedef {object} CellCursorOptions
 * @property {HTMLElement} element the grid around the cells
 * @property {readonly (readonly HTMLElement[])[]} rows cells row by row; rows may differ in length
 * @property {() => void} onPoint called when another cell, or none, is pointed at
 * @property {((row: number, column: number) => void) | undefined} [onPick] called on a click, a second tap or Enter
 * @property {((row: number, column: number, gesture: HoldGesture) => void) | undefined} [onHold] called on a press, a drag
 *   along the row (with the shift key or a second finger: spread), H, a digit or Escape
 * @property {boolean} [isOneRow] whether all cells are held as one row, like the cells of a picture
 */

/** @param {CellCursorOptions} options */
export function createCellCursor({ element, rows, onPoint, onPick, ...holds }) {
  const widths = rows.map((row) => row.length);
  const places = setUpCells(rows);
  /** @type {(Cell | null)[]} */
  let [hovered = null, selected = null] = [];
  let isTouch = false;
  let tabStop = rows[0]?.[0];

  /** @param {EventTarget | null} target @returns {Cell | null} */
  function findCell(target) {
    const node = target instanceof Element && target.closest('[role="gridcell"]');
    return (node && places.get(node)) || null;
  }

  /** @param {Cell} cell */
  function select(cell) {
    selected = cell;
    tabStop?.setAttribute('tabindex', '-1');
    tabStop?.removeAttribute('aria-selected');
    tabStop = rows[cell.row]?.[cell.column];
    tabStop?.setAttribute('tabindex', '0');
    tabStop?.setAttribute('aria-selected', 'true');
    onPoint();
  }

  element.addEventListener('pointerover', (event) => {
    hovered = event.pointerType === 'touch' ? null : findCell(event.target);
    onPoint();
  });
  element.addEventListener('pointerleave', () => {
    hovered = null;
    onPoint();
  });
  element.addEventListener('pointerdown', (event) => {
    isTouch = event.pointerType === 'touch';
  });
  element.addEventListener('click', (event) => {
    const cell = findCell(event.target);
    if (!cell) return;
    const again = selected?.row === cell.row && selected.column === cell.column;
    select(cell);
    // Touch has no hover: the first tap selects, the second one picks.
    if (!isTouch || again) onPick?.(cell.row, cell.column);
  });
  element.addEventListener('focusin', (event) => {
    const cell = findCell(event.target);
    const focused = /** @type {Element} */ (event.target);
    if (cell && focused.matches(':focus-visible')) select(cell);
  });
  element.addEventListener('keydown', (event) => {
    const cell = findCell(event.target);
    if (!cell || event.altKey || event.metaKey) return;
    const next = findNeighbor(cell, event.key, event.ctrlKey, widths);
    if (next) {
      hovered = null;
      rows[next.row]?.[next.column]?.focus();
    } else if (event.key === 'Enter') {
      onPick?.(cell.row, cell.column);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  listenToHolds(element, findCell, rows, holds);

  return {
    /** @returns {Cell | null} */
    getPointedCell: () => hovered ?? selected,
    /** Moves a selection to another row in the same column. @param {number} row */
    moveToRow(row) {
      if (selected && rows[row]?.[selected.column]) select({ ...selected, row });
    },
    /** @param {(row: number, column: number) => string} label */
    describe(label) {
      for (const [node, { row, column }] of places) node.setAttribute('aria-label', label(row, column));
    },
  };
}

/**
 * @param {HTMLElement} element
 * @param {(target: EventTarget | null) => Cell | null} findCell
 * @param {CellCursorOptions['rows']} rows
 * @param {Pick<CellCursorOptions, 'onHold' | 'isOneRow'>} options
 */
function listenToHolds(element, findCell, rows, { onHold, isOneRow }) {
  if (!onHold) return;
  listenToHoldKeys(element, findCell, onHold);
  /** The cell under the pointer while it is down. @type {Cell | null} */
  let pressed = null;
  let hasDragged = false;
  element.addEventListener('pointerdown', (event) => {
    [pressed, hasDragged] = [event.button === 0 ? findCell(event.target) : null, false];
    // Otherwise the browser sends the events of all cells that a finger moves over to the first of them.
    /** @type {Element} */ (event.target).releasePointerCapture(event.pointerId);
  });
  for (const end of ['pointerup', 'pointercancel'])
    element.addEventListener(end, () => {
      pressed = null;
    });
  element.addEventListener('pointerover', (event) => {
    const cell = pressed && findCell(event.target);
    if (!pressed || !cell) return;
    // Over another row the pressed one is still held: a finger strays, and rows move when the panel about held rows opens.
    const row = isOneRow ? cell.row : pressed.row;
    const isSameCell = row === pressed.row && cell.column === pressed.column;
    if (isSameCell || !rows[row]?.[cell.column]) return;
    [pressed, hasDragged] = [{ row, column: cell.column }, true];
    onHold(row, cell.column, event.shiftKey || !event.isPrimary ? 'spread' : 'all');
  });
  element.addEventListener('click', (event) => {
    const cell = findCell(event.target);
    if (cell && !hasDragged) onHold(cell.row, cell.column, event.shiftKey ? 'spread' : 'all');
  });
}

/**
 * @param {HTMLElement} element
 * @param {(target: EventTarget | null) => Cell | null} findCell
 * @param {NonNullable<CellCursorOptions['onHold']>} onHold
 */
function listenToHoldKeys(element, findCell, onHold) {
  element.addEventListener('keydown', (event) => {
    const cell = findCell(event.target);
    const gesture = readHoldKey(event.key);
    if (!cell || gesture === null || event.altKey || event.metaKey || event.ctrlKey) return;
    onHold(cell.row, cell.column, gesture);
    event.preventDefault();
    event.stopPropagation();
  });
}

/** @param {string} key @returns {HoldGesture | null} */
export function readHoldKey(key) {
  if (key === 'Escape') return 'release';
  if (/^h$/i.test(key)) return 'all';
  return /^\d$/.test(key) ? Number(key) / 10 : null;
}

/** Gives the cells their ARIA role; the first cell is the tab stop. @param {readonly (readonly HTMLElement[])[]} rows */
function setUpCells(rows) {
  /** @type {Map<Element, Cell>} */
  const places = new Map();
  rows.forEach((cells, row) => {
    cells.forEach((node, column) => {
      node.setAttribute('role', 'gridcell');
      node.setAttribute('tabindex', places.size === 0 ? '0' : '-1');
      places.set(node, { row, column });
    });
  });
  return places;
}

/**
 * @param {Cell} cell
 * @param {string} key
 * @param {boolean} control
 * @param {readonly number[]} widths cells in each row
 * @returns {Cell | null} the cell to which the key moves, null for other keys
 */
export function findNeighbor({ row, column }, key, control, widths) {
  const last = widths.length - 1;
  /** @param {number} toRow @param {number} toColumn */
  const clampCell = (toRow, toColumn) => {
    const near = Math.min(last, Math.max(0, toRow));
    return { row: near, column: Math.min((widths[near] ?? 1) - 1, Math.max(0, toColumn)) };
  };
  switch (key) {
    case 'ArrowLeft':
      return clampCell(row, column - 1);
    case 'ArrowRight':
      return clampCell(row, column + 1);
    case 'ArrowUp':
      return clampCell(row - 1, column);
    case 'ArrowDown':
      return clampCell(row + 1, column);
    case 'Home':
      return clampCell(control ? 0 : row, 0);
    case 'End':
      return clampCell(control ? last : row, Number.POSITIVE_INFINITY);
    default:
      return null;
  }
}

/** Rows of cells of a square grid. @param {number} side */
export const rowsTemplate = (side) =>
  Array.from(
    { length: side },
    () =>
      html`<div role="row">${Array.from({ length: side }, () => html`<span class="bars-cell"></span>`)}</div>`,
  );

/** @param {ParentNode} grid @returns {HTMLElement[][]} the cells of its rows */
export const readRows = (grid) =>
  [...grid.querySelectorAll('[role=row]')].map(
    ({ children }) => /** @type {HTMLElement[]} */ ([...children]),
  );
