/** The watched picture with the windows that the reader holds fixed. Rows are steps, columns pixels. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { capitalize, formatFixed, formatPercent, formatRegion } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';
import { compareInk, kNumbersPerWindow } from './draw-data.js';
import { drawImage, getImage, kImageSide } from './draw-image.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { Frame, ViewOptions } from '../../engine/view-types.js' */
/** @import { Drawing } from './draw-data.js' */

/**
 * @param {ViewOptions} options
 * @param {object} page
 * @param {() => number} page.getExample index of the watched example
 * @param {(frame: Frame | null) => Drawing | null} page.read reads the drawing of the watched example
 * @param {() => void} page.draw
 */
export function createHeldDrawing(options, { getExample, read, draw }) {
  const { rowLabels, columnLabels, manifest, parameters, predict } = options;
  const labels = {
    rows: rowLabels.map((_, step) => translate('step {step}', { step: step + 1 })),
    columns: columnLabels.map((label) => formatRegion(label.replace(' ', ''))),
  };
  /** @type {Holding<Frame>} */
  const holding = new Holding(
    {
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
      getLearnedRow: ({ map }, step) => {
        const drawing = read(holding.present);
        const windows = map === 'read' ? drawing?.readWindows : drawing?.writeWindows;
        return windows ? getImage(windows, step, kNumbersPerWindow) : [];
      },
      placeRow: ([_gx, _gy, ...size], pixel) => [
        (pixel % kImageSide) + 1,
        Math.floor(pixel / kImageSide) + 1,
        ...size,
      ],
      getLabels: () => labels,
      getPlaceName: ({ map }) =>
        capitalize(map === 'read' ? translate('read window') : translate('write window')),
      getRefusal: (_row, _column, { map }) =>
        parameters()[`${map}Window`] === false
          ? translate('This model computes no weights, so there is nothing to hold.')
          : '',
      onChange: draw,
    },
    options,
  );
  /** @param {Prediction | undefined} answer @param {string} label */
  const copyTemplate = (answer, label) =>
    answer &&
    html`<figure>${drawImage({ values: toPixels(answer.output) }, { label })}<figcaption aria-hidden="true">${label}</figcaption></figure>`;

  return {
    holding,
    /**
     * Returns the drawing with the held windows, if it is of the current model; else unchanged. @template {Drawing | null} Any
     * @param {Frame | null} frame
     * @param {Any} drawing
     * @returns {Any}
     */
    apply(frame, drawing) {
      const { before, after } = /** @type {Record<string, any>} */ (holding.answers ?? {});
      return drawing && after && frame === holding.present
        ? { ...drawing, ...after, learnedDivergences: before.divergences }
        : drawing;
    },
    /** The copies with the learned and with the held windows. */
    copiesTemplate: () =>
      html`<div class="draw-held">${copyTemplate(holding.answers?.before, translate('learned'))}${copyTemplate(holding.answers?.after, translate('held'))}</div>`,
  };
}

/** @param {unknown} output of a prediction */
const toPixels = (output) => /** @type {readonly number[]} */ (output);
