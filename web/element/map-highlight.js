/** Outlines cells of the map for `highlight()`, which scripts of the page call. */

/** @import { View } from '../engine/view-types.js' */
/** Rows, columns, or, if both are given, the cells where they cross. @typedef {{ rows?: readonly number[], columns?: readonly number[] }} Highlight */

/** @param {View | undefined} map @param {Highlight | null} cells a single row is also chosen for inspection; null removes the outlines */
export function highlightCells(map, cells) {
  const [row, ...others] = cells?.rows ?? [];
  if (row !== undefined && others.length === 0) map?.chooseRow?.(row);
  outlineCells(map, cells);
}

/** @param {View | undefined} map @param {Highlight | null} cells */
export function outlineCells(map, cells) {
  const { rows: lit, columns } = cells ?? { rows: [] };
  map?.element.querySelectorAll('[role=row]:has([role=gridcell])').forEach((line, row) => {
    line.querySelectorAll('[role=gridcell]').forEach((cell, column) => {
      cell.toggleAttribute(
        'data-highlighted',
        (lit?.includes(row) ?? true) && (columns?.includes(column) ?? true),
      );
    });
  });
}
