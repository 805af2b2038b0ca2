/** Finds the node of an event on a plot area, and drags nodes with the pointer. */

import { toElementPoint } from '../../parts/element-point.js';
import { kPlotMargin } from './graph-places.js';

/** A pointer that moves no farther than this, in pixels, clicks. */
const kMaximumClickDistance = 4;

/** The node at which an event of its plot area occurred, or −1. @param {Event} event */
export function findNode({ currentTarget, target }) {
  const plotArea = /** @type {HTMLElement} */ (currentTarget);
  const button = /** @type {HTMLElement} */ (target).closest('button');
  return button ? Array.from(plotArea.querySelectorAll('button')).indexOf(button) : -1;
}

/**
 * Pointer events of a plot area: a click picks a node, a drag moves it.
 * @param {object} options
 * @param {(node: number, x: number, y: number) => void} options.onMove to a place from 0 to 1
 * @param {(node: number) => void} options.onPick click, tap or Enter
 * @param {(node: number) => void} options.onDrop end of a drag
 */
export function createNodeDrag({ onMove, onPick, onDrop }) {
  /** @type {{ x: number, y: number, hasMoved: boolean } | null} */
  let from = null;
  /** @param {number} at @param {number} edge */
  const share = (at, edge) => Math.min(1, Math.max(0, (at - edge) / (1 - 2 * edge)));
  return {
    /** @param {PointerEvent} event */
    start(event) {
      if (event.button !== 0 || findNode(event) < 0) return;
      from = { x: event.clientX, y: event.clientY, hasMoved: false };
      /** @type {HTMLElement} */ (event.target).closest('button')?.setPointerCapture(event.pointerId);
    },
    /** @param {PointerEvent} event */
    move(event) {
      if (!from || event.buttons === 0) return;
      from.hasMoved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > kMaximumClickDistance;
      if (!from.hasMoved) return;
      const plotArea = /** @type {HTMLElement} */ (event.currentTarget);
      const { x, y, width, height } = toElementPoint(plotArea, event);
      onMove(findNode(event), share(x / width, kPlotMargin.x), share(y / height, kPlotMargin.y));
    },
    cancel() {
      from = null;
    },
    /** @param {Event} event */
    click(event) {
      const node = findNode(event);
      const hasMoved = from?.hasMoved;
      from = null;
      if (node < 0) return;
      if (hasMoved) onDrop(node);
      else onPick(node);
    },
  };
}
