/**
 * The watched pair as a line of tokens, or as two: from the one that is pointed at, arcs lead to where each head looks.
 * @module
 */

import { say } from '../../language/say.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable, exact } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatShare, quoted, visible } from '../../parts/format.js';
import { createStage } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { trueColumns } from '../../plots/alignment.js';
import { headColour, kLeast, paintArcs } from '../../plots/arc-paint.js';
import { themeOf } from '../../plots/theme.js';
import { arcStyles } from './arc-styles.js';
import { alignmentOfPicture, headMapOf, pictureOf } from './head-picture.js';

export const styles = arcStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { HeadMap } from './head-picture.js' */
/** @typedef {{ token: number, asked: boolean }} Pointed `asked`: it is looked at, rather than looks */

const kListed = 3;
const kWriteEveryMs = 250;

/**
 * @param {Pick<ViewOptions, 'maps' | 'parameters'> & { extra: Partial<import('../../engine/shapes.js').Manifest> }} options
 * @param {typeof headMapOf} [mapOf] the heads of a kind of attention in a frame
 * @returns {View}
 */
export function createView({ maps, extra, parameters }, mapOf = headMapOf) {
  let kind = extra.truthMap ?? maps[0]?.name ?? '';
  // The last layer has what the others have prepared.
  let layer = (extra.layers ?? 1) - 1;
  /** @type {import('../../engine/shapes.js').Frame | null} */
  let frame = null;
  /** @type {HeadMap | null} */
  let map = null;
  let built = '';
  /** @type {ReturnType<typeof createCellCursor> | null} */
  let cursor = null;
  /** The tokens that look. @type {readonly HTMLElement[]} */
  let asking = [];
  /** Those that are looked at; within one sequence the same. @type {readonly HTMLElement[]} */
  let asked = [];

  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const plate = h('div', { class: 'arcs-plate' }, canvas);
  const scroll = h('div', { class: 'arcs-scroll' }, plate);
  const list = h('ul', { class: 'arcs-list' });
  const heading = h('p', { class: 'readout-where' });
  const table = createDisclosureTable(say('Weights of the layer as a table'));
  const layers = Array.from({ length: extra.layers ?? 1 }, (_, i) => ({
    value: String(i),
    label: say('Layer {n}', { n: i + 1 }),
  }));
  const element = h(
    'section',
    { class: 'bars arcs', 'aria-label': say('Arcs between tokens') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, say('From token to token')),
      h(
        'div',
        { class: 'panel-row' },
        maps.length > 1 &&
          createChoices({
            label: say('Kind of attention of the arcs'),
            choices: maps.map(({ name: value, label }) => ({ value, label })),
            shown: kind,
            onChoose: (name) => {
              kind = name;
              look();
            },
          }),
        layers.length > 1 &&
          createChoices({
            label: say('Layer of the arcs'),
            choices: layers,
            shown: String(layer),
            onChoose: (index) => {
              layer = Number(index);
              look();
            },
          }),
      ),
      scroll,
      h('div', { class: 'readout' }, heading, list),
      table.element,
    ),
  );
  const write = throttle(writeWords, kWriteEveryMs);

  const stage = createStage(canvas, (context) => {
    if (!map) return;
    const theme = themeOf(canvas);
    const pointed = pointedAt();
    const crossing = asking !== asked;
    /** @param {HTMLElement | undefined} node @param {boolean} below */
    const end = (node, below) => ({
      x: (node?.offsetLeft ?? 0) + (node?.offsetWidth ?? 0) / 2,
      y: (node?.offsetTop ?? 0) + (below ? (node?.offsetHeight ?? 0) + 2 : -2),
    });
    const arcs = [];
    for (let head = 0; head < map.heads; ++head) {
      const { weights, rows, columns } = alignmentOfPicture(map, pictureOf(map, layer * map.heads + head));
      for (let other = 0; other < (pointed.asked ? rows : columns); ++other) {
        const [t, s] = pointed.asked ? [other, pointed.token] : [pointed.token, other];
        arcs.push({
          from: end(asking[t], false),
          to: end(asked[s], crossing),
          weight: weights[t * columns + s] ?? 0,
          head,
          heads: map.heads,
        });
      }
    }
    paintArcs(context, arcs, theme.line / 2);
  });

  /** @returns {Pointed} the first that looks, until one is pointed at */
  function pointedAt() {
    const cell = cursor?.pointed();
    const start = Math.max(0, map?.said.findIndex(Boolean) ?? 0);
    if (!cell) return { token: start, asked: false };
    return { token: cell.column, asked: asking !== asked && cell.row === 0 };
  }

  function build() {
    if (!map) return;
    const crossing = map.crossing ?? map.name === 'cross';
    /** @param {readonly string[]} labels */
    const tokens = (labels) => labels.map((label) => h('span', { class: 'arcs-token' }, visible(label)));
    /** @param {string} label @param {readonly HTMLElement[]} cells */
    const row = (label, cells) => h('div', { role: 'row', class: 'arcs-row', 'aria-label': label }, ...cells);
    asked = tokens(map.columnLabels);
    asking = crossing ? tokens(map.rowLabels) : asked;
    const lines = crossing
      ? [row(say('source'), asked), row(say('target'), asking)]
      : [row(say('tokens'), asked)];
    const grid = h('div', { role: 'grid', class: 'arcs-grid', 'aria-label': say('Tokens') }, ...lines);
    grid.toggleAttribute('data-crossing', crossing);
    cursor = createCellCursor({
      element: grid,
      rows: crossing ? [asked, asking] : [asked],
      onPoint: () => {
        stage.redraw();
        writeWords();
      },
    });
    cursor.describe((line, column) => {
      const labels = crossing && line === 1 ? map?.rowLabels : map?.columnLabels;
      return `${crossing ? (line === 0 ? say('source') : say('target')) : say('token')} ${column + 1} ${quoted(labels?.[column])}`;
    });
    plate.replaceChildren(canvas, grid);
    const first = asking[pointedAt().token];
    if (first) scroll.scrollLeft = first.offsetLeft - scroll.clientWidth / 2;
  }

  function look() {
    const wanted = maps.find(({ name }) => name === kind);
    map = frame && wanted ? mapOf(frame, wanted, extra, parameters()) : null;
    if (!map) return;
    const key = JSON.stringify([kind, map.crossing, map.rowLabels, map.columnLabels]);
    if (key !== built) build();
    built = key;
    stage.redraw();
    write.call();
  }

  function writeWords() {
    if (!map) return;
    const pointed = pointedAt();
    for (const line of [asked, asking]) {
      line.forEach((node, index) => {
        node.toggleAttribute(
          'data-from',
          line === (pointed.asked ? asked : asking) && index === pointed.token,
        );
      });
    }
    const { heading: text, lines } = arcsText(map, layer, pointed);
    writeTable(map);
    heading.textContent = text;
    list.replaceChildren(
      ...lines.map((line, head) => {
        const swatch = h('i', { class: 'arcs-swatch', 'aria-hidden': 'true' });
        swatch.style.backgroundColor = headColour(head);
        return h('li', {}, swatch, line);
      }),
    );
  }

  /** @param {HeadMap} of */
  function writeTable(of) {
    const { rowLabels, columnLabels, heads } = of;
    table.write(() => ({
      caption: [
        maps.find(({ name }) => name === of.name)?.label,
        say('weights of layer {layer}, the truth in bold', { layer: layer + 1 + (of.before ?? 0) }),
      ].join(': '),
      head: [say('head'), say('token'), ...columnLabels.map(visible)],
      rows: Array.from({ length: heads }, (_, head) => {
        const alignment = alignmentOfPicture(of, pictureOf(of, layer * heads + head));
        return rowLabels.map((label, row) => [
          `H${head + 1}`,
          visible(label),
          ...columnLabels.map((_none, column) => {
            const share = exact(
              alignment.weights[row * alignment.columns + column] ?? Number.NaN,
              formatShare,
            );
            return trueColumns(alignment, row).includes(column) ? h('strong', {}, share) : share;
          }),
        ]);
      }).flat(),
    }));
  }

  return {
    element,
    wide: true,
    update(next) {
      frame = next;
      look();
    },
    repaint: stage.redraw,
    summary: () => '',
    dispose() {
      write.cancel();
      stage.dispose();
    },
  };
}

