/**
 * The watched graph with the weights that the reader holds fixed. Rows are the query nodes, columns those of the matrix.
 */

import { translate } from '../../language/translate.js';
import { quoteToken } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { getWatchedExample } from '../../parts/watched-example.js';
import { createGraphData } from './graph-data.js';
import { findNeighborsOfQueries } from './graph-neighbors.js';

/** @import { HeldRows, PredictInput } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */
/** @import { GraphData } from './graph-data.js' */

/**
 * @param {ViewOptions} options
 * @param {object} page
 * @param {() => number} page.getMap that is shown: 0 for all heads, then head by head
 * @param {() => void} page.draw
 */
export function createHeldGraph(options, { getMap, draw }) {
  /** @type {Holding<GraphData>} */
  const holding = new Holding(
    {
      isOther: ({ labels }, before) => labels.join() !== before.labels.join(),
      predict: (input) => options.predict(convertColumnsToNodes(input)),
      getInput: () => holding.present && { example: getWatchedExample(options) },
      getPlace: () => (getMap() > 0 ? { head: getMap() - 1 } : {}),
      getPlaceName: ({ head }) => (head === undefined ? '' : `${translate('Head')} ${head + 1}`),
      getLearnedRow: ({ head = -1 }, row) => {
        const { maps = [], nodes = 0, queryNodes = [] } = holding.present ?? {};
        return listColumns().map((column) => maps[head + 1]?.[(queryNodes[row] ?? 0) * nodes + column] ?? 0);
      },
      getLabels: () => {
        const { labels = [], queryNodes = [] } = holding.present ?? {};
        const name = (/** @type {number} */ node) => labels[node] ?? '';
        return { rows: queryNodes.map(name), columns: listColumns().map(name) };
      },
      getRefusal: refuse,
      onChange: draw,
    },
    options,
  );
  /** The nodes of the columns. */
  const listColumns = () => (holding.present ? findNeighborsOfQueries(holding.present) : []);

  /** @param {number} row @param {number} column −1: a node to which no query has an edge */
  function refuse(row, column) {
    const { edges = [], nodes = 0, queryNodes = [], labels = [] } = holding.present ?? {};
    const [node = 0, other = -1] = [queryNodes[row], listColumns()[column]];
    if (edges[node * nodes + other] === 1) return '';
    return translate('{node} can only look along its edges, and none leads there.', {
      node: quoteToken(labels[node]),
    });
  }

  /** Converts held weights of matrix columns to weights of nodes, as the model needs them. @param {PredictInput} input @returns {PredictInput} */
  function convertColumnsToNodes({ attention, without, ...input }) {
    if (!attention) return input;
    const columns = listColumns();
    /** @param {readonly number[]} row */
    const spread = (row) => {
      const weights = Array.from({ length: holding.present?.nodes ?? 0 }, () => 0);
      row.forEach((weight, column) => {
        weights[columns[column] ?? 0] = weight;
      });
      return weights;
    };
    return {
      ...input,
      attention: /** @type {readonly HeldRows[]} */ (attention).map(({ rows, ...place }) => ({
        ...place,
        rows: Object.fromEntries(Object.entries(rows).map(([row, weights]) => [row, spread(weights)])),
      })),
      without: /** @type {readonly number[]} */ (without).map((column) => columns[column] ?? 0),
    };
  }

  return {
    holding,
    /** @param {number} node the query node @param {number} other the node to attend to @param {HoldGesture} gesture */
    hold(node, other, gesture) {
      const row = holding.present?.queryNodes.indexOf(node) ?? -1;
      if (row >= 0) holding.hold(row, listColumns().indexOf(other), gesture);
    },
    /** Returns the graph with the held weights, if it is of the current model; else unchanged. @param {GraphData} graph @returns {GraphData} */
    apply(graph) {
      if (graph !== holding.present || !holding.isActive) return graph;
      const { labels, places, step, queryNodes } = graph;
      const heldNodes = queryNodes.filter((_, row) => holding.isHeld(row));
      const after = holding.answers?.after;
      if (!after) return { ...graph, heldNodes };
      const graphOfNodes = { nodes: labels, edges: [], places: [...places] };
      const graphOptions = { name: '', step, loops: false };
      const { maps: heldMaps, answers, right } = createGraphData(after, graphOfNodes, graphOptions);
      return { ...graph, heldNodes, maps: heldMaps, answers, right, learnedAnswers: graph.answers };
    },
  };
}
