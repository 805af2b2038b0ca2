/** A picture that the reader makes. The model captions it at once, and again while it learns. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { buttonTemplate } from '../../parts/button.js';
import { fileChoiceTemplate } from '../../parts/file-choice.js';
import { readSquareImage } from '../../parts/image-file.js';
import { createOwnInputView, formatStepStatus } from '../../parts/own-input-view.js';
import { createCaptionBoard, formatPlacedShapes, parsePlacedShapes } from './caption-board.js';
import { createCaptionData } from './caption-data.js';
import { CaptionPlayer } from './caption-player.js';
import { captioningStyles } from './caption-styles.js';
import { isTrueCaption } from './caption-text.js';

export const styles = captioningStyles;

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { PlacedShapes } from './caption-board.js' */
/** @import { AttentionKind, CaptionData } from './caption-data.js' */

/** Pixels along a side of the model's picture. */
const kSide = 24;

/** The shapes on the board at the beginning: a picture as in training. */
const kInitialObjects = 'red square 4';

/** The input of the model: objects, or the pixels of an image. @typedef {{ objects: string, picture?: readonly number[] }} CaptionRequest */

/** @param {PlacedShapes} placed @returns {boolean} whether two shapes have the same color */
function hasTwoAlike(placed) {
  const colors = [...placed.values()].map((what) => what.split(' ')[0]);
  return new Set(colors).size < colors.length;
}

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { columnLabels: regions, parameters, predict } = options;
  /** @type {CaptionRequest} */
  let request = { objects: kInitialObjects };
  const board = createCaptionBoard({
    onChange: (placed) => setRequest({ objects: formatPlacedShapes(placed) }),
    onFile: open,
    draw: () => view.draw(),
  });
  const caption = new CaptionPlayer({
    label: translate('Regions of your picture'),
    regions,
    draw: () => view.draw(),
  });

  /** @param {CaptionRequest} next */
  function setRequest(next) {
    request = next;
    view.send();
  }

  /** @param {Blob} file */
  function open(file) {
    view.attempt(async () =>
      setRequest({ objects: '', picture: Array.from(await readSquareImage(file, kSide)) }),
    );
  }

  /** @param {string} objects @param {string} label */
  const example = (objects, label) => buttonTemplate(label, () => setRequest({ objects }));

  /** @type {CaptionData | null} */
  let snapshot = null;
  const view = createOwnInputView({
    predict,
    attributes: { class: 'bars caption', 'aria-label': translate('Your own picture') },
    getInput: () => ({ ...request }),
    onAnswer({ prediction, step }) {
      const kind = /** @type {AttentionKind} */ (parameters()['attention']);
      snapshot = createCaptionData(prediction, step, kind);
    },
    describe: ({ prediction, step }) => [
      formatStepStatus(step),
      ...describeUnusual(request, prediction.targetText !== undefined, Number(parameters()['objects'])),
    ],
    template: (answer, status, throttled) => html`
      <p class="panel-note">${translate('Choose a color and a shape, then click or tap a place; the same again takes it away. With the keyboard: arrow keys and Enter.')}</p>
      <div class="panel-row">
        ${example('green triangle 1, blue square 7', translate('Two shapes'))}
        ${example('red square 3, red circle 5', translate('Two of one color'))}
        ${example('', translate('An empty picture'))}
        ${fileChoiceTemplate(translate('Choose an image'), 'image/*', open)}
      </div>
      <div class="caption-yours">
        ${board(parsePlacedShapes(request.objects), snapshot?.picture)}
        <div class="caption-beside">
          <p class="caption-output">${answer && outputTemplate(answer.prediction, request)}</p>
          <p class="panel-status" role="status">${status}</p>
          ${caption.template(snapshot, throttled)} ${caption.readout(snapshot)}
        </div>
      </div>
      ${throttled(() => caption.table(snapshot))}
    `,
    disposables: [caption.player],
  });
  view.send();
  return view;
}

/** @param {Prediction} prediction @param {CaptionRequest} request */
function outputTemplate({ text = '', targetText }, { objects }) {
  const isRight =
    text === targetText ||
    (targetText !== undefined && hasTwoAlike(parsePlacedShapes(objects)) && isTrueCaption(text, targetText));
  const verdict = isRight
    ? ' ✓'
    : ` ✗ ${translate('should be: {text}', { text: targetText || translate('(nothing)') })}`;
  return html`<b>${text || translate('(nothing)')}</b>${targetText === undefined ? '' : verdict}`;
}

/**
 * Describes what in a picture never occurs in training.
 * @param {CaptionRequest} request
 * @param {boolean} hasTarget whether the right caption is known
 * @param {number} maximum objects of a picture in training
 */
function describeUnusual({ objects, picture }, hasTarget, maximum) {
  if (picture)
    return [
      translate(
        'It has met nothing but four shapes in four colors on black, and says what it knows. Nobody knows where it should look: there is no outline. The image stays in this page.',
      ),
    ];
  const placed = parsePlacedShapes(objects);
  return [
    placed.size === 0 && translate('An empty picture never occurs in training.'),
    hasTwoAlike(placed) &&
      translate(
        'Training pictures never have two shapes of one color: either may be named first, if the relation is right.',
      ),
    !hasTarget &&
      !hasTwoAlike(placed) &&
      translate('Shapes on a diagonal never occur in training: two relations would be true.'),
    placed.size > maximum &&
      translate('In training no picture has more than {most} objects.', { most: maximum }),
  ];
}
