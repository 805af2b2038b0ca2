/**
 * All heads of one kind of attention as small maps, a row for each layer: one can be enlarged, each can be switched off.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatFixed, formatPercent } from '../../parts/format.js';
import { createStage } from '../../parts/stage.js';
import { paintAlignmentThumbnail, strokeFrame } from '../../plots/alignment-paint.js';
import { readTheme } from '../../plots/theme.js';
import {
  countPicturesInRow,
  createAlignment,
  createWindowLookup,
  formatPictureName,
  locateHead,
} from './head-data.js';

/** @import { HeadMap } from './head-data.js' */

/**
 * @param {object} options
 * @param {(picture: number) => void} options.onOpen a head, or the mean of a layer
 * @param {(index: number, on: boolean) => void} [options.onSwitch] a head
 */
export function createHeadTiles({ onOpen, onSwitch }) {
  const element = h('div', { class: 'heads', role: 'group', 'aria-label': translate('Heads') });
  /** @type {ReturnType<typeof createTile>[]} */
  let tiles = [];
  let builtKey = '';
  let picturesPerRow = 1;
  let openedTile = -1;

  element.addEventListener('keydown', (event) => {
    const at = tiles.findIndex(({ open }) => open === event.target);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -picturesPerRow, ArrowDown: picturesPerRow }[
      event.key
    ];
    if (at < 0 || !by || event.altKey || event.metaKey) return;
    const next = tiles[at + by];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.open.focus();
  });

  /** @param {HeadMap} map @param {string} kind of attention */
  function build(map, kind) {
    for (const tile of tiles) tile.dispose();
    picturesPerRow = countPicturesInRow(map);
    tiles = Array.from({ length: map.layers * picturesPerRow }, (_, picture) => {
      const { head, index } = locateHead(map, picture);
      const name = formatPictureName(map, picture);
      return createTile({
        name,
        fullName: kind ? `${kind} ${name}` : name,
        onOpen: () => onOpen(picture),
        onSwitch: head < 0 || !onSwitch ? null : (on) => onSwitch(index, on),
      });
    });
    element.style.setProperty('--heads', String(picturesPerRow));
    element.replaceChildren(
      ...Array.from({ length: map.layers }, (_, layer) =>
        h(
          'div',
          { class: 'heads-layer' },
          ...tiles.slice(layer * picturesPerRow, (layer + 1) * picturesPerRow).map((tile) => tile.element),
        ),
      ),
    );
  }

  return {
    element,
    /**
     * @param {HeadMap} map
     * @param {object} state
     * @param {number} state.opened picture
     * @param {ReadonlySet<number>} state.off heads
     * @param {ReadonlyMap<number, number>} state.contributions what each head contributes, where it was measured
     * @param {string} [state.kind] of attention
     */
    show(map, { opened, off, contributions, kind = '' }) {
      const key = `${kind} ${map.layersBefore ?? 0}+${map.layers}/${map.heads}`;
      if (key !== builtKey) build(map, kind);
      builtKey = key;
      tiles.forEach((tile, picture) => {
        const { head, index } = locateHead(map, picture);
        const on = head < 0 || !off.has(index);
        tile.show(map, picture, { opened: picture === opened, on, contribution: contributions.get(index) });
      });
      if (opened !== openedTile) scrollToTile(element, tiles[opened]?.element);
      openedTile = opened;
    },
    repaint() {
      for (const tile of tiles) tile.repaint();
    },
    dispose() {
      for (const tile of tiles) tile.dispose();
    },
  };
}

/** Scrolls a tile into sight, and nothing else. @param {HTMLElement} room @param {HTMLElement} [tile] */
function scrollToTile(room, tile) {
  if (!tile) return;
  const { top, bottom } = tile.getBoundingClientRect();
  const [above, below] = [top, bottom].map((clientY) => toElementPoint(room, { clientX: 0, clientY }).y);
  room.scrollTop += Math.min(0, Number(above)) + Math.max(0, Number(below) - room.offsetHeight);
}

