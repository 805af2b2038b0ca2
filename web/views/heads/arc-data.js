/** The arcs from one token, their weights as a table, and the largest weights in words. */

import { translate } from '../../language/translate.js';
import { shareCellTemplate } from '../../parts/disclosure-table.js';
import { formatShare, quoteToken, showInvisibleCharacters } from '../../parts/format.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { selectStrongest } from '../../plots/arc-paint.js';
import { createAlignment, getTileIndex } from './tile-data.js';

/** @import { HeadMap } from './head-data.js' */
/** @import { Arc } from '../../plots/arc-paint.js' */
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
 * The largest weights of each head of a layer in the row or the column of a token: as many as the text lists.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {PointedToken} pointedToken
 */
export function findStrongestCells(map, layer, { token, isKey }) {
  return Array.from({ length: map.heads }, (_, head) => {
    const alignment = createAlignment(map, getTileIndex(map, layer * map.heads + head));
    const { weights, rows, columns } = alignment;
    const line = isKey
      ? Array.from({ length: rows }, (_none, row) => weights[row * columns + token] ?? 0)
      : weights.subarray(token * columns, (token + 1) * columns);
    return selectStrongest(line, kMaximumListed).map(({ weight, index }) => {
      const [row, column] = isKey ? [index, token] : [token, index];
      return { row, column, weight, isTrue: findTrueColumns(alignment, row).includes(column) };
    });
  });
}

/**
 * The arcs of all heads of a layer.
 * @param {readonly (readonly { row: number, column: number, weight: number }[])[]} cells of each head
 * @param {(row: number, column: number) => Pick<Arc, 'from' | 'to' | 'top'> | null} locate null: no arc is drawn
 * @returns {Arc[]}
 */
export const computeArcs = (cells, locate) =>
  cells.flatMap((headCells, head) =>
    headCells.flatMap(({ row, column, weight }) => {
      const ends = locate(row, column);
      return ends ? [{ ...ends, weight, head, heads: cells.length }] : [];
    }),
  );

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
export function describeArcs(map, layer, pointedToken) {
  const { rowLabels, columnLabels } = map;
  const { token, isKey } = pointedToken;
  const lines = findStrongestCells(map, layer, pointedToken).map((cells, head) => {
    const found = cells.map(({ row, column, weight, isTrue }) => {
      const other = quoteToken(isKey ? rowLabels[row] : columnLabels[column]);
      return `${other} ${formatShare(weight)}${isTrue ? translate(', the truth') : ''}`;
    });
    return `H${head + 1}: ${found.join('; ') || translate('nothing')}`;
  });
  const label = quoteToken((isKey ? columnLabels : rowLabels)[token]);
  return {
    heading: isKey
      ? translate('{token} is looked at by', { token: label })
      : translate('{token} looks at', { token: label }),
    lines,
  };
}
