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
import { formatCell } from '../../parts/readout.js';
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

/**
 * @param {Pick<ViewOptions, 'columnLabels' | 'axes'>} options
 * @param {readonly string[]} names of the models
 * @param {() => void} onPoint called when another feature, or none, is pointed at
 * @param {import('../../parts/cell-cursor.js').CellCursorOptions['onHold']} [onHold]
 */
export function createFeatureBarsChart({ columnLabels, axes }, names, onPoint, onHold) {
  /** @type {FeatureNumbers | null} */
  let current = null;
  const asides = names.map(() => document.createElement('span'));
  const glide = createAnimatedValues(columnLabels.length * names.length);
  const cursor = createGridCursor({
    label: translate('Share of each {thing}', { thing: axes[1] }),
    rowLabels: names,
    columnLabels,
    corner: axes[1],
    maximumLabels: kMaximumLabels,
    asides: { label: '', nodes: asides },
    onPoint,
    onHold,
  });
  const getPointedFeature = () => cursor.getPointedCell()?.column ?? null;

  /** @param {FeatureNumbers | null} numbers @param {readonly (number | null | undefined)[]} accuracies of the models @param {ThrottledPart} throttled */
  function template(numbers, accuracies, throttled) {
    if (numbers) show(numbers, accuracies);
    return html`
      <div class="features-plate" .style=${`--bars-columns: ${columnLabels.length}`}>
        <canvas class="features-canvas" role="img" aria-label=${throttled(() => describe())} ${paintCanvas(paint, numbers, getPointedFeature())}></canvas>
        ${cursor.element}
      </div>
    `;
  }

  /** @param {FeatureNumbers} numbers @param {readonly (number | null | undefined)[]} accuracies */
  function show(numbers, accuracies) {
    if (!current) {
      glide.jump(concatenateRows(numbers.rows, columnLabels.length));
      cursor.thinOutLabels(findInformative(numbers.truth));
    }
    current = numbers;
    asides.forEach((aside, row) => {
      render(verdictTemplate(numbers.rows[row] ?? [], numbers.truth, accuracies[row] ?? Number.NaN), aside);
    });
  }

  /** Describes the cells for a screen reader. @returns {string} a summary */
  function describe() {
    if (!current) return '';
    const { rows, truth } = current;
    cursor.describe((row, column) =>
      formatCell({
        where: `${names[row]}, ${columnLabels[column]}`,
        share: formatShare(rows[row]?.[column] ?? Number.NaN),
        isTrue: (truth[column] ?? 0) > 0,
      }),
    );
    return summarizeFeatures(current, columnLabels);
  }

  /** @type {PaintPart} */
  const paint = ({ context, time, canvas, theme }) => {
    if (!current) return false;
    const features = columnLabels.length;
    const moving = glide.advance(concatenateRows(current.rows, features), time);
    const rows = names.map((_, row) => glide.values.subarray(row * features, (row + 1) * features));
    const boxes = names.map((_, row) => cursor.computeRowBox(row));
    const size = 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize);
    const picture = { ...current, rows, pointedFeature: getPointedFeature() };
    paintFeatures(context, boxes, picture, theme, size);
    if (current.isHeld && boxes[0]) paintHatching(context, boxes[0], theme);
    return moving;
  };

  return { getPointedFeature, template };
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