/**
 * @param {object} options
 * @param {string} options.name within its kind
 * @param {string} options.fullName with its kind
 * @param {() => void} options.onOpen
 * @param {((on: boolean) => void) | null} options.onSwitch null for what cannot be switched off
 */
function createTile({ name, fullName, onOpen, onSwitch }) {
  /** @type {{ map: HeadMap, picture: number } | null} */
  let current = null;
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const open = h(
    'button',
    {
      type: 'button',
      class: 'head-open',
      'aria-label': translate('{name}, enlarge', { name: fullName }),
      onclick: onOpen,
    },
    canvas,
  );
  const toggle = h('input', {
    type: 'checkbox',
    role: 'switch',
    checked: true,
    'aria-label': translate('{name} is on', { name: fullName }),
    onchange: () => onSwitch?.(toggle.checked),
  });
  const numbers = h('p', { class: 'head-numbers' });
  const element = h(
    'div',
    { class: 'head' },
    h(
      'p',
      { class: 'head-name' },
      h('span', {}, name),
      onSwitch && h('label', { class: 'head-switch', title: translate('on') }, toggle),
    ),
    open,
    numbers,
  );
  const stage = createStage(canvas, (context, width, height) => {
    if (!current) return;
    const { map, picture } = current;
    // Square cells, as large as possible.
    const cell = Math.min(width / map.columns, height / map.rows);
    const box = { left: 0, top: 0, width: cell * map.columns, height: cell * map.rows };
    const theme = readTheme(canvas);
    paintAlignmentThumbnail(context, createAlignment(map, picture), createWindowLookup(map), box, theme);
    if (!map.frame) return;
    const { left, top, width: wide, height: high } = map.frame;
    strokeFrame(
      context,
      [left * box.width, top * box.height, wide * box.width, high * box.height],
      theme,
      [],
    );
  });

  return {
    element,
    open,
    /**
     * @param {HeadMap} map
     * @param {number} picture
     * @param {{ opened: boolean, on: boolean, contribution: number | undefined }} state
     */
    show(map, picture, { opened, on, contribution }) {
      current = { map, picture };
      canvas.style.aspectRatio = `${map.columns} / ${map.rows}`;
      open.setAttribute('aria-pressed', String(opened));
      if (toggle.checked !== on) toggle.checked = on;
      element.toggleAttribute('data-off', !on);
      const lines = formatNumbers(map, picture, contribution, true);
      if (numbers.textContent !== lines.join(''))
        numbers.replaceChildren(...lines.map((line) => h('span', {}, line)));
      stage.redraw();
    },
    repaint: stage.redraw,
    dispose: stage.dispose,
  };
}

/**
 * @param {HeadMap} map
 * @param {number} picture
 * @param {number} [contribution]
 * @param {boolean} [isBrief] where the truth is known, leave out entropy and distance
 * @returns {string[]}
 */
export function formatNumbers(map, picture, contribution, isBrief = false) {
  const { layers, entropy, distance, alignment, truth, metrics } = map;
  const { head, index } = locateHead(map, picture);
  // The measured mean is that of one layer, the one with the best head.
  const mean = layers === 1 ? metrics['meanAlignmentAccuracy'] : null;
  const share = head < 0 ? (mean ?? Number.NaN) : (alignment[index] ?? Number.NaN);
  const right =
    truth && Number.isFinite(share) ? [translate('truth {share}', { share: formatPercent(share) })] : [];
  if (head < 0) return right;
  const spread = [
    translate('entropy {share}', { share: formatFixed(entropy[index] ?? Number.NaN, 2) }),
    translate('distance {distance}', { distance: formatFixed(distance[index] ?? Number.NaN, 1) }),
  ];
  return [
    ...(isBrief && right.length > 0 ? [] : spread),
    ...right,
    ...(contribution === undefined
      ? []
      : [
          translate('without it −{points} points', {
            points: formatFixed(100 * Math.max(0, contribution), 1),
          }),
        ]),
  ];
}
