/**
 * A picture that is looked at glimpse by glimpse: the path over the picture, the patches that each glimpse sees at its scales,
 * and how sure the network is after each glimpse.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { formatPercent } from '../../parts/format.js';
import {
  createPressHandlers,
  kEditKeys,
  kHoldKeys,
  locatePixel,
  readPixelKey,
} from '../../parts/pixel-input.js';
import { Player } from '../../parts/player.js';
import { getCellStyle } from '../../plots/palette.js';
import { glimpseCanvasTemplate } from './glimpse-canvas.js';
import { computePixel, countGlimpses, findLikeliestGlyph, isGlimpseMoved, sliceRow } from './glimpse-data.js';
import { describeGlimpse, getGlyphName } from './glimpse-text.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Holding } from '../../parts/holding.js' */
/** @import { GlimpseData, Sizes } from './glimpse-data.js' */

const kStepMs = 700;

const kHoldHint = markText(
  'Press a place, or the key H on it: this glimpse must look there, and you see what follows.',
);

/**
 * @param {object} options
 * @param {Sizes} options.sizes
 * @param {number} options.count glimpses
 * @param {() => void} options.draw
 * @param {(cell: Cell, isErased: boolean) => void} [options.onEdit] a pixel is clicked, or Enter or Backspace pressed on it
 * @param {Holding} [options.holding] of the places
 */
export function createGlimpsePlayer({ sizes, count, draw, onEdit, holding }) {
  const label = translate('Play the glimpses');
  const player = new Player({ label, intervalMs: kStepMs, count, draw });
  const glimpses = Array.from({ length: count }, (_, t) => t);
  const scales = Array.from({ length: sizes.scales }, (_, scale) => sizes.cells * 2 ** scale);
  const plotTemplate = createGlimpsePlot({ sizes, player, draw, onEdit, holding });

  return {
    player,
    /** @param {GlimpseData | null} snapshot @param {string} text accessible name of the picture */
    template: (snapshot, text) => html`
      <div class="glimpse-player">
        <div class="glimpse-main">${plotTemplate(snapshot, text)}</div>
        <div class="glimpse-beside">
          <div class="panel-row">
            <div class="bars-choices" role="radiogroup" aria-label=${translate('Glimpse')}>
              ${glimpses.map((t) => html`<label class="bars-choice">${player.radio(t)}<span class=${snapshot && isGlimpseMoved(snapshot, t, sizes) ? 'align-changed' : ''} ?data-held=${holding?.isHeld(t)}>${t + 1}</span></label>`)}
            </div>
            ${player.button}
          </div>
          <div class="glimpse-retina" role="img" aria-label=${translate('What this glimpse sees, scale by scale')}>
            ${scales.map(
              (edge, scale) => html`
                <figure>
                  ${glimpseCanvasTemplate(snapshot && sliceRow(snapshot.patches[player.index] ?? [], scale, sizes.cells ** 2))}
                  <figcaption>${translate('{edge} × {edge} pixels', { edge })}</figcaption>
                </figure>
              `,
            )}
          </div>
          ${confidenceTableTemplate(snapshot, glimpses, sizes, holding)}
        </div>
      </div>
    `,
    /** @param {GlimpseData | null} snapshot */
    readout: (snapshot) =>
      html`<div class="readout"><p>${snapshot && describeGlimpse(snapshot, player.index, sizes)}</p>${holding && html`<p class="readout-hint">${translate(kHoldHint)}</p>`}</div>`,
  };
}

/**
 * The picture with the path, in which places are edited or held.
 * @param {Pick<Parameters<typeof createGlimpsePlayer>[0], 'sizes' | 'draw' | 'onEdit' | 'holding'> & { player: Player }} options
 */
function createGlimpsePlot({ sizes, player, draw, onEdit, holding }) {
  /** The pixel of the keyboard cursor. @type {Cell | null} */
  let cursor = null;

  /** @param {Cell | null} cell */
  function point(cell) {
    cursor = cell;
    draw();
  }

  /** @param {MouseEvent} event @returns {Cell} */
  function locate(event) {
    const [column = 0, row = 0] = locatePixel(
      /** @type {HTMLElement} */ (event.currentTarget),
      event,
      sizes.side,
    ).map((at) => Math.min(sizes.side - 1, Math.max(0, Math.floor(at))));
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

/** @param {GlimpseData | null} snapshot @param {readonly number[]} glimpses @param {Sizes} sizes @param {Holding | undefined} holding */
function confidenceTableTemplate(snapshot, glimpses, sizes, holding) {
  /** @param {GlimpseData} of @param {number} t */
  const findGlyph = (of, t) => findLikeliestGlyph(of, t, sizes).glyph;
  /** @param {GlimpseData} of @param {number} t @param {number} glyph */
  const cell = (of, t, glyph) => {
    const share = of.confidence[t * sizes.names.length + glyph] ?? 0;
    const isChanged = of.learned && glyph === findGlyph(of, t) && glyph !== findGlyph(of.learned, t);
    return html`<td class=${`glimpse-share${isChanged ? ' align-changed' : ''}`} .style=${getCellStyle(share)}>${formatPercent(share)}</td>`;
  };
  return html`
    <table class="glimpse-confidence">
      <caption>${translate('Probability of each glyph after each glimpse')}</caption>
      <thead>
        <tr><td></td>${glimpses.map((t) => html`<th scope="col" ?data-held=${holding?.isHeld(t)}>${t + 1}</th>`)}</tr>
      </thead>
      <tbody>
        ${sizes.names.map(
          (_, glyph) => html`
            <tr>
              <th scope="row" ?data-true=${glyph === snapshot?.glyph}>${getGlyphName(sizes, glyph)}</th>
              ${glimpses.map((t) => (snapshot ? cell(snapshot, t, glyph) : html`<td class="glimpse-share"></td>`))}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
