/** The watched picture with the windows that the reader holds fixed. Rows are steps, columns pixels. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { capitalize, formatFixed, formatPercent, formatRegion } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { drawImage, getImage, kImageSide } from './draw-image.js';
import { compareInk, kNumbersPerWindow } from './draw-text.js';

/** @import { Frame, ViewOptions } from '../../engine/view-types.js' */
/** @import { Drawing } from './draw-text.js' */

export class HeldDrawing {
  /** The latest frame, which is of the current model. @type {Frame | null} */
  #frame = null;

  /**
   * @param {ViewOptions} options
   * @param {object} page
   * @param {() => number} page.getExample index of the watched example
   * @param {(frame: Frame | null) => Drawing | null} page.read reads the drawing of the watched example
   * @param {() => void} page.draw
   */
  constructor(options, { getExample, read, draw }) {
    const { rowLabels, columnLabels, manifest, parameters, predict } = options;
    const labels = {
      rows: rowLabels.map((_, step) => translate('step {step}', { step: step + 1 })),
      columns: columnLabels.map((label) => formatRegion(label.replace(' ', ''))),
    };
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      async predict(input) {
        const answer = await predict(input);
        const { copiedShare, beside } = compareInk(toPixels(answer.target), toPixels(answer.output));
        const values = {
          share: formatPercent(copiedShare).replace(/\s/, ' '),
          beside: formatFixed(beside, 1),
        };
        return { ...answer, text: translate('{share} of the ink, {beside} pixels beside it', values) };
      },
      getInput: () => ({ example: (manifest.train ?? 0) + getExample() }),
      getLearnedRow: ({ map: name }, step) => {
        const drawing = read(this.#frame);
        return drawing
          ? getImage(drawing[name === 'read' ? 'readWindows' : 'writeWindows'], step, kNumbersPerWindow)
          : [];
      },
      placeRow: ([_gx, _gy, ...size], pixel) => [
        (pixel % kImageSide) + 1,
        Math.floor(pixel / kImageSide) + 1,
        ...size,
      ],
      getLabels: () => labels,
      getPlaceName: ({ map: name }) =>
        capitalize(name === 'read' ? translate('read window') : translate('write window')),
      getRefusal: (_row, _column, { map: name }) =>
        parameters()[`${name}Window`] === false
          ? translate('This model computes no weights, so there is nothing to hold.')
          : '',
      onChange: draw,
    };
    this.holding = new Holding(map, options);
  }

  /** @param {Frame} frame of the current model */
  follow(frame) {
    this.#frame = frame;
    this.holding.update(frame.step);
  }

  /**
   * Returns the drawing with the held windows, if it is of the current model; else unchanged. @template {Drawing | null} Any
   * @param {Frame | null} frame
   * @param {Any} drawing
   * @returns {Any}
   */
  apply(frame, drawing) {
    const { before, after } = /** @type {Record<string, any>} */ (this.holding.answers ?? {});
    return drawing && after && frame === this.#frame
      ? { ...drawing, ...after, learnedDivergences: before.divergences }
      : drawing;
  }

  /** The copies with the learned and with the held windows. */
  get copies() {
    const { before, after } = this.holding.answers ?? {};
    /** @param {import('../../engine/shapes.js').Prediction | undefined} answer @param {string} label */
    const copy = (answer, label) =>
      answer &&
      html`<figure>${drawImage({ values: toPixels(answer.output) }, { label })}<figcaption aria-hidden="true">${label}</figcaption></figure>`;
    return html`<div class="draw-held">${copy(before, translate('learned'))}${copy(after, translate('held'))}</div>`;
  }
}

/** @param {unknown} output of a prediction */
const toPixels = (output) => /** @type {readonly number[]} */ (output);
