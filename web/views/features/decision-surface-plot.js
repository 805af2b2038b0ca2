/** Maps of probabilities over two features side by side, with one cursor over all of them. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { findNeighbor } from '../../parts/cell-cursor.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatFixed, formatShare } from '../../parts/format.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { computeLayout, paintSurfaces } from './decision-surface-canvas.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Square } from '../../plots/decision-surface-paint.js' */
/** @import { Surfaces } from './decision-surface-canvas.js' */

/** @param {Surfaces} surfaces @param {() => void} draw called when the cursor has moved */
export function createSurfacePlot(surfaces, draw) {
  /** @type {Cell | null} */
  let cursor = null;

  /** @param {unknown} label */
  function template(label) {
    const leave = () => point(null);
    return html`
      <div class="surface-plot" role="group" tabindex="0" aria-roledescription=${translate('maps')} aria-label=${label}
        @pointermove=${follow} @pointerleave=${leave} @blur=${leave} @keydown=${press}>
        <canvas class="surface-canvas" aria-hidden="true" .style=${`--surfaces: ${surfaces.maps.length}`} ${paintCanvas((frame) => paintSurfaces(frame, surfaces, cursor))}></canvas>
      </div>
    `;
  }

  /** The probabilities at the cursor. */
  function valueTemplate() {
    const text = cursor
      ? formatCell(surfaces, cursor)
      : translate('Point at a map, or walk with the arrow keys: the same place is read in all of them.');
    return html`<p class="surface-value ${cursor ? '' : 'readout-hint'}" role="status">${text}</p>`;
  }

  /** @param {Cell | null} cell */
  function point(cell) {
    cursor = cell;
    draw();
  }

  const follow = (/** @type {PointerEvent} */ event) => {
    const plot = /** @type {HTMLElement} */ (event.currentTarget);
    const canvas = /** @type {HTMLCanvasElement} */ (plot.firstElementChild);
    const { x, y, width } = toElementPoint(canvas, event);
    const { maps, cells } = surfaces;
    point(findCell(computeLayout(canvas, width, maps.length).squares, cells, x, y));
  };

  const press = (/** @type {KeyboardEvent} */ event) => {
    const { cells } = surfaces;
    const middle = { row: Math.floor(cells / 2), column: Math.floor(cells / 2) };
    const next = findNeighbor(cursor ?? middle, event.key, event.ctrlKey, new Array(cells).fill(cells));
    if (!next || event.altKey || event.metaKey) return;
    point(next);
    event.preventDefault();
    event.stopPropagation();
  };

  return { template, valueTemplate };
}

/** @param {readonly Square[]} squares @param {number} cells @param {number} px @param {number} py @returns {Cell | null} */
function findCell(squares, cells, px, py) {
  const square = squares.find(({ x, size }) => px >= x && px < x + size);
  if (!square) return null;
  const row = Math.floor(((py - square.y) / square.size) * cells);
  const column = Math.floor(((px - square.x) / square.size) * cells);
  return row >= 0 && row < cells ? { row, column } : null;
}

/** @param {Surfaces} surfaces @param {Cell} cell @returns {string} */
function formatCell({ maps, cells, edge, across, up }, { row, column }) {
  /** @param {number} index of a column, or of a row counted from below */
  const computeFeature = (index) => formatFixed(-edge + ((index + 0.5) * 2 * edge) / cells, 1);
  const probabilities = maps.map(
    ({ name, values }) => `${name} ${formatShare(values[row * cells + column] ?? Number.NaN)}`,
  );
  return `${across} = ${computeFeature(column)}, ${up} = ${computeFeature(cells - 1 - row)}: ${probabilities.join(', ')}`;
}
