/** Texts about a graph. */

import { translate, translateCount } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { rankNeighbors, rankQueries } from './graph-neighbors.js';

/** @import { GraphData } from './graph-data.js' */

/** Maximum numbers of sentences in a summary, and of neighbors that a sentence names. */
const kSentences = 8;
const kMaximumNeighbors = 4;
/** Shares of at least kAll count as all, shares of at most kNone as none. */
const kAll = 0.95;
const kNone = 0.1;

/** @param {GraphData} graph @param {number} map @param {number} node @returns {string} */
export function describeNode(graph, map, node) {
  const { labels, queryNodes, answers, right } = graph;
  const isQueryNode = queryNodes.includes(node);
  const others = (isQueryNode ? rankNeighbors : rankQueries)(graph, map, node);
  /** @param {{ node: number, weight: number, truth: boolean }} other */
  const formatOther = ({ node: other, weight, truth }) =>
    truth
      ? translate('{node} {share} (true edge)', {
          node: quoteToken(labels[other]),
          share: formatShare(weight),
        })
      : `${quoteToken(labels[other])} ${formatShare(weight)}`;
  const named = others.slice(0, kMaximumNeighbors).map(formatOther).join(', ');
  const texts = { node: quoteToken(labels[node]), others: named, value: quoteToken(answers[node]) };
  if (!isQueryNode)
    return others.length > 0
      ? translate('{node} is heard by {others}.', texts)
      : translate('{node} is heard by nobody.', texts);
  if (others.length === 0)
    return translate(
      '{node} sees nobody: there is nothing to weigh, and it says {value} whatever the others carry.',
      texts,
    );
  if (right[node] === null)
    return others.some(({ truth }) => truth)
      ? translate(
          '{node} listens to {others}; it says {value}. Its true edges carry different values.',
          texts,
        )
      : translate('{node} listens to {others}; it says {value}. No edge carries its answer.', texts);
  return right[node]
    ? translate('{node} listens to {others}; it says {value}, which is right.', texts)
    : translate('{node} listens to {others}; it says {value}, which is wrong.', texts);
}

/**
 * Interprets the metrics together, where one of them alone would mislead.
 * @param {GraphData['metrics']} metrics
 * @returns {string}
 */
export function describeVerdict(metrics) {
  const { accuracy, alignmentAccuracy, argmaxAgreement, rankAgreement } = metrics;
  if (Number(accuracy) >= kAll && (alignmentAccuracy ?? Number.NaN) <= kNone)
    return translate(
      'The answers are right, yet the true edge gets hardly any weight: the network reads all others and answers with the value that is missing.',
    );
  if (rankAgreement === 1 && Number(argmaxAgreement) >= kAll)
    return translate('Every node that asks chooses the same one: the query plays no part in the ranking.');
  return rankAgreement === 1
    ? translate('Each head has one order of the keys for all queries: static attention.')
    : '';
}

/** @param {GraphData} graph @param {number} map @returns {string} */
export function summarizeGraph(graph, map) {
  const sentences = graph.queryNodes.slice(0, kSentences).map((node) => describeNode(graph, map, node));
  return [describeScore(graph, map), ...sentences].join(' ');
}

/** @param {GraphData} graph @param {number} map @returns {string} how many query nodes are right */
function describeScore(graph, map) {
  const { right } = graph;
  const ratedNodes = graph.queryNodes.filter((node) => right[node] !== null);
  return translate('{right} of {count} nodes say the right value, {found} listen mostly to a true edge.', {
    right: ratedNodes.filter((node) => right[node]).length,
    count: ratedNodes.length,
    found: ratedNodes.filter((node) => rankNeighbors(graph, map, node)[0]?.truth).length,
  });
}

/**
 * Describes the prediction for a graph of the reader's own, which may be unlike all graphs in training.
 * @param {GraphData} graph
 * @param {number} map
 * @param {readonly number[]} [isolatedNodes] query nodes without an edge to another node, counted from 1
 * @returns {string}
 */
export function describeAnswer(graph, map, isolatedNodes = []) {
  const { queryNodes, labels, right } = graph;
  return [
    queryNodes.length === 0
      ? translate('No node asks: put “?” for the value of one.')
      : queryNodes.some((node) => right[node] !== null)
        ? describeScore(graph, map)
        : translate('No edge carries an answer.'),
    isolatedNodes.length > 0 &&
      translateCount(
        isolatedNodes.length,
        {
          one: 'Isolated: {nodes}. It sees no other node, so no answer can reach it, and what it says is a guess.',
          other:
            'Isolated: {nodes}. They see no other node, so no answer can reach them, and what they say is a guess.',
        },
        { nodes: isolatedNodes.map((node) => `${node} ${quoteToken(labels[node - 1])}`).join(', ') },
      ),
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The edges as a table.
 * @param {GraphData} graph
 * @param {number} map
 * @returns {import('../../parts/disclosure-table.js').TableText}
 */
export function createGraphTable(graph, map) {
  const { queryNodes, labels, answers } = graph;
  return {
    caption: translate('nodes that ask, and whom they see'),
    head: [
      translate('node'),
      translate('sees'),
      translate('weight'),
      translate('carries the answer'),
      translate('says'),
    ],
    rows: queryNodes.flatMap((node) => {
      const own = `${node + 1}: ${labels[node]}`;
      const neighbors = rankNeighbors(graph, map, node);
      if (neighbors.length === 0) return [[own, translate('nobody'), '–', '–', answers[node] ?? '']];
      return neighbors.map(({ node: other, weight, truth }) => [
        own,
        `${other + 1}: ${labels[other]}`,
        exactNumberTemplate(weight, formatShare),
        truth ? translate('yes') : translate('no'),
        answers[node] ?? '',
      ]);
    }),
  };
}
