/**
 * A picture that the reader draws. The network copies it at once, and again while it learns. The picture's latent variables
 * can be interpolated to those of another picture.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { createGroupName } from '../../parts/choices.js';
import { disclosureTable, exactNumberTemplate } from '../../parts/disclosure-table.js';
import { createDropListener, fileChoiceTemplate } from '../../parts/file-choice.js';
import { capitalize, formatShare } from '../../parts/format.js';
import { convertToInk, readSquareImage } from '../../parts/image-file.js';
import { getModelNames } from '../../parts/model-names.js';
import { createOwnInputView, formatStepStatus } from '../../parts/own-input-view.js';
import { drawImage, getImage, kImagePixels, kImageSide } from './draw-image.js';
import { createDrawingPad } from './draw-pad.js';
import { createDrawPlayer, createStepTable } from './draw-player.js';
import { drawStyles } from './draw-styles.js';
import { describeVerdict, readGrids, readPictureLabels } from './draw-text.js';
import { heldOutRowTemplate } from './image-row.js';

export const styles = drawStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Answer } from '../../parts/own-input-view.js' */
/** @import { Drawing, Grids } from './draw-text.js' */
/** @typedef {readonly { name: string, copy: ArrayLike<number> }[]} Copies */

/** Number of pictures in an interpolation. */
const kInterpolationSteps = 9;

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
  const sheet = createSheet({
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

  const getInput = () => ({
    picture: Array.from(sheet.ink),
    interpolateTo: chosen < 0 ? -1 : (manifest.train ?? 0) + chosen,
  });

  const view = createOwnInputView({
    predict,
    attributes: {
      class: 'panel draw-own',
      'data-figure': 'own',
      'aria-label': translate('Your own picture'),
    },
    getInput: () => (hasDrawn ? getInput() : null),
    describe: (answer) => [
      capitalize(describeVerdict(readDrawing(answer).picture, listCopies(answer, names))),
      formatStepStatus(answer.step),
    ],
    template(answer, status) {
      const copy = answer ? listCopies(answer, names)[1]?.copy : undefined;
      const drawing = answer && readDrawing(answer);
      const getValues = images && ((/** @type {number} */ index) => getImage(images ?? [], index));
      const label = translate('Walk to');
      const table =
        answer &&
        ((/** @type {boolean} */ whole) => createTableText(answer, whole, names, grids, columnLabels));
      const row = heldOutRowTemplate({ label, group, pictures, chosen, getValues, onChoose: chooseTarget });
      return html`
        <h2>${translate('Your own picture')}</h2>
        <p class="panel-note">${noteText()}</p>
        <div class="draw-own-parts">
          <div class="draw-pad-side" @dragover=${sheet.drop} @drop=${sheet.drop}>${sheet.template()}<p class="panel-status" role="status">${status}</p></div>
          <div class="draw-result" ?hidden=${!drawing}>
            ${steppedDrawing.template(drawing)} ${steppedDrawing.readout(drawing)}
            ${disclosureTable(translate('Your picture as a table'), table)}
            <div class="draw-choose"><span class="draw-label">${label}</span>${row}</div>
            ${figureTemplate('draw-interpolation', drawing?.interpolation, translate('from your picture to that one: the latent numbers of both, mixed'), kInterpolationSteps)}
          </div>
          ${figureTemplate('draw-baseline', copy, translate('copy by the network {baseline}', { baseline: names[1] ?? '' }))}
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

/**
 * The drawing pad with its buttons.
 * @param {Pick<Parameters<typeof createDrawingPad>[0], 'draw' | 'onDraw'> & { attempt: (action: () => Promise<void>) => void }} options
 */
function createSheet({ draw, onDraw, attempt }) {
  const label = translate(
    'Your picture. The arrow keys move the pen, with Shift they draw; Enter puts ink, Backspace takes it away.',
  );
  const pad = createDrawingPad({ label, draw, onDraw });
  /** @param {Blob} file */
  const open = (file) =>
    attempt(async () => {
      const ink = convertToInk(await readSquareImage(file, kImageSide), kImageSide);
      pad.fill((i) => ink[i] ?? 0);
    });
  /** @param {string} text @param {(index: number) => number} ink */
  const fill = (text, ink) => buttonTemplate(text, () => pad.fill(ink));
  return {
    ink: pad.ink,
    drop: createDropListener(open),
    template: () => html`
      ${pad.template()}
      <div class="panel-row">
        ${fill(translate('Clear'), () => 0)} ${fill(translate('Invert'), (i) => 1 - (pad.ink[i] ?? 0))}
        ${fileChoiceTemplate(translate('Choose an image'), 'image/*', open)}
      </div>
    `,
  };
}

const noteText = () =>
  [
    translate(
      'Draw a digit in one stroke, about half as high as the sheet, with finger or mouse. With keys: arrows move the pen, Shift and arrows draw, Enter puts ink, Backspace takes it away.',
    ),
    translate('Or choose an image: its middle square becomes ink on the sheet, and stays in this page.'),
  ].join(' ');

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

/** @param {Answer} answer @param {boolean} whole whether to list every pixel instead of the steps @param {readonly string[]} names @param {Grids} grids @param {readonly string[]} labels of the pixels */
function createTableText(answer, whole, names, grids, labels) {
  const drawing = readDrawing(answer);
  const caption = translate('windows in pixels, counted from 1; N filters along a side');
  if (!whole) return createStepTable(drawing, grids, caption);
  const copies = listCopies(answer, names);
  const inks = [drawing.picture, ...copies.map(({ copy }) => copy)];
  return {
    caption: translate('ink of each pixel'),
    head: [translate('pixel'), translate('yours'), ...copies.map(({ name }) => name)],
    rows: Array.from({ length: kImagePixels }, (_, i) => [
      labels[i] ?? '',
      ...inks.map((ink) => exactNumberTemplate(ink[i] ?? Number.NaN, formatShare)),
    ]),
  };
}
