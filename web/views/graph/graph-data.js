/** Extracts a graph with its weights from a frame. */

import { isQuery, parseEdge } from './graph-edit.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { OwnGraph } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/**
 * @typedef {object} GraphData
 * @property {number} step
 * @property {number} nodes
 * @property {string} [name] of the graph; another name rebuilds the diagram. By default the labels and positions identify the
 *   graph
 * @property {readonly number[]} queryNodes the query nodes
 * @property {readonly Float32Array[]} maps [nodes, nodes] each: the mean of the heads, then head by head
 * @property {Float32Array} scores of the mean
 * @property {Float32Array} truth [nodes, nodes] 1 where an edge carries the answer
 * @property {Float32Array} edges [nodes, nodes] 1 where the row node has an edge to the column node
 * @property {Float32Array} places [nodes, 2] x and y from 0 to 1
 * @property {readonly string[]} labels attribute and value; "?" at query nodes
 * @property {readonly string[]} answers answers of the query nodes; '' for the others
 * @property {readonly string[]} [learnedAnswers] the answers with the learned weights
 * @property {readonly number[]} [heldNodes] the query nodes whose edges the reader holds
 * @property {readonly (boolean | null)[]} right whether the answer of each node is right; null where the right answer is unknown
 * @property {Readonly<Record<string, number | null>>} metrics of all held-out graphs
 */

/**
 * @typedef {object} GraphDetails
 * @property {readonly string[]} [sourceWords] attributes by index
 * @property {readonly string[]} [targetWords] values by index
 * @property {number} [heads]
 */

/**
 * @param {import('../../engine/view-types.js').Frame} frame
 * @param {GraphDetails} details of the manifest
 * @returns {GraphData | null} with copied numbers, which stay valid after the frame
 */
export function extractGraph({ step, loss, metrics, tensors }, { sourceWords = [], targetWords = [] }) {
  const { weights, heads, truth, edges, places, attributes, values, targets, tokens, lengths } = tensors;
  const scores = tensors['weights.scores'];
  if (!weights || !scores || !heads || !truth || !edges || !places) return null;
  if (!attributes || !values || !targets || !tokens || !lengths) return null;
  const nodes = attributes.length;
  const size = nodes * nodes;
  const headMaps = Array.from({ length: heads.length / size }, (_, head) =>
    heads.slice(head * size, (head + 1) * size),
  );
  const numbers = Array.from({ length: nodes }, (_, node) => node);
  /** @param {number | undefined} index */
  const word = (index) => targetWords[index ?? -1];
  return {
    step,
    nodes,
    queryNodes: numbers.slice(0, lengths[0]),
    maps: [weights.slice(), ...headMaps],
    scores: scores.slice(),
    truth: truth.slice(),
    edges: edges.slice(),
    places: places.slice(),
    labels: numbers.map((node) => `${sourceWords[attributes[node] ?? 0] ?? ''} ${word(values[node]) ?? '?'}`),
    answers: numbers.map((node) => word(tokens[node]) ?? ''),
    right: numbers.map((node) => tokens[node] === targets[node]),
    metrics: { ...metrics, loss },
  };
}

/**
 * A graph of the reader's own with its prediction.
 * @param {Prediction} answer
 * @param {OwnGraph} graph
 * @param {{ name: string, step: number, heads: number, loops: boolean }} of `loops`: whether every node attends to itself, too
 * @returns {GraphData}
 */
export function createGraphData({ attention, output, target, steps }, graph, { name, step, heads, loops }) {
  const nodes = graph.nodes.length;
  const size = nodes * nodes;
  const numbers = Array.from({ length: nodes }, (_, node) => node);
  const queryNodes = numbers.filter((node) => isQuery(graph, node));
  /** Returns a row for each node, from the rows of the query nodes. @param {Float32Array | undefined} rows */
  const spreadRows = (rows = new Float32Array(0)) => {
    const all = new Float32Array(size);
    queryNodes.forEach((node, row) => {
      all.set(rows.subarray(row * nodes, (row + 1) * nodes), node * nodes);
    });
    return all;
  };
  const edges = new Float32Array(size);
  for (const [from, to] of graph.edges.map(parseEdge)) edges[from * nodes + to] = 1;
  if (loops) for (const node of numbers) edges[node * nodes + node] = 1;
  const each = steps.find((one) => one.name === 'weights')?.values ?? new Float32Array(0);
  const [outputs, targets] = [output, target].map((list) => (Array.isArray(list) ? list : []));
  /** @param {number} node @param {readonly number[] | undefined} list one entry per query node */
  const readNode = (node, list) => list?.[queryNodes.indexOf(node)];
  return {
    step,
    name,
    nodes,
    queryNodes,
    maps: [
      spreadRows(attention.weights),
      ...Array.from({ length: heads }, (_, head) => each.slice(head * size, (head + 1) * size)),
    ],
    scores: spreadRows(attention.scores),
    truth: spreadRows(attention.truth),
    edges,
    places: Float32Array.from(graph.places),
    labels: graph.nodes,
    answers: numbers.map((node) => String(readNode(node, outputs) ?? '')),
    right: numbers.map((node) => {
      const value = readNode(node, targets) ?? -1;
      return value < 0 ? null : value === readNode(node, outputs);
    }),
    metrics: {},
  };
}

/** @param {GraphData} picture @param {number} node @returns {number[]} the nodes to which the node has an edge */
export function findNeighbors({ nodes, edges }, node) {
  return Array.from({ length: nodes }, (_, other) => other).filter(
    (other) => edges[node * nodes + other] === 1,
  );
}

/** @param {GraphData} picture @returns {number[]} the nodes to which a query node has an edge */
export function findVisibleNodes(picture) {
  const visibleNodes = new Set(picture.queryNodes.flatMap((node) => findNeighbors(picture, node)));
  return Array.from({ length: picture.nodes }, (_, node) => node).filter((node) => visibleNodes.has(node));
}

/**
 * The graph as a matrix: a row for each query node, a column for each node to which a query node has an edge.
 * @param {GraphData} picture
 * @param {number} map
 * @returns {{ alignment: Alignment, columns: readonly number[] }}
 */
export function createMatrix(picture, map) {
  const { nodes, queryNodes, edges } = picture;
  const columns = findVisibleNodes(picture);
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
      step: picture.step,
      rows: queryNodes.length,
      columns: columns.length,
      weights: selectEdges(picture.maps[map] ?? new Float32Array(0), 0),
      scores: selectEdges(picture.scores, Number.NEGATIVE_INFINITY),
      truth: selectEdges(picture.truth, 0),
      metrics: picture.metrics,
    },
  };
}
