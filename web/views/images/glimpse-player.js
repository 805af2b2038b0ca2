/**
 * A picture that is looked at glimpse by glimpse: the path over the picture, the patches that each glimpse sees at its scales,
 * and how sure the network is after each glimpse.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { formatPercent } from '../../parts/format.js';
import { Player } from '../../parts/player.js';
import { getCellStyle } from '../../plots/palette.js';
import { glimpseCanvasTemplate } from './glimpse-canvas.js';
import { findLikeliestGlyph, isGlimpseMoved, sliceRow } from './glimpse-data.js';
import { createGlimpsePlot } from './glimpse-plot.js';
import { describeGlimpse, getGlyphName } from './glimpse-text.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Holding } from '../../parts/holding.js' */
/** @import { GlimpseData, Sizes } from './glimpse-data.js' */

const kStepMs = 700;

const kHoldHint = markText(
  'Press a place, or the key H on it: this glimpse must look there, and you see what follows.',
);

/**
 * @typedef {object} GlimpsePlayerOptions
 * @property {Sizes} sizes
 * @property {number} count glimpses
 * @property {() => void} draw
 * @property {((cell: Cell, isErased: boolean) => void) | undefined} [onEdit] a pixel is clicked, or Enter or Backspace pressed on it
 * @property {Holding | undefined} [holding] of the places
 */

/** @param {GlimpsePlayerOptions} options */
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

/** @param {GlimpseData | null} snapshot @param {readonly number[]} glimpses @param {Sizes} sizes @param {Holding | undefined} holding */
function confidenceTableTemplate(snapshot, glimpses, sizes, holding) {
  /** @param {GlimpseData} data @param {number} t */
  const findGlyph = (data, t) => findLikeliestGlyph(data, t, sizes).glyph;
  /** @param {GlimpseData} data @param {number} t @param {number} glyph */
  const cell = (data, t, glyph) => {
    const share = data.confidence[t * sizes.names.length + glyph] ?? 0;
    const isChanged = data.learned && glyph === findGlyph(data, t) && glyph !== findGlyph(data.learned, t);
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
