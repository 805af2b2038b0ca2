/** How one picture was copied step by step, extracted from a frame, and the numbers that follow from it. */

import { readWindow } from '../../plots/draw-paint.js';
import { getImage, kImagePixels, kImageSide, sumInk } from './draw-image.js';

/** @import { Frame } from '../../engine/view-types.js' */
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
  const readGrid = (side) =>
    parameters[`${side}Window`] === false ? kImageSide : Number(parameters[`${side}Grid`] ?? 5);
  return { read: readGrid('read'), write: readGrid('write') };
}

/** @param {Drawing} drawing @param {number} step from 0 @returns {ArrayLike<number>} the canvas before the step */
export const getCanvasBefore = ({ blank, canvases }, step) =>
  step === 0 ? blank : getImage(canvases, step - 1);

/** Computes the remaining error before a step, from −1 to 1. @param {Drawing} drawing @param {number} step */
export function computeErrorBeforeStep(drawing, step) {
  const before = getCanvasBefore(drawing, step);
  return Array.from({ length: kImagePixels }, (_, i) => (drawing.picture[i] ?? 0) - (before[i] ?? 0));
}

/** @param {Drawing} drawing */
export const countSteps = ({ canvases }) => Math.floor(canvases.length / kImagePixels);

/** The drawing of one picture of a frame. @param {Frame} frame @param {number} index @param {number} steps @returns {Drawing | null} */
export function extractDrawing({ tensors }, index, steps) {
  const { pictures, blank, canvases, readWindows, writeWindows, divergences } = tensors;
  if (!pictures || !blank || !canvases || !readWindows || !writeWindows || !divergences) return null;
  return {
    picture: getImage(pictures, index),
    blank,
    canvases: getImage(canvases, index, steps * kImagePixels),
    readWindows: getImage(readWindows, index, steps * kNumbersPerWindow),
    writeWindows: getImage(writeWindows, index, steps * kNumbersPerWindow),
    divergences: getImage(divergences, index, steps),
  };
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
    const windows = getWindows(drawing, step, grids);
    const changes = getImage(drawing.canvases, step).map((ink, i) => Math.abs(ink - (before[i] ?? 0)));
    return [
      ...windows.flatMap(({ x, y, sigma, stride, grid }) => [x, y, sigma, stride, grid]),
      drawing.divergences[step] ?? Number.NaN,
      sumInk(changes),
    ];
  });
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
