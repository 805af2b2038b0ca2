/**
 * A picture in ink on a canvas of its own, optionally with glimpses over it.
 * @module
 */

import { h } from '../../parts/dom.js';
import { createStage } from '../../parts/stage.js';
import { writeImages } from '../../plots/draw-paint.js';
import { paintGlimpses } from '../../plots/glimpse-paint.js';
import { readTheme } from '../../plots/theme.js';

/** @typedef {{ values: ArrayLike<number>, glimpses?: import('../../plots/glimpse-paint.js').Glimpses }} CanvasContent */

export function createGlimpseCanvas() {
  const canvas = h('canvas', { class: 'glimpse-canvas', 'aria-hidden': 'true' });
  const pixels = h('canvas');
  /** @type {CanvasContent | null} */
  let current = null;
  /** Whether `pixels` must be repainted. */
  let isStale = false;

  const stage = createStage(canvas, (context, size) => {
    if (!current) return;
    const theme = readTheme(canvas);
    const side = Math.round(Math.sqrt(current.values.length));
    if (isStale) writeImages(pixels, current.values, { side, columns: 1, error: false }, theme);
    isStale = false;
    context.imageSmoothingEnabled = false;
    context.drawImage(pixels, 0, 0, size, size);
    if (current.glimpses) paintGlimpses(context, current.glimpses, size, side, theme);
  });

  return {
    canvas,
    /** @param {CanvasContent} next */
    show(next) {
      current = next;
      isStale = true;
      stage.redraw();
    },
    repaint() {
      isStale = true;
      stage.redraw();
    },
    dispose: stage.dispose,
  };
}
