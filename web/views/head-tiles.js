/**
 * All heads of one kind of attention as small maps, a row for each layer: one can be enlarged, each be switched off.
 * @module
 */

import { paintAlignment } from './alignment-paint.js';
import { trueColumn } from './alignment-picture.js';
import { h } from './dom.js';
import { formatPercent, formatShare } from './format.js';
import { alignmentOfHead, headName, picturesIn, windowOfHead } from './head-picture.js';
import { createStage, themeOf } from './stage.js';

/** @typedef {import('./head-picture.js').HeadMap} HeadMap */

/**
 * @param {object} options
 * @param {(index: number) => void} options.onOpen a head, or behind the last one the mean of a layer
 * @param {(index: number, on: boolean) => void} options.onSwitch a head
 */
export function createHeadTiles({ onOpen, onSwitch }) {
  const element = h('div', { class: 'heads', role: 'group', 'aria-label': 'Heads' });
  /** @type {ReturnType<typeof createTile>[]} */
  let tiles = [];
  let built = '';

  element.addEventListener('keydown', (event) => {
    const at = tiles.findIndex(({ open }) => open === event.target);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }[event.key];
    if (at < 0 || !by || event.altKey || event.metaKey) return;
    // As they are laid out: of each layer its heads, then their mean.
    const order = laidOut(tiles.length);
    const next = order[order.indexOf(at) + by];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    tiles[next]?.open.focus();
  });

  let perRow = 1;
  let layers = 1;
  /** @param {number} count */
  function laidOut(count) {
    const heads = perRow > 1 ? perRow - 1 : 1;
    return Array.from({ length: count }, (_, i) => {
      const [row, column] = [Math.floor(i / perRow), i % perRow];
      return column < heads ? row * heads + column : layers * heads + row;
    });
  }

  /** @param {HeadMap} map */
  function build(map) {
    for (const tile of tiles) tile.dispose();
    const count = picturesIn(map);
    layers = map.layers;
    perRow = count / layers;
    tiles = Array.from({ length: count }, (_, index) =>
      createTile({
        name: headName(map, index),
        onOpen: () => onOpen(index),
        onSwitch: index < layers * map.heads ? (on) => onSwitch(index, on) : null,
      }),
    );
    element.style.setProperty('--heads', String(perRow));
    element.replaceChildren(
      ...laidOut(count).map((index) => /** @type {HTMLElement} */ (tiles[index]?.element)),
    );
  }

  return {
    element,
    /**
     * @param {HeadMap} map
     * @param {object} state
     * @param {number} state.opened
     * @param {ReadonlySet<number>} state.off heads
     * @param {ReadonlyMap<number, number>} state.carried what each head carries, where that was measured
     */
    show(map, { opened, off, carried }) {
      const key = `${map.layers}/${map.heads}`;
      if (key !== built) build(map);
      built = key;
      tiles.forEach((tile, index) => {
        tile.show(map, index, { opened: index === opened, on: !off.has(index), carries: carried.get(index) });
      });
    },
    repaint() {
      for (const tile of tiles) tile.repaint();
    },
    dispose() {
      for (const tile of tiles) tile.dispose();
    },
  };
}

/**
 * @param {object} options
 * @param {string} options.name
 * @param {() => void} options.onOpen
 * @param {((on: boolean) => void) | null} options.onSwitch null for what cannot be switched off
 */
function createTile({ name, onOpen, onSwitch }) {
  /** @type {{ map: HeadMap, index: number } | null} */
  let shown = null;
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const open = h(
    'button',
    { type: 'button', class: 'head-open', 'aria-label': `${name}, enlarge`, onclick: onOpen },
    canvas,
  );
  const toggle = h('input', {
    type: 'checkbox',
    role: 'switch',
    checked: true,
    'aria-label': `${name} is on`,
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
      onSwitch && h('label', { class: 'head-switch' }, toggle, h('span', { 'aria-hidden': 'true' }, 'on')),
    ),
    open,
    numbers,
  );
  const stage = createStage(canvas, (context, width, height) => {
    if (!shown) return;
    const alignment = alignmentOfHead(shown.map, shown.index);
    const { rows, columns, weights } = alignment;
    const windowOf = windowOfHead(shown.map);
    const theme = themeOf(canvas);
    // Square cells, as large as they fit.
    const cell = Math.min(width / columns, height / rows);
    paintAlignment(
      context,
      Array.from({ length: rows }, (_, row) => ({
        box: { left: (width - cell * columns) / 2, top: row * cell, width: cell * columns, height: cell },
        weights: weights.subarray(row * columns, (row + 1) * columns),
        truth: trueColumn(alignment, row),
        window: windowOf(row),
      })),
      { ...theme, line: theme.line / 2 },
    );
  });

  return {
    element,
    open,
    /**
     * @param {HeadMap} map
     * @param {number} index
     * @param {{ opened: boolean, on: boolean, carries: number | undefined }} state
     */
    show(map, index, { opened, on, carries }) {
      shown = { map, index };
      canvas.style.aspectRatio = `${map.columns} / ${map.rows}`;
      open.setAttribute('aria-pressed', String(opened));
      if (toggle.checked !== on) toggle.checked = on;
      element.toggleAttribute('data-off', !on);
      const lines = numbersOf(map, index, carries);
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
 * @param {number} index
 * @param {number} [carries]
 * @returns {string[]}
 */
export function numbersOf({ layers, heads, entropy, distance, alignment, truth, metrics }, index, carries) {
  if (index >= layers * heads) {
    const share = Number(metrics['meanAlignmentAccuracy'] ?? Number.NaN);
    // The measured mean is that of one layer, the one with the best head.
    return truth && layers === 1 && Number.isFinite(share) ? [`truth ${formatPercent(share)}`] : [];
  }
  const share = alignment[index] ?? Number.NaN;
  return [
    `spread ${formatShare(entropy[index] ?? Number.NaN).slice(0, 4)}`,
    `reach ${(distance[index] ?? Number.NaN).toFixed(1)}`,
    ...(truth && Number.isFinite(share) ? [`truth ${formatPercent(share)}`] : []),
    ...(carries === undefined ? [] : [`carries ${formatPercent(Math.max(0, carries))}`]),
  ];
}
