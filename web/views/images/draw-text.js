/** Texts about a picture that is copied step by step. */

import { translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatFixed, formatNumber, formatPercent, formatShare } from '../../parts/format.js';
import { compareInk, computeStepNumbers, countSteps, getCanvasBefore, getWindows } from './draw-data.js';
import { findInkProblem, kImagePixels, kImageSide, sumInk } from './draw-image.js';

/** @import { TableText } from '../../parts/disclosure-table.js' */
/** @import { DrawWindow } from '../../plots/draw-paint.js' */
/** @import { Drawing, Grids } from './draw-data.js' */
/** @typedef {readonly { name: string, copy: ArrayLike<number> }[]} Copies */

/** @param {DrawWindow} window @returns {string} */
function describeWindow({ x, y, sigma, stride, grid }) {
  if (grid === kImageSide) return translate('all pixels');
  return translate('a window {size} pixels wide around row {row}, column {column}, blurred by σ = {sigma}', {
    size: formatFixed((grid - 1) * stride, 1),
    row: formatFixed(y, 1),
    column: formatFixed(x, 1),
    sigma: formatFixed(sigma, 1),
  });
}

/** @param {Drawing} drawing @param {number} step from 0 @param {Grids} grids @returns {string[]} a line for reading, one for the latent numbers, one for writing */
export function describeStep(drawing, step, grids) {
  const [read, write] = getWindows(drawing, step, grids).map(describeWindow);
  const nats = formatFixed(drawing.divergences[step] ?? Number.NaN, 2);
  return [
    translate('Reads {window}.', { window: read }),
    translate('The latent numbers carry {nats} nats.', { nats }),
    translate('Writes to {window}.', { window: write }),
  ];
}

/** Describes one pixel in all three squares. @param {Drawing} drawing @param {number} step @param {{ row: number, column: number }} cell */
export function describePixel(drawing, step, { row, column }) {
  const i = row * kImageSide + column;
  return translate(
    'Row {row}, column {column}: ink {ink}; on the canvas {before} before step {step}, {after} after it.',
    {
      row: row + 1,
      column: column + 1,
      step: step + 1,
      ink: formatFixed(drawing.picture[i] ?? Number.NaN, 2),
      before: formatFixed(getCanvasBefore(drawing, step)[i] ?? Number.NaN, 2),
      after: formatFixed(drawing.canvases[step * kImagePixels + i] ?? Number.NaN, 2),
    },
  );
}

/** @param {Drawing} drawing @param {number} step from 0 @param {Grids} grids */
export function summarizeStep(drawing, step, grids) {
  const which = translate('Step {step} of {steps}.', { step: step + 1, steps: countSteps(drawing) });
  return [which, ...describeStep(drawing, step, grids)].join(' ');
}

/** @param {ArrayLike<number>} picture of the reader's own @param {Copies} copies @returns {string} */
export function describeVerdict(picture, copies) {
  const kind = findInkProblem(picture);
  const sentences = copies.map(({ name, copy }) => {
    const { copiedShare, beside } = compareInk(picture, copy);
    const ink = formatNumber(sumInk(copy));
    if (kind === 'empty') return translate('{name} writes {ink} pixels of ink', { name, ink });
    return translate('{name} writes {share} of your ink, and {beside} pixels of ink where you have none', {
      name,
      share: formatPercent(copiedShare),
      beside: formatFixed(beside, 1),
    });
  });
  const text = `${sentences.join('; ')}.`;
  if (kind === 'empty')
    return `${translate('The picture is empty. Every picture in training had a stroke, so there is nothing right to copy here.')} ${text}`;
  if (kind === 'full') {
    const share = formatPercent(sumInk(picture) / kImagePixels);
    return `${translate('{share} of your picture is ink. In training it was about a tenth, so nothing has prepared the network for this.', { share })} ${text}`;
  }
  return text;
}

/** @param {readonly number[][]} images a picture and its copies @param {readonly string[]} names of the networks @param {number} index of the picture */
export const describeCopies = ([picture = [], ...copies], names, index) =>
  copies.map((copy, i) => {
    const { copiedShare, beside } = compareInk(picture, copy);
    return translate(
      '{name} copies {share} of the ink of picture {n}, with {beside} pixels of ink beside it.',
      {
        name: names[i] ?? '',
        share: formatPercent(copiedShare),
        n: index + 1,
        beside: formatFixed(beside, 1),
      },
    );
  });

/** Numbers of a window, named as in the paper. */
const kWindowParameters = ['gx', 'gy', 'σ', 'δ', 'N'];

/**
 * A table of all steps: windows, nats, and how much ink each step added or took away.
 * @param {Drawing} drawing
 * @param {Grids} grids
 * @param {string} caption
 * @returns {TableText}
 */
export const createStepTable = (drawing, grids, caption) => ({
  caption,
  head: [
    translate('step'),
    ...kWindowParameters.map((name) => translate('read {name}', { name })),
    ...kWindowParameters.map((name) => translate('write {name}', { name })),
    translate('nats'),
    translate('ink that changed'),
  ],
  rows: computeStepNumbers(drawing, grids).map((numbers, step) => [
    String(step + 1),
    ...numbers.map((value) => exactNumberTemplate(value, (number) => formatFixed(number, 2))),
  ]),
});

/**
 * A table of all pixels of a picture of the reader's own and of its copies.
 * @param {ArrayLike<number>} picture
 * @param {Copies} copies
 * @param {readonly string[]} labels of the pixels
 * @returns {TableText}
 */
export const createPixelTable = (picture, copies, labels) => ({
  caption: translate('ink of each pixel'),
  head: [translate('pixel'), translate('yours'), ...copies.map(({ name }) => name)],
  rows: labels.map((label, i) => [
    label,
    ...[picture, ...copies.map(({ copy }) => copy)].map((ink) =>
      exactNumberTemplate(ink[i] ?? Number.NaN, formatShare),
    ),
  ]),
});
