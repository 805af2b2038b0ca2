/**
 * Reads an image file of the reader and scales it to the size of a model's input. The file never leaves the page.
 */

import { translate } from '../language/translate.js';
import { kHeaderBytes, readImageSize } from './image-size.js';

const kMaximumBytes = 32 * 1024 * 1024;
/** Maximum number of pixels of an image; each takes four bytes once it is decoded. */
const kMaximumPixels = 64e6;
/** Each output pixel is the mean of at most this many pixels along a side. */
const kMaximumBlockSide = 16;
/** Images with less contrast count as empty. */
const kMinimumContrast = 0.05;

/**
 * Crops an image to its central square and scales it down; each output pixel is the mean of the pixels that it covers.
 * @param {Blob} file
 * @param {number} side in pixels
 * @returns {Promise<Float32Array<ArrayBuffer>>} [side, side, 3], red, green and blue from 0 to 1
 * @throws {Error} with a message for the reader
 */
export async function readSquareImage(file, side) {
  /** @param {string} text @returns {never} */
  const fail = (text) => {
    throw new Error(text);
  };
  if (file.size > kMaximumBytes)
    fail(translate('An image may have at most {size} MB.', { size: kMaximumBytes / 2 ** 20 }));
  const failUnreadable = () =>
    fail(translate('This file is no image that the browser can read, such as PNG or JPEG.'));
  const size = readImageSize(await file.slice(0, kHeaderBytes).arrayBuffer()) ?? failUnreadable();
  if (size.width * size.height > kMaximumPixels)
    fail(
      translate('This image has {width} × {height} pixels; at most {most} million are read.', {
        ...size,
        most: kMaximumPixels / 1e6,
      }),
    );
  const image = await createImageBitmap(file).catch(failUnreadable);
  const edge = Math.min(image.width, image.height);
  const blockSide = Math.min(kMaximumBlockSide, Math.max(1, Math.floor(edge / side)));
  /** @type {Square} */
  const square = [(image.width - edge) / 2, (image.height - edge) / 2, edge, edge];
  const pixels =
    readCanvasPixels(image, square, blockSide * side) ??
    (await readVideoFramePixels(image, square, blockSide * side).catch(() =>
      fail(
        translate(
          'This browser hides or changes the pixels that a page reads, as a protection against fingerprinting: the model would see another image. Allow this page to read canvas data.',
        ),
      ),
    ));
  image.close();
  return computeBlockMeans(pixels, side, blockSide);
}

/** Left, top, width and height of a region of an image. @typedef {[number, number, number, number]} Square */

/**
 * @param {ImageBitmap} image
 * @param {Square} square region to paint
 * @param {number} side of the result, in pixels
 * @returns {Uint8ClampedArray | null} [side, side, 4]; null if the browser does not let the page read its canvas
 */
function readCanvasPixels(image, square, side) {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  // Transparent pixels become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.drawImage(image, ...square, 0, 0, side, side);
  const { data } = context.getImageData(0, 0, side, side);
  // Browsers that hinder fingerprinting change the pixels that a page reads; a known pattern detects this.
  const pattern = context.createImageData(side, side);
  for (let i = 0; i < pattern.data.length; i++) pattern.data[i] = i % 4 === 3 ? 255 : i * 37;
  const painted = Array.from(pattern.data);
  context.putImageData(pattern, 0, 0);
  const read = context.getImageData(0, 0, side, side).data;
  return painted.every((value, i) => value === read[i]) ? data : null;
}

/**
 * Reads the pixels without a canvas.
 * @param {ImageBitmap} image
 * @param {Square} square
 * @param {number} side
 * @returns {Promise<Uint8ClampedArray>}
 */
async function readVideoFramePixels(image, square, side) {
  const small = await createImageBitmap(image, ...square, { resizeWidth: side, resizeHeight: side });
  const frame = new VideoFrame(small, { timestamp: 0 });
  const pixels = new Uint8ClampedArray(side * side * 4);
  await frame.copyTo(pixels, { format: 'RGBA', layout: [{ offset: 0, stride: side * 4 }] });
  frame.close();
  return pixels.map((value, i) => {
    const opacity = Number(pixels[i - (i % 4) + 3]) / 255;
    return value * opacity + 255 * (1 - opacity);
  });
}

/**
 * @param {ArrayLike<number>} pixels [side · blockSide, side · blockSide, 4], from 0 to 255
 * @param {number} side
 * @param {number} blockSide
 */
export function computeBlockMeans(pixels, side, blockSide) {
  const means = new Float32Array(side * side * 3);
  const share = 1 / (255 * blockSide * blockSide);
  for (let row = 0; row < side * blockSide; row++) {
    for (let column = 0; column < side * blockSide; column++) {
      const to = 3 * (Math.floor(row / blockSide) * side + Math.floor(column / blockSide));
      const from = 4 * (row * side * blockSide + column);
      for (let c = 0; c < 3; c++) means[to + c] = (means[to + c] ?? 0) + share * (pixels[from + c] ?? 0);
    }
  }
  return means;
}

/**
 * Computes the ink of an image, dark on light paper or light on dark, normalized to [0, 1]. The color at the edge counts as paper.
 * @param {Float32Array} colors [side, side, 3]
 * @param {number} side
 */
export function convertToInk(colors, side) {
  const darkness = Float32Array.from({ length: side * side }, (_, i) => {
    const [red = 0, green = 0, blue = 0] = colors.subarray(3 * i, 3 * i + 3);
    return 1 - (0.299 * red + 0.587 * green + 0.114 * blue);
  });
  const minimum = Math.min(...darkness);
  const maximum = Math.max(...darkness);
  if (maximum - minimum < kMinimumContrast) return darkness.fill(0);
  const ink = darkness.map((value) => (value - minimum) / (maximum - minimum));
  const edge = ink.filter((_, i) => {
    const [row, column] = [Math.floor(i / side), i % side];
    return row === 0 || column === 0 || row === side - 1 || column === side - 1;
  });
  const dark = edge.reduce((sum, value) => sum + value, 0) > edge.length / 2;
  return dark ? ink.map((value) => 1 - value) : ink;
}
