/**
 * A picture of the reader's own, captioned by the model as it is now, and again while it learns.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { fileChoice } from '../../parts/file-choice.js';
import { formatCount, getErrorMessage } from '../../parts/format.js';
import { readSquareImage } from '../../parts/image-file.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { CaptionBoard, formatPlaced, parsePlaced } from './caption-board.js';
import { CaptionPlayer } from './caption-player.js';
import { createScene } from './caption-scene.js';
import { captionStyles } from './caption-styles.js';
import { isTrueCaption } from './caption-text.js';

export const styles = /* css */ `${captionStyles}
.caption-yours { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 2.4fr); gap: 1em 2em; align-items: start; }
.caption-palette { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.6em; }
.caption-palette .bars-choice { padding-inline: 0.65em; }
.caption-yours .caption-player .caption-scene { max-inline-size: 19em; }
.caption-board { max-inline-size: 16em; cursor: pointer; }
.caption-board .bars-cell { touch-action: manipulation; }
.caption-output { font-size: 1.15em; }
@container bars (max-width: 44em) {
  .caption-yours { grid-template-columns: minmax(0, 1fr); }
}
/* On a phone the board comes first, with the palette beside it. */
@container bars (max-width: 34em) {
  .caption > .caption-yours { order: -1; }
  .caption-palette { grid-template-columns: 10em minmax(0, 1fr); }
  .caption-board { order: -1; }
  .caption-palette .bars-choices { flex-wrap: wrap; border-radius: 12px; }
}
`;

/** @import { Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Placed } from './caption-board.js' */
/** @import { AttentionKind } from './caption-scene.js' */

/** Pixels along a side of the model's picture. */
const kSide = 24;

/** What is on the board at the beginning: a picture as in training. */
const kInitialObjects = 'red square 4';

/** The input of the model: objects, or the pixels of an image. @typedef {{ objects: string, picture?: readonly number[] }} CaptionRequest */

/** @param {Placed} placed @returns {boolean} whether two are of one color */
function hasTwoAlike(placed) {
  const colors = [...placed.values()].map((what) => what.split(' ')[0]);
  return new Set(colors).size < colors.length;
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new OwnImage(options);
}

/** @implements {View} */
class OwnImage {
  #options;
  #board;
  #player;
  /** @type {CaptionRequest} */
  #request = { objects: kInitialObjects };
  #status = h('p', { class: 'panel-status', role: 'status' });
  #caption = h('p', { class: 'caption-output' });
  #inquiry = createPredictionRequest({
    predict: (values) => this.#options.predict(values),
    getInput: () => ({ ...this.#request }),
    onAnswer: (answer, step) => this.#showAnswer(answer, step),
    onError: (error) => this.#showError(error),
  });
  element;
  wide = true;

  /** @param {ViewOptions} options */
  constructor(options) {
    this.#options = options;
    this.#board = new CaptionBoard((placed) => this.#setRequest({ objects: formatPlaced(placed) }));
    this.#player = new CaptionPlayer({
      label: translate('Regions of your picture'),
      regions: options.columnLabels,
    });
    /** @param {string} text @param {string} label */
    const example = (text, label) =>
      h(
        'button',
        { type: 'button', class: 'button', onclick: () => this.#setRequest({ objects: text }) },
        label,
      );
    this.element = h(
      'section',
      { class: 'bars caption', 'aria-label': translate('Your own picture') },
      h(
        'p',
        { class: 'panel-note' },
        translate(
          'Choose a colour and a shape, then click or tap a place; the same again takes it away. With the keyboard: arrow keys and Enter.',
        ),
      ),
      h(
        'div',
        { class: 'panel-row' },
        example('green triangle 1, blue square 7', translate('Two shapes')),
        example('red square 3, red circle 5', translate('Two of one colour')),
        example('', translate('An empty picture')),
        fileChoice(translate('Choose an image'), 'image/*', (file) => this.#open(file)),
      ),
      h(
        'div',
        { class: 'caption-yours' },
        this.#board.element,
        h(
          'div',
          { class: 'caption-beside' },
          this.#caption,
          this.#status,
          this.#player.element,
          this.#player.readout,
        ),
      ),
      this.#player.table,
    );
    this.#inquiry.sendInput();
  }

  /** @type {View['update']} */
  update({ step }) {
    this.#inquiry.update(step);
  }

  repaint() {
    this.#board.repaint();
    this.#player.repaint();
  }

  summary() {
    return '';
  }

  dispose() {
    this.#inquiry.dispose();
    this.#board.dispose();
    this.#player.dispose();
  }

  /** @param {CaptionRequest} request */
  #setRequest(request) {
    this.#request = request;
    this.#inquiry.sendInput();
  }

  /** @param {Blob} file */
  async #open(file) {
    try {
      this.#setRequest({ objects: '', picture: Array.from(await readSquareImage(file, kSide)) });
    } catch (error) {
      this.#showError(error);
    }
  }

  /** @param {unknown} error */
  #showError(error) {
    this.#status.textContent = getErrorMessage(error);
  }

  /** @param {Prediction} answer @param {number} step */
  #showAnswer(answer, step) {
    const { text = '', targetText } = answer;
    const how = /** @type {AttentionKind} */ (this.#options.parameters()['attention']);
    const scene = createScene(answer, step, how);
    const placed = parsePlaced(this.#request.objects);
    this.#board.show(placed, scene.picture);
    this.#player.show(scene);
    this.#player.write();
    this.#caption.replaceChildren(
      h('b', {}, text || translate('(nothing)')),
      targetText === undefined
        ? ''
        : text === targetText || (hasTwoAlike(placed) && isTrueCaption(text, targetText))
          ? ' ✓'
          : ` ✗ ${translate('should be: {text}', { text: targetText || translate('(nothing)') })}`,
    );
    this.#status.textContent = [
      translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) }),
      ...this.#describeUnusual(placed, targetText !== undefined),
    ].join(' ');
  }

  /** @param {Placed} placed @param {boolean} hasTarget whether the right caption is known @returns {string[]} texts about what never occurs in training */
  #describeUnusual(placed, hasTarget) {
    const most = Number(this.#options.parameters()['objects']);
    if (this.#request.picture)
      return [
        translate(
          'It has met nothing but four shapes in four colours on black, and says what it knows. Nobody knows where it should look: there is no outline. The image stays in this page.',
        ),
      ];
    return [
      placed.size === 0 && translate('An empty picture never occurs in training.'),
      hasTwoAlike(placed) &&
        translate(
          'Two of one colour never occur in training: with the right relation, each may be named first.',
        ),
      !hasTarget &&
        !hasTwoAlike(placed) &&
        translate('Shapes on a diagonal never occur in training: two relations would be true.'),
      placed.size > most && translate('In training no picture has more than {most} objects.', { most }),
    ].filter((text) => text !== false);
  }
}
