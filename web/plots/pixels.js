/** A canvas with one pixel for each pixel of an image, shared by all images. @type {HTMLCanvasElement | null} */
let pixels = null;

/**
 * Paints an image of few pixels, without smoothing.
 * @param {CanvasRenderingContext2D} context
 * @param {number} width of the painted image
 * @param {number} height
 * @param {(pixels: HTMLCanvasElement) => void} write sets the size and the pixels of the image
 * @param {number} [x] of its corner
 * @param {number} [y]
 * @returns {number} width of the image in its own pixels
 */
export function paintPixels(context, width, height, write, x = 0, y = 0) {
  pixels ??= document.createElement('canvas');
  write(pixels);
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, x, y, width, height);
  return pixels.width;
}
