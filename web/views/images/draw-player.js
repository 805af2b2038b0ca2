/**
 * A picture that is copied step by step: what is read, the remaining error, the canvas. Steps are chosen in the
 * row below, or played.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { findNeighbor } from '../../parts/cell-cursor.js';
import { exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatFixed } from '../../parts/format.js';
import { createPlayback } from '../../parts/playback.js';
import { createImage, getPart, kSide } from './draw-image.js';
import {
  computeErrorBefore,
  computeStepNumbers,
  describeStep,
  getWindows,
  pixelText,
  summarizeStep,
} from './draw-text.js';
import { createImageRow } from './image-row.js';

/** @import { Drawing, Grids } from './draw-text.js' */
/** @typedef {{ row: number, column: number }} Cell */

const kStepMs = 550;
/** Nats of a bar of full height, unless a step of the picture has more. */
const kNats = 3;

/** Numbers of a window, named as in the paper. */
const kWindowParameters = ['gx', 'gy', 'σ', 'δ', 'N'];

const kSquares = [
  { label: markText('picture and read window'), kind: 'draw-read' },
  { label: markText('error and read window'), kind: 'draw-read' },
  { label: markText('canvas and write window'), kind: 'draw-write' },
];

const kHint = markText(
  'Point at a picture, or walk with the arrow keys: the same pixel is read in all three.',
);

