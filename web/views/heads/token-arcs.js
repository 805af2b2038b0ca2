/**
 * The watched pair as a line of tokens, or as two: from the one that is pointed at, arcs lead to where each head looks.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatShare, markInvisible, quoteToken } from '../../parts/format.js';
import { createStage } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { kMinimumWeight, paintArcs } from '../../plots/arc-paint.js';
import { readTheme } from '../../plots/theme.js';
import { arcStyles } from './arc-styles.js';
import { createAlignment, extractHeadMap, getPictureIndex, listKinds } from './head-data.js';
import { createHeadLines } from './head-lines.js';

export const styles = arcStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Arc, Point } from '../../plots/arc-paint.js' */
/** @import { HeadMap, TransformerDetails } from './head-data.js' */
/** @typedef {{ token: number, isKey: boolean }} PointedToken `isKey`: whether it is the key rather than the query */

const kMostListed = 3;
const kWriteEveryMs = 250;

/**
 * @param {Pick<ViewOptions, 'maps' | 'parameters'> & { manifest: Parameters<typeof extractHeadMap>[2] }} options
 * @param {typeof extractHeadMap} [extractMap] the heads of a kind of attention in a frame
 * @returns {View}
 */
export function createView({ maps: allMaps, manifest, parameters }, extractMap = extractHeadMap) {
  const maps = listKinds({ maps: allMaps, parameters });
  let kind = manifest.truthMap ?? maps[0]?.name ?? '';
  const { layers = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  // The last layer builds on the others.
  let layer = layers - 1;
  /** @type {import('../../engine/shapes.js').Frame | null} */
  let frame = null;
  /** @type {HeadMap | null} */
  let map = null;

  const board = createBoard(() => writeWords());
  const list = h('ul', { class: 'arcs-list' });
  const heading = h('p', { class: 'readout-where' });
  const table = createDisclosureTable(translate('Weights of the layer as a table'));
  const kindChoice =
    maps.length > 1 &&
    createChoices({
      label: translate('Kind of attention of the arcs'),
      choices: maps.map(({ name: value, label }) => ({ value, label })),
      selected: kind,
      onChoose: (name) => {
        kind = name;
        showMap();
      },
    });
  const layerChoice = createLayerChoice(layers, layer, (newLayer) => {
    layer = newLayer;
    showMap();
  });
  const element = h(
    'section',
    { class: 'bars arcs', 'aria-label': translate('Arcs between tokens') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, translate('From token to token')),
      h('div', { class: 'panel-row' }, kindChoice, layerChoice),
      board.element,
      h('div', { class: 'readout' }, heading, list),
      table.element,
    ),
  );
  const write = throttle(writeWords, kWriteEveryMs);

  function showMap() {
    const selectedMap = maps.find(({ name }) => name === kind);
    map = frame && selectedMap ? extractMap(frame, selectedMap, manifest, parameters()) : null;
    if (!map) return;
    board.show(map, layer);
    write.call();
  }

  function writeWords() {
    if (!map) return;
    const of = map;
    const { heading: text, lines } = describeArcs(of, layer, board.mark());
    table.write(() => createTableText(of, layer, maps.find(({ name }) => name === of.name)?.label));
    heading.textContent = text;
    list.replaceChildren(...createHeadLines(lines));
  }

  return {
    element,
    wide: true,
    update(next) {
      frame = next;
      showMap();
    },
    repaint: board.repaint,
    summary: () => '',
    dispose() {
      write.cancel();
      board.dispose();
    },
  };
}

/**
 * @param {number} layers
 * @param {number} selectedLayer
 * @param {(layer: number) => void} onChoose
 */
const createLayerChoice = (layers, selectedLayer, onChoose) =>
  layers > 1 &&
  createChoices({
    label: translate('Layer of the arcs'),
    choices: Array.from({ length: layers }, (_, i) => ({
      value: String(i),
      label: translate('Layer {n}', { n: i + 1 }),
    })),
    selected: String(selectedLayer),
    onChoose: (index) => onChoose(Number(index)),
  });

/** The tokens, and the arcs from the one that is pointed at. @param {() => void} onPoint */
function createBoard(onPoint) {
  /** @type {HeadMap | null} */
  let map = null;
  let layer = 0;
  let builtKey = '';
  /** @type {ReturnType<typeof createTokens> | null} */
  let tokens = null;
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const plate = h('div', { class: 'arcs-plate' }, canvas);
  const element = h('div', { class: 'arcs-scroll' }, plate);

  const stage = createStage(canvas, (context) => {
    if (!map || !tokens) return;
    const { queries, keys } = tokens;
    const arcs = computeArcs(map, layer, getPointedToken(), {
      from: (t) => computeEnd(queries[t], false),
      to: (s) => computeEnd(keys[s], queries !== keys),
    });
    paintArcs(context, arcs, readTheme(canvas).line / 2);
  });

  /** @returns {PointedToken} by default the opening token */
  const getPointedToken = () => tokens?.pointed() ?? { token: map ? findOpeningToken(map) : 0, isKey: false };

  function point() {
    stage.redraw();
    onPoint();
  }

  return {
    element,
    /** @param {HeadMap} of @param {number} ofLayer */
    show(of, ofLayer) {
      map = of;
      layer = ofLayer;
      const key = JSON.stringify([of.name, of.isCross, of.rowLabels, of.columnLabels]);
      if (key !== builtKey) {
        tokens = createTokens(of, point);
        plate.replaceChildren(canvas, tokens.element);
        const first = tokens.queries[getPointedToken().token];
        if (first) element.scrollLeft = first.offsetLeft - element.clientWidth / 2;
      }
      builtKey = key;
      stage.redraw();
    },
    /** Marks the token that is pointed at. @returns {PointedToken} */
    mark() {
      const pointed = getPointedToken();
      tokens?.mark(pointed);
      return pointed;
    },
    repaint: stage.redraw,
    dispose: stage.dispose,
  };
}

