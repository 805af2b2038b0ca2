/** Three squares of one step: the part that is read, the remaining error, and the canvas. */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { locatePixel } from '../../parts/pixel-input.js';
import { computeErrorBeforeStep, getWindows } from './draw-data.js';
import { drawImage, getImage, kImageSide } from './draw-image.js';

/** @import { Cell } from '../../parts/cell-cursor.js' */
/** @import { Drawing } from './draw-data.js' */
/** @import { DrawPlayerOptions } from './draw-player.js' */

/** A pixel in one of the squares. @typedef {Cell & { map: 'read' | 'write' }} Place */

const kSquares = /** @type {const} */ ([
  { label: markText('picture and read window'), map: 'read' },
  { label: markText('error and read window'), map: 'read' },
  { label: markText('canvas and write window'), map: 'write' },
]);

/** @param {Drawing | null} drawing @param {number} step @param {Pick<DrawPlayerOptions, 'grids' | 'holding'> & { cursor: Cell | null }} options */
export function squaresTemplate(drawing, step, { grids, holding, cursor }) {
  const [read, write] = drawing ? getWindows(drawing, step, grids) : [];
  const squares = drawing && [
    { values: drawing.picture, window: read },
    { values: computeErrorBeforeStep(drawing, step), error: true, window: read },
    { values: getImage(drawing.canvases, step), window: write },
  ];
  return kSquares.map(({ label, map }, i) => {
    const isHeld = holding?.isHeld(step, { map });
    const square = squares?.[i];
    return html`<figure>${drawImage(square ? { ...square, isHeld, cursor } : null, { name: `draw-${map}` })}<figcaption aria-hidden="true" ?data-held=${isHeld}>${translate(label)}</figcaption></figure>`;
  });
}

/** @param {MouseEvent} event on the squares @returns {Place | null} */
export function locatePlace(event) {
  const canvases = /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll('canvas');
  for (const [i, { map }] of kSquares.entries()) {
    const canvas = canvases[i];
    const [column = -1, row = -1] = canvas ? locatePixel(canvas, event, kImageSide).map(Math.floor) : [];
    if (Math.min(row, column) >= 0 && Math.max(row, column) < kImageSide) return { row, column, map };
  }
  return null;
}
