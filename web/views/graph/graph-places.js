/** Positions of nodes on a plot area: the nearest in a direction, and a free one. */

/** Cells per side of the grid on which a new node is placed. */
const kGrid = 10;
/** Margins of the plot area, as shares, where no node stands; as in the styles. */
export const kPlotMargin = { x: 0.06, y: 0.12 };
/** Nodes that are no farther ahead than this do not count. */
const kMinimumDistanceAhead = 1e-6;

/** Directions in x and y by arrow key. @type {ReadonlyMap<string, readonly [number, number]>} */
export const kDirections = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/**
 * @param {ArrayLike<number>} places x and y of each node, from 0 to 1
 * @param {number} width of the plot area
 * @param {number} height
 * @returns {(node: number) => { x: number, y: number }} the center of a node on the plot area
 */
export const createPositions = (places, width, height) => (node) => ({
  x: (kPlotMargin.x + (1 - 2 * kPlotMargin.x) * (places[2 * node] ?? 0)) * width,
  y: (kPlotMargin.y + (1 - 2 * kPlotMargin.y) * (places[2 * node + 1] ?? 0)) * height,
});

/**
 * @param {ArrayLike<number>} places x and y of each node
 * @param {number} node
 * @param {readonly [number, number]} way direction in x and y
 * @returns {number} the nearest node in this direction, or the same node if there is none
 */
export function findNearest(places, node, [dx, dy]) {
  let [best, minimum] = [node, Number.POSITIVE_INFINITY];
  for (let other = 0; other < places.length / 2; ++other) {
    const x = (places[2 * other] ?? 0) - (places[2 * node] ?? 0);
    const y = (places[2 * other + 1] ?? 0) - (places[2 * node + 1] ?? 0);
    const ahead = x * dx + y * dy;
    // Sideways distance counts double, to prefer nodes straight ahead.
    const cost = ahead + 2 * Math.abs(x * dy + y * dx);
    if (ahead > kMinimumDistanceAhead && cost < minimum) [best, minimum] = [other, cost];
  }
  return best;
}

/**
 * @param {ArrayLike<number>} places x and y of each node
 * @returns {readonly [number, number]} the point of a coarse grid that is farthest from all nodes
 */
export function findFreePlace(places) {
  /** @type {readonly [number, number]} */
  let best = [0.5, 0.5];
  let maximum = -1;
  for (let at = 0; at < (kGrid + 1) ** 2; ++at) {
    const [x, y] = [(at % (kGrid + 1)) / kGrid, Math.floor(at / (kGrid + 1)) / kGrid];
    let minimum = Number.POSITIVE_INFINITY;
    for (let i = 0; i < places.length; i += 2)
      minimum = Math.min(minimum, Math.hypot((places[i] ?? 0) - x, (places[i + 1] ?? 0) - y));
    if (minimum > maximum) [best, maximum] = [[x, y], minimum];
  }
  return best;
}
