/** Tests the views of graphs: graphs from frames, their matrix, and their texts. */
import { describe, expect, it } from 'vitest';
import { createGraphData, extractGraph } from '../../../web/views/graph/graph-data.js';
import {
  addNode,
  moveNode,
  relabelNode,
  removeEdges,
  removeNode,
  toggleEdge,
} from '../../../web/views/graph/graph-edit.js';
import { formatInput, readGraph } from '../../../web/views/graph/graph-format.js';
import {
  createMatrix,
  findNeighbors,
  findNeighborsOfQueries,
  rankNeighbors,
  rankQueries,
} from '../../../web/views/graph/graph-neighbors.js';
import { findFreePlace } from '../../../web/views/graph/graph-places.js';
import {
  describeAnswer,
  describeNode,
  describeVerdict,
  summarizeGraph,
} from '../../../web/views/graph/graph-text.js';

const words = { sourceWords: ['a', 'b'], targetWords: ['0', '1', '?'] };

/** Two queries, two keys, two heads; the second query sees only one key. */
function frame() {
  const edges = [1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
  const first = [0.1, 0, 0.7, 0.2, 0, 0, 0, 1, ...new Array(8).fill(0)];
  const second = [0.3, 0, 0.5, 0.2, 0, 0, 0, 1, ...new Array(8).fill(0)];
  const mean = first.map((weight, i) => (weight + (second[i] ?? 0)) / 2);
  /** @type {Record<string, number[]>} */
  const tensors = {
    weights: mean,
    'weights.scores': mean.map((weight) => Math.log(weight || 1)),
    heads: [...first, ...second],
    truth: [0, 0, 1, 0, 0, 0, 0, 1, ...new Array(8).fill(0)],
    edges,
    places: [0, 0, 1, 0, 0, 1, 1, 1],
    attributes: [0, 1, 0, 1],
    values: [-1, -1, 1, 0],
    targets: [1, 0, -1, -1],
    tokens: [1, 1, -1, -1],
    lengths: [2, 4],
  };
  const copies = Object.entries(tensors).map(([name, list]) => [name, Float32Array.from(list)]);
  return { step: 5, loss: 0.5, metrics: { accuracy: 0.5 }, tensors: Object.fromEntries(copies) };
}

const createGraph = () =>
  /** @type {import('../../../web/views/graph/graph-data.js').GraphData} */ (extractGraph(frame(), words));

describe('a graph', () => {
  it('is a copy, with labels, answers and a map for each head', () => {
    const original = frame();
    const graph = extractGraph(original, words);
    original.tensors['weights']?.fill(9);
    expect(graph?.labels).toEqual(['a ?', 'b ?', 'a 1', 'b 0']);
    expect(graph?.maps).toHaveLength(3);
    expect(graph?.maps[0]?.[2]).toBeCloseTo(0.6);
    expect(graph?.maps[1]?.[2]).toBeCloseTo(0.7);
    expect(graph?.answers).toEqual(['1', '1', '', '']);
    expect(graph?.right.slice(0, 2)).toEqual([true, false]);
    expect(graph?.metrics).toEqual({ accuracy: 0.5, loss: 0.5 });
  });

  it('has neighbors, and columns for visible nodes', () => {
    expect(findNeighbors(createGraph(), 0)).toEqual([0, 2, 3]);
    expect(findNeighbors(createGraph(), 2)).toEqual([]);
    expect(findNeighborsOfQueries(createGraph())).toEqual([0, 2, 3]);
  });

  it('has a matrix in which invisible nodes have no score', () => {
    const { alignment, columns } = createMatrix(createGraph(), 1);
    expect(columns).toEqual([0, 2, 3]);
    expect([alignment.rows, alignment.columns]).toEqual([2, 3]);
    const weights = Array.from(alignment.weights, (weight) => Number(weight.toFixed(2)));
    expect(weights).toEqual([0.1, 0.7, 0.2, 0, 0, 1]);
    expect([...alignment.truth]).toEqual([0, 1, 0, 0, 0, 1]);
    expect(alignment.scores[3]).toBe(Number.NEGATIVE_INFINITY);
  });

  it('describes the attention of each node', () => {
    const neighbors = rankNeighbors(createGraph(), 0, 0);
    expect(neighbors.map(({ node }) => node)).toEqual([2, 0, 3]);
    expect(neighbors.map(({ truth }) => truth)).toEqual([true, false, false]);
    expect(rankQueries(createGraph(), 0, 3).map(({ node }) => node)).toEqual([1, 0]);
    expect(describeNode(createGraph(), 0, 0)).toBe(
      '“a ?” listens to “a 1” 0.600 (true edge), “a ?” 0.200, “b 0” 0.200; it says “1”, which is right.',
    );
    expect(describeNode(createGraph(), 0, 1)).toMatch('which is wrong');
    expect(describeNode(createGraph(), 0, 3)).toMatch('“b 0” is heard by “b ?”');
    const alone = createGraph();
    alone.edges.fill(0);
    expect(describeNode(alone, 0, 0)).toBe(
      '“a ?” sees nobody: there is nothing to weigh, and it says “1” whatever the others carry.',
    );
    expect(describeNode(alone, 0, 2)).toBe('“a 1” is heard by nobody.');
  });

  it('has a summary', () => {
    const summary = '1 of 2 nodes say the right value, 2 listen mostly to a true edge.';
    expect(summarizeGraph(createGraph(), 0)).toMatch(summary);
    for (const [metrics, verdict] of /** @type {[Record<string, number>, RegExp][]} */ ([
      [{ accuracy: 1, alignmentAccuracy: 0.01 }, /with the value that is missing/],
      [{ accuracy: 0.3, argmaxAgreement: 1, rankAgreement: 1 }, /chooses the same one/],
      [{ accuracy: 0.6, argmaxAgreement: 0.5, rankAgreement: 1 }, /static attention/],
      [{ accuracy: 1, alignmentAccuracy: 1, argmaxAgreement: 0.1, rankAgreement: 0.5 }, /^$/],
    ]))
      expect(describeVerdict(metrics)).toMatch(verdict);
  });
});

describe('a graph of one’s own', () => {
  const own = { nodes: ['a ?', 'a 1', 'b 2'], edges: ['1-2', '1-3'], places: [0, 0, 1, 0, 1, 1] };

  it('is parsed from a prediction and formatted as input', () => {
    const { places } = own;
    const answer = /** @type {any} */ ({ nodes: 'a ?, a 1, b 2', edges: '1-2, 1-3', nodePositions: places });
    expect(readGraph(answer)).toEqual(own);
    expect(formatInput(own)).toEqual({ nodes: 'a ?, a 1, b 2', edges: '1-2, 1-3' });
    expect(readGraph({ ...answer, edges: '' }).edges).toEqual([]);
  });

  it('adds and removes edges of queries', () => {
    expect(toggleEdge(own, 0, 1)?.edges).toEqual(['1-3']);
    expect(toggleEdge(own, 1, 0)?.edges).toEqual(['1-3']);
    const bare = removeEdges(own, 0);
    expect(bare.edges).toEqual([]);
    expect(toggleEdge(bare, 2, 0)?.edges).toEqual(['1-3']);
    expect(toggleEdge(own, 1, 2)).toBeNull();
    expect(own.edges).toHaveLength(2);
  });

  it('adds, removes and renames nodes, and updates its edges', () => {
    expect(removeNode(own, 1)).toEqual({ nodes: ['a ?', 'b 2'], edges: ['1-2'], places: [0, 0, 1, 1] });
    expect(removeNode(own, 0).edges).toEqual([]);
    const more = addNode(own, 'c 0');
    expect(more.nodes).toEqual(['a ?', 'a 1', 'b 2', 'c 0']);
    expect(more.places.slice(6)).toEqual([0, 1]);
    expect(relabelNode(own, 2, 'b ?').nodes).toEqual(['a ?', 'a 1', 'b ?']);
    expect(moveNode(own, 1, 0.5, 0.25).places).toEqual([0, 0, 0.5, 0.25, 1, 1]);
    expect(findFreePlace([])).toEqual([0, 0]);
  });

  it('is drawn with any nodes as queries', () => {
    const graph = { ...own, nodes: ['a 1', 'a ?', 'b ?'], edges: ['2-1', '3-1'] };
    const answer = /** @type {any} */ ({
      output: [1, 0],
      target: [1, -1],
      attention: {
        weights: Float32Array.of(1, 0, 0, 0.5, 0, 0.5),
        scores: Float32Array.of(2, 0, 0, 3, 0, 3),
        truth: Float32Array.of(1, 0, 0, 0, 0, 0),
      },
      steps: [{ name: 'weights', values: Float32Array.from({ length: 18 }, (_, i) => i) }],
    });
    const options = { name: '1', step: 5, loops: true };
    const graphData = createGraphData(answer, graph, options);
    expect(graphData.queryNodes).toEqual([1, 2]);
    expect([...(graphData.maps[0] ?? [])]).toEqual([0, 0, 0, 1, 0, 0, 0.5, 0, 0.5]);
    expect(graphData.maps[2]?.[0]).toBe(9);
    expect([...graphData.edges]).toEqual([1, 0, 0, 1, 1, 0, 1, 0, 1]);
    expect(graphData.answers).toEqual(['', '1', '0']);
    expect(graphData.right).toEqual([null, true, null]);
    expect(createMatrix(graphData, 0).alignment.rows).toBe(2);
    const right = '1 of 1 nodes say the right value, 1 listen mostly to a true edge.';
    expect(describeAnswer(graphData, 0)).toBe(right);
    expect(describeAnswer({ ...graphData, right: [null, null, null] }, 0, [2, 3])).toBe(
      'No edge carries an answer. Isolated: 2 “a ?”, 3 “b ?”. They see no other node, so no answer can reach them, and what they say is a guess.',
    );
    expect(describeAnswer({ ...graphData, queryNodes: [] }, 0)).toMatch('No node asks');
    const { edges } = createGraphData(answer, graph, { ...options, loops: false });
    expect([...edges]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0]);
  });
});
