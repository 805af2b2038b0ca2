/**
 * Changes of a graph of the reader's own. Each is a new graph; nodes count from 0 here and from 1 in the text of an edge.
 * @module
 */

import { freePlace } from './graph-places.js';

/** @import { OwnGraph, Prediction } from '../../engine/shapes.js' */

/** @param {string} list @returns {string[]} its parts */
const parts = (list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** @param {Prediction} answer to a graph @returns {OwnGraph} */
export const graphOfAnswer = ({ nodes = '', edges = '', nodePositions: places = [] }) => ({
  nodes: parts(nodes),
  edges: parts(edges),
  places,
});

/** @param {OwnGraph} graph @returns {{ nodes: string, edges: string }} as input of the model */
export const inputOf = ({ nodes, edges }) => ({ nodes: nodes.join(', '), edges: edges.join(', ') });

/** @param {OwnGraph} graph @param {number} node @returns {boolean} */
export const asks = ({ nodes }, node) => nodes[node]?.endsWith('?') === true;

/** @param {string} edge @returns {readonly [number, number]} */
export const endsOf = (edge) => {
  const [from = 0, to = 0] = edge.split('-').map(Number);
  return [from - 1, to - 1];
};

/**
 * Adds the edge by which the chosen node sees another, or removes it. If only the other one is a query, the edge has the
 * opposite direction.
 * @param {OwnGraph} graph
 * @param {number} chosen
 * @param {number} other
 * @returns {OwnGraph | null} null if neither is a query
 */
export function linked(graph, chosen, other) {
  const ends = asks(graph, chosen) ? [chosen, other] : asks(graph, other) ? [other, chosen] : null;
  if (!ends) return null;
  const edge = ends.map((node) => node + 1).join('-');
  const rest = graph.edges.filter((one) => one !== edge);
  return { ...graph, edges: rest.length < graph.edges.length ? rest : [...rest, edge] };
}

/** @param {OwnGraph} graph @param {number} node @returns {OwnGraph} without the edges of the node */
export const isolated = (graph, node) => ({
  ...graph,
  edges: graph.edges.filter((edge) => !endsOf(edge).includes(node)),
});

/** @param {OwnGraph} graph @param {number} node @returns {OwnGraph} */
export function without(graph, node) {
  const { nodes, places } = graph;
  return {
    nodes: nodes.filter((_, i) => i !== node),
    places: places.filter((_, i) => i >> 1 !== node),
    edges: isolated(graph, node).edges.map((edge) =>
      endsOf(edge)
        .map((end) => (end > node ? end : end + 1))
        .join('-'),
    ),
  };
}

/** @param {OwnGraph} graph @param {string} label @returns {OwnGraph} with one more node at a free position */
export const grown = (graph, label) => ({
  ...graph,
  nodes: [...graph.nodes, label],
  places: [...graph.places, ...freePlace(graph.places)],
});

/** @param {OwnGraph} graph @param {number} node @param {string} label @returns {OwnGraph} */
export const labelled = (graph, node, label) => ({
  ...graph,
  nodes: graph.nodes.map((one, i) => (i === node ? label : one)),
});

/** @param {OwnGraph} graph @param {number} node @param {number} x @param {number} y @returns {OwnGraph} */
export const moved = (graph, node, x, y) => ({
  ...graph,
  places: graph.places.map((place, i) => (i >> 1 === node ? ([x, y][i & 1] ?? place) : place)),
});