/**
 * The largest weights of a token in words.
 * @param {HeadMap} map
 * @param {number} layer
 * @param {Pointed} pointed
 * @returns {{ heading: string, lines: string[] }} a line for each head
 */
export function arcsText(map, layer, { token, asked }) {
  const { rowLabels, columnLabels, heads } = map;
  const label = quoted((asked ? columnLabels : rowLabels)[token]);
  const labels = asked ? rowLabels : columnLabels;
  const lines = Array.from({ length: heads }, (_, head) => {
    const alignment = alignmentOfPicture(map, pictureOf(map, layer * heads + head));
    const { weights, rows, columns } = alignment;
    const found = Array.from({ length: asked ? rows : columns }, (_, other) => {
      const [t, s] = asked ? [other, token] : [token, other];
      const mark = trueColumns(alignment, t).includes(s) ? say(', the truth') : '';
      const weight = weights[t * columns + s] ?? 0;
      return { weight, text: `${quoted(labels[other])} ${formatShare(weight)}${mark}` };
    })
      .filter(({ weight }) => weight >= kLeast)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, kListed);
    return `H${head + 1}: ${found.length > 0 ? found.map(({ text }) => text).join('; ') : say('nothing')}`;
  });
  return {
    heading: asked
      ? say('{token} is looked at by', { token: label })
      : say('{token} looks at', { token: label }),
    lines,
  };
}
