/**
 * A picture of the reader's own: a glyph placed, dots strewn, and the path that the network takes through it; again while
 * it learns.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createChoices } from '../../parts/choices.js';
import { h } from '../../parts/dom.js';
import { formatCount, getErrorMessage } from '../../parts/format.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { GlimpsePlayer } from './glimpse-player.js';
import { createScene, readSizes } from './glimpse-scene.js';
import { glimpseStyles } from './glimpse-styles.js';
import { getGlyphName } from './glimpse-text.js';

export const styles = glimpseStyles;

/** @import { Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @typedef {{ row: number, column: number }} Cell */

const kDot = 'dot';

/** The placed glyph and dots. @typedef {{ glyph: string, at: Cell, dots: readonly Cell[] }} Placed */

/** @param {Placed} placed @returns {{ glyph: string, dots: string }} as input of the network */
export function formatPlaced({ glyph, at, dots }) {
  return {
    glyph: glyph && `${glyph} ${at.row} ${at.column}`,
    dots: dots.map(({ row, column }) => `${row} ${column}`).join(', '),
  };
}

/** @param {string} glyph @param {string} dots as in a prediction @returns {Placed} */
export function parsePlaced(glyph, dots) {
  const [name = '', row = 0, column = 0] = glyph.split(' ');
  const cells = [...dots.matchAll(/(\d+) (\d+)/g)].map(([, r, c]) => ({ row: Number(r), column: Number(c) }));
  return { glyph: name, at: { row: Number(row), column: Number(column) }, dots: cells };
}

/**
 * Puts a glyph with its middle on a pixel, or a dot, or removes what is there.
 * @param {Placed} placed
 * @param {string} what a glyph, or 'dot'
 * @param {Cell} cell
 * @param {boolean} erase
 * @param {{ side: number, glyphSide: number }} sizes
 * @returns {Placed}
 */
export function editPlaced(placed, what, cell, erase, { side, glyphSide }) {
  const { row, column } = cell;
  const others = placed.dots.filter((dot) => dot.row !== row || dot.column !== column);
  const hasDot = others.length < placed.dots.length;
  if (erase) {
    /** @param {number} at @param {number} from */
    const within = (at, from) => at >= from && at < from + glyphSide;
    const onGlyph = !hasDot && within(row, placed.at.row) && within(column, placed.at.column);
    return { ...placed, dots: others, ...(onGlyph && { glyph: '' }) };
  }
  if (what === kDot) return { ...placed, dots: hasDot ? others : [...placed.dots, cell] };
  /** @param {number} at */
  const corner = (at) => Math.min(side - glyphSide, Math.max(0, at - Math.floor(glyphSide / 2)));
  return { ...placed, glyph: what, at: { row: corner(row), column: corner(column) } };
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new OwnGlimpses(options);
}

/** @implements {View} */
class OwnGlimpses {
  #options;
  #sizes;
  #player;
  #brush = kDot;
  /** @type {Placed} */
  #placed = { glyph: '', at: { row: 0, column: 0 }, dots: [] };
  /** An example to be predicted in place of what is placed, as at the beginning; 0 for none. */
  #example = 1;
  #status = h('p', { class: 'panel-status', role: 'status' });
  #inquiry = createPredictionRequest({
    predict: (values) => this.#options.predict(values),
    getInput: () => (this.#example > 0 ? { example: this.#example } : formatPlaced(this.#placed)),
    onAnswer: (answer, step) => this.#showAnswer(answer, step),
    onError: (error) => this.#showError(error),
  });
  element;
  wide = true;

  /** @param {ViewOptions} options */
  constructor(options) {
    const { manifest, parameters, rowLabels } = options;
    this.#options = options;
    this.#sizes = readSizes(manifest.details, parameters());
    this.#brush = this.#sizes.names[0] ?? kDot;
    this.#player = new GlimpsePlayer({
      sizes: this.#sizes,
      count: rowLabels.length,
      label: translate(
        'Your picture. The arrow keys move, Enter puts what is chosen, Backspace takes it away.',
      ),
      onEdit: (cell, erase) => {
        this.#setPlaced(editPlaced(this.#placed, this.#brush, cell, erase, this.#sizes));
      },
    });
    /** @param {string} label @param {() => void} onclick */
    const button = (label, onclick) => h('button', { type: 'button', class: 'button', onclick }, label);
    this.element = h(
      'section',
      { class: 'bars glimpse-yours', 'aria-label': translate('Your own picture') },
      h(
        'p',
        { class: 'panel-note' },
        translate(
          'Choose a glyph or a dot, then click or tap a place for it. A dot that is already there is removed.',
        ),
      ),
      h(
        'div',
        { class: 'panel-row' },
        createChoices({
          label: translate('What to put'),
          choices: [
            ...this.#sizes.names.map((value, glyph) => ({ value, label: getGlyphName(this.#sizes, glyph) })),
            { value: kDot, label: translate('dot') },
          ],
          selected: this.#brush,
          onChoose: (value) => {
            this.#brush = value;
          },
        }),
        button(translate('Strew dots'), () => this.#scatterDots()),
        button(translate('No dots'), () => this.#setPlaced({ ...this.#placed, dots: [] })),
        button(translate('No glyph'), () => this.#setPlaced({ ...this.#placed, glyph: '' })),
      ),
      this.#player.readout,
      this.#status,
      this.#player.element,
      this.#player.table,
    );
    this.#inquiry.sendInput();
  }

  /** @type {View['update']} */
  update({ step }) {
    this.#inquiry.update(step);
  }

  repaint() {
    this.#player.repaint();
  }

  summary() {
    return '';
  }

  dispose() {
    this.#inquiry.dispose();
    this.#player.dispose();
  }

  /** @param {Placed} placed */
  #setPlaced(placed) {
    this.#placed = placed;
    this.#example = 0;
    this.#inquiry.sendInput();
  }

  /** Takes the dots of another picture of the task. */
  async #scatterDots() {
    const { heldOut = 1 } = this.#options.manifest;
    this.#next = (this.#next + 1) % heldOut;
    try {
      const { dots = '' } = /** @type {{ dots?: string }} */ (
        /** @type {unknown} */ (await this.#options.predict({ example: this.#next }))
      );
      this.#setPlaced({ ...this.#placed, dots: parsePlaced('', dots).dots });
    } catch (error) {
      this.#showError(error);
    }
  }
  #next = 1;

  /** @param {unknown} error */
  #showError(error) {
    this.#status.textContent = getErrorMessage(error);
  }

  /** Shows the answer for the reader's image. @param {Prediction} answer @param {number} step of the training */
  #showAnswer(answer, step) {
    const { glyph, dots } = /** @type {{ glyph: string, dots: string }} */ (/** @type {unknown} */ (answer));
    this.#placed = parsePlaced(glyph, dots);
    this.#player.show(createScene(answer, step, this.#sizes.names));
    this.#player.write();
    const most = Number(this.#options.parameters()['dots']);
    this.#status.textContent = [
      translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) }),
      this.#placed.glyph === '' &&
        translate('A picture without a glyph never occurs in training: the network names one all the same.'),
      this.#placed.dots.length > most &&
        translate('In training no picture has more than {most} dots.', { most }),
    ]
      .filter((text) => text !== false)
      .join(' ');
  }
}
