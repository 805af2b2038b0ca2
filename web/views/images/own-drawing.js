/**
 * A picture of the reader's own: drawn on a sheet, read and copied at once, and again while the network learns. Its
 * latent numbers can be interpolated to those of another picture.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { fileChoice } from '../../parts/file-choice.js';
import { capitalize, formatCount, formatShare, getErrorMessage } from '../../parts/format.js';
import { computeInk, readSquareImage } from '../../parts/image-file.js';
import { getModelNames } from '../../parts/model-names.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { throttle } from '../../parts/throttle.js';
import { createImage, getPart, kPixels, kSide } from './draw-image.js';
import { Pad } from './draw-pad.js';
import { createStepTable, DrawPlayer } from './draw-player.js';
import { drawStyles } from './draw-styles.js';
import { readGrids, readPictureLabels, verdictText } from './draw-text.js';
import { createImageRow } from './image-row.js';

export const styles = drawStyles;

/** @import { Frame, Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Drawing } from './draw-text.js' */
/** @typedef {readonly { name: string, copy: ArrayLike<number> }[]} Copies */

const kStrokeEveryMs = 200;
/** Pictures of an interpolation. */
const kInterpolationSteps = 9;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new OwnDrawing(options);
}

/** @implements {View} */
class OwnDrawing {
  wide = true;
  #options;
  #names;
  #grids;
  #labels;
  /** Whether something has been drawn; before that, nothing is predicted. */
  #hasDrawn = false;
  /** The picture at the end of the interpolation; −1 for none. */
  #targetImage = -1;
  /** @type {Frame | null} */
  #frame = null;
  #pad = new Pad({
    label: translate(
      'Your picture. The arrow keys move the pen, with Shift they draw; Enter puts ink, Backspace takes it away.',
    ),
    onDraw: () => {
      this.#hasDrawn = true;
      this.#requestPrediction.call();
    },
  });
  #player;
  #targetRow;
  #baselineFigure;
  #interpolationFigure;
  #result;
  #status = h('p', { class: 'panel-status', role: 'status' });
  #baselineCopy = createImage();
  #interpolation = createImage({ columns: kInterpolationSteps });
  #table = createDisclosureTable(translate('Your picture as a table'));
  /** Predicts again while the reader draws. */
  #requestPrediction = throttle(() => this.#inquiry.again(), kStrokeEveryMs);
  #inquiry = createPredictionRequest({
    predict: (values) => this.#options.predict(values),
    getInput: () => this.#createRequest(),
    onAnswer: (answer, step, { picture }) =>
      this.#show(/** @type {readonly number[]} */ (picture), answer, step),
    onError: (error) => this.#showError(error),
  });

  /** @param {ViewOptions} options */
  constructor(options) {
    const { rowLabels, parameters, manifest } = options;
    this.#options = options;
    this.#names = getModelNames(options);
    this.#grids = readGrids(parameters());
    this.#labels = readPictureLabels(manifest.details);
    this.#player = new DrawPlayer({ steps: rowLabels.length, grids: this.#grids });
    this.#targetRow = createImageRow({
      label: translate('Walk to'),
      count: this.#labels.length,
      onChoose: (index) => {
        this.#targetImage = index;
        this.#requestPrediction.call();
      },
    });
    /** @param {string} name @param {ReturnType<typeof createImage>} picture @param {string} text */
    const figure = (name, picture, text) =>
      h('figure', { class: name }, picture.canvas, h('figcaption', { class: 'draw-label' }, text));
    const baseline = this.#names[1] ?? '';
    this.#baselineFigure = figure(
      'draw-baseline',
      this.#baselineCopy,
      translate('copy by the network {baseline}', { baseline }),
    );
    this.#interpolationFigure = figure(
      'draw-interpolation',
      this.#interpolation,
      translate('from your picture to that one: the latent numbers of both, mixed'),
    );
    this.#result = h(
      'div',
      { class: 'draw-result' },
      this.#player.element,
      this.#player.readout,
      this.#table.element,
      h(
        'div',
        { class: 'draw-choose' },
        h('span', { class: 'draw-label' }, translate('Walk to')),
        this.#targetRow.element,
      ),
      this.#interpolationFigure,
    );
    this.element = this.#createPanel();
    for (const node of [this.#result, this.#baselineFigure, this.#interpolationFigure]) node.hidden = true;
  }

  #createPanel() {
    /** @param {string} text @param {(index: number) => number} ink */
    const button = (text, ink) =>
      h('button', { type: 'button', class: 'button', onclick: () => this.#pad.fill(ink) }, text);
    const clear = button(translate('Clear'), () => 0);
    const invert = button(translate('Invert'), (i) => 1 - (this.#pad.ink[i] ?? 0));
    const note = [
      translate(
        'Draw a digit in one stroke, about half as high as the sheet, with finger or mouse. With keys: arrows move the pen, Shift and arrows draw, Enter puts ink, Backspace takes it away.',
      ),
      translate('Or choose an image: its middle square becomes ink on the sheet, and stays in this page.'),
    ].join(' ');
    const choice = fileChoice(translate('Choose an image'), 'image/*', (file) => this.#open(file));
    const side = h(
      'div',
      { class: 'draw-pad-side' },
      this.#pad.element,
      h('div', { class: 'panel-row' }, clear, invert, choice),
      this.#status,
    );
    return h(
      'section',
      { class: 'panel draw-own', 'data-figure': 'own', 'aria-label': translate('Your own picture') },
      h('h2', {}, translate('Your own picture')),
      h('p', { class: 'panel-note' }, note),
      h('div', { class: 'draw-own-parts' }, side, this.#result, this.#baselineFigure),
    );
  }

  /** @param {Blob} file */
  async #open(file) {
    try {
      const ink = computeInk(await readSquareImage(file, kSide), kSide);
      this.#pad.fill((i) => ink[i] ?? 0);
    } catch (error) {
      this.#showError(error);
    }
  }

  #createRequest() {
    if (!this.#hasDrawn) return null;
    const interpolateTo =
      this.#targetImage < 0 ? -1 : (this.#options.manifest.train ?? 0) + this.#targetImage;
    return { picture: Array.from(this.#pad.ink), interpolateTo };
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#status.textContent = getErrorMessage(error);
  }

  /** @param {readonly number[]} picture @param {Prediction} answer @param {number} step */
  #show(picture, answer, step) {
    const { blank, canvases, readWindows, writeWindows, divergences, interpolation: walk } = readCopy(answer);
    const drawing = { picture, blank, canvases, readWindows, writeWindows, divergences };
    const copies = [answer.output, answer.baseline].flatMap((copy, i) =>
      copy === undefined
        ? []
        : [{ name: this.#names[i] ?? '', copy: /** @type {readonly number[]} */ (copy) }],
    );
    this.#result.hidden = false;
    this.#player.show(drawing);
    this.#baselineFigure.hidden = copies.length < 2;
    if (copies[1]) this.#baselineCopy.show({ values: copies[1].copy });
    this.#interpolationFigure.hidden = !walk;
    if (walk) this.#interpolation.show({ values: walk });
    const when = translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) });
    this.#status.textContent = `${capitalize(verdictText(picture, copies))} ${when}`;
    this.#table.write((whole) =>
      whole ? this.#createPixelTable(drawing, copies) : this.#createStepTable(drawing),
    );
  }

  /** @param {Drawing} drawing */
  #createStepTable(drawing) {
    return createStepTable(
      drawing,
      this.#grids,
      translate('windows in pixels, counted from 1; N filters along a side'),
    );
  }

  /** @param {Drawing} drawing @param {Copies} copies */
  #createPixelTable({ picture }, copies) {
    const inks = [picture, ...copies.map(({ copy }) => copy)];
    return {
      caption: translate('ink of each pixel'),
      head: [translate('pixel'), translate('yours'), ...copies.map(({ name }) => name)],
      rows: Array.from({ length: kPixels }, (_, i) => [
        this.#options.columnLabels[i] ?? '',
        ...inks.map((ink) => exactNumber(ink[i] ?? Number.NaN, formatShare)),
      ]),
    };
  }

  /** @param {Frame} next */
  update(next) {
    const first = this.#frame === null;
    this.#frame = next;
    const { pictures } = next.tensors;
    if (first && pictures)
      this.#labels.forEach((label, index) => {
        const description = translate('picture {n}: {label}', { n: index + 1, label });
        this.#targetRow.show(index, getPart(pictures, index), { note: label, label: description });
      });
    this.#inquiry.update(next.step);
  }

  repaint() {
    for (const part of [this.#pad, this.#player, this.#baselineCopy, this.#targetRow, this.#interpolation])
      part.repaint();
  }

  summary() {
    return '';
  }

  dispose() {
    this.#inquiry.dispose();
    this.#requestPrediction.cancel();
    for (const part of [this.#pad, this.#player, this.#baselineCopy, this.#targetRow, this.#interpolation])
      part.dispose();
  }
}

/**
 * The fields that only this experiment adds to a prediction.
 * @param {Prediction} answer
 * @returns {Omit<Drawing, 'picture'> & { interpolation?: readonly number[] }}
 */
const readCopy = (answer) => /** @type {any} */ (answer);
