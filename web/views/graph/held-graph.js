/**
 * The watched graph with the weights that the reader holds fixed. Rows are the query nodes, columns those of the matrix.
 */

import { translate } from '../../language/translate.js';
import { quoteToken } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { getWatchedExample } from '../../parts/watched-example.js';
import { createGraphData, findVisibleNodes } from './graph-data.js';

/** @import { HeldRows, PredictInput } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */
/** @import { GraphData } from './graph-data.js' */

export class HeldGraph {
  /** The latest graph, which is of the current model. @type {GraphData | null} */
  #present = null;
  #columns = /** @type {readonly number[]} */ ([]);

  /**
   * @param {ViewOptions} options
   * @param {object} page
   * @param {() => number} page.getMap that is shown: 0 for all heads, then head by head
   * @param {() => void} page.draw
   */
  constructor(options, { getMap, draw }) {
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      predict: (input) => options.predict(this.#writeNodes(input)),
      getInput: () => this.#present && { example: getWatchedExample(options) },
      getPlace: () => (getMap() > 0 ? { head: getMap() - 1 } : {}),
      getPlaceName: ({ head }) => (head === undefined ? '' : `${translate('Head')} ${head + 1}`),
      getLearnedRow: ({ head = -1 }, row) => {
        const { maps = [], nodes = 0, queryNodes = [] } = this.#present ?? {};
        return this.#columns.map((column) => maps[head + 1]?.[(queryNodes[row] ?? 0) * nodes + column] ?? 0);
      },
      getLabels: () => {
        const { labels = [], queryNodes = [] } = this.#present ?? {};
        const name = (/** @type {number} */ node) => labels[node] ?? '';
        return { rows: queryNodes.map(name), columns: this.#columns.map(name) };
      },
      getRefusal: (row, column) => this.#refuse(row, column),
      onChange: draw,
    };
    this.holding = new Holding(map, options);
  }

  /** @param {GraphData} graph of the current model */
  follow(graph) {
    if (this.#present && this.#present.labels.join() !== graph.labels.join()) this.holding.releaseAll();
    this.#present = graph;
    this.#columns = findVisibleNodes(graph);
    this.holding.update(graph.step);
  }

  /** @param {number} node the query node @param {number} other the node to attend to @param {HoldGesture} gesture */
  hold(node, other, gesture) {
    const row = this.#present?.queryNodes.indexOf(node) ?? -1;
    if (row >= 0) this.holding.hold(row, this.#columns.indexOf(other), gesture);
  }

  /**
   * Returns the graph with the held weights, if it is of the current model; else unchanged.
   * @param {GraphData} graph
   * @returns {GraphData}
   */
  apply(graph) {
    if (graph !== this.#present || !this.holding.isActive) return graph;
    const { labels, places, step, queryNodes, maps } = graph;
    const heldNodes = queryNodes.filter((_, row) => this.holding.isHeld(row));
    const after = this.holding.answers?.after;
    if (!after) return { ...graph, heldNodes };
    const graphOfNodes = { nodes: labels, edges: [], places: [...places] };
    const of = { name: '', step, heads: maps.length - 1, loops: false };
    const { maps: heldMaps, answers, right } = createGraphData(after, graphOfNodes, of);
    return { ...graph, heldNodes, maps: heldMaps, answers, right, learnedAnswers: graph.answers };
  }

  /** Converts held weights of matrix columns to weights of nodes, as the model needs them. @param {PredictInput} input @returns {PredictInput} */
  #writeNodes({ attention, without, ...input }) {
    if (!attention) return input;
    /** @param {readonly number[]} row */
    const spread = (row) => {
      const weights = Array.from({ length: this.#present?.nodes ?? 0 }, () => 0);
      row.forEach((weight, column) => {
        weights[this.#columns[column] ?? 0] = weight;
      });
      return weights;
    };
    return {
      ...input,
      attention: /** @type {readonly HeldRows[]} */ (attention).map(({ rows, ...place }) => ({
        ...place,
        rows: Object.fromEntries(Object.entries(rows).map(([row, weights]) => [row, spread(weights)])),
      })),
      without: /** @type {readonly number[]} */ (without).map((column) => this.#columns[column] ?? 0),
    };
  }

  /** @param {number} row @param {number} column −1: a node to which no query has an edge */
  #refuse(row, column) {
    const { edges = [], nodes = 0, queryNodes = [], labels = [] } = this.#present ?? {};
    const [node = 0, other = -1] = [queryNodes[row], this.#columns[column]];
    if (edges[node * nodes + other] === 1) return '';
    return translate('{node} can only look along its edges, and none leads there.', {
      node: quoteToken(labels[node]),
    });
  }
}
