/** The text form of the reader's own graph. Nodes count from 0 here, and from 1 in the text of an edge. */

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { OwnGraph } from '../../engine/view-types.js' */

/** @param {string} list @returns {string[]} its parts */
const splitList = (list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** @param {Prediction} answer to a graph @returns {OwnGraph} */
export const readGraph = ({ nodes = '', edges = '', nodePositions = [] }) => ({
  nodes: splitList(nodes),
  edges: splitList(edges),
  places: nodePositions,
});

/** @param {Pick<OwnGraph, 'nodes' | 'edges'>} graph @returns {{ nodes: string, edges: string }} as input of the model */
export const formatInput = ({ nodes, edges }) => ({ nodes: nodes.join(', '), edges: edges.join(', ') });

/** @param {OwnGraph} graph @param {number} node @returns {boolean} */
export const isQuery = ({ nodes }, node) => nodes[node]?.endsWith('?') === true;

/** @param {string} edge @returns {readonly [number, number]} */
export const parseEdge = (edge) => {
  const [from = 0, to = 0] = edge.split('-').map(Number);
  return [from - 1, to - 1];
};
