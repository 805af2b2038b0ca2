/**
 * Positions of nodes on a plate: the nearest in a direction, a free one, and dragging.
 * @module
 */
import { toElementPoint } from '../../parts/element-point.js';

/** A pointer that moves no farther than this, in pixels, clicks. */
const kClick = 4;
/** Cells per side of the grid on which a new node is placed. */
const kGrid = 10;
/** Nodes that are no farther ahead than this do not count. */
const kLevel = 1e-6;

/**
 * @param {ArrayLike<number>} places x and y of each node
 * @param {number} node
 * @param {readonly [number, number]} way one step
 * @returns {number} the nearest node that way, or the same where there is none
 */
export function findNearest(places, node, [dx, dy]) {
  let [best, least] = [node, Number.POSITIVE_INFINITY];
  for (let other = 0; other < places.length / 2; ++other) {
    const x = (places[2 * other] ?? 0) - (places[2 * node] ?? 0);
    const y = (places[2 * other + 1] ?? 0) - (places[2 * node + 1] ?? 0);
    const ahead = x * dx + y * dy;
    // Sideways distance counts double, to prefer nodes straight ahead.
    const cost = ahead + 2 * Math.abs(x * dy + y * dx);
    if (ahead > kLevel && cost < least) [best, least] = [other, cost];
  }
  return best;
}

/**
 * @param {ArrayLike<number>} places x and y of each node
 * @returns {readonly [number, number]} the place of a coarse grid that is farthest from all of them
 */
export function findFreePlace(places) {
  /** @type {readonly [number, number]} */
  let best = [0.5, 0.5];
  let most = -1;
  for (let at = 0; at < (kGrid + 1) ** 2; ++at) {
    const [x, y] = [(at % (kGrid + 1)) / kGrid, Math.floor(at / (kGrid + 1)) / kGrid];
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < places.length; i += 2)
      least = Math.min(least, Math.hypot((places[i] ?? 0) - x, (places[i + 1] ?? 0) - y));
    if (least > most) [best, most] = [[x, y], least];
  }
  return best;
}

/**
 * @param {HTMLElement} node
 * @param {object} options
 * @param {HTMLElement} options.plate
 * @param {{ x: number, y: number }} options.margin of the plate, as a share, where no node stands
 * @param {(x: number, y: number) => void} options.onMove to a place from 0 to 1
 * @param {() => void} options.onPick click, tap or Enter
 * @param {() => void} [options.onDrop] end of a drag
 */
export function makeDraggable(node, { plate, margin, onMove, onPick, onDrop }) {
  /** @type {{ x: number, y: number, moved: boolean } | null} */
  let from = null;
  /** @param {number} at @param {number} edge */
  const share = (at, edge) => Math.min(1, Math.max(0, (at - edge) / (1 - 2 * edge)));
  node.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, moved: false };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener('pointermove', (event) => {
    if (!from || event.buttons === 0) return;
    from.moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > kClick;
    if (!from.moved) return;
    const { x, y, width, height } = toElementPoint(plate, event);
    onMove(share(x / width, margin.x), share(y / height, margin.y));
  });
  node.addEventListener('pointercancel', () => {
    from = null;
  });
  node.addEventListener('click', () => {
    const moved = from?.moved;
    from = null;
    if (moved) onDrop?.();
    else onPick();
  });
}
