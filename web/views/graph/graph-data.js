/** A graph with its weights, extracted from a frame or from a prediction. */

import { isQuery, parseEdge } from './graph-format.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { OwnGraph } from '../../engine/view-types.js' */
/**
 * @typedef {object} GraphData
 * @property {number} step
 * @property {number} nodes
 * @property {string} name of the graph; another name rebuilds the diagram
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
 * @property {Readonly<Record<string, number | null>>} metrics of the held-out graphs, and `loss`, the training loss
 */

/**
 * @typedef {object} GraphDetails
 * @property {readonly string[]} [sourceWords] attributes by index
 * @property {readonly string[]} [targetWords] values by index
 * @property {number} [heads]
 * @property {number} [maximumNodes] of the reader's own graph
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
  const numbers = [...new Array(nodes).keys()];
  /** @param {number | undefined} index */
  const word = (index) => targetWords[index ?? -1];
  const labels = numbers.map(
    (node) => `${sourceWords[attributes[node] ?? 0] ?? ''} ${word(values[node]) ?? '?'}`,
  );
  return {
    step,
    name: `${labels.join()};${places.join()}`,
    nodes,
    queryNodes: numbers.slice(0, lengths[0]),
    maps: [weights.slice(), ...splitHeads(heads, nodes)],
    scores: scores.slice(),
    truth: truth.slice(),
    edges: edges.slice(),
    places: places.slice(),
    labels,
    answers: numbers.map((node) => word(tokens[node]) ?? ''),
    right: numbers.map((node) => tokens[node] === targets[node]),
    metrics: { ...metrics, loss },
  };
}

/** @param {Float32Array} weights [heads, nodes, nodes] @param {number} nodes @returns {Float32Array[]} one map per head */
const splitHeads = (weights, nodes) =>
  Array.from({ length: weights.length / nodes ** 2 }, (_, head) =>
    weights.slice(head * nodes ** 2, (head + 1) * nodes ** 2),
  );

/**
 * A graph of the reader's own with its prediction.
 * @param {Prediction} answer
 * @param {OwnGraph} graph
 * @param {{ name: string, step: number, loops: boolean }} options `loops`: whether every node attends to itself, too
 * @returns {GraphData}
 */
export function createGraphData({ attention, output, target, steps }, graph, { name, step, loops }) {
  const nodes = graph.nodes.length;
  const size = nodes * nodes;
  const numbers = [...new Array(nodes).keys()];
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
    maps: [spreadRows(attention.weights), ...splitHeads(each, nodes)],
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