export class DrawPlayer {
  #steps;
  #grids;
  #canRepeat;
  #onControl;
  /** @type {Drawing | null} */
  #drawing = null;
  #step;
  /** @type {Cell | null} */
  #cursor = null;
  #squares = kSquares.map(({ label, kind }) => ({
    label: translate(label),
    picture: createImage({ class: kind }),
  }));
  #plot = h(
    'div',
    { class: 'draw-squares', role: 'group', tabindex: 0, 'aria-roledescription': translate('pictures') },
    ...this.#squares.map(({ label, picture }) =>
      h('figure', {}, picture.canvas, h('figcaption', { 'aria-hidden': 'true' }, label)),
    ),
  );
  #row;
  #play = createPlayback({
    label: translate('Play the steps'),
    everyMs: kStepMs,
    begin: () => this.#showStep(this.#step >= this.#steps - 1 ? 0 : this.#step),
    next: () => this.#showNext(),
    onPress: () => this.#onControl(),
  });
  #stepText = h('p', { class: 'draw-which' });
  #description = h('p', {});
  #pixelText = h('p', { class: 'draw-pointed' });

  /**
   * @param {object} options
   * @param {number} options.steps
   * @param {Grids} options.grids
   * @param {() => boolean} [options.canRepeat] asked at the last step: whether to play on from the first one
   * @param {() => void} [options.onControl] the reader has chosen a step, or plays or stops them
   */
  constructor({ steps, grids, canRepeat = () => false, onControl = () => undefined }) {
    this.#steps = steps;
    this.#grids = grids;
    this.#canRepeat = canRepeat;
    this.#onControl = onControl;
    this.#step = steps - 1;
    this.#row = createImageRow({
      label: translate('Step'),
      count: steps,
      bars: true,
      onChoose: (index) => {
        onControl();
        this.#play.stop();
        this.#showStep(index);
      },
    });
    this.#row.choose(this.#step);
    this.element = h(
      'div',
      { class: 'draw-player' },
      this.#plot,
      h(
        'div',
        { class: 'draw-steps' },
        h('div', { class: 'draw-play' }, this.#play.button, this.#stepText),
        this.#row.element,
      ),
    );
    this.readout = h('div', { class: 'readout' }, h('div', {}, this.#description, this.#pixelText));
    this.#plot.addEventListener('pointermove', (event) => this.#onPointer(event));
    this.#plot.addEventListener('pointerleave', () => this.#point(null));
    this.#plot.addEventListener('blur', () => this.#point(null));
    this.#plot.addEventListener('keydown', (event) => this.#onKey(event));
    this.#write();
  }

  get playing() {
    return this.#play.isPlaying;
  }

  start() {
    this.#play.start();
  }

  /** Goes to the next step, or from the last to the first one if `more` says so. @returns {boolean} whether there was more */
  #showNext() {
    const last = this.#step >= this.#steps - 1;
    if (last && !this.#canRepeat()) return false;
    this.#showStep(last ? 0 : this.#step + 1);
    return true;
  }

  /** @param {number} step */
  #showStep(step) {
    this.#step = step;
    this.#row.choose(step);
    this.#paint();
    this.#write();
  }

  /** @param {Drawing} drawing */
  show(drawing) {
    this.#drawing = drawing;
    this.#paint();
    this.#write();
    const nats = getPart(drawing.divergences, 0, this.#steps);
    const most = Math.max(kNats, ...nats);
    nats.forEach((value, step) => {
      const number = formatFixed(value, 1);
      this.#row.show(step, getPart(drawing.canvases, step), {
        note: number,
        label: translate('step {step}, {nats} nats', { step: step + 1, nats: number }),
        bar: value / most,
      });
    });
  }

  #paint() {
    if (!this.#drawing) return;
    const [read, write] = getWindows(this.#drawing, this.#step, this.#grids);
    const [picture, error, canvas] = this.#squares.map((square) => square.picture);
    const cursor = this.#cursor;
    picture?.show({ values: this.#drawing.picture, window: read, cursor });
    error?.show({ values: computeErrorBefore(this.#drawing, this.#step), error: true, window: read, cursor });
    canvas?.show({ values: getPart(this.#drawing.canvases, this.#step), window: write, cursor });
  }

  #write() {
    if (!this.#drawing) return;
    this.#stepText.textContent = translate(
      'Step {step} of {steps}. Bars: information in the latent numbers, in nats',
      {
        step: this.#step + 1,
        steps: this.#steps,
      },
    );
    this.#description.textContent = describeStep(this.#drawing, this.#step, this.#grids).join(' ');
    const pixel = this.#cursor && pixelText(this.#drawing, this.#step, this.#cursor);
    this.#pixelText.classList.toggle('readout-hint', !pixel);
    this.#pixelText.textContent = pixel ?? translate(kHint);
    this.#plot.setAttribute('aria-label', pixel ?? this.summary());
  }

  /** @returns {string} */
  summary() {
    return this.#drawing ? summarizeStep(this.#drawing, this.#step, this.#grids) : '';
  }

  /** @param {Cell | null} cell */
  #point(cell) {
    if (!cell && !this.#cursor) return;
    this.#cursor = cell;
    this.#paint();
    this.#write();
  }

  /** @param {PointerEvent} event */
  #onPointer(event) {
    const cells = this.#squares.map(({ picture }) => {
      const { x, y, width, height } = toElementPoint(picture.canvas, event);
      return { row: Math.floor((y / height) * kSide), column: Math.floor((x / width) * kSide) };
    });
    this.#point(cells.find((cell) => Object.values(cell).every((at) => at >= 0 && at < kSide)) ?? null);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const middle = { row: kSide / 2, column: kSide / 2 };
    const next = findNeighbor(this.#cursor ?? middle, event.key, event.ctrlKey, new Array(kSide).fill(kSide));
    if (!next || event.altKey || event.metaKey) return;
    this.#point(next);
    event.preventDefault();
    event.stopPropagation();
  }

  repaint() {
    for (const { picture } of this.#squares) picture.repaint();
    this.#row.repaint();
  }

  dispose() {
    this.#play.stop();
    for (const { picture } of this.#squares) picture.dispose();
    this.#row.dispose();
  }
}

/**
 * All steps: windows, nats, and how much ink each added or took away.
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
      ...numbers.map((value) => exactNumber(value, (number) => formatFixed(number, 2))),
    ]),
  };
}
