/** Paints an image in patches, with brightness proportional to their weight. */

/** Brightness of a patch without weight. */
const kMinimumBrightness = 0.18;

/**
 * @param {CanvasRenderingContext2D} context of a canvas in the size of the image
 * @param {{ pixels: ArrayLike<number>, width: number, height: number }} picture red, green and blue of each pixel, from 0 to 1
 * @param {ArrayLike<number>} weights [down, across]
 * @param {{ down: number, across: number }} patches
 */
export function paintPatches(context, { pixels, width, height }, weights, { down, across }) {
  const maximum = Math.max(
    Number.MIN_VALUE,
    ...Array.from(weights, (weight) => (weight > 0 && weight < Infinity ? weight : 0)),
  );
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x) {
      const patch = Math.floor((y * down) / height) * across + Math.floor((x * across) / width);
      const share = Math.max(0, weights[patch] || 0) / maximum;
      const light = 255 * (kMinimumBrightness + (1 - kMinimumBrightness) * Math.min(1, share));
      const at = y * width + x;
      for (let channel = 0; channel < 3; ++channel)
        image.data[4 * at + channel] = light * (pixels[3 * at + channel] ?? 0);
      image.data[4 * at + 3] = 255;
    }
  context.putImageData(image, 0, 0);
}
