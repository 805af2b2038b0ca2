/** Changes the reader's own graph; each change returns a new graph. */

import { isQuery, parseEdge } from './graph-format.js';
import { findFreePlace } from './graph-places.js';

/** @import { OwnGraph } from '../../engine/view-types.js' */

/**
 * Adds the edge from the chosen node to another node, or removes it. If only the other node is a query, the edge has the
 * opposite direction.
 * @param {OwnGraph} graph
 * @param {number} chosen
 * @param {number} other
 * @returns {OwnGraph | null} null if neither node is a query
 */
export function toggleEdge(graph, chosen, other) {
  const ends = isQuery(graph, chosen) ? [chosen, other] : isQuery(graph, other) ? [other, chosen] : null;
  if (!ends) return null;
  const edge = ends.map((node) => node + 1).join('-');
  const rest = graph.edges.filter((one) => one !== edge);
  return { ...graph, edges: rest.length < graph.edges.length ? rest : [...rest, edge] };
}

/** @param {OwnGraph} graph @param {number} node @returns {OwnGraph} without the edges of the node */
export const removeEdges = (graph, node) => ({
  ...graph,
  edges: graph.edges.filter((edge) => !parseEdge(edge).includes(node)),
});

/** @param {OwnGraph} graph @param {number} node @returns {OwnGraph} */
export function removeNode(graph, node) {
  const { nodes, places } = graph;
  return {
    nodes: nodes.filter((_, i) => i !== node),
    places: places.filter((_, i) => i >> 1 !== node),
    edges: removeEdges(graph, node).edges.map((edge) =>
      parseEdge(edge)
        .map((end) => (end > node ? end : end + 1))
        .join('-'),
    ),
  };
}

/** @param {OwnGraph} graph @param {string} label @returns {OwnGraph} with one more node at a free position */
export const addNode = (graph, label) => ({
  ...graph,
  nodes: [...graph.nodes, label],
  places: [...graph.places, ...findFreePlace(graph.places)],
});

/** @param {OwnGraph} graph @param {number} node @param {string} label @returns {OwnGraph} */
export const relabelNode = (graph, node, label) => ({
  ...graph,
  nodes: graph.nodes.map((one, i) => (i === node ? label : one)),
});

/** @param {OwnGraph} graph @param {number} node @param {number} x @param {number} y @returns {OwnGraph} */
export const moveNode = (graph, node, x, y) => ({
  ...graph,
  places: graph.places.map((place, i) => (i >> 1 === node ? ([x, y][i & 1] ?? place) : place)),
});
