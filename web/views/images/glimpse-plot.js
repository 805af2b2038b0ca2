/** The picture with the path of the glimpses, in which places are edited or held. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import {
  createPressHandlers,
  kEditKeys,
  kHoldKeys,
  locatePixel,
  readPixelKey,
} from '../../parts/pixel-input.js';
import { glimpseCanvasTemplate } from './glimpse-canvas.js';
import { computePixel, countGlimpses } from './glimpse-data.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Player } from '../../parts/player.js' */
/** @import { GlimpseData, Sizes } from './glimpse-data.js' */
/** @import { GlimpsePlayerOptions } from './glimpse-player.js' */

/** @param {Pick<GlimpsePlayerOptions, 'sizes' | 'draw' | 'onEdit' | 'holding'> & { player: Player }} options */
export function createGlimpsePlot({ sizes, player, draw, onEdit, holding }) {
  /** The pixel of the keyboard cursor. @type {Cell | null} */
  let cursor = null;

  /** @param {Cell | null} cell */
  function point(cell) {
    cursor = cell;
    draw();
  }

  /** @param {MouseEvent} event @returns {Cell} */
  function locate(event) {
    const pixel = locatePixel(/** @type {HTMLElement} */ (event.currentTarget), event, sizes.side);
    const [column = 0, row = 0] = pixel.map((at) => Math.min(sizes.side - 1, Math.max(0, Math.floor(at))));
    return { row, column };
  }

  /** @param {Cell} cell @param {boolean} [isErased] */
  function editOrHold(cell, isErased = false) {
    onEdit?.(cell, isErased);
    if (!holding) return;
    // The player stops, so that the held glimpse stays on screen.
    player.choose(player.index);
    holding.hold(player.index, cell.row * sizes.side + cell.column, isErased ? 'release' : 'all');
  }

  const press = createPressHandlers(locate, editOrHold);

  /** A press on a place of the path chooses its glimpse. @param {MouseEvent} event @param {GlimpseData | null} snapshot */
  function startPress(event, snapshot) {
    press.start(event);
    const cell = locate(event);
    const t = Array.from({ length: player.index + 1 }, (_, i) => i).findLast((glimpse) => {
      const { row, column } = computePixel(snapshot?.places ?? [], glimpse, sizes.side);
      return Math.floor(row) === cell.row && Math.floor(column) === cell.column;
    });
    if (holding && t !== undefined) player.choose(t);
  }

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    const key = readPixelKey(event, cursor, sizes.side, holding ? kHoldKeys : kEditKeys);
    if (!key) return;
    point(key.to);
    if (key.action !== 'move') editOrHold(key.to, key.action === 'erase');
  }

  return (/** @type {GlimpseData | null} */ snapshot, /** @type {string} */ text) => {
    const picture =
      snapshot &&
      glimpseCanvasTemplate(snapshot.picture, describePath(snapshot, player.index, cursor, sizes));
    return html`
      <div class="glimpse-plot" role="application" tabindex="0" aria-label=${text} ?data-holds=${holding} @keydown=${pressKey} @blur=${() => point(null)}
        @pointerdown=${(/** @type {PointerEvent} */ event) => startPress(event, snapshot)} @pointermove=${holding && press.move} @click=${press.click}>${picture}</div>
      <span class="visually-hidden" role="status">${cursor && translate('row {row}, column {column}', { row: cursor.row + 1, column: cursor.column + 1 })}</span>
    `;
  };
}

/** @param {GlimpseData} snapshot @param {number} chosen glimpse @param {Cell | null} cursor @param {Sizes} sizes */
function describePath(snapshot, chosen, cursor, { side, glyphSide, cells, scales }) {
  const t = Math.min(chosen, countGlimpses(snapshot) - 1);
  return {
    path: Array.from({ length: t + 1 }, (_, i) => computePixel(snapshot.places, i, side)),
    chosen: t,
    frames: Array.from({ length: scales }, (_, scale) => cells * 2 ** scale),
    held: snapshot.held,
    // The first glimpse is always at the center.
    sigma: t > 0 ? (snapshot.sigma * side) / 2 : 0,
    truth: snapshot.glyph < 0 ? null : { ...snapshot.at, size: glyphSide },
    cursor,
  };
}
