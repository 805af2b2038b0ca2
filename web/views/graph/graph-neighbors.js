/** The neighbors of the nodes of a graph, ranked by weight or as a matrix. */

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { GraphData } from './graph-data.js' */

/** @param {GraphData} graph @param {number} node @returns {number[]} the nodes to which the node has an edge */
export const findNeighbors = ({ nodes, edges }, node) =>
  [...new Array(nodes).keys()].filter((other) => edges[node * nodes + other] === 1);

/** @param {GraphData} graph @returns {number[]} the nodes to which a query node has an edge */
export const findNeighborsOfQueries = (graph) =>
  [...new Set(graph.queryNodes.flatMap((node) => findNeighbors(graph, node)))].sort((a, b) => a - b);

/**
 * @param {GraphData} graph
 * @param {number} map
 * @param {readonly number[]} nodes at the other end of each edge
 * @param {(node: number) => number} locate returns the index of the edge in the map
 * @returns {{ node: number, weight: number, truth: boolean }[]} largest weight first
 */
const rankNodes = ({ maps, truth }, map, nodes, locate) =>
  nodes
    .map((node) => ({
      node,
      weight: maps[map]?.[locate(node)] ?? Number.NaN,
      truth: truth[locate(node)] === 1,
    }))
    .sort((a, b) => b.weight - a.weight);

/** The nodes that a query node attends to. @param {GraphData} graph @param {number} map @param {number} node */
export const rankNeighbors = (graph, map, node) =>
  rankNodes(graph, map, findNeighbors(graph, node), (other) => node * graph.nodes + other);

/** The query nodes that attend to a node. @param {GraphData} graph @param {number} map @param {number} node */
export function rankQueries(graph, map, node) {
  const locate = (/** @type {number} */ query) => query * graph.nodes + node;
  const queries = graph.queryNodes.filter((query) => query !== node && graph.edges[locate(query)] === 1);
  return rankNodes(graph, map, queries, locate);
}

/**
 * The graph as a matrix: a row for each query node, a column for each node to which a query node has an edge.
 * @param {GraphData} graph
 * @param {number} map
 * @returns {{ alignment: Alignment, columns: readonly number[] }}
 */
export function createMatrix(graph, map) {
  const { nodes, queryNodes, edges } = graph;
  const columns = findNeighborsOfQueries(graph);
  /** @param {Float32Array} whole @param {number} hidden value where there is no edge */
  const selectEdges = (whole, hidden) =>
    Float32Array.from({ length: queryNodes.length * columns.length }, (_, i) => {
      const row = queryNodes[Math.floor(i / columns.length)] ?? 0;
      const at = row * nodes + (columns[i % columns.length] ?? 0);
      return edges[at] === 1 ? (whole[at] ?? 0) : hidden;
    });
  return {
    columns,
    alignment: {
      step: graph.step,
      rows: queryNodes.length,
      columns: columns.length,
      weights: selectEdges(graph.maps[map] ?? new Float32Array(0), 0),
      scores: selectEdges(graph.scores, Number.NEGATIVE_INFINITY),
      truth: selectEdges(graph.truth, 0),
      metrics: graph.metrics,
    },
  };
}
