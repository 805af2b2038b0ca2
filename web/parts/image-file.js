/**
 * An image file of the reader's own, as small as a model's picture. It is read in the page and goes nowhere.
 * @module
 */

import { say } from '../language/say.js';

const kMostBytes = 32 * 1024 * 1024;
/** A small pixel is the mean of at most so many along a side. */
const kFinest = 16;
/** Below this there is nothing to be seen. */
const kLeastContrast = 0.05;

/**
 * The middle square of an image, made smaller by the mean of the pixels that each small one covers.
 * @param {Blob} file
 * @param {number} side in pixels
 * @returns {Promise<Float32Array<ArrayBuffer>>} [side, side, 3], red, green and blue from 0 to 1
 * @throws {Error} with a text for the reader
 */
export async function squareOf(file, side) {
  /** @param {string} text @returns {never} */
  const refuse = (text) => {
    throw new Error(text);
  };
  if (file.size > kMostBytes)
    refuse(say('An image may have at most {size} MB.', { size: kMostBytes / 2 ** 20 }));
  const image = await createImageBitmap(file).catch(() =>
    refuse(say('This file is no image that the browser can read, such as PNG or JPEG.')),
  );
  const edge = Math.min(image.width, image.height);
  const parts = Math.min(kFinest, Math.max(1, Math.floor(edge / side)));
  const fine = parts * side;
  const canvas = document.createElement('canvas');
  canvas.width = fine;
  canvas.height = fine;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return refuse(say('This browser does not let a page read its own canvas.'));
  // Where an image is transparent, it is paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, fine, fine);
  context.drawImage(image, (image.width - edge) / 2, (image.height - edge) / 2, edge, edge, 0, 0, fine, fine);
  image.close();
  return meansOf(context.getImageData(0, 0, fine, fine).data, side, parts);
}

/**
 * @param {ArrayLike<number>} pixels [side · parts, side · parts, 4], from 0 to 255
 * @param {number} side
 * @param {number} parts
 */
export function meansOf(pixels, side, parts) {
  const means = new Float32Array(side * side * 3);
  const share = 1 / (255 * parts * parts);
  for (let row = 0; row < side * parts; row++) {
    for (let column = 0; column < side * parts; column++) {
      const to = 3 * (Math.floor(row / parts) * side + Math.floor(column / parts));
      const from = 4 * (row * side * parts + column);
      for (let c = 0; c < 3; c++) means[to + c] = (means[to + c] ?? 0) + share * (pixels[from + c] ?? 0);
    }
  }
  return means;
}

/**
 * What of a picture is ink: dark on light paper or light on dark, stretched from 0 to 1. Paper is what the edge shows.
 * @param {Float32Array} colours [side, side, 3]
 * @param {number} side
 */
export function inkOf(colours, side) {
  const grey = Float32Array.from({ length: side * side }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = colours.subarray(3 * i, 3 * i + 3);
    return 1 - (0.299 * red + 0.587 * green + 0.114 * blue);
  });
  const least = Math.min(...grey);
  const most = Math.max(...grey);
  if (most - least < kLeastContrast) return grey.fill(0);
  const ink = grey.map((value) => (value - least) / (most - least));
  const edge = ink.filter((_, i) => {
    const [row, column] = [Math.floor(i / side), i % side];
    return row === 0 || column === 0 || row === side - 1 || column === side - 1;
  });
  const dark = edge.reduce((sum, value) => sum + value, 0) > edge.length / 2;
  return dark ? ink.map((value) => 1 - value) : ink;
}
