/**
 * The arcs from one token, their weights as a table, and the largest weights in words.
 * @module
 */

import { translate } from '../../language/translate.js';
import { shareCellTemplate } from '../../parts/disclosure-table.js';
import { formatShare, quoteToken, showInvisibleCharacters } from '../../parts/format.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { kMinimumWeight } from '../../plots/arc-paint.js';
import { createAlignment, getTileIndex } from './head-data.js';

/** @import { Arc, Point } from '../../plots/arc-paint.js' */
/** @import { HeadMap } from './head-data.js' */
/** @typedef {{ token: number, isKey: boolean }} PointedToken `isKey`: whether it is the key rather than the query */

const kMaximumListed = 3;

/**
 * The token whose arcs are shown first: the last one whose truth is known, such as a repeated name, else the last
 * token. It is not the first one, which attends only to itself under a causal mask.
 * @param {HeadMap} map
 * @returns {number}
 */
export function findOpeningToken({ truth, rowLabels, columns }) {
  const rowWithTruth = rowLabels.findLastIndex((_, row) =>
    truth?.subarray(row * columns, (row + 1) * columns).some((share) => share > 0),
  );
  return Math.max(0, rowWithTruth >= 0 ? rowWithTruth : rowLabels.length - 1);
}

/**
 * The strongest arcs of each head of a layer from one token, or to one token: as many as the text lists.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {PointedToken} pointedToken
 * @param {Record<'from' | 'to', (token: number) => Point>} ends
 * @returns {Arc[]}
 */
export function computeArcs(map, layer, { token, isKey }, { from, to }) {
  const { heads } = map;
  return Array.from({ length: heads }, (_, head) => {
    const { weights, rows, columns } = createAlignment(map, getTileIndex(map, layer * heads + head));
    return Array.from({ length: isKey ? rows : columns }, (_none, other) => {
      const [t, s] = isKey ? [other, token] : [token, other];
      return { from: from(t), to: to(s), weight: weights[t * columns + s] ?? 0, head, heads };
    })
      .sort((a, b) => b.weight - a.weight)
      .slice(0, kMaximumListed);
  }).flat();
}

/**
 * A table of all weights of a layer.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {string} [label] of the kind of attention
 */
export function createTableText(map, layer, label) {
  const { rowLabels, columnLabels, heads } = map;
  return {
    caption: [
      label,
      translate('weights of layer {layer}, the truth in bold', {
        layer: layer + 1 + (map.layersBefore ?? 0),
      }),
    ].join(': '),
    head: [translate('head'), translate('token'), ...columnLabels.map(showInvisibleCharacters)],
    rows: Array.from({ length: heads }, (_, head) => {
      const alignment = createAlignment(map, getTileIndex(map, layer * heads + head));
      return rowLabels.map((rowLabel, row) => [
        `H${head + 1}`,
        showInvisibleCharacters(rowLabel),
        ...columnLabels.map((_none, column) => shareCellTemplate(alignment, row, column)),
      ]);
    }).flat(),
  };
}

/**
 * The largest weights of a token in words.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {PointedToken} pointedToken
 * @returns {{ heading: string, lines: string[] }} a line for each head
 */
export function describeArcs(map, layer, { token, isKey }) {
  const { rowLabels, columnLabels, heads } = map;
  const label = quoteToken((isKey ? columnLabels : rowLabels)[token]);
  const labels = isKey ? rowLabels : columnLabels;
  const lines = Array.from({ length: heads }, (_, head) => {
    const alignment = createAlignment(map, getTileIndex(map, layer * heads + head));
    const { weights, rows, columns } = alignment;
    const found = Array.from({ length: isKey ? rows : columns }, (_, other) => {
      const [t, s] = isKey ? [other, token] : [token, other];
      const mark = findTrueColumns(alignment, t).includes(s) ? translate(', the truth') : '';
      const weight = weights[t * columns + s] ?? 0;
      return { weight, text: `${quoteToken(labels[other])} ${formatShare(weight)}${mark}` };
    })
      .filter(({ weight }) => weight >= kMinimumWeight)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, kMaximumListed);
    return `H${head + 1}: ${found.length > 0 ? found.map(({ text }) => text).join('; ') : translate('nothing')}`;
  });
  return {
    heading: isKey
      ? translate('{token} is looked at by', { token: label })
      : translate('{token} looks at', { token: label }),
    lines,
  };
}
