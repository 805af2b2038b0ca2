/**
 * A picture that is copied step by step: the part that is read, the remaining error, and the canvas. Steps are chosen in
 * the row below, or played.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatFixed } from '../../parts/format.js';
import { createPressHandlers, kHoldKeys, locatePixel, readPixelKey } from '../../parts/pixel-input.js';
import { Player } from '../../parts/player.js';
import { drawImage, getImage, kImageSide } from './draw-image.js';
import {
  computeErrorBefore,
  computeStepNumbers,
  describePixel,
  describeStep,
  getWindows,
  summarizeStep,
} from './draw-text.js';
import { imageRowTemplate } from './image-row.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Holding } from '../../parts/holding.js' */
/** @import { Drawing, Grids } from './draw-text.js' */

const kStepMs = 550;
/** A bar of full height means this many nats, unless a step of the picture has more. */
const kNats = 3;

/** Numbers of a window, named as in the paper. */
const kWindowParameters = ['gx', 'gy', 'σ', 'δ', 'N'];

const kSquares = /** @type {const} */ ([
  { label: markText('picture and read window'), map: 'read' },
  { label: markText('error and read window'), map: 'read' },
  { label: markText('canvas and write window'), map: 'write' },
]);

const kHint = markText(
  'Point at a picture, or walk with the arrow keys: the same pixel is read in all three.',
);
const kHoldHint = markText(
  'Press a pixel, or the key H on it (with Shift: write window): the window of this step must be there.',
);

export class DrawPlayer {
  #options;
  /** @type {Cell | null} */
  #cursor = null;
  player;

  /**
   * @param {object} options
   * @param {number} options.steps
   * @param {Grids} options.grids
   * @param {() => void} options.draw
   * @param {Holding | undefined} [options.holding] of the windows
   * @param {() => 'stop' | 'repeat'} [options.atEnd] whether to play on from the first step
   */
  constructor(options) {
    this.#options = options;
    const { steps, draw, atEnd } = options;
    const label = translate('Play the steps');
    this.player = new Player({ label, intervalMs: kStepMs, count: steps, resumes: true, draw, atEnd });
  }

  /** @param {Drawing | null} drawing */
  template(drawing) {
    const [step, steps] = [this.player.index, this.#options.steps];
    const squares = drawing ? this.#createSquares(drawing) : [];
    return html`
      <div class="draw-player">
        <div class="draw-squares" role="group" tabindex="0" aria-roledescription=${translate('pictures')}
          aria-label=${drawing ? (this.#describePixel(drawing) ?? this.summary(drawing)) : ''}
          @pointermove=${this.#onPointer} @pointerdown=${this.#press.start} @click=${this.#press.click} @pointerleave=${() => this.#point(null)} @blur=${() => this.#point(null)} @keydown=${this.#onKey}>
          ${kSquares.map(
            ({ label, map }, i) =>
              html`<figure>${drawImage(squares[i] ?? null, { name: `draw-${map}` })}<figcaption aria-hidden="true" ?data-held=${this.#options.holding?.isHeld(step, { map })}>${translate(label)}</figcaption></figure>`,
          )}
        </div>
        <div class="draw-steps">
          <div class="draw-play">
            ${this.player.button}
            <p class="draw-which">${drawing && translate('Step {step} of {steps}. Bars: information in the latent numbers, in nats', { step: step + 1, steps })}</p>
          </div>
          ${this.#rowTemplate(drawing)}
        </div>
      </div>
    `;
  }

  /** @param {Drawing | null} drawing */
  readout(drawing) {
    const pixel = drawing && this.#describePixel(drawing);
    return html`
      <div class="readout"><div>
        <p>${drawing && describeStep(drawing, this.player.index, this.#options.grids).join(' ')}</p>
        <p class="draw-pointed ${pixel ? '' : 'readout-hint'}">${drawing && (pixel ?? translate(kHint))}</p>
        ${this.#options.holding && html`<p class="readout-hint">${translate(kHoldHint)}</p>`}
      </div></div>
    `;
  }

  /** @param {Drawing} drawing */
  summary(drawing) {
    return summarizeStep(drawing, this.player.index, this.#options.grids);
  }

  /** Creates three squares: the part that is read, the remaining error, and the canvas. @param {Drawing} drawing */
  #createSquares(drawing) {
    const [step, cursor] = [this.player.index, this.#cursor];
    const [read, write] = getWindows(drawing, step, this.#options.grids);
    const squares = [
      { values: drawing.picture, window: read },
      { values: computeErrorBefore(drawing, step), error: true, window: read },
      { values: getImage(drawing.canvases, step), window: write },
    ];
    return squares.map((square, i) => ({
      ...square,
      isHeld: this.#options.holding?.isHeld(step, { map: kSquares[i]?.map }),
      cursor,
    }));
  }

  /** @param {Drawing | null} drawing */
  #rowTemplate(drawing) {
    const nats = getImage(drawing?.divergences ?? [], 0, this.#options.steps);
    const { learnedDivergences: learned = nats } = drawing ?? {};
    const maximum = Math.max(kNats, ...(drawing ? nats : []));
    const items = nats.map((value, step) => {
      const number = formatFixed(value, 1);
      const name = translate('step {step}, {nats} nats', { step: step + 1, nats: number });
      return {
        radio: this.player.radio(step, drawing ? name : undefined),
        values: drawing && getImage(drawing.canvases, step),
        note: drawing
          ? html`<span class=${number === formatFixed(learned[step] ?? 0, 1) ? '' : 'align-changed'} ?data-held=${this.#options.holding?.isHeld(step, {})}>${number}</span>`
          : '',
        bar: drawing ? value / maximum : 0,
      };
    });
    return imageRowTemplate(translate('Step'), items);
  }

  /** @param {Drawing} drawing */
  #describePixel(drawing) {
    return this.#cursor && describePixel(drawing, this.player.index, this.#cursor);
  }

  /** @param {Cell | null} cell */
  #point(cell) {
    if (!cell && !this.#cursor) return;
    this.#cursor = cell;
    this.#options.draw();
  }

  #onPointer = (/** @type {PointerEvent} */ event) => {
    this.#point(locatePlace(event));
    this.#press.move(event);
  };

