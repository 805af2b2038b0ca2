/**
 * A picture that is looked at glimpse by glimpse: the path over it, what each glimpse sees at its scales, and how sure the
 * network is after it.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatPercent } from '../../parts/format.js';
import { locatePixel, readPixelKey } from '../../parts/pixel-input.js';
import { Player } from '../../parts/player.js';
import { getCellStyle } from '../../plots/palette.js';
import { glimpseCanvasTemplate } from './glimpse-canvas.js';
import { computePixel, countGlimpses, getPart } from './glimpse-data.js';
import { getGlyphName, glimpseText } from './glimpse-text.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { GlimpseData, Sizes } from './glimpse-data.js' */

const kStepMs = 700;

/**
 * @param {object} options
 * @param {Sizes} options.sizes
 * @param {number} options.count glimpses
 * @param {() => void} options.draw
 * @param {(cell: Cell, isErased: boolean) => void} [options.onEdit] a pixel is clicked, or Enter or Backspace pressed on it
 */
export function createGlimpsePlayer({ sizes, count, draw, onEdit }) {
  const label = translate('Play the glimpses');
  const player = new Player({ label, intervalMs: kStepMs, count, draw });
  const glimpses = Array.from({ length: count }, (_, t) => t);
  const scales = Array.from({ length: sizes.scales }, (_, scale) => sizes.cells * 2 ** scale);
  /** The pixel of the keyboard cursor, in a picture that can be edited. @type {Cell | null} */
  let cursor = null;

  /** @param {Cell | null} cell */
  function point(cell) {
    cursor = cell;
    draw();
  }

  /** @param {MouseEvent} event */
  function editPixel(event) {
    const [column, row] = locatePixel(
      /** @type {HTMLElement} */ (event.currentTarget),
      event,
      sizes.side,
    ).map((at) => Math.min(sizes.side - 1, Math.max(0, Math.floor(at))));
    onEdit?.({ row: Number(row), column: Number(column) }, false);
  }

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    const key = readPixelKey(event, cursor, sizes.side);
    if (!key) return;
    point(key.to);
    if (key.action !== 'move') onEdit?.(key.to, key.action === 'erase');
  }

  /** @param {GlimpseData | null} scene @param {string} text */
  function pictureTemplate(scene, text) {
    const picture =
      scene && glimpseCanvasTemplate(scene.picture, describePath(scene, player.index, cursor, sizes));
    if (!onEdit) return html`<div class="glimpse-plot" role="img" aria-label=${text}>${picture}</div>`;
    return html`
      <div class="glimpse-plot" role="application" tabindex="0" aria-label=${text} @click=${editPixel} @keydown=${pressKey} @blur=${() => point(null)}>${picture}</div>
      <span class="visually-hidden" role="status">${cursor && translate('row {row}, column {column}', { row: cursor.row + 1, column: cursor.column + 1 })}</span>
    `;
  }

  return {
    player,
    /** @param {GlimpseData | null} scene @param {string} text accessible name of the picture */
    template: (scene, text) => html`
      <div class="glimpse-player">
        <div class="glimpse-main">${pictureTemplate(scene, text)}</div>
        <div class="glimpse-beside">
          <div class="panel-row">
            <div class="bars-choices" role="radiogroup" aria-label=${translate('Glimpse')}>
              ${glimpses.map((t) => html`<label class="bars-choice">${player.radio(t)}<span>${t + 1}</span></label>`)}
            </div>
            ${player.button}
          </div>
          <div class="glimpse-retina" role="img" aria-label=${translate('What this glimpse sees, scale by scale')}>
            ${scales.map(
              (edge, scale) => html`
                <figure>
                  ${glimpseCanvasTemplate(scene && getPart(scene.patches[player.index] ?? [], scale, sizes.cells ** 2))}
                  <figcaption>${translate('{edge} × {edge} pixels', { edge })}</figcaption>
                </figure>
              `,
            )}
          </div>
          ${confidenceTemplate(scene, glimpses, sizes)}
        </div>
      </div>
    `,
    /** @param {GlimpseData | null} scene */
    readout: (scene) =>
      html`<div class="readout"><p>${scene && glimpseText(scene, player.index, sizes)}</p></div>`,
  };
}

/** @param {GlimpseData} scene @param {number} chosen glimpse @param {Cell | null} cursor @param {Sizes} sizes */
function describePath(scene, chosen, cursor, { side, glyphSide, cells, scales }) {
  const t = Math.min(chosen, countGlimpses(scene) - 1);
  return {
    path: Array.from({ length: t + 1 }, (_, i) => computePixel(scene.places, i, side)),
    chosen: t,
    frames: Array.from({ length: scales }, (_, scale) => cells * 2 ** scale),
    // The first glimpse is always at the center.
    sigma: t > 0 ? (scene.sigma * side) / 2 : 0,
    truth: scene.glyph < 0 ? null : { ...scene.at, size: glyphSide },
    cursor,
  };
}

/** @param {GlimpseData | null} scene @param {readonly number[]} glimpses @param {Sizes} sizes */
function confidenceTemplate(scene, glimpses, sizes) {
  /** @param {number} share */
  const cell = (share) => html`
    <td class="glimpse-share" .style=${getCellStyle(share)}>${formatPercent(share)}</td>
  `;
  return html`
    <table class="glimpse-confidence">
      <caption>${translate('Probability of each glyph after each glimpse')}</caption>
      <thead>
        <tr><td></td>${glimpses.map((t) => html`<th scope="col">${t + 1}</th>`)}</tr>
      </thead>
      <tbody>
        ${sizes.names.map(
          (_, glyph) => html`
            <tr>
              <th scope="row" ?data-true=${glyph === scene?.glyph}>${getGlyphName(sizes, glyph)}</th>
              ${glimpses.map((t) =>
                scene
                  ? cell(scene.confidence[t * sizes.names.length + glyph] ?? 0)
                  : html`<td class="glimpse-share"></td>`,
              )}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