/**
 * A line of tokens, or one of the source and one of the target.
 * @param {HeadMap} map
 * @param {() => void} onPoint
 */
function createTokens({ rowLabels, columnLabels, name, isCross = name === 'cross' }, onPoint) {
  const names = isCross ? [translate('source'), translate('target')] : [translate('tokens')];
  const labels = isCross ? [columnLabels, rowLabels] : [columnLabels];
  const lines = labels.map((line) =>
    line.map((label) => h('span', { class: 'arcs-token' }, markInvisible(label))),
  );
  const keys = lines[0] ?? [];
  const queries = lines.at(-1) ?? keys;
  const element = h(
    'div',
    { role: 'grid', class: 'arcs-grid', 'aria-label': translate('Tokens') },
    ...lines.map((cells, line) =>
      h('div', { role: 'row', class: 'arcs-row', 'aria-label': names[line] }, ...cells),
    ),
  );
  element.toggleAttribute('data-crossing', isCross);
  const cursor = createCellCursor({ element, rows: lines, onPoint });
  cursor.describe((line, column) => {
    const what = isCross ? names[line] : translate('token');
    return `${what} ${column + 1} ${quoteToken(labels[line]?.[column])}`;
  });
  return {
    element,
    /** The queries. */
    queries,
    /** The keys; within one sequence the same. */
    keys,
    /** @returns {PointedToken | null} */
    pointed() {
      const cell = cursor.getPointedCell();
      return cell && { token: cell.column, isKey: isCross && cell.row === 0 };
    },
    /** @param {PointedToken} pointed */
    mark(pointed) {
      for (const line of lines) {
        line.forEach((node, index) => {
          node.toggleAttribute(
            'data-from',
            line === (pointed.isKey ? keys : queries) && index === pointed.token,
          );
        });
      }
    },
  };
}

/**
 * The token whose arcs are shown first: the last one whose truth is known, such as a repeated name, else the last
 * token. With a causal mask the first token would see only itself.
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
 * Where an arc ends at a token.
 * @param {HTMLElement | undefined} node
 * @param {boolean} below rather than above
 */
const computeEnd = (node, below) => ({
  x: (node?.offsetLeft ?? 0) + (node?.offsetWidth ?? 0) / 2,
  y: (node?.offsetTop ?? 0) + (below ? (node?.offsetHeight ?? 0) + 2 : -2),
});

/**
 * The arcs of all heads of a layer from one token, or to it.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {PointedToken} pointed
 * @param {Record<'from' | 'to', (token: number) => Point>} ends
 * @returns {Arc[]}
 */
function computeArcs(map, layer, { token, isKey }, { from, to }) {
  const { heads } = map;
  return Array.from({ length: heads }, (_, head) => {
    const { weights, rows, columns } = createAlignment(map, getPictureIndex(map, layer * heads + head));
    return Array.from({ length: isKey ? rows : columns }, (_none, other) => {
      const [t, s] = isKey ? [other, token] : [token, other];
      return { from: from(t), to: to(s), weight: weights[t * columns + s] ?? 0, head, heads };
    });
  }).flat();
}

/**
 * All weights of a layer.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {string} [label] of the kind of attention
 */
function createTableText(map, layer, label) {
  const { rowLabels, columnLabels, heads } = map;
  return {
    caption: [
      label,
      translate('weights of layer {layer}, the truth in bold', {
        layer: layer + 1 + (map.layersBefore ?? 0),
      }),
    ].join(': '),
    head: [translate('head'), translate('token'), ...columnLabels.map(markInvisible)],
    rows: Array.from({ length: heads }, (_, head) => {
      const alignment = createAlignment(map, getPictureIndex(map, layer * heads + head));
      return rowLabels.map((rowLabel, row) => [
        `H${head + 1}`,
        markInvisible(rowLabel),
        ...columnLabels.map((_none, column) => {
          const share = exactNumber(
            alignment.weights[row * alignment.columns + column] ?? Number.NaN,
            formatShare,
          );
          return findTrueColumns(alignment, row).includes(column) ? h('strong', {}, share) : share;
        }),
      ]);
    }).flat(),
  };
}

/**
 * The largest weights of a token in words.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {PointedToken} pointed
 * @returns {{ heading: string, lines: string[] }} a line for each head
 */
export function describeArcs(map, layer, { token, isKey }) {
  const { rowLabels, columnLabels, heads } = map;
  const label = quoteToken((isKey ? columnLabels : rowLabels)[token]);
  const labels = isKey ? rowLabels : columnLabels;
  const lines = Array.from({ length: heads }, (_, head) => {
    const alignment = createAlignment(map, getPictureIndex(map, layer * heads + head));
    const { weights, rows, columns } = alignment;
    const found = Array.from({ length: isKey ? rows : columns }, (_, other) => {
      const [t, s] = isKey ? [other, token] : [token, other];
      const mark = findTrueColumns(alignment, t).includes(s) ? translate(', the truth') : '';
      const weight = weights[t * columns + s] ?? 0;
      return { weight, text: `${quoteToken(labels[other])} ${formatShare(weight)}${mark}` };
    })
      .filter(({ weight }) => weight >= kMinimumWeight)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, kMostListed);
    return `H${head + 1}: ${found.length > 0 ? found.map(({ text }) => text).join('; ') : translate('nothing')}`;
  });
  return {
    heading: isKey
      ? translate('{token} is looked at by', { token: label })
      : translate('{token} looks at', { token: label }),
    lines,
  };
}
