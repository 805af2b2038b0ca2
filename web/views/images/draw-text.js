/** Texts about a picture that is copied step by step. */

import { translate } from '../../language/translate.js';
import { formatFixed, formatNumber, formatPercent } from '../../parts/format.js';
import { readWindow } from '../../plots/draw-paint.js';
import { getImage, kImagePixels, kImageSide, sumInk } from './draw-image.js';

/** @import { DrawWindow } from '../../plots/draw-paint.js' */

/** How many numbers describe a window: gx, gy, σ², δ and γ. */
export const kNumbersPerWindow = 5;

/**
 * How one picture was copied.
 * @typedef {object} Drawing
 * @property {ArrayLike<number>} picture ink
 * @property {ArrayLike<number>} blank the canvas before the first step
 * @property {ArrayLike<number>} canvases after each step
 * @property {ArrayLike<number>} readWindows (gx, gy, σ², δ, γ) of each step
 * @property {ArrayLike<number>} writeWindows
 * @property {ArrayLike<number>} divergences nats of the latent numbers at each step
 * @property {ArrayLike<number>} [learnedDivergences] the same with the learned windows
 */

/**
 * Number of filters along a side of the read and the write window; without a window, one for each pixel.
 * @typedef {{ read: number, write: number }} Grids
 */

/** @param {Readonly<Record<string, unknown>>} parameters @returns {Grids} */
export function readGrids(parameters) {
  /** @param {'read' | 'write'} side */
  const of = (side) =>
    parameters[`${side}Window`] === false ? kImageSide : Number(parameters[`${side}Grid`] ?? 5);
  return { read: of('read'), write: of('write') };
}

/** @param {Drawing} drawing @param {number} step from 0 @returns {ArrayLike<number>} the canvas before the step */
const getCanvasBefore = ({ blank, canvases }, step) => (step === 0 ? blank : getImage(canvases, step - 1));

/** Computes the remaining error before a step, from −1 to 1. @param {Drawing} drawing @param {number} step */
export function computeErrorBefore(drawing, step) {
  const before = getCanvasBefore(drawing, step);
  return Array.from({ length: kImagePixels }, (_, i) => (drawing.picture[i] ?? 0) - (before[i] ?? 0));
}

/** @param {Drawing} drawing */
export const countSteps = ({ canvases }) => Math.floor(canvases.length / kImagePixels);

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

/** @param {Drawing} drawing @param {number} step @param {Grids} grids @returns {[DrawWindow, DrawWindow]} */
export const getWindows = ({ readWindows, writeWindows }, step, { read, write }) => [
  readWindow(readWindows, step, read),
  readWindow(writeWindows, step, write),
];

/** @param {Readonly<Record<string, unknown>>} details of the manifest @returns {readonly string[]} labels of the images in a frame */
export const readPictureLabels = ({ pictureLabels = [] }) => /** @type {readonly string[]} */ (pictureLabels);

/**
 * @param {Drawing} drawing
 * @param {Grids} grids
 * @returns {number[][]} for each step gx, gy, σ, δ and N of both windows, nats, and how much ink it changed
 */
export function computeStepNumbers(drawing, grids) {
  return Array.from({ length: countSteps(drawing) }, (_, step) => {
    const before = getCanvasBefore(drawing, step);
    const changes = getImage(drawing.canvases, step).map((ink, i) => Math.abs(ink - (before[i] ?? 0)));
    return [
      ...getWindows(drawing, step, grids).flatMap(({ x, y, sigma, stride, grid }) => [
        x,
        y,
        sigma,
        stride,
        grid,
      ]),
      drawing.divergences[step] ?? Number.NaN,
      sumInk(changes),
    ];
  });
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

/**
 * Measures how much of a picture is in its copy, and how much of the copy is not in the picture.
 * @param {ArrayLike<number>} picture
 * @param {ArrayLike<number>} copy
 * @returns {{ copiedShare: number, beside: number }} `copiedShare`: share of the picture's ink; `beside`: pixels of ink where
 *   the picture has none
 */
export function compareInk(picture, copy) {
  const both = Array.from({ length: kImagePixels }, (_, i) => Math.min(picture[i] ?? 0, copy[i] ?? 0));
  const copied = sumInk(both);
  return { copiedShare: copied / sumInk(picture), beside: sumInk(copy) - copied };
}

/** A drawing with less ink than this counts as empty. */
const kMinimumInk = 3;
/** A drawing that covers a larger share of the pixels counts as full; training pictures cover about a tenth. */
const kMaximumInk = 0.4;

/**
 * Tells whether a picture of the reader's own is empty or full.
 * @param {ArrayLike<number>} picture
 * @returns {'empty' | 'full' | ''}
 */
export function findInkProblem(picture) {
  const ink = sumInk(picture);
  return ink < kMinimumInk ? 'empty' : ink > kMaximumInk * kImagePixels ? 'full' : '';
}

/**
 * @param {ArrayLike<number>} picture of the reader's own
 * @param {readonly { name: string, copy: ArrayLike<number> }[]} copies
 * @returns {string}
 */
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
