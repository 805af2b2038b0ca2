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
            <p class="draw-which">${drawing && translate('Step {step} of {steps}. Bars: information in its code, the latent numbers, in nats (1.44 bits)', { step: player.index + 1, steps })}</p>
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

/** Three squares: the part that is read, the remaining error, and the canvas. @param {Drawing | null} drawing @param {number} step @param {Pick<DrawPlayerOptions, 'grids' | 'holding'> & { cursor: Cell | null }} options */
function squaresTemplate(drawing, step, { grids, holding, cursor }) {
  const [read, write] = drawing ? getWindows(drawing, step, grids) : [];
  const squares = drawing && [
    { values: drawing.picture, window: read },
    { values: computeErrorBefore(drawing, step), error: true, window: read },
    { values: getImage(drawing.canvases, step), window: write },
  ];
  return kSquares.map(({ label, map }, i) => {
    const isHeld = holding?.isHeld(step, { map });
    const square = squares?.[i];
    return html`<figure>${drawImage(square ? { ...square, isHeld, cursor } : null, { name: `draw-${map}` })}<figcaption aria-hidden="true" ?data-held=${isHeld}>${translate(label)}</figcaption></figure>`;
  });
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