  #onKey = (/** @type {KeyboardEvent} */ event) => {
    const key = readPixelKey(event, this.#cursor, kImageSide, this.#options.holding ? kHoldKeys : {});
    if (!key) return;
    this.#point(key.to);
    if (key.action === 'put') this.#hold({ ...key.to, map: event.shiftKey ? 'write' : 'read' });
    if (key.action === 'erase') this.#options.holding?.hold(this.player.index, 0, 'release', {});
  };

  /** @param {Place} place */
  #hold({ map, row, column }) {
    // The player stops, so that the held step stays on screen.
    this.player.choose(this.player.index);
    this.#options.holding?.hold(this.player.index, row * kImageSide + column, 'all', { map });
  }

  #press = createPressHandlers(locatePlace, (place) => this.#options.holding && this.#hold(place));
}

/** A pixel in one of the squares. @typedef {Cell & { map: 'read' | 'write' }} Place */

/** @param {MouseEvent} event on the squares @returns {Place | null} */
function locatePlace(event) {
  const canvases = /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('canvas');
  for (const [i, { map }] of kSquares.entries()) {
    const canvas = canvases[i];
    const [column = -1, row = -1] = canvas ? locatePixel(canvas, event, kImageSide).map(Math.floor) : [];
    if (Math.min(row, column) >= 0 && Math.max(row, column) < kImageSide) return { row, column, map };
  }
  return null;
}

/**
 * A table of all steps: windows, nats, and how much ink each step added or took away.
 * @param {Drawing} drawing
 * @param {Grids} grids
 * @param {string} caption
 * @returns {import('../../parts/disclosure-table.js').TableText}
 */
export function createStepTable(drawing, grids, caption) {
  return {
    caption,
    head: [
      translate('step'),
      ...kWindowParameters.map((name) => translate('read {name}', { name })),
      ...kWindowParameters.map((name) => translate('write {name}', { name })),
      translate('nats'),
      translate('ink that changed'),
    ],
    rows: computeStepNumbers(drawing, grids).map((numbers, step) => [
      String(step + 1),
      ...numbers.map((value) => exactNumberTemplate(value, (number) => formatFixed(number, 2))),
    ]),
  };
}
