/** The edges of a graph on a canvas, and the edge under the pointer. */

import { toElementPoint } from '../../parts/element-point.js';
import { formatFixed } from '../../parts/format.js';
import { findEdge, paintGraph } from '../../plots/graph-paint.js';
import { createPositions } from './graph-places.js';

/** @import { GraphData } from './graph-data.js' */

/** On a plot area narrower than this, in font sizes, numbers would overlap. */
const kNarrow = 36;

/**
 * @typedef {object} DrawnGraph
 * @property {GraphData} graph
 * @property {ArrayLike<number>} places x and y of each node, from 0 to 1
 * @property {ArrayLike<number>} weights [nodes, nodes]
 * @property {number | null} chosen node
 */

/** @param {HTMLElement | null} plotArea */
const readRadius = (plotArea) => (plotArea?.querySelector('button')?.offsetHeight ?? 0) / 2;

/** @param {Parameters<import('../../parts/paint-canvas.js').PaintPart>[0]} frame @param {DrawnGraph} drawn */
export function paintEdges({ context, width, height, canvas, theme }, drawn) {
  const size = 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize);
  /** @param {number} weight */
  const format = (weight) => formatFixed(weight, 2);
  const numbers = width < kNarrow * size ? null : { size, format };
  const computePosition = createPositions(drawn.places, width, height);
  paintGraph(context, listEdges(drawn), computePosition, readRadius(canvas.parentElement), theme, numbers);
}

/** The edge of a query node under the pointer. @param {MouseEvent} event on the plot area @param {DrawnGraph} drawn */
export function locateEdge(event, drawn) {
  const plotArea = /** @type {HTMLElement} */ (event.currentTarget);
  const { x, y, width, height } = toElementPoint(plotArea, event);
  const edges = listEdges(drawn).filter(({ from }) => drawn.graph.queryNodes.includes(from));
  return findEdge(edges, createPositions(drawn.places, width, height), readRadius(plotArea), { x, y });
}

/** The edges of query nodes with their weights, and the other edges without weights. @param {DrawnGraph} drawn */
function listEdges({ graph: { nodes, queryNodes, edges, truth, heldNodes }, weights, chosen }) {
  const isQuery = Array.from({ length: nodes }, (_, node) => queryNodes.includes(node));
  return Array.from({ length: nodes * nodes }, (_, at) => ({
    at,
    from: Math.floor(at / nodes),
    to: at % nodes,
  }))
    .filter(
      ({ at, from, to }) =>
        edges[at] === 1 && (isQuery[from] || (!isQuery[to] && (to > from || edges[to * nodes + from] !== 1))),
    )
    .map(({ at, from, to }) => ({
      from,
      to,
      weight: isQuery[from] ? (weights[at] ?? 0) : 0,
      truth: truth[at] === 1,
      isHeld: heldNodes?.includes(from),
      both: from !== to && isQuery[to] === true && edges[to * nodes + from] === 1,
      faded: chosen !== null && from !== chosen && (isQuery[chosen] === true || to !== chosen),
    }));
}
