/** A canvas with a picture in ink, and optionally glimpses over the picture. */

import { html } from 'lit';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { writeImages } from '../../plots/draw-paint.js';
import { paintGlimpses } from '../../plots/glimpse-paint.js';
import { paintPixels } from '../../plots/pixels.js';

/** @import { Glimpses } from '../../plots/glimpse-paint.js' */

/** @param {ArrayLike<number> | null} values null: nothing is painted @param {Glimpses} [glimpses] */
export const glimpseCanvasTemplate = (values, glimpses) => html`
  <canvas class="glimpse-canvas" aria-hidden="true" ${paintCanvas(({ context, width, theme }) => {
    if (!values) return;
    const layout = { side: Math.round(Math.sqrt(values.length)), columns: 1, error: false };
    paintPixels(context, width, width, (pixels) => writeImages(pixels, values, layout, theme));
    if (glimpses) paintGlimpses(context, glimpses, width, layout.side, theme);
  })}></canvas>
`;
