/** A lit directive that paints a canvas in a template. */

import { noChange } from 'lit';
import { AsyncDirective, directive } from 'lit/async-directive.js';
import { readTheme } from '../plots/theme.js';
import { createCanvasPainter } from './canvas-painter.js';

/** @import { Theme } from '../plots/theme.js' */
/** @import { CanvasPainter } from './canvas-painter.js' */

/**
 * Paints a canvas in a template; see `Paint` in canvas-painter.js.
 * @callback PaintPart
 * @param {{ context: CanvasRenderingContext2D, width: number, height: number, time: number, canvas: HTMLCanvasElement, theme: Theme }} frame
 * @returns {boolean | void}
 */

class PaintDirective extends AsyncDirective {
  /** @type {HTMLCanvasElement | null} */
  #canvas = null;
  /** @type {PaintPart} */
  #paint = () => undefined;
  /** @type {CanvasPainter | null} */
  #painter = null;
  /** @type {readonly unknown[]} */
  #inputs = [];

  /** @override @param {PaintPart} _paint @param {...unknown} _inputs */
  render(_paint, ..._inputs) {
    return noChange;
  }

  /** @override @param {import('lit').ElementPart} part @param {[PaintPart, ...unknown[]]} values */
  update(part, [paint, ...inputs]) {
    const isSame = inputs.length > 0 && inputs.every((input, i) => input === this.#inputs[i]);
    this.#canvas = /** @type {HTMLCanvasElement} */ (part.element);
    this.#paint = paint;
    this.#inputs = inputs;
    if (!this.isConnected) return noChange;
    if (!this.#painter) this.reconnected();
    else if (!isSame) this.#painter.redraw();
    return noChange;
  }

  /** @override */
  reconnected() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.#canvas);
    this.#painter = createCanvasPainter(canvas, (context, width, height, time) =>
      this.#paint({ context, width, height, time, canvas, theme: readTheme(canvas) }),
    );
  }

  /** @override */
  disconnected() {
    this.#painter?.dispose();
    this.#painter = null;
  }
}

/**
 * Paints a canvas in a template: `<canvas ${paintCanvas(paint, ...inputs)}>`. It is painted again when one of the inputs is
 * another value; without inputs, at every rendering.
 */
export const paintCanvas = directive(PaintDirective);
