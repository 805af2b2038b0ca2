/**
 * A picture in ink on a canvas of its own, optionally with glimpses over it.
 * @module
 */

import { h } from '../../parts/dom.js';
import { createStage } from '../../parts/stage.js';
import { writeImages } from '../../plots/draw-paint.js';
import { paintGlimpses } from '../../plots/glimpse-paint.js';
import { readTheme } from '../../plots/theme.js';

/** @typedef {{ values: ArrayLike<number>, glimpses?: import('../../plots/glimpse-paint.js').Glimpses }} Shown */

export function createGlimpseCanvas() {
  const canvas = h('canvas', { class: 'glimpse-canvas', 'aria-hidden': 'true' });
  const pixels = h('canvas');
  /** @type {Shown | null} */
  let shown = null;
  /** Whether `pixels` must be repainted. */
  let stale = false;

  const stage = createStage(canvas, (context, size) => {
    if (!shown) return;
    const theme = readTheme(canvas);
    const side = Math.round(Math.sqrt(shown.values.length));
    if (stale) writeImages(pixels, shown.values, { side, columns: 1, error: false }, theme);
    stale = false;
    context.imageSmoothingEnabled = false;
    context.drawImage(pixels, 0, 0, size, size);
    if (shown.glimpses) paintGlimpses(context, shown.glimpses, size, side, theme);
  });

  return {
    canvas,
    /** @param {Shown} next */
    show(next) {
      shown = next;
      stale = true;
      stage.redraw();
    },
    repaint() {
      stale = true;
      stage.redraw();
    },
    dispose: stage.dispose,
  };
}
