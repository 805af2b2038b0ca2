/**
 * The bars of the features on a canvas, gliding to the shown values, with a cursor over them and a verdict beside each model.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatFixed, formatShare } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { createStage, prefersReducedMotion } from '../../parts/stage.js';
import { createAnimatedValues } from '../../plots/animated-values.js';
import { paintFeatures } from '../../plots/feature-bars-paint.js';
import { readTheme } from '../../plots/theme.js';
import { findInformative, judgeShares } from './feature-bars-text.js';

const kMostLabels = 11;

/**
 * Numbers of the features, each array [features].
 * @typedef {object} FeatureNumbers
 * @property {readonly string[]} names of the models
 * @property {readonly (Float32Array | undefined)[]} rows shares, model by model
 * @property {Float32Array} truth
 * @property {Float32Array} low lower bound of the weight in eight of ten examples
 * @property {Float32Array} high upper bound of the weight in eight of ten examples
 * @property {Float32Array | null} example weights of one example
 */

/**
 * @param {object} options
 * @param {Pick<import('../../engine/shapes.js').ViewOptions, 'columnLabels' | 'axes'>} options.of
 * @param {readonly string[]} options.names of the models
 * @param {() => void} options.onPoint another feature, or none, is pointed at
 */
export function createPlate({ of: { columnLabels, axes }, names, onPoint }) {
  const features = columnLabels.length;
  const canvas = h('canvas', { class: 'features-canvas', role: 'img' });
  const asides = names.map(() => h('span'));
  const cursor = createGridCursor({
    label: translate('Share of each {thing}', { thing: axes[1] }),
    rowLabels: names,
    columnLabels,
    corner: axes[1],
    mostLabels: kMostLabels,
    asides: { label: '', nodes: asides },
    onPoint: () => {
      onPoint();
      stage.redraw();
    },
  });
  const target = new Float32Array(features * names.length);
  const glide = createAnimatedValues(target.length);
  /** @type {FeatureNumbers | null} */
  let current = null;
  let lastPaint = 0;
  const stage = createStage(canvas, (context, _width, _height, time) => {
    const elapsed = Math.min(50, time - lastPaint);
    lastPaint = time;
    if (!current) return false;
    const still = prefersReducedMotion();
    if (still) glide.jump(target);
    const moving = !still && glide.advance(target, elapsed);
    const rows = names.map((_, row) => glide.values.subarray(row * features, (row + 1) * features));
    const picture = { ...current, rows, pointed: cursor.getPointedCell()?.column ?? null };
    const boxes = names.map((_, row) => cursor.computeRowBox(row));
    const size = 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize);
    paintFeatures(context, boxes, picture, readTheme(canvas), size);
    return moving;
  });

  return {
    element: h('div', { class: 'features-plate' }, canvas, cursor.element),
    pointed: cursor.getPointedCell,
    /** @param {FeatureNumbers} numbers */
    show(numbers) {
      target.set(concatenateRows(numbers.rows, features));
      if (!current) {
        glide.jump(target);
        cursor.thin(findInformative(numbers.truth));
      }
      current = numbers;
      stage.redraw();
    },
    /** @param {FeatureNumbers} numbers @param {readonly (number | null | undefined)[]} accuracies of the models */
    showVerdicts({ rows, truth }, accuracies) {
      asides.forEach((aside, row) => {
        aside.replaceChildren(...createVerdict(rows[row] ?? [], truth, accuracies[row] ?? Number.NaN));
      });
    },
    /** For a screen reader. @param {string} summary @param {FeatureNumbers} numbers */
    describe(summary, { rows, truth }) {
      canvas.setAttribute('aria-label', summary);
      cursor.describe((row, column) => {
        const share = formatShare(rows[row]?.[column] ?? Number.NaN);
        const truthText = (truth[column] ?? 0) > 0 ? translate(', the truth') : '';
        return `${names[row]}, ${columnLabels[column]}: ${share}${truthText}`;
      });
    },
    redraw: stage.redraw,
    dispose: stage.dispose,
  };
}

/** @param {ArrayLike<number>} shares @param {ArrayLike<number>} truth @param {number} accuracy */
function createVerdict(shares, truth, accuracy) {
  const { mass, found } = judgeShares(shares, truth);
  const word = h(
    'span',
    { class: 'features-word' },
    ` ${found ? translate('found') : translate('not found')}`,
  );
  return [
    `${translate('accuracy')} `,
    h('b', {}, formatShare(accuracy)),
    ` · ${translate('on the truth')} `,
    h('b', {}, formatFixed(mass, 2)),
    h('span', { class: found ? 'features-found' : '' }, found ? ' ✓' : '', word),
  ];
}

/** @param {readonly (Float32Array | undefined)[]} rows @param {number} features @returns {Float32Array} one row after the other */
export function concatenateRows(rows, features) {
  const all = new Float32Array(rows.length * features);
  rows.forEach((row, i) => {
    if (row) all.set(row, i * features);
  });
  return all;
}
