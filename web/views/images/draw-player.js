/**
 * A picture that is copied step by step: the part that is read, the remaining error, and the canvas. Steps are chosen in
 * the row below, or played.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { createPressHandlers, kHoldKeys, readPixelKey } from '../../parts/pixel-input.js';
import { Player } from '../../parts/player.js';
import { getImage, kImageSide } from './draw-image.js';
import { locatePlace, squaresTemplate } from './draw-squares.js';
import { describePixel, describeStep, summarizeStep } from './draw-text.js';
import { imageRowTemplate } from './image-row.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Holding } from '../../parts/holding.js' */
/** @import { Drawing, Grids } from './draw-data.js' */
/** @import { Place } from './draw-squares.js' */

const kStepMs = 550;
/** A bar of full height means this many nats, unless a step of the picture has more. */
const kNats = 3;

const kHint = markText(
  'Point at a picture, or walk with the arrow keys: the same pixel is read in all three.',
);
const kHoldHint = markText(
  'Press a pixel, or the key H on it (with Shift: write window): the window of this step must be there.',
);

/**
 * @typedef {object} DrawPlayerOptions
 * @property {number} steps
 * @property {Grids} grids
 * @property {() => void} draw
 * @property {Holding | undefined} [holding] of the windows
 * @property {() => 'stop' | 'repeat'} [atEnd] whether to play on from the first step
 */

/** @param {DrawPlayerOptions} options */
export function createDrawPlayer({ steps, grids, draw, holding, atEnd }) {
  const label = translate('Play the steps');
  const player = new Player({ label, intervalMs: kStepMs, count: steps, resumes: true, draw, atEnd });
  const press = createPressHandlers(locatePlace, (place) => holding && hold(place));
  /** @type {Cell | null} */
  let cursor = null;

  /** @param {Drawing} drawing */
  const describeCursor = (drawing) => cursor && describePixel(drawing, player.index, cursor);
  /** @param {Drawing} drawing */
  const summary = (drawing) => summarizeStep(drawing, player.index, grids);

  /** @param {Cell | null} cell */
  function point(cell) {
    if (!cell && !cursor) return;
    cursor = cell;
    draw();
  }

  /** @param {PointerEvent} event */
  function followPointer(event) {
    point(locatePlace(event));
    press.move(event);
  }

  /** @param {KeyboardEvent} event */
  function pressKey(event) {
    const key = readPixelKey(event, cursor, kImageSide, holding ? kHoldKeys : {});
    if (!key) return;
    point(key.to);
    if (key.action === 'put') hold({ ...key.to, map: event.shiftKey ? 'write' : 'read' });
    if (key.action === 'erase') holding?.hold(player.index, 0, 'release', {});
  }

  /** @param {Place} place */
  function hold({ map, row, column }) {
    // The player stops, so that the held step stays on screen.
    player.choose(player.index);
    holding?.hold(player.index, row * kImageSide + column, 'all', { map });
  }

  return {
    player,
    summary,
    /** @param {Drawing | null} drawing */
    template: (drawing) => html`
      <div class="draw-player">
        <div class="draw-squares" role="group" tabindex="0" aria-roledescription=${translate('pictures')}
          aria-label=${drawing ? (describeCursor(drawing) ?? summary(drawing)) : ''}
          @pointermove=${followPointer} @pointerdown=${press.start} @click=${press.click} @pointerleave=${() => point(null)} @blur=${() => point(null)} @keydown=${pressKey}>${squaresTemplate(drawing, player.index, { grids, holding, cursor })}</div>
        <div class="draw-steps">
          <div class="draw-play">
            ${player.button}
            <p class="draw-which">${drawing && translate('Step {step} of {steps}. Bars: information in the latent numbers, in nats (1 nat = 1.44 bits)', { step: player.index + 1, steps })}</p>
          </div>
          ${stepsTemplate(drawing, steps, player, holding)}
        </div>
      </div>
    `,
    /** @param {Drawing | null} drawing */
    readout(drawing) {
      const pixel = drawing && describeCursor(drawing);
      return html`
        <div class="readout"><div>
          <p>${drawing && describeStep(drawing, player.index, grids).join(' ')}</p>
          <p class="draw-pointed ${pixel ? '' : 'readout-hint'}">${drawing && (pixel ?? translate(kHint))}</p>
          ${holding && html`<p class="readout-hint">${translate(kHoldHint)}</p>`}
        </div></div>
      `;
    },
  };
}

/** The canvas after each step, to choose one. @param {Drawing | null} drawing @param {number} steps @param {Player} player @param {Holding | undefined} holding */
function stepsTemplate(drawing, steps, player, holding) {
  const nats = getImage(drawing?.divergences ?? [], 0, steps);
  const { learnedDivergences: learned = nats } = drawing ?? {};
  const maximum = Math.max(kNats, ...(drawing ? nats : []));
  const items = nats.map((value, step) => {
    const number = formatFixed(value, 1);
    const name = translate('step {step}, {nats} nats', { step: step + 1, nats: number });
    return {
      radio: player.radio(step, drawing ? name : undefined),
      values: drawing && getImage(drawing.canvases, step),
      note: drawing
        ? html`<span class=${number === formatFixed(learned[step] ?? 0, 1) ? '' : 'align-changed'} ?data-held=${holding?.isHeld(step, {})}>${number}</span>`
        : '',
      bar: drawing ? value / maximum : 0,
    };
  });
  return imageRowTemplate(translate('Step'), items);
}
