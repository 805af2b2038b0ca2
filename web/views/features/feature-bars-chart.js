/**
 * The bars of the features on a canvas, which move smoothly to new values, with a cursor over them and a verdict beside each
 * model.
 */

import { html, render } from 'lit';
import { translate } from '../../language/translate.js';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { formatFixed, formatShare } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { paintHatching } from '../../plots/alignment-paint.js';
import { paintFeatures } from '../../plots/feature-bars-paint.js';
import { evaluateShares, findInformative, summarizeFeatures } from './feature-bars-text.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */

const kMaximumLabels = 11;

/**
 * Numbers of the features, each array [features].
 * @typedef {object} FeatureNumbers
 * @property {readonly string[]} names of the models
 * @property {readonly (Float32Array | undefined)[]} rows shares, model by model
 * @property {Float32Array} truth
 * @property {Float32Array} low lower bound of the weight in eight of ten examples
 * @property {Float32Array} high upper bound of the weight in eight of ten examples
 * @property {Float32Array | null} example weights of one example
 * @property {boolean} [isHeld] whether the reader holds the weights of the example
 */

export class FeatureBarsChart {
  #names;
  #labels;
  #asides;
  #cursor;
  #glide;
  /** @type {FeatureNumbers | null} */
  #numbers = null;

  /**
   * @param {Pick<ViewOptions, 'columnLabels' | 'axes'>} options
   * @param {readonly string[]} names of the models
   * @param {() => void} onPoint called when another feature, or none, is pointed at
   * @param {import('../../parts/cell-cursor.js').CellCursorOptions['onHold']} [onHold]
   */
  constructor({ columnLabels, axes }, names, onPoint, onHold) {
    this.#names = names;
    this.#labels = columnLabels;
    this.#asides = names.map(() => document.createElement('span'));
    this.#glide = createAnimatedValues(columnLabels.length * names.length);
    this.#cursor = createGridCursor({
      label: translate('Share of each {thing}', { thing: axes[1] }),
      rowLabels: names,
      columnLabels,
      corner: axes[1],
      maximumLabels: kMaximumLabels,
      asides: { label: '', nodes: this.#asides },
      onPoint,
      onHold,
    });
  }

  get pointedFeature() {
    return this.#cursor.getPointedCell()?.column ?? null;
  }

  /** @param {FeatureNumbers | null} numbers @param {readonly (number | null | undefined)[]} accuracies of the models @param {ThrottledPart} throttled */
  template(numbers, accuracies, throttled) {
    if (numbers) this.#show(numbers, accuracies);
    return html`
      <div class="features-plate" .style=${`--bars-columns: ${this.#labels.length}`}>
        <canvas class="features-canvas" role="img" aria-label=${throttled(() => this.#describe())} ${paintCanvas(this.#paint, numbers, this.pointedFeature)}></canvas>
        ${this.#cursor.element}
      </div>
    `;
  }

  /** @param {FeatureNumbers} numbers @param {readonly (number | null | undefined)[]} accuracies */
  #show(numbers, accuracies) {
    if (!this.#numbers) {
      this.#glide.jump(concatenateRows(numbers.rows, this.#labels.length));
      this.#cursor.thinOutLabels(findInformative(numbers.truth));
    }
    this.#numbers = numbers;
    this.#asides.forEach((aside, row) => {
      render(verdictTemplate(numbers.rows[row] ?? [], numbers.truth, accuracies[row] ?? Number.NaN), aside);
    });
  }

  /** Describes the cells for a screen reader. @returns {string} a summary */
  #describe() {
    if (!this.#numbers) return '';
    const { rows, truth } = this.#numbers;
    this.#cursor.describe((row, column) => {
      const share = formatShare(rows[row]?.[column] ?? Number.NaN);
      const truthText = (truth[column] ?? 0) > 0 ? translate(', the truth') : '';
      return `${this.#names[row]}, ${this.#labels[column]}: ${share}${truthText}`;
    });
    return summarizeFeatures(this.#numbers, this.#labels);
  }

  /** @type {PaintPart} */
  #paint = ({ context, time, canvas, theme }) => {
    if (!this.#numbers) return false;
    const features = this.#labels.length;
    const moving = this.#glide.advance(concatenateRows(this.#numbers.rows, features), time);
    const rows = this.#names.map((_, row) =>
      this.#glide.values.subarray(row * features, (row + 1) * features),
    );
    const boxes = this.#names.map((_, row) => this.#cursor.computeRowBox(row));
    const size = 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize);
    const picture = { ...this.#numbers, rows, pointedFeature: this.pointedFeature };
    paintFeatures(context, boxes, picture, theme, size);
    if (this.#numbers.isHeld && boxes[0]) paintHatching(context, boxes[0], theme);
    return moving;
  };
}

/** @param {ArrayLike<number>} shares @param {ArrayLike<number>} truth @param {number} accuracy */
function verdictTemplate(shares, truth, accuracy) {
  const { mass, found } = evaluateShares(shares, truth);
  const word = html`<span class="features-word"> ${found ? translate('found') : translate('not found')}</span>`;
  return html`${translate('accuracy')} <b>${formatShare(accuracy)}</b> · ${translate('on the truth')} <b>${formatFixed(mass, 2)}</b><span class=${found ? 'features-found' : ''}>${found ? ' ✓' : ''}${word}</span>`;
}

/** @param {readonly (Float32Array | undefined)[]} rows @param {number} features @returns {Float32Array} one row after the other */
export function concatenateRows(rows, features) {
  const all = new Float32Array(rows.length * features);
  rows.forEach((row, i) => {
    if (row) all.set(row, i * features);
  });
  return all;
}
