/** The picture under the light of attention at a word, with cells to point at and to hold. The light moves between words. */

import { html } from 'lit';
import { prefersReducedMotion } from '../../parts/canvas-painter.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { formatCell } from '../../parts/readout.js';
import { squareCells } from '../../parts/square-cells.js';
import { paintHatching } from '../../plots/alignment-paint.js';
import {
  interpolateLight,
  outlineCells,
  paintCells,
  paintPicture,
  paintRing,
} from '../../plots/image-attention-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { computePixelSide, computeSide, getRow } from './caption-data.js';
import { describeCell } from './caption-text.js';

/** @import { HoldGesture } from '../../parts/cell-cursor.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */
/** @import { CaptionData } from './caption-data.js' */

/** How long the light moves. */
const kTransitionMs = 450;

/** What is shown of a caption, and how. @typedef {{ word: number, showsCells: boolean, isHeld: (word: number) => boolean }} DisplayOptions */

export class CaptionScene {
  /** The region that is pointed at, −1 for none. */
  region = -1;
  #options;
  /** Regions along a side of the picture. */
  #side;
  /** The weights from which the light moves, and when it began to move. @type {{ before: Float32Array, began: number } | null} */
  #transition = null;

  /**
   * @param {object} options
   * @param {string} options.label
   * @param {readonly string[]} options.regions row and column of each
   * @param {() => void} options.draw
   * @param {((region: number, gesture: HoldGesture) => void) | undefined} options.onHold
   */
  constructor(options) {
    this.#options = options;
    this.#side = computeSide(options.regions);
  }

  /** Starts to move the light from the weights of a word. @param {CaptionData} snapshot @param {number} word */
  startTransition(snapshot, word) {
    if (prefersReducedMotion()) return;
    this.#transition = { before: getRow(snapshot, word, 'weights').slice(), began: Number.NaN };
  }

  stopTransition() {
    this.#transition = null;
  }

  /** @param {CaptionData | null} snapshot @param {DisplayOptions} display @param {ThrottledPart} throttled */
  template(snapshot, display, throttled) {
    const { word, showsCells, isHeld } = display;
    /** @type {PaintPart} */
    const paint = (frame) => (snapshot ? this.#paint(frame, snapshot, display) : false);
    return html`
      <div class="caption-scene" .style=${`--caption-cells: ${this.#side}`}>
        <canvas aria-hidden="true" ${paintCanvas(paint, snapshot, word, showsCells, this.region, isHeld(word))}></canvas>
        ${throttled(() => this.#cellsTemplate(snapshot, word))}
      </div>
    `;
  }

  /** @param {Parameters<PaintPart>[0]} frame @param {CaptionData} snapshot @param {DisplayOptions} display */
  #paint(frame, snapshot, { word, showsCells, isHeld }) {
    const light = this.#advanceLight(frame.time);
    paintAttention(frame, snapshot, word, {
      showsCells,
      resolution: 2,
      isHeld: isHeld(word),
      hasRing: snapshot.kind === 'hard',
      region: this.region,
      ...light,
    });
    return light !== null;
  }

  /** @param {number} time @returns {{ before: Float32Array, progress: number } | null} from where the light moves and how far it has moved, from 0 to 1; null while it stands still */
  #advanceLight(time) {
    if (!this.#transition) return null;
    const { before, began } = this.#transition;
    if (Number.isNaN(began)) this.#transition.began = time;
    const part = Number.isNaN(began) ? 0 : (time - began) / kTransitionMs;
    if (part >= 1) this.stopTransition();
    return part < 1 ? { before, progress: part * part * (3 - 2 * part) } : null;
  }

  /** @param {CaptionData | null} snapshot @param {number} word */
  #cellsTemplate(snapshot, word) {
    const { label, regions, draw, onHold } = this.#options;
    return squareCells({
      side: this.#side,
      label,
      ...(snapshot && {
        describe: (region) => formatCell(describeCell(snapshot, word, region, regions)),
      }),
      onPoint: (region) => {
        this.region = region;
        draw();
      },
      ...(onHold && { onHold }),
    });
  }
}

/**
 * Paints the weights of a word, with the outline of the object that it names.
 * @param {Parameters<PaintPart>[0]} frame
 * @param {CaptionData} snapshot
 * @param {number} word
 * @param {object} options
 * @param {boolean} options.showsCells whether the weights are shown without the picture
 * @param {number} options.resolution pixels of the light per pixel of the picture
 * @param {boolean} options.isHeld whether the reader holds the weights, which are then hatched
 * @param {boolean} [options.hasRing] whether a ring marks the largest weight
 * @param {number} [options.region] that is pointed at, −1 for none
 * @param {number} [options.line] width of the outline; by default that of the theme
 * @param {Float32Array} [options.before] weights from which the light moves
 * @param {number} [options.progress] how far it has moved, from 0 to 1
 */
export function paintAttention({ context, width: size, theme }, snapshot, word, options) {
  const { showsCells, resolution, isHeld, hasRing, region = -1, line = theme.line, progress = 1 } = options;
  const square = { x: 0, y: 0, size };
  const cells = Math.round(Math.sqrt(snapshot.columns));
  const [weights, truth] = [getRow(snapshot, word, 'weights'), getRow(snapshot, word, 'truth')];
  if (showsCells) {
    paintCells(context, square, weights, cells, theme);
  } else {
    const side = resolution * computePixelSide(snapshot.picture);
    const light =
      snapshot.kind === 'none'
        ? undefined
        : interpolateLight(options.before ?? weights, weights, progress, cells, side);
    paintPicture(context, size, snapshot.picture, resolution, light);
  }
  if (snapshot.truth.length > 0) outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, cells, line);
  if (hasRing) paintRing(context, square, findLargestColumn(weights, 0, weights.length), cells, line);
  if (isHeld) paintHatching(context, { left: 0, top: 0, width: size, height: size }, theme);
  outlineCells(context, square, (i) => i === region, cells, line / 2, [3, 3]);
}
