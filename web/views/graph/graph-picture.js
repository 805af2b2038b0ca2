/**
 * A graph with its weights, cut out of a frame.
 * @module
 */

/** @import { Alignment } from '../../plots/alignment.js' */
/**
 * @typedef {object} GraphPicture
 * @property {number} step
 * @property {number} nodes
 * @property {number} asked so many nodes, the first ones, are asked
 * @property {readonly Float32Array[]} maps [nodes, nodes] each: the mean of the heads, then head by head
 * @property {Float32Array} scores of the mean
 * @property {Float32Array} truth [nodes, nodes] 1 where an edge carries the answer
 * @property {Float32Array} edges [nodes, nodes] 1 where one sees another
 * @property {Float32Array} places [nodes, 2] x and y from 0 to 1
 * @property {readonly string[]} labels attribute and value; "?" where a node is asked
 * @property {readonly string[]} said by the nodes that are asked; '' of the others
 * @property {readonly boolean[]} right
 * @property {Readonly<Record<string, number | null>>} metrics of all held-out graphs
 */

/**
 * @param {import('../../engine/shapes.js').Frame} frame
 * @param {Pick<import('../../engine/shapes.js').Manifest, 'sourceWords' | 'targetWords'>} words
 * @returns {GraphPicture | null} copies, so that it may be kept
 */
export function graphOf({ step, loss, metrics, tensors }, { sourceWords = [], targetWords = [] }) {
  const { weights, heads, truth, edges, places, attributes, values, targets, tokens, lengths } = tensors;
  const scores = tensors['weights.scores'];
  if (!weights || !scores || !heads || !truth || !edges || !places) return null;
  if (!attributes || !values || !targets || !tokens || !lengths) return null;
  const nodes = attributes.length;
  const size = nodes * nodes;
  const each = Array.from({ length: heads.length / size }, (_, head) =>
    heads.slice(head * size, (head + 1) * size),
  );
  const numbers = Array.from({ length: nodes }, (_, node) => node);
  /** @param {number | undefined} index */
  const word = (index) => targetWords[index ?? -1];
  return {
    step,
    nodes,
    asked: lengths[0] ?? 0,
    maps: [weights.slice(), ...each],
    scores: scores.slice(),
    truth: truth.slice(),
    edges: edges.slice(),
    places: places.slice(),
    labels: numbers.map((node) => `${sourceWords[attributes[node] ?? 0] ?? ''} ${word(values[node]) ?? '?'}`),
    said: numbers.map((node) => word(tokens[node]) ?? ''),
    right: numbers.map((node) => tokens[node] === targets[node]),
    metrics: { ...metrics, loss },
  };
}

/** @param {GraphPicture} picture @param {number} node @returns {number[]} whom it sees */
export function neighboursOf({ nodes, edges }, node) {
  return Array.from({ length: nodes }, (_, other) => other).filter(
    (other) => edges[node * nodes + other] === 1,
  );
}

/** @param {GraphPicture} picture @returns {number[]} the nodes that somebody who is asked sees */
export function seenOf(picture) {
  const seen = new Set(
    Array.from({ length: picture.asked }, (_, node) => neighboursOf(picture, node)).flat(),
  );
  return Array.from({ length: picture.nodes }, (_, node) => node).filter((node) => seen.has(node));
}

/**
 * The same as a matrix: a row for each node that is asked, a column for each that is seen.
 * @param {GraphPicture} picture
 * @param {number} map
 * @returns {{ alignment: Alignment, columns: readonly number[] }}
 */
export function matrixOf(picture, map) {
  const { nodes, asked, edges } = picture;
  const columns = seenOf(picture);
  /** @param {Float32Array} whole @param {number} hidden what stands where nobody sees anybody */
  const cut = (whole, hidden) =>
    Float32Array.from({ length: asked * columns.length }, (_, i) => {
      const at = Math.floor(i / columns.length) * nodes + (columns[i % columns.length] ?? 0);
      return edges[at] === 1 ? (whole[at] ?? 0) : hidden;
    });
  return {
    columns,
    alignment: {
      step: picture.step,
      rows: asked,
      columns: columns.length,
      weights: cut(picture.maps[map] ?? new Float32Array(0), 0),
      scores: cut(picture.scores, Number.NEGATIVE_INFINITY),
      truth: cut(picture.truth, 0),
      position: null,
      said: null,
      metrics: picture.metrics,
    },
  };
}
