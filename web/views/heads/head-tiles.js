/**
 * All heads of one kind of attention as a strip of small maps, layer by layer. The reader can enlarge a head or switch it off.
 */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../../language/translate.js';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { toElementPoint } from '../../parts/element-point.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { createTemplateView } from '../../parts/view.js';
import { paintAlignmentThumbnail, strokeFrame } from '../../plots/alignment-paint.js';
import { createWindowLookup } from './head-data.js';
import { formatNumbers, headNumbersTemplate } from './head-numbers.js';
import { countTilesPerRow, createAlignment, formatTileName, locateHead } from './tile-data.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { HeadMap } from './head-data.js' */

/**
 * @typedef {object} TilesEvents
 * @property {(tile: number) => void} onOpen called when the tile of a head, or of the mean of a layer, is chosen
 * @property {(index: number, on: boolean) => void} [onSwitch] called when a head is switched on or off
 */

/**
 * @typedef {object} TilesState
 * @property {number} opened tile
 * @property {(head: number) => boolean} [isOff]
 * @property {(tile: number) => boolean} [isHeld] whether a row of the tile is held
 * @property {(head: number) => number | undefined} [getContribution] what a head contributes, where it was measured
 * @property {string} [kind] of attention
 */

/** @param {TilesEvents} events */
export function createHeadTiles(events) {
  /** @type {{ map: HeadMap, state: TilesState } | null} */
  let current = null;
  let isScrolled = false;
  /** The animated weights of each tile, which move towards those of the map. @type {Map<number, ReturnType<typeof createAnimatedValues>>} */
  const moving = new Map();

  /** @param {HeadMap} map @param {number} tile @returns {PaintPart} */
  const createPaint = (map, tile) => (frame) => {
    const alignment = createAlignment(map, tile);
    const { weights: goal } = alignment;
    let weights = moving.get(tile);
    if (weights?.values.length !== goal.length) {
      weights = createAnimatedValues(goal.length);
      weights.jump(goal);
      moving.set(tile, weights);
    }
    const isMoving = weights.advance(goal, frame.time);
    paintHeadTile(frame, map, { ...alignment, weights: weights.values });
    // Only a strip that is on the page can scroll.
    if (!isScrolled && tile === current?.state.opened) {
      scrollToTile(view.element, /** @type {Element} */ (frame.canvas.closest('.head')));
      isScrolled = true;
    }
    return isMoving;
  };

  const view = createTemplateView({
    attributes: { class: 'heads', role: 'group', 'aria-label': translate('Heads') },
    template() {
      if (!current) return null;
      const { map, state } = current;
      const count = countTilesPerRow(map);
      return Array.from(
        { length: map.layers },
        (_, layer) => html`
          <div class="heads-layer" @keydown=${moveFocus}>
            ${Array.from({ length: count }, (_none, i) => tileTemplate(map, layer * count + i, state, { ...events, createPaint }))}
          </div>
        `,
      );
    },
  });

  /** @param {KeyboardEvent} event */
  function moveFocus(event) {
    /** @type {HTMLElement[]} */
    const tiles = [...view.element.querySelectorAll('button')];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = tiles.indexOf(/** @type {HTMLElement} */ (event.target));
    const next = by && at >= 0 && tiles[at + by];
    if (!next || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  return {
    ...view,
    /** @param {HeadMap} map @param {TilesState} state */
    show(map, state) {
      if (state.opened !== current?.state.opened) isScrolled = false;
      // A change is animated only between maps of the same tokens.
      if (map.name !== current?.map.name || String(map.rowLabels) !== String(current.map.rowLabels))
        moving.clear();
      current = { map, state };
      view.draw();
    },
  };
}

/** Scrolls the strip so that a tile is visible, without scrolling the page. @param {HTMLElement} scroller @param {Element} tile */
function scrollToTile(scroller, tile) {
  const { left, right } = tile.getBoundingClientRect();
  const [start, end] = [left, right].map((clientX) => toElementPoint(scroller, { clientX, clientY: 0 }).x);
  scroller.scrollLeft += Math.min(0, Number(start)) + Math.max(0, Number(end) - scroller.offsetWidth);
}

/** @param {HeadMap} map @param {number} tile @param {TilesState} state @param {TilesEvents & { createPaint: (map: HeadMap, tile: number) => PaintPart }} events */
function tileTemplate(map, tile, state, { onOpen, onSwitch, createPaint }) {
  const { opened, isOff, isHeld, getContribution, kind } = state;
  const { head, index } = locateHead(map, tile);
  const isOn = head < 0 || !isOff?.(index);
  const name = formatTileName(map, tile);
  const fullName = kind ? `${kind} ${name}` : name;
  const held = isHeld?.(tile) ?? false;
  const toggle = (/** @type {Event} */ { target }) =>
    onSwitch?.(index, /** @type {HTMLInputElement} */ (target).checked);
  return html`
    <div class="head" ?data-off=${!isOn} ?data-held=${held}>
      <button type="button" class="head-open" aria-label=${`${translate('{name}, enlarge', { name: fullName })}${held ? `, ${translate('held')}` : ''}`} aria-pressed=${tile === opened} @click=${() => onOpen(tile)}>
        <canvas aria-hidden="true" .style=${`aspect-ratio: ${map.columns} / ${map.rows}`} ${paintCanvas(createPaint(map, tile))}></canvas>
      </button>
      <p class="head-name">
        <span>${name}</span> ${
          head >= 0 && onSwitch
            ? html`<label class="head-switch" title=${translate('on')}><input type="checkbox" role="switch" aria-label=${translate('{name} is on', { name: fullName })} .checked=${live(isOn)} @change=${toggle} /></label>`
            : null
        }
      </p>
      ${headNumbersTemplate(formatNumbers(map, tile, true), head < 0 ? undefined : getContribution?.(index))}
    </div>
  `;
}

/** @param {Parameters<PaintPart>[0]} frame @param {HeadMap} map @param {import('../../plots/alignment.js').Alignment} alignment */
function paintHeadTile({ context, width, height, theme }, map, alignment) {
  // Square cells, as large as possible.
  const cell = Math.min(width / map.columns, height / map.rows);
  const box = { width: cell * map.columns, height: cell * map.rows };
  paintAlignmentThumbnail({ context, theme, ...box }, alignment, createWindowLookup(map));
  if (!map.frame) return;
  const { left, top, width: wide, height: high } = map.frame;
  strokeFrame(context, [left * box.width, top * box.height, wide * box.width, high * box.height], theme, []);
}
