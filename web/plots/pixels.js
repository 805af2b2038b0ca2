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
  if (!pixels) {
    pixels = document.createElement('canvas');
    // The pixels are read when the picture is saved.
    pixels.getContext('2d', { willReadFrequently: true });
  }
  write(pixels);
  context.imageSmoothingEnabled = false;
  context.drawImage(pixels, x, y, width, height);
  return pixels.width;
}

/**
 * Paints a pixel for each color.
 * @param {CanvasRenderingContext2D} context
 * @param {{ x?: number, y?: number, width: number, height: number }} box
 * @param {number} columns
 * @param {readonly (readonly number[])[]} colors red, green and blue of each, row by row
 */
export function paintColors(context, { x, y, width, height }, columns, colors) {
  const write = (/** @type {HTMLCanvasElement} */ canvas) => {
    [canvas.width, canvas.height] = [columns, colors.length / columns];
    const pixels = canvas.getContext('2d', { willReadFrequently: true });
    if (!pixels) return;
    const image = pixels.createImageData(columns, canvas.height);
    for (const [i, color] of colors.entries()) image.data.set([...color, 255], 4 * i);
    pixels.putImageData(image, 0, 0);
  };
  paintPixels(context, width, height, write, x, y);
}
