/**
 * A picture that the reader draws. The network copies it at once, and again while it learns. The picture's latent variables
 * can be interpolated to those of another picture.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { createGroupName } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { capitalize } from '../../parts/format.js';
import { getModelNames } from '../../parts/model-names.js';
import { createOwnInputView, formatStepStatus } from '../../parts/own-input-view.js';
import { readGrids, readPictureLabels } from './draw-data.js';
import { createDrawingEditor } from './draw-editor.js';
import { drawImage, getImage } from './draw-image.js';
import { createDrawPlayer } from './draw-player.js';
import { drawStyles } from './draw-styles.js';
import { createPixelTable, createStepTable, describeVerdict } from './draw-text.js';
import { heldOutRowTemplate } from './image-row.js';

export const styles = drawStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Answer } from '../../parts/own-input-view.js' */
/** @import { Drawing, Grids } from './draw-data.js' */
/** @import { Copies } from './draw-text.js' */

/** Number of pictures in an interpolation. */
const kInterpolationSteps = 9;
const kTableCaption = markText('windows in pixels, counted from 1; N filters along a side');

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { rowLabels, columnLabels, parameters, predict, manifest } = options;
  const names = getModelNames(options);
  const grids = readGrids(parameters());
  const pictures = readPictureLabels(manifest.details);
  const group = createGroupName();
  /** Whether something has been drawn; before that, nothing is predicted. */
  let hasDrawn = false;
  /** The picture at the end of the interpolation; −1 for none. */
  let chosen = -1;
  /** The pictures from which the end of the interpolation is chosen. @type {ArrayLike<number> | null} */
  let images = null;
  const steppedDrawing = createDrawPlayer({ steps: rowLabels.length, grids, draw: () => view.draw() });
  const editor = createDrawingEditor({
    draw: () => view.draw(),
    onDraw() {
      hasDrawn = true;
      view.draw();
      view.sendThrottled();
    },
    attempt: (action) => view.attempt(action),
  });

  /** @param {number} index */
  function chooseTarget(index) {
    chosen = index;
    view.draw();
    view.sendThrottled();
  }

  const view = createOwnInputView({
    predict,
    attributes: {
      class: 'panel draw-own',
      'data-figure': 'own',
      'aria-label': translate('Your own picture'),
    },
    getInput: () =>
      hasDrawn
        ? {
            picture: Array.from(editor.ink),
            interpolateTo: chosen < 0 ? -1 : (manifest.train ?? 0) + chosen,
          }
        : null,
    describe: (answer) => [
      capitalize(describeVerdict(readDrawing(answer).picture, listCopies(answer, names))),
      formatStepStatus(answer.step),
    ],
    template(answer, status) {
      const copies = answer ? listCopies(answer, names) : [];
      const drawing = answer && readDrawing(answer);
      const getValues = images && ((/** @type {number} */ index) => getImage(images ?? [], index));
      const label = translate('Walk to');
      const row = heldOutRowTemplate({ label, group, pictures, chosen, getValues, onChoose: chooseTarget });
      return html`
        <h2>${translate('Your own picture')}</h2>
        <p class="panel-note">${translate('Draw a digit in one stroke, about half as high as the sheet, with finger or mouse. With keys: arrows move the pen, Shift and arrows draw, Enter puts ink, Backspace takes it away.')}
          ${translate('Or choose an image: its middle square becomes ink on the sheet, and stays in this page.')}</p>
        <div class="draw-own-parts">
          <div class="draw-pad-side" @dragover=${editor.drop} @drop=${editor.drop}>${editor.template()}<p class="panel-status" role="status">${status}</p></div>
          <div class="draw-result" ?hidden=${!drawing}>
            ${steppedDrawing.template(drawing)} ${steppedDrawing.readout(drawing)}
            ${disclosureTable(translate('Your picture as a table'), createTable(drawing, copies, grids, columnLabels))}
            <div class="draw-choose"><span class="draw-label">${label}</span>${row}</div>
            ${figureTemplate('draw-interpolation', drawing?.interpolation, translate('from your picture to that one: the latent numbers of both, mixed'), kInterpolationSteps)}
          </div>
          ${figureTemplate('draw-baseline', copies[1]?.copy, translate('copy by the network {baseline}', { baseline: names[1] ?? '' }))}
        </div>
      `;
    },
    onFrame({ tensors }) {
      if (images || !tensors['pictures']) return;
      images = tensors['pictures'];
      view.draw();
    },
    disposables: [steppedDrawing.player],
  });
  return view;
}

/** The steps, or every pixel of the picture and its copies. @param {Drawing | null} drawing @param {Copies} copies @param {Grids} grids @param {readonly string[]} labels of the pixels */
const createTable = (drawing, copies, grids, labels) =>
  drawing &&
  ((/** @type {boolean} */ whole) =>
    whole
      ? createPixelTable(drawing.picture, copies, labels)
      : createStepTable(drawing, grids, translate(kTableCaption)));

/** @param {string} name class @param {ArrayLike<number> | undefined} values @param {string} text @param {number} [columns] */
const figureTemplate = (name, values, text, columns = 1) => html`
  <figure class=${name} ?hidden=${!values}>
    ${drawImage(values ? { values } : null, { columns })}
    <figcaption class="draw-label">${text}</figcaption>
  </figure>
`;

/**
 * The copied picture, with the fields that only this experiment adds to a prediction.
 * @param {Answer} answer
 * @returns {Drawing & { interpolation?: readonly number[] }}
 */
const readDrawing = ({ prediction, input }) => ({
  .../** @type {any} */ (prediction),
  picture: input['picture'],
});

/** @param {Answer} answer @param {readonly string[]} names of the models @returns {Copies} */
const listCopies = ({ prediction: { output, baseline } }, names) =>
  [output, baseline].flatMap((copy, i) =>
    copy === undefined ? [] : [{ name: names[i] ?? '', copy: /** @type {readonly number[]} */ (copy) }],
  );
